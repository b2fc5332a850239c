// A backend that fails costs nothing that is in memory, and the error says what happened.
import { OutputStore } from "tooltrim/store";
import { describe, expect, test } from "vitest";
import { refOf } from "../support/refs.js";
import { Fickle, failing, fickleKeyv } from "./fickle.js";
import { failed, found, keyOf, large, open, texts } from "./opened.js";

/** A part of the error that names a text. */
const writing = (text: string) => `backend: writing ${refOf(text)} `;

describe.each(failing)("a backend that %s", (mood) => {
  test("loses nothing that is in memory, says so, and gets all of it later", async () => {
    const backend = new Fickle();
    const store = open(backend);
    const refs = texts(3).map((text) => store.put(text));
    backend.mood = mood;
    await expect(store.flush()).rejects.toEqual(failed(/^backend: .*; 3 results stay in memory only$/));
    expect(refs.map((ref) => store.get(ref))).toEqual(texts(3));
    expect(store.retrieve(refs[1], { pattern: "text" }).text).toContain("text 2");
    backend.mood = "works";
    await backend.release();
    await store.flush();
    expect(await found(backend, texts(3))).toEqual(texts(3));
  });

  test("for one text keeps that one in memory, and the others are written", async () => {
    const backend = new Fickle();
    const store = open(backend);
    store.put("text 1");
    await store.flush();
    for (const text of texts(20)) store.put(text);
    Object.assign(backend, { mood, ending: refOf("text 3").slice(1) });
    await expect(store.flush()).rejects.toEqual(
      failed(new RegExp(`^${writing("text 3")}.*; (1 result stays|\\d+ results stay) in memory only$`)),
    );
    expect(texts(20).filter((text) => backend.values.get(keyOf(text)) === text).length).toBeGreaterThan(1);
    expect(texts(20).map((text) => store.get(refOf(text)))).toEqual(texts(20));
    Object.assign(backend, { mood: "works", ending: "" });
    await backend.release();
    backend.writes.length = 0;
    await store.flush();
    // Not those that the first flush told of.
    expect(backend.writes.length).toBeLessThan(20);
    expect(await found(backend, texts(20))).toEqual(texts(20));
  });

  test("is not mistaken for one that does not have a text", async () => {
    const backend = new Fickle();
    const store = open(backend, { maxBytes: 1000 });
    for (const number of [1, 2, 3]) {
      store.put(large(number));
      await store.flush();
    }
    backend.mood = mood;
    const ref = refOf(large(1));
    await expect(store.load(ref)).rejects.toEqual(failed(/^backend: (reading #|writing a test value)/));
    backend.mood = "works";
    await backend.release();
    expect(await store.load(ref)).toBe(large(1));
    backend.values.delete(keyOf(large(2)));
    await expect(store.load(refOf(large(2)))).rejects.toMatchObject({ code: "UNKNOWN_REF" });
  });
});

test("what was written before a failure is found, should the process end then", async () => {
  const backend = new Fickle();
  const store = open(backend);
  store.put("text 1");
  await store.flush();
  for (const text of texts(5)) store.put(text);
  Object.assign(backend, { mood: "rejects", ending: keyOf("text 5") });
  await expect(store.flush()).rejects.toMatchObject({
    message: `${writing("text 5")}failed: refused by the backend; 1 result stays in memory only`,
  });
  expect(await found(backend, texts(4))).toEqual(texts(4));
});

test("a text that a backend can never hold keeps no other back", async () => {
  const backend = new Fickle();
  const store = open(backend);
  for (const text of texts(100)) store.put(text);
  Object.assign(backend, { mood: "rejects", ending: keyOf("text 2") });
  await expect(store.flush()).rejects.toEqual(failed(/^backend: writing #.*; 1 result stays in memory only$/));
  Object.assign(backend, { mood: "works", ending: "" });
  backend.writes.length = 0;
  await store.flush();
  expect(backend.writes.filter((key) => !key.includes(":test:"))).toEqual([keyOf("text 2")]);
});

test("a backend that fails is not asked for every text", async () => {
  const backend = new Fickle();
  const store = open(backend);
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
    const store = open(backend, { timeoutMs: 120 });
    store.put("text 1");
    backend.mood = "hangs";
    const begun = performance.now();
    await expect(store.flush()).rejects.toEqual(
      failed(/^backend: writing #\w{8} took longer than 120 ms; 1 result stays in memory only$/),
    );
    expect(performance.now() - begun).toBeGreaterThan(110);
    expect(store.get(refOf("text 1"))).toBe("text 1");
  });

  test("does no harm when it writes later after all", async () => {
    const backend = new Fickle();
    const store = open(backend);
    store.put("text 1");
    await store.flush();
    store.put("text 2");
    Object.assign(backend, { mood: "hangs", ending: keyOf("text 2") });
    await expect(store.flush()).rejects.toEqual(failed(/^backend: writing #\w{8} took longer than 50 ms; 1 /));
    store.put("text 3");
    backend.mood = "works";
    const next = store.flush();
    await backend.release();
    await next;
    expect(await found(backend, texts(3))).toEqual(texts(3));
  });

  test("has all the time there is with Infinity", async () => {
    const backend = new Fickle();
    const store = open(backend, { timeoutMs: Number.POSITIVE_INFINITY });
    store.put("text 1");
    backend.mood = "hangs";
    const flushed = store.flush();
    await new Promise((resolve) => setTimeout(resolve, 30));
    backend.mood = "works";
    await backend.release();
    await flushed;
    expect(await found(backend, ["text 1"])).toEqual(["text 1"]);
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
    const store = open(keyv, { maxBytes: 1000 });
    store.put(large(1));
    await store.flush();
    store.put(large(2));
    fickle.mood = "rejects";
    await expect(store.flush()).rejects.toEqual(failed(/; 1 result stays in memory only$/));
    await expect(store.load(refOf(large(1)))).rejects.toEqual(failed(/^backend: (reading #|writing a test value)/));
    expect(store.get(refOf(large(2)))).toBe(large(2));
    fickle.mood = "works";
    await store.flush();
    expect(await found(keyv, [large(1), large(2)])).toEqual([large(1), large(2)]);
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
  const store = open(backend);
  expect(backend.emit("error", new Error("gone"))).toBe(true);
  store.put("text 1");
  await store.flush();
  expect(await found(backend, ["text 1"])).toEqual(["text 1"]);
});
