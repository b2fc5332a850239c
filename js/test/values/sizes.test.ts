// Sizes that nobody expects: what they take grows with the value, and no faster.
import { trimValue } from "tooltrim";
import { describe, expect, test } from "vitest";
import { jsonBytes } from "./reading.js";

const long = (units: number) => "x".repeat(units);
const message = (size: number, max: number) =>
  `value exceeds size limit (${size} bytes, max ${max}) [content truncated for context limit]`;

/** No total. */
const maxTotalBytes = Number.POSITIVE_INFINITY;

describe("sizes", () => {
  test("a million items are bounded", () => {
    const items = Array.from({ length: 1_000_000 }, (_, at) => at);
    expect(trimValue(items, { maxTotalBytes }).value).toBe(items);
    expect(trimValue(items, { maxItems: 3 })).toEqual({
      value: [0, 1, 2],
      truncated: true,
      cuts: [{ path: "", kind: "items", before: 1_000_000, after: 3 }],
    });
    const { value } = trimValue(items, { maxTotalBytes: 1000 });
    expect(jsonBytes(value)).toBeGreaterThan(900);
    expect(jsonBytes(value)).toBeLessThanOrEqual(1000);
    expect([value[0], value.at(-1)]).toEqual([0, 999_999]);
  });

  test("a million objects are bounded", () => {
    const items = Array.from({ length: 1_000_000 }, (_, id) => ({ id, name: "item" }));
    expect(trimValue(items, { maxTotalBytes }).value).toBe(items);
    const { value } = trimValue({ items }, { maxTotalBytes: 5000 });
    expect(jsonBytes(value)).toBeGreaterThan(4500);
    expect(jsonBytes(value)).toBeLessThanOrEqual(5000);
    expect([value.items[0], value.items.at(-1)]).toEqual([
      { id: 0, name: "item" },
      { id: 999_999, name: "item" },
    ]);
  });

  test("a million keys are bounded", () => {
    const value = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, at) => [`key${at}`, at]));
    const { value: few, cuts } = trimValue(value, { maxKeys: 2 });
    expect(few).toEqual({ key0: 0, key1: 1 });
    expect(cuts).toEqual([{ path: "", kind: "keys", before: 1_000_000, after: 2 }]);
    expect(jsonBytes(trimValue(value, { maxTotalBytes: 1000 }).value)).toBeLessThanOrEqual(1000);
  });

  test("five thousand long names that are alike stay apart", () => {
    const entries = Array.from({ length: 5_000 }, (_, at) => [`${long(100)}${at}`, at] as const);
    const { value, cuts } = trimValue(Object.fromEntries(entries), { maxStringBytes: 60, maxTotalBytes });
    expect(Object.values(value)).toEqual(entries.map(([, at]) => at));
    expect(cuts).toHaveLength(5_000);
  });

  test("twenty thousand members that are cut one by one", () => {
    const entries = (member: (at: number) => unknown) =>
      Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${at}`, member(at)]));
    const texts = trimValue(
      entries((at) => `${at} ${long(60)}`),
      { strings: { maxBytes: 40, keep: "head", marker: "~", snap: "char" }, maxTotalBytes },
    );
    expect(texts.cuts).toHaveLength(20_000);
    expect(texts.value.key19999).toBe(`19999 ${long(33)}~`);
    const inner = trimValue(
      entries((at) => ({ list: [at, at] })),
      { maxItems: 1, maxTotalBytes },
    );
    expect(inner.cuts).toHaveLength(20_000);
    expect(inner.value.key19999).toEqual({ list: [19_999] });
  });

  test("a long list of nothing is not walked when only its first items stay", () => {
    expect(trimValue(new Array(4_294_967_295), { maxItems: 2 }).cuts).toEqual([
      { path: "", kind: "items", before: 4_294_967_295, after: 2 },
    ]);
  });

  test("a text of 100 MB is bounded", () => {
    const value = { log: long(100_000_000) };
    expect(trimValue(value).value).toEqual({ log: message(100_000_000, 2000) });
    const { log } = trimValue(value, { maxTotalBytes: 1000 }).value;
    expect(log.length).toBeGreaterThan(900);
    expect(log).toMatch(/^x+\.\.\. \[truncated [\d,]+ chars\] \.\.\.x+$/);
  });
});
