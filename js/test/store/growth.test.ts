// What a backend holds, and what a flush writes, is bounded.
import { OutputStore, type OutputStoreOptions } from "tooltrim/store";
import { afterEach, describe, expect, test, vi } from "vitest";
import { anonymous, bury, keyOf } from "./fickle.js";

/** A `Map` that counts. */
class Counted extends Map<string, string> {
  bytes = 0;
  override set(key: string, value: string): this {
    this.bytes += Buffer.byteLength(value);
    return super.set(key, value);
  }
  /** The bytes of the texts. */
  get kept(): number {
    return [...this].reduce((sum, [key, value]) => sum + (/:R\d+$/.test(key) ? Buffer.byteLength(value) : 0), 0);
  }
}

const open = (backend: Map<string, string>, more: OutputStoreOptions = {}) => OutputStore.open({ backend, ...more });
const text = (number: number, size = 100) => `${number} `.padEnd(size, "x");
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const hasLeft = (number: number) =>
  expect.objectContaining({
    code: "UNKNOWN_REF",
    message: `ref: #R${number} has left the store: only the newest results are kept`,
  });

test("a flush writes what is new, however many texts are known", async () => {
  const backend = new Counted();
  let store = await open(backend, { maxBytes: 2000 });
  for (const number of numbers(200)) {
    // The book of one that is evicted unwritten stays as well.
    for (const each of numbers(50)) store.put(text(number * 100 + each, 40));
    await store.flush();
  }
  backend.bytes = 0;
  store.put(text(7));
  await store.flush();
  const one = backend.bytes;
  expect(one).toBeLessThan(100 + 300);
  // One of these makes one record of all.
  backend.bytes = 0;
  for (const number of numbers(600)) {
    store.put(text(1_000_000 + number));
    await store.flush();
  }
  expect(backend.bytes / 600).toBeLessThan(100 + 2000);
  expect(backend.get("tooltrim:default:index")).toMatch(/^tooltrim-index 2 \d+ 1$/);
  await store.close();
  store = await open(backend);
  expect(await store.load("#R10601")).toBe(text(1_000_600));
  expect(store.put(text(7))).toBe("#R10001");
  expect(store.put("new")).toBe("#R10602");
});

describe("what leaves the store leaves the backend", () => {
  afterEach(() => vi.useRealTimers());

  test("by bytes: the oldest leave first, and their refs say so", async () => {
    const backend = new Counted();
    const retain = { bytes: 1000 };
    let store = await open(backend, { retain, maxBytes: 1000 });
    for (const number of numbers(35)) {
      store.put(text(number));
      await store.flush();
      expect(backend.kept).toBe(100 * Math.min(number, 10));
    }
    for (let reopened = 0; reopened < 2; reopened += 1) {
      for (const number of [26, 35]) expect(await store.load(`#R${number}`)).toBe(text(number));
      for (const number of [1, 25]) await expect(store.load(`#R${number}`)).rejects.toEqual(hasLeft(number));
      await store.close();
      store = await open(backend, { retain, maxBytes: 1000 });
    }
    expect(store.put("new")).toBe("#R36");
  });

  test("records as well: they do not grow with the flushes", async () => {
    const backend = new Counted();
    const store = await open(backend, { retain: { bytes: 1000 }, maxBytes: 1000 });
    for (const number of numbers(1500)) {
      store.put(text(number));
      await store.flush();
      expect(backend.size).toBeLessThan(256 + 1 + 1 + 10);
    }
    const sizes = [...backend].filter(([key]) => key.includes(":log:")).map(([, value]) => value.length);
    expect(Math.max(...sizes)).toBeLessThan(2000);
    await store.close();
    const next = await open(backend);
    expect(await next.load("#R1500")).toBe(text(1500));
    await expect(next.load("#R1490")).rejects.toEqual(hasLeft(1490));
    expect(next.put("new")).toBe("#R1501");
  });

  test("a text that was put again is kept again, under its ref", async () => {
    const backend = new Counted();
    const store = await open(backend, { retain: { bytes: 250 }, maxBytes: 1000 });
    for (const number of [1, 2, 3, 1]) {
      store.put(text(number));
      await store.flush();
    }
    expect(store.put(text(1))).toBe("#R1");
    await store.close();
    const next = await open(backend);
    expect(await next.load("#R1")).toBe(text(1));
    await expect(next.load("#R2")).rejects.toEqual(hasLeft(2));
  });

  test("a text that could not be deleted is deleted later, unless it is kept again", async () => {
    const backend = new Counted();
    const first = await open(backend, { retain: { bytes: 250 }, maxBytes: 1000 });
    for (const number of [1, 2]) first.put(text(number));
    await first.close();
    let fails = true;
    const broken = {
      get: (key: string) => backend.get(key),
      set: (key: string, value: string) => backend.set(key, value),
      add: (key: string, value: string) => !backend.has(key) && backend.set(key, value) === backend,
      delete: (key: string) => (fails ? Promise.reject(new Error("no deletes")) : backend.delete(key)),
    };
    const store = await OutputStore.open({ backend: broken, retain: { bytes: 250 } });
    for (const number of [3, 4]) store.put(text(number));
    await store.flush();
    expect(backend.kept).toBe(400);
    await expect(store.load("#R2")).rejects.toEqual(hasLeft(2));
    expect(store.put(text(1))).toBe("#R1");
    await store.flush();
    fails = false;
    store.put(text(5));
    await store.flush();
    expect(backend.kept).toBe(200);
    await store.close();
    const next = await open(backend);
    for (const number of [1, 5]) expect(await next.load(`#R${number}`)).toBe(text(number));
    for (const number of [2, 3, 4]) await expect(next.load(`#R${number}`)).rejects.toEqual(hasLeft(number));
  });

  test("a text larger than all that may stay does not", async () => {
    const backend = new Counted();
    const store = await open(backend, { retain: { bytes: 250 } });
    store.put(text(1));
    store.put(text(2, 251));
    await store.flush();
    expect(backend.kept).toBe(0);
    expect(store.get("#R2")).toBe(text(2, 251));
  });

  test("by days", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
    const backend = new Counted();
    const store = await open(backend, { retain: { days: 2 }, maxBytes: 1000 });
    for (const number of numbers(5)) {
      store.put(text(number));
      await store.flush();
      expect(backend.kept).toBe(100 * Math.min(number, 3));
      vi.setSystemTime(Date.now() + 24 * 60 * 60_000);
    }
    vi.setSystemTime(Date.now() + 10 * 24 * 60 * 60_000);
    await store.flush();
    expect(backend.kept).toBe(0);
    await store.close();
    expect(anonymous(backend.keys()).every((key) => key.includes(":log:"))).toBe(true);
  });

  test("by default up to 1 GB stays", async () => {
    const backend = new Counted();
    const store = await open(backend);
    store.put(text(1));
    await store.flush();
    // As if the first had been large.
    const record = keyOf(backend, "log:2");
    backend.set(record, (backend.get(record) as string).replace(/^(kept 1) \d+/m, "$1 999999950"));
    bury(backend);
    const next = await open(backend);
    next.put(text(2, 50));
    await next.flush();
    expect(await next.load("#R1")).toBe(text(1));
    next.put(text(3, 3));
    await next.close();
    await expect((await open(backend)).load("#R1")).rejects.toEqual(hasLeft(1));
  });

  test("what a store left behind that ended while it flushed goes away", async () => {
    const backend = new Counted();
    const store = await open(backend);
    store.put(text(1));
    await store.flush();
    const writer = keyOf(backend, "R1").split(":").at(-2);
    for (const number of [2, 3, 9]) backend.set(`tooltrim:default:${writer}:R${number}`, "no record tells of it");
    bury(backend);
    const next = await open(backend);
    expect(anonymous(backend.keys()).sort()).toEqual(
      ["*:R1", "log:1", "log:2", "log:3"].map((key) => `tooltrim:default:${key}`),
    );
    expect(await next.load("#R1")).toBe(text(1));
  });
});
