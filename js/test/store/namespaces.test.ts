// A namespace belongs to one store at a time, so that a ref never changes its text.
import { OutputStore } from "tooltrim/store";
import { describe, expect, test } from "vitest";
import { bury, Fickle, Plain } from "./fickle.js";
import { everything, namespace, open, texts } from "./opened.js";

describe("a ref never changes its text", () => {
  const inUse = expect.objectContaining({
    code: "INVALID_OPTION",
    message: expect.stringMatching(
      /^namespace: "session" is in use by another store, of process \d+ on .*"separate"\)$/,
    ),
  });
  const used = expect.objectContaining({
    code: "INVALID_OPTION",
    message: 'namespace: "session" already holds results up to #R2; continue it with OutputStore.open',
  });

  test("a new store refuses a namespace that was used", async () => {
    const backend = new Map<string, string>();
    const store = new OutputStore({ backend, namespace });
    for (const text of texts(2)) store.put(text);
    await store.close();
    const other = new OutputStore({ backend, namespace });
    const ref = other.put("another text");
    await expect(other.flush()).rejects.toEqual(used);
    await expect(other.flush()).rejects.toEqual(used);
    expect(other.get(ref)).toBe("another text");
    expect(await everything(backend, 2)).toEqual(texts(2));
  });

  test("a namespace that a store has is not opened by another until it is closed", async () => {
    const backend = new Map<string, string>();
    const one = await open(backend);
    const two = new OutputStore({ backend, namespace });
    two.put("by two");
    for (const attempt of [open(backend), two.flush()]) await expect(attempt).rejects.toEqual(inUse);
    one.put("by one");
    await one.flush();
    await expect(open(backend)).rejects.toEqual(inUse);
    one.put("more");
    await one.close();
    const next = await open(backend);
    expect(next.put("the third")).toBe("#R3");
    await next.close();
    expect(await everything(backend, 3)).toEqual(["by one", "more", "the third"]);
  });

  test("a store that was closed takes the namespace again to flush, unless another has written", async () => {
    const backend = new Map<string, string>();
    const store = await open(backend);
    store.put("one");
    await store.close();
    await store.close();
    store.put("two");
    await store.flush();
    await expect(open(backend)).rejects.toEqual(inUse);
    await store.close();
    const other = await open(backend);
    other.put("three");
    await other.close();
    store.put("another three");
    await expect(store.flush()).rejects.toMatchObject({ code: "INVALID_OPTION" });
    expect(await everything(backend, 3)).toEqual(["one", "two", "three"]);
  });

  test("a store that asks for it gets a namespace of its own where another has the one it names", async () => {
    const backend = new Map<string, string>();
    const first = await open(backend, { access: "separate" });
    first.put("by the first");
    await first.flush();
    const second = await open(backend, { access: "separate" });
    const third = new OutputStore({ backend, namespace, access: "separate" });
    const refs = [second, third].map((store, at) => store.put(`by another, ${at}`));
    await Promise.all([second.flush(), third.flush()]);
    expect(refs).toEqual(["#R1", "#R1"]);
    expect([first.namespace, third.namespace]).toEqual([namespace, expect.stringMatching(/^session~[a-z0-9]{12}$/)]);
    expect(third.namespace).not.toBe(second.namespace);
    await third.close();
    const again = OutputStore.from(third.state(), { backend });
    expect(await again.load("#R1")).toBe("by another, 1");
    expect(await everything(backend, 1)).toEqual(["by the first"]);
  });

  test("a store that only reads needs no namespace, and writes nothing", async () => {
    const backend = new Map<string, string>();
    const store = await open(backend);
    store.put("one");
    await store.flush();
    const keys = [...backend.keys()];
    const reader = await open(backend, { access: "read" });
    await reader.close();
    expect(await reader.load("#R1")).toBe("one");
    reader.put("by the reader");
    await expect(reader.flush()).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: 'access: a store that was opened with "read" writes nothing',
    });
    expect([...backend.keys()]).toEqual(keys);
  });

  test.each([
    ["a Map", () => new Map<string, string>()],
    ["a backend", () => new Fickle()],
    ["a backend that is believed", () => Object.assign(new Fickle(), { isReliable: true })],
    ["a backend without add", () => new Plain()],
    ["a backend without add that is believed", () => Object.assign(new Plain(), { isReliable: true })],
  ])("of two new stores that begin at once in %s, one is refused", async (_, make) => {
    const backend = make();
    const stores = [0, 1].map(() => new OutputStore({ backend, namespace, timeoutMs: 5000 }));
    const texts = stores.map((store, at) => {
      const ref = store.put(`by ${at}`);
      return store.get(ref);
    });
    const ends = await Promise.allSettled(stores.map((store) => store.flush()));
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const winner = ends.findIndex(({ status }) => status === "fulfilled");
    await expect(stores[1 - winner]?.flush()).rejects.toMatchObject({ code: "INVALID_OPTION" });
    expect(await everything(backend, 1)).toEqual([texts[winner]]);
    expect(stores.map((store) => store.get("#R1"))).toEqual(texts);
    if (backend instanceof Fickle) expect(backend.writes.filter((key) => key.endsWith(":R1"))).toHaveLength(1);
  });

  test("without add, a store looks for its claim after half a second, or four times as long as the write took", async () => {
    /** Milliseconds from the end of the first write to the read after it. */
    const pauseAfter = async (writeMs: number) => {
      const times: number[] = [];
      class Slow extends Plain {
        override async set(key: string, value: string) {
          await new Promise((resolve) => setTimeout(resolve, writeMs));
          await super.set(key, value);
          times.push(performance.now());
        }
        override get(key: string) {
          if (times.length === 1) times.push(performance.now());
          return super.get(key);
        }
      }
      const backend = Object.assign(new Slow(), { isReliable: true });
      await (await OutputStore.open({ backend, namespace })).close();
      return (times[1] ?? 0) - (times[0] ?? 0);
    };
    // Timers may be a little early.
    expect(await pauseAfter(0)).toBeGreaterThan(490);
    expect(await pauseAfter(200)).toBeGreaterThan(780);
  });

  test("one that comes while texts are being written is noticed, though it took this one for dead", async () => {
    const backend = Object.assign(new Fickle(), { isReliable: true });
    const store = await open(backend, { timeoutMs: 5000 });
    for (const text of texts(3)) store.put(text);
    Object.assign(backend, { mood: "hangs", ending: ":R3" });
    const flushed = store.flush().catch((error) => error);
    await new Promise((resolve) => setTimeout(resolve, 10));
    Object.assign(backend, { mood: "works", ending: "" });
    bury(backend.values);
    const other = await open(backend);
    other.put("by the other");
    await other.flush();
    await backend.release();
    expect(await flushed).toMatchObject({ code: "INVALID_OPTION" });
    expect(texts(3).map((_, at) => store.get(`#R${at + 1}`))).toEqual(texts(3));
    await other.close();
    expect(await everything(backend, 1)).toEqual(["by the other"]);
  });

  test("one that comes in between is noticed", async () => {
    const backend = new Map<string, string>();
    const old = await open(backend);
    old.put("first");
    await old.flush();
    bury(backend);
    const next = await open(backend);
    next.put("second, by the next");
    await next.flush();
    old.put("second, by the old");
    await expect(old.flush()).rejects.toEqual(inUse);
    await next.close();
    await expect(old.flush()).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: 'namespace: "session" was written by another store since, up to #R2; give each store its own',
    });
    expect(await everything(backend, 2)).toEqual(["first", "second, by the next"]);
  });

  test("a new store is not deceived by a backend that hides its errors", async () => {
    const backend = new Fickle();
    const store = await open(backend);
    for (const text of texts(2)) store.put(text);
    await store.close();
    const other = new OutputStore({ backend, namespace, timeoutMs: 50 });
    other.put("another text");
    // Out of reach, for the journal only: it looks as if there were none.
    Object.assign(backend, { mood: "swallows", ending: ":1" });
    await expect(other.flush()).rejects.toMatchObject({ code: "BACKEND_FAILED" });
    Object.assign(backend, { mood: "works", ending: "" });
    await expect(other.flush()).rejects.toEqual(used);
    expect(await everything(backend, 2)).toEqual(texts(2));
  });
});
