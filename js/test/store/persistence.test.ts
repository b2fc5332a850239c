// What a store flushed is found by others, in whatever order they write.
import { Keyv } from "keyv";
import { OutputStore, type OutputStoreOptions, type StoreBackend } from "tooltrim/store";
import { describe, expect, test } from "vitest";
import { refOf } from "../support/refs.js";
import { nasty } from "../support/texts.js";
import { Fickle } from "./fickle.js";
import { found, keyOf, namespace, open, texts } from "./opened.js";

describe("what was flushed", () => {
  test("is found by the next store, whatever it holds", async () => {
    const all = [...nasty, "tooltrim-json:", 'tooltrim-json:"a"', "x".repeat(1_000_000), "\ud83d".repeat(1000)];
    for (const backend of [new Map<string, string>(), new Keyv(), new Fickle()]) {
      const store = open(backend, { timeoutMs: 5000 });
      for (const text of all) store.put(text);
      await store.flush();
      expect(await found(backend, all)).toEqual(all);
    }
  });

  test("is kept apart by namespace, however alike they look", async () => {
    const alike = [
      ...["a", "A", "a:", "a:R1", "a%003a", "a/", "../a", "a ", "ä", "a\u0308", "\ud83d", "\ude00"],
      "a".repeat(300),
    ];
    const backend = new Map<string, string>();
    for (const name of alike) {
      const store = new OutputStore({ backend, namespace: name });
      store.put(`of ${name}`);
      await store.flush();
    }
    expect(backend.size).toBe(alike.length);
    for (const name of alike) {
      const store = new OutputStore({ backend, namespace: name });
      const loads = alike.map((other) => store.load(refOf(`of ${other}`)).catch(() => undefined));
      expect(await Promise.all(loads)).toEqual(alike.map((other) => (other === name ? `of ${name}` : undefined)));
    }
  });

  test("stays whole where a smaller store has its ends, and heals it", async () => {
    const backend = new Map<string, string>();
    const whole = "line of text number\n".repeat(1000);
    const large = new OutputStore({ backend });
    const ref = large.put(whole) as string;
    await large.flush();
    const small = new OutputStore({ backend, maxBytes: 1000 });
    small.put(whole);
    await small.flush();
    expect(await new OutputStore({ backend }).load(ref)).toBe(whole);
    // In the other order the ends are there first.
    const other = new Map<string, string>();
    const ends = new OutputStore({ backend: other, maxBytes: 1000 });
    ends.put(whole);
    await ends.flush();
    const healing = new OutputStore({ backend: other });
    expect((await healing.load(ref)).length).toBeLessThan(1000);
    healing.put(whole);
    expect(healing.get(ref)).toBe(whole);
    await healing.flush();
    expect(await new OutputStore({ backend: other }).load(ref)).toBe(whole);
  });

  test("is not written again", async () => {
    const backend = new Fickle();
    const store = open(backend);
    store.put("one");
    await store.flush();
    store.put("two");
    backend.writes.length = 0;
    await store.flush();
    await store.flush();
    expect(backend.writes.filter((key) => !key.includes(":test:"))).toEqual([keyOf("two")]);
  });

  test("counts for flushes that were asked for at once", async () => {
    const backend = new Map<string, string>();
    const store = open(backend);
    const flushes = texts(20).map((text) => {
      store.put(text);
      return store.flush();
    });
    await Promise.all(flushes);
    expect(await found(backend, texts(20))).toEqual(texts(20));
  });

  test("survives that the backend lost it, as long as it is in memory", async () => {
    const backend = new Map<string, string>();
    const store = open(backend);
    for (const text of texts(3)) store.put(text);
    await store.flush();
    backend.clear();
    await store.flush();
    expect(await found(backend, texts(3))).toEqual(texts(3));
  });
});

describe("several stores with one namespace", () => {
  test("read each other's texts at any time, and none is in the other's way", async () => {
    const backend = new Map<string, string>();
    const stores = [0, 1, 2].map(() => open(backend));
    const written = await Promise.all(
      stores.map(async (store, at) => {
        const all = [`by ${at}`, "by all", ...texts(20)];
        for (const text of all) {
          store.put(text);
          await store.flush();
        }
        return all;
      }),
    );
    for (const all of written) expect(await found(backend, all)).toEqual(all);
    expect(await stores[0]?.load(refOf("by 2"))).toBe("by 2");
    expect(backend.size).toBe(3 + 1 + 20);
  });

  test("go on from saved states in any order", async () => {
    const backend = new Map<string, string>();
    const first = open(backend);
    const ref = first.conversation("mine").put("one");
    await first.flush();
    const state = JSON.parse(JSON.stringify(first.state()));
    expect(JSON.stringify(state)).not.toContain("one");
    for (const text of texts(2)) {
      const next = OutputStore.from(state, { backend });
      expect(next.namespace).toBe(namespace);
      expect(await next.conversation("mine").load(ref)).toBe("one");
      next.put(text);
      await next.flush();
    }
    expect(await found(backend, ["one", ...texts(2)])).toEqual(["one", ...texts(2)]);
  });
});

test("another text under a ref is an error, and is mended by whoever has the text", async () => {
  const backend = new Map<string, string>();
  const store = open(backend);
  const ref = store.put("the text");
  await store.flush();
  backend.set(keyOf("the text"), "a text");
  const message = `backend: reading ${ref} failed: it holds another text under this ref`;
  await expect(open(backend).load(ref)).rejects.toMatchObject({ code: "BACKEND_FAILED", message });
  const other = open(backend);
  other.put("the text");
  await other.flush();
  expect(await found(backend, ["the text"])).toEqual(["the text"]);
});

describe("options", () => {
  const refused: [OutputStoreOptions, RegExp][] = [
    [{ backend: {} as StoreBackend }, /^backend: \{\} does not have the methods get, set and delete$/],
    [{ backend: null as unknown as StoreBackend }, /^backend: null does not have/],
    [{ backend: new Map(), namespace: "" }, /^namespace: "" is not a text of one char or more$/],
    [{ backend: new Map(), namespace: 5 as unknown as string }, /^namespace: 5 is not a text/],
    [{ backend: new Map(), timeoutMs: 0 }, /^timeoutMs: 0 is not a number above 0$/],
    [{ backend: new Map(), timeoutMs: Number.NaN }, /^timeoutMs: NaN is not/],
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
});
