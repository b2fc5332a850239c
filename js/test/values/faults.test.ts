// Faults of the size limits that this replaces, and of those that agents complain about; each test is one of them.
import { trim, trimValue, truncateStringsForLlm, truncateStringToBytes } from "tooltrim";
import { describe, expect, test } from "vitest";
import { errorOf } from "../support/errors.js";
import { image, made } from "./hostile.js";
import type { Options } from "./options.js";
import { jsonBytes, levels, type Read, utf8, walk } from "./reading.js";

const long = (units: number) => "x".repeat(units);
const message = (size: number, max: number) =>
  `value exceeds size limit (${size} bytes, max ${max}) [content truncated for context limit]`;

describe("limits for data on its way to a model", () => {
  test("a limit smaller than the signal does not yield more bytes than the limit", () => {
    const value = { texts: [long(3000), "\u{1f600}".repeat(900), long(90)] };
    for (let max = 0; max <= 90; max += 1) {
      expect(utf8(truncateStringToBytes(long(3000), max))).toBeLessThanOrEqual(max);
      const results = [
        trimValue(value, { maxStringBytes: max }).value,
        truncateStringsForLlm(value, max).value,
      ] as (typeof value)[];
      for (const { texts = [] } of results) {
        expect(texts.map(utf8).filter((size) => size > max)).toEqual([]);
      }
    }
  });

  test("what stands for a text gives way step by step where the limit is smaller", () => {
    const cut = (max: number) => trimValue(long(3000), { maxStringBytes: max }).value;
    expect([90, 83, 82, 37, 36, 11, 10, 3, 2, 0].map(cut)).toEqual([
      message(3000, 90),
      message(3000, 83),
      "[content truncated for context limit]",
      "[content truncated for context limit]",
      "[truncated]",
      "[truncated]",
      "...",
      "...",
      "",
      "",
    ]);
  });

  test.each<[string, unknown, Parameters<typeof trimValue>[1]]>([
    ["a text", { a: long(2001) }, {}],
    ["a text at the root", long(2001), {}],
    ["a text deep within", [[{ a: [[{ b: long(2001) }]] }]], {}],
    ["a key", { [long(2001)]: 1 }, {}],
    ["items", { a: [1, 2, 3] }, { maxItems: 2 }],
    ["all items", [1], { maxItems: 0 }],
    ["keys", { a: { b: 1, c: 2 } }, { maxKeys: 1 }],
    ["levels", [[[1]]], { maxDepth: 2 }],
    ["base64", { chart: image(9000) }, { maxStringBytes: 100_000 }],
    ["raw bytes", { chart: new Uint8Array(65) }, {}],
    ["a total of texts", [long(100), long(100)], { maxTotalBytes: 150 }],
    ["a total of items", Array(100).fill(1), { maxTotalBytes: 100 }],
    ["a total of keys", made(Array.from({ length: 100 }, (_, at) => [`k${at}`, at])), { maxTotalBytes: 100 }],
    ["a declared limit", { a: "0123456789" }, { limits: { a: { maxBytes: 5, marker: "~" } } }],
    ["a cut by trim", { a: long(2001) }, { strings: {} }],
  ])("a cut does not leave the flag false: %s", (_, value, options) => {
    const { truncated, cuts, value: after } = trimValue(value, { ...options, flag: "truncation_applied" });
    expect(truncated).toBe(true);
    expect(cuts.length).toBeGreaterThan(0);
    if (!Array.isArray(value) && typeof value === "object") {
      expect(Object.entries(after as object)).toContainEqual(["truncation_applied", true]);
    }
    const reference = truncateStringsForLlm(value, 5);
    expect(reference.truncated).toBe(JSON.stringify(reference.value) !== JSON.stringify(value));
  });

  test("a message is not longer than the limit, nor replaced on a second pass", () => {
    const value = { a: long(5000), b: { c: long(2001), d: "short" }, [long(2100)]: [[[]]], e: new Uint8Array(100) };
    for (const maxStringBytes of [0, 1, 3, 10, 11, 20, 37, 80, 81, 82, 83, 100, 2000]) {
      for (const maxDepth of [1, 2, 3]) {
        const options = { maxStringBytes, maxDepth };
        const once = trimValue(value, options);
        const again = trimValue(once.value, options);
        expect(again.value).toBe(once.value);
        expect(again).toEqual({ value: once.value, truncated: false, cuts: [] });
        const texts = [...walk(once.value as Read)].flatMap(([, one]) => (typeof one === "string" ? [one] : []));
        expect(texts.filter((text) => utf8(text) > maxStringBytes)).toEqual([]);
      }
    }
  });

  test("a message is not longer than what it replaces", () => {
    const value = { a: long(12), b: [[[]]], c: [{}], d: [[1]], e: "\u00e9".repeat(7) };
    for (const maxStringBytes of [5, 10, 11, 100]) {
      for (const maxDepth of [1, 2, 3]) {
        expect(jsonBytes(trimValue(value, { maxStringBytes, maxDepth }).value)).toBeLessThanOrEqual(jsonBytes(value));
      }
    }
  });

  test("1000 texts that are each under their own limit are still bounded as a whole", () => {
    const value = Array.from({ length: 1000 }, (_, at) => `${at} ${long(1990)}`);
    for (const options of [{}, { maxStringBytes: 2000 }, { strings: {} }]) {
      const { value: after, truncated } = trimValue(value, { ...options, maxTotalBytes: 50_000 });
      expect(truncated).toBe(true);
      expect(jsonBytes(after)).toBeLessThanOrEqual(50_000);
      expect(jsonBytes(after)).toBeGreaterThan(45_000);
    }
  });

  test("keys are not skipped", () => {
    const value = { [`${long(3000)}a`]: 1, [`${long(3000)}b`]: long(3000), short: 2 };
    const { value: after, cuts } = trimValue(value);
    const keys = Object.keys(after);
    expect(keys).toHaveLength(3);
    expect(keys.map(utf8).filter((size) => size > 2000)).toEqual([]);
    expect(keys[0]?.slice(0, 1900)).toBe(long(1900));
    expect(Object.values(after)).toEqual([1, message(3000, 2000), 2]);
    expect(cuts.map(({ path, kind, before }) => [path, kind, before]).sort()).toEqual(
      [
        [`/${keys[0]}`, "string", 3001],
        [`/${keys[1]}`, "string", 3001],
        [`/${keys[1]}`, "string", 3000],
      ].sort(),
    );
  });

  test("keys that are alike up to the limit stay apart, within 16 bytes at least", () => {
    for (const maxStringBytes of [0, 1, 15, 16, 17, 50]) {
      const entries = Array.from({ length: 120 }, (_, at) => [`${long(60)}${at}`, at] as const);
      const { value } = trimValue(Object.fromEntries(entries), { maxStringBytes });
      const most = Math.max(maxStringBytes, 16);
      expect(Object.keys(value).filter((key) => utf8(key) > most)).toEqual([]);
      expect(Object.values(value)).toEqual(entries.map(([, at]) => at));
    }
  });

  test("tuples are not skipped", () => {
    const pair = Object.freeze(["id", long(3000)] as const);
    expect(trimValue({ pair }).value).toEqual({ pair: ["id", message(3000, 2000)] });
    expect(truncateStringsForLlm({ pair }).value).toEqual({ pair: ["id", message(3000, 2000)] });
  });

  test.each([
    ["a byte array", new Uint8Array(5120)],
    ["a Buffer", Buffer.alloc(5120)],
    ["numbers", new Float64Array(640)],
    ["big numbers", new BigUint64Array(640)],
    ["a view", new DataView(new ArrayBuffer(5120))],
    ["a part of a larger buffer", new Uint8Array(new ArrayBuffer(9000), 100, 5120)],
  ])("raw bytes are not skipped: %s", (_, bytes) => {
    expect(trimValue({ bytes })).toEqual({
      value: { bytes: "[binary, 5,120 bytes]" },
      truncated: true,
      cuts: [{ path: "/bytes", kind: "base64", before: 5120, after: 21 }],
    });
  });

  test("a value of 100,000 levels does not overflow", () => {
    for (const wrap of [(one: unknown) => [one], (one: unknown) => ({ a: one })]) {
      let deep: unknown = "the end";
      for (let level = 0; level < 100_000; level += 1) deep = wrap(deep);
      for (const options of [{}, { maxDepth: 1000 }, { maxTotalBytes: 500 }, { maxDepth: 100_000 }] as Options[]) {
        const { value, truncated } = trimValue(deep, options);
        expect(truncated).toBe(true);
        expect(levels(value as Read)).toBeLessThanOrEqual(options.maxDepth ? 1000 : 128);
        if (!options.maxTotalBytes) expect(JSON.stringify(value)).toContain("[content deeper than ");
      }
      expect(() => truncateStringsForLlm(deep)).not.toThrow();
    }
  });

  test("a JSON text of 100,000 levels does not overflow", () => {
    const text = "[".repeat(100_000) + "]".repeat(100_000);
    const result = trim(text, { format: "json", maxChars: 5000 }).text;
    expect(result.length).toBeLessThanOrEqual(5000);
    expect(levels(JSON.parse(result))).toBeGreaterThan(100);
  });

  test("a cycle is an error that says where, not an overflow", () => {
    const root: Record<string, unknown> = { list: [1, { "a/b": {} }] };
    (root.list as { "a/b"?: { back?: unknown } }[])[1] = { "a/b": { back: root } };
    const { code, message: said } = errorOf(() => trimValue(root));
    expect(code).toBe("CYCLE");
    expect(said).toContain("/list/1/a~1b/back");
    expect(errorOf(() => truncateStringsForLlm(root)).code).toBe("CYCLE");
    const list: unknown[] = [];
    list.push(list);
    expect(errorOf(() => trimValue(list)).message).toContain("/0");
  });

  test("an object that stands in two places is no cycle", () => {
    const shared = { text: long(3000) };
    const { value } = trimValue({ a: shared, b: [shared, { c: shared }] });
    const cut = { text: message(3000, 2000) };
    expect(value).toEqual({ a: cut, b: [cut, { c: cut }] });
  });

  test("lone surrogates are bounded like other chars, and do not throw", () => {
    const value = { "\ud83d": "\ude00".repeat(1000), b: "\ud83d".repeat(10), ["\ud800".repeat(700)]: 1 };
    const { value: after } = trimValue(value);
    expect(Object.values(after)).toEqual([message(3000, 2000), "\ud83d".repeat(10), 1]);
    for (const maxTotalBytes of [2, 30, 61, 200, 1000]) {
      expect(jsonBytes(trimValue(value, { maxTotalBytes }).value)).toBeLessThanOrEqual(maxTotalBytes);
    }
    expect(truncateStringToBytes("\ud83d".repeat(700))).toBe(`${"\ud83d".repeat(656)}... [truncated, 700 chars total]`);
  });
});
