// A backend that fails costs nothing that is in memory, and the error says what happened.
import { OutputStore } from "tooltrim/store";
import { describe, expect, test } from "vitest";
import { anonymous, Fickle, failing, fickleKeyv, keyOf } from "./fickle.js";
import { everything, failed, large, open, texts } from "./opened.js";

describe.each(failing)("a backend that %s", (mood) => {
  test("loses nothing that is in memory, says so, and gets all of it later", async () => {
    const backend = new Fickle();
    const store = await open(backend);
    const refs = texts(3).map((text) => store.put(text));
    backend.mood = mood;
    await expect(store.flush()).rejects.toEqual(failed(/^backend: .*; 3 results stay in memory only$/));
    expect(refs.map((ref) => store.get(ref))).toEqual(texts(3));
    expect(store.retrieve("#R2", { pattern: "text" }).text).toContain("text 2");
    backend.mood = "works";
    await backend.release();
    await store.flush();
    expect(await everything(backend, 3)).toEqual(texts(3));
  });

  test("for one text keeps that one in memory, and the others are written", async () => {
    const backend = new Fickle();
    const store = await open(backend);
    store.put("text 1");
    await store.flush();
    for (const text of texts(20)) store.put(text);
    Object.assign(backend, { mood, ending: ":R3" });
    await expect(store.flush()).rejects.toEqual(
      failed(/^backend: writing #R3 .*; (1 result stays|\d+ results stay) in memory only$/),
    );
    const found = texts(20).filter((text, at) => backend.values.get(keyOf(backend.values, `R${at + 1}`)) === text);
    expect(found.length).toBeGreaterThan(1);
    expect(texts(20).map((_, at) => store.get(`#R${at + 1}`))).toEqual(texts(20));
    Object.assign(backend, { mood: "works", ending: "" });
    await backend.release();
    backend.writes.length = 0;
    await store.flush();
    // Not those that the first flush told of.
    expect(backend.writes.length).toBeLessThan(20);
    expect(await everything(backend, 20)).toEqual(texts(20));
  });

  test("for the journal only keeps it from being believed", async () => {
    const backend = new Fickle();
    const store = await open(backend);
    store.put("text 1");
    await store.flush();
    store.put("text 2");
    Object.assign(backend, { mood, ending: ":log:3" });
    await expect(store.flush()).rejects.toEqual(failed(/^backend: writing the journal .*; all results are written/));
    Object.assign(backend, { mood: "works", ending: "" });
    await backend.release();
    await store.flush();
    expect(await everything(backend, 2)).toEqual(texts(2));
  });

  test("is not mistaken for one that does not have a text", async () => {
    const backend = new Fickle();
    const store = await open(backend, { maxBytes: 1000 });
    for (const number of [1, 2, 3]) {
      store.put(large(number));
      await store.flush();
    }
    backend.mood = mood;
    await expect(store.load("#R1")).rejects.toEqual(failed(/^backend: reading #R1 /));
    backend.mood = "works";
    await backend.release();
    expect(await store.load("#R1")).toBe(large(1));
    backend.values.delete(keyOf(backend.values, "R2"));
    await expect(store.load("#R2")).rejects.toMatchObject({ code: "UNKNOWN_REF" });
  });
});

test("what was written before a failure is found, should the process end then", async () => {
  const backend = new Fickle();
  const store = await open(backend);
  store.put("text 1");
  await store.flush();
  for (const text of texts(5)) store.put(text);
  Object.assign(backend, { mood: "rejects", ending: ":R5" });
  await expect(store.flush()).rejects.toEqual(
    failed(/^backend: writing #R5 failed: refused by the backend; 1 result stays in memory only$/),
  );
  expect(await everything(backend, 4)).toEqual(texts(4));
});

test("a text that a backend can never hold keeps no other back", async () => {
  const backend = new Fickle();
  const store = await open(backend);
  for (const text of texts(100)) store.put(text);
  Object.assign(backend, { mood: "rejects", ending: ":R2" });
  await expect(store.flush()).rejects.toEqual(failed(/^backend: writing #R2 .*; 1 result stays in memory only$/));
  Object.assign(backend, { mood: "works", ending: "" });
  backend.writes.length = 0;
  await store.flush();
  expect(anonymous(backend.writes)).toEqual(["tooltrim:session:*:R2", "tooltrim:session:log:3"]);
});

test("a backend that fails is not asked for every text", async () => {
  const backend = new Fickle();
  const store = await open(backend);
  store.put("text 1");
  await store.flush();
  for (const text of texts(100)) store.put(text);
  let tries = 0;
  backend.set = () => {
    tries += 1;
    return Promise.reject(new Error("full"));
  };
  await expect(store.flush()).rejects.toEqual(failed(/full; 99 results stay in memory only$/));
  expect(tries).toBeLessThan(10);
});

describe("a slow backend", () => {
  test("is given up after the time that was given, and the error names it", async () => {
    const backend = new Fickle();
    const store = await open(backend, { timeoutMs: 120 });
    store.put("text 1");
    backend.mood = "hangs";
    const begun = performance.now();
    await expect(store.flush()).rejects.toEqual(
      failed(/^backend: reading the journal took longer than 120 ms; 1 result stays in memory only$/),
    );
    expect(performance.now() - begun).toBeGreaterThan(110);
    expect(store.get("#R1")).toBe("text 1");
  });

  test("does no harm when it writes later after all", async () => {
    const backend = new Fickle();
    const store = await open(backend);
    store.put("text 1");
    await store.flush();
    store.put("text 2");
    Object.assign(backend, { mood: "hangs", ending: ":log:3" });
    // Reading the journal works, and writing it does not.
    const { get } = backend;
    backend.get = (key) => backend.values.get(key);
    await expect(store.flush()).rejects.toEqual(failed(/^backend: writing the journal took longer than 50 ms; all /));
    store.put("text 3");
    backend.mood = "works";
    // The next waits for it, and so its own record is the last.
    const next = store.flush();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await backend.release();
    await next;
    backend.get = get;
    expect(await everything(backend, 3)).toEqual(texts(3));
  });

  test("has all the time there is with Infinity", async () => {
    const backend = new Fickle();
    const store = await open(backend, { timeoutMs: Number.POSITIVE_INFINITY });
    store.put("text 1");
    backend.mood = "hangs";
    const flushed = store.flush();
    await new Promise((resolve) => setTimeout(resolve, 30));
    backend.mood = "works";
    await backend.release();
    await flushed;
    expect(await everything(backend, 1)).toEqual(["text 1"]);
  });
});

describe("Keyv", () => {
  const kinds = {
    "as it comes": {},
    "that throws": { throwOnErrors: true },
    "that emits nothing": { emitErrors: false },
  };
  test.each(Object.entries(kinds))("%s: an adapter that fails is noticed", async (_, options) => {
    const { keyv, fickle } = fickleKeyv(options);
    const store = await open(keyv, { maxBytes: 1000 });
    store.put(large(1));
    await store.flush();
    store.put(large(2));
    fickle.mood = "rejects";
    await expect(store.flush()).rejects.toEqual(failed(/; 1 result stays in memory only$/));
    await expect(store.load("#R1")).rejects.toEqual(failed(/^backend: reading #R1 /));
    expect(store.get("#R2")).toBe(large(2));
    fickle.mood = "works";
    await store.flush();
    expect(await everything(keyv, 2)).toEqual([large(1), large(2)]);
  });

  test("gets one listener for its errors, however many stores use it", () => {
    const { keyv } = fickleKeyv();
    for (let at = 0; at < 100; at += 1) new OutputStore({ backend: keyv, namespace: `${at}` });
    expect(keyv.listeners("error").length).toBe(1);
  });
});

test("an error that a backend emits while nobody asks it ends nothing", async () => {
  const { EventEmitter } = await import("node:events");
  const values = new Map<string, string>();
  const backend = Object.assign(new EventEmitter(), {
    get: (key: string) => values.get(key),
    set: (key: string, value: string) => values.set(key, value),
    delete: (key: string) => values.delete(key),
  });
  expect(() => backend.emit("error", new Error("gone"))).toThrow("gone");
  const store = await open(backend);
  expect(backend.emit("error", new Error("gone"))).toBe(true);
  store.put("text 1");
  await store.flush();
  expect(await everything(backend, 1)).toEqual(["text 1"]);
});
