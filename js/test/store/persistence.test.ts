// What a store flushed is found by the next one.
import { Keyv } from "keyv";
import { OutputStore, type OutputStoreOptions, type StoreBackend } from "tooltrim/store";
import { describe, expect, test } from "vitest";
import { nasty } from "../support/texts.js";
import { anonymous, Fickle, Plain } from "./fickle.js";
import { everything, namespace, open, texts } from "./opened.js";

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

describe("options", () => {
  const refused: [OutputStoreOptions, RegExp][] = [
    [{ backend: {} as StoreBackend }, /^backend: \{\} does not have the methods get, set and delete$/],
    [{ backend: null as unknown as StoreBackend }, /^backend: null does not have/],
    [{ backend: new Map(), namespace: "" }, /^namespace: "" is not a text of one char or more$/],
    [{ backend: new Map(), namespace: 5 as unknown as string }, /^namespace: 5 is not a text/],
    [{ backend: new Map(), timeoutMs: 0 }, /^timeoutMs: 0 is not a number above 0$/],
    [{ backend: new Map(), timeoutMs: Number.NaN }, /^timeoutMs: NaN is not/],
    [{ backend: new Map(), access: "all" as "read" }, /^access: "all" is not "exclusive", "separate" or "read"$/],
    [{ backend: new Map(), retain: 5 as unknown as object }, /^retain: 5 is not an object$/],
    [{ backend: new Map(), retain: { bytes: -1 } }, /^retain.bytes: -1 is not a number above 0$/],
    [{ backend: new Map(), retain: { days: Number.NaN } }, /^retain.days: NaN is not a number above 0$/],
    [{ backend: new Map(), timeoutMs: "1" as unknown as number }, /^timeoutMs: "1" is not/],
  ];
  test.each(refused)("%o is refused", (options, message) => {
    expect(() => new OutputStore(options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringMatching(message) }),
    );
  });

  const without = refused.filter(([{ backend }]) => backend instanceof Map).map(([{ backend, ...rest }]) => rest);
  test.each(without)("%o is refused without a backend, too", (options) => {
    expect(() => new OutputStore(options)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    expect(() => OutputStore.from(new OutputStore().state(), options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
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
