// A backend that fails costs nothing that is in memory, and the error says what happened.
import { Keyv } from "keyv";
import { OutputStore, type OutputStoreOptions, type StoreBackend } from "tooltrim/store";
import { describe, expect, test } from "vitest";
import { nasty } from "../support/texts.js";
import { anonymous, bury, Fickle, failing, fickleKeyv, keyOf, Plain } from "./fickle.js";

const namespace = "session";
const open = (backend: StoreBackend, more: OutputStoreOptions = {}) =>
  OutputStore.open({ backend, namespace, timeoutMs: 50, ...more });
const failed = (message: RegExp) =>
  expect.objectContaining({ code: "BACKEND_FAILED", message: expect.stringMatching(message) });
/** Of these a store with room for 1,000 bytes holds one. */
const large = (number: number) => `text ${number} ${"x".repeat(600)}`;
const texts = (count: number) => Array.from({ length: count }, (_, at) => `text ${at + 1}`);

/** All that another store finds in the backend. */
async function everything(backend: StoreBackend, count: number): Promise<string[]> {
  const store = await open(backend, { access: "read" });
  return Promise.all(Array.from({ length: count }, (_, at) => store.load(`#R${at + 1}`)));
}

describe("what was flushed", () => {
  test("is found by the next store, whatever it holds", async () => {
    const all = [...nasty, "tooltrim-json:", 'tooltrim-json:"a"', "x".repeat(1_000_000), "\ud83d".repeat(1000)];
    for (const backend of [new Map<string, string>(), new Keyv(), new Fickle(), new Plain()]) {
      const store = await open(backend);
      const refs = all.map((text) => store.put(text));
      await store.close();
      const next = await open(backend);
      expect(await Promise.all(refs.map((ref) => next.load(ref)))).toEqual(all);
      expect(next.put("something new")).toBe(`#R${new Set(refs).size + 1}`);
    }
  });

  test("is kept apart by namespace, however alike they look", async () => {
    const alike = [
      "a",
      "A",
      "a:",
      "a:R1",
      "a%003a",
      "a/",
      "../a",
      "a ",
      "ä",
      "a\u0308",
      "\ud83d",
      "\ude00",
      "a".repeat(300),
    ];
    const backend = new Map<string, string>();
    for (const name of alike) {
      const store = new OutputStore({ backend, namespace: name });
      store.put(`of ${name}`);
      await store.close();
    }
    // A text, and the records that open, tell of it and close.
    expect(backend.size).toBe(4 * alike.length);
    for (const name of alike) {
      const store = await OutputStore.open({ backend, namespace: name });
      expect(await store.load("#R1")).toBe(`of ${name}`);
    }
  });

  test("is not written again", async () => {
    const backend = new Fickle();
    const store = await open(backend);
    store.put("one");
    await store.flush();
    store.put("two");
    backend.writes.length = 0;
    await store.flush();
    await store.flush();
    expect(anonymous(backend.writes)).toEqual(["tooltrim:session:*:R2", "tooltrim:session:log:3"]);
  });

  test("counts for flushes that were asked for at once", async () => {
    const backend = new Map<string, string>();
    const store = await open(backend);
    const flushes = texts(20).map((text) => {
      store.put(text);
      return store.flush();
    });
    await Promise.all(flushes);
    expect(await everything(backend, 20)).toEqual(texts(20));
  });

  test("survives that the backend lost it, as long as it is in memory", async () => {
    const backend = new Map<string, string>();
    const store = await open(backend);
    for (const text of texts(3)) store.put(text);
    await store.flush();
    backend.clear();
    await store.flush();
    expect(await everything(backend, 3)).toEqual(texts(3));
  });
});

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

test("a journal that could not be read once is not taken for one that is not there", async () => {
  const backend = new Fickle();
  const store = await open(backend);
  for (const text of texts(2)) store.put(text);
  await store.close();
  const other = new OutputStore({ backend, namespace });
  other.put("another text");
  const { get } = backend;
  backend.get = (key) => {
    if (!key.endsWith(":log:1")) return get.call(backend, key);
    backend.get = get;
    return undefined;
  };
  await expect(other.flush()).rejects.toMatchObject({ code: "INVALID_OPTION" });
  expect(await everything(backend, 2)).toEqual(texts(2));
});

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

describe("options", () => {
  const refused: [OutputStoreOptions, RegExp][] = [
    [{ backend: {} as StoreBackend }, /^backend: \[object Object\] does not have the methods get, set and delete$/],
    [{ backend: null as unknown as StoreBackend }, /^backend: null does not have/],
    [{ backend: new Map(), namespace: "" }, /^namespace: {2}is not a text of one char or more$/],
    [{ backend: new Map(), namespace: 5 as unknown as string }, /^namespace: 5 is not a text/],
    [{ backend: new Map(), timeoutMs: 0 }, /^timeoutMs: 0 is not a number above 0$/],
    [{ backend: new Map(), timeoutMs: Number.NaN }, /^timeoutMs: NaN is not/],
    [{ backend: new Map(), access: "all" as "read" }, /^access: all is not "exclusive", "separate" or "read"$/],
    [{ backend: new Map(), retain: 5 as unknown as object }, /^retain: 5 is not \{ bytes, days \}$/],
    [{ backend: new Map(), retain: { bytes: -1 } }, /^retain.bytes: -1 is not a number above 0$/],
    [{ backend: new Map(), retain: { days: Number.NaN } }, /^retain.days: NaN is not a number above 0$/],
    [{ backend: new Map(), timeoutMs: "1" as unknown as number }, /^timeoutMs: 1 is not/],
  ];
  test.each(refused)("%o is refused", (options, message) => {
    expect(() => new OutputStore(options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringMatching(message) }),
    );
  });

  test("a namespace that holds something else is left alone", async () => {
    const backend = new Map([["tooltrim:session:index", "something else"]]);
    await expect(open(backend)).rejects.toMatchObject({ code: "INVALID_OPTION" });
    const store = new OutputStore({ backend, namespace });
    store.put("text 1");
    await expect(store.flush()).rejects.toMatchObject({ code: "INVALID_OPTION" });
    expect([...backend]).toEqual([["tooltrim:session:index", "something else"]]);
  });
});
