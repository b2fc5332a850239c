// `maxTotalBytes`: how much of the room is used.
import fc from "fast-check";
import { trimValue } from "tooltrim";
import { describe, expect, test } from "vitest";
import { jsonBytes } from "./reading.js";

const long = (units: number, unit = "x") => unit.repeat(Math.ceil(units / unit.length)).slice(0, units);
const list = <T>(count: number, item: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => item(at));
const bounded = <T>(value: T, maxTotalBytes: number): T => trimValue(value, { maxTotalBytes }).value;

describe("at least nine tenths of the room are used", () => {
  const words = "the quick brown fox jumps over the lazy dog ";
  const shapes: [string, () => unknown][] = [
    ["one text", () => long(200_000, words)],
    ["a text in an object", () => ({ a: 1, log: long(200_000, words) })],
    ["two texts", () => ({ a: long(100_000, words), b: long(100_000, "xy") })],
    ["a thousand texts", () => list(1000, (at) => `${at} ${long(1900, words)}`)],
    ["numbers", () => list(100_000, (at) => at * 7)],
    ["records", () => list(5000, (id) => ({ id, name: `name ${id}`, ok: id % 2 === 0 }))],
    ["records with texts", () => ({ total: 300, results: list(300, (id) => ({ id, body: long(2000, words) })) })],
    ["many keys", () => Object.fromEntries(list(20_000, (at) => [`key${at}`, at]))],
    ["keys with texts", () => Object.fromEntries(list(2000, (at) => [`key${at}`, long(400, words)]))],
    ["a matrix", () => list(300, (row) => list(300, (column) => row * column))],
    ["lists in objects", () => ({ a: list(9000, (at) => at), b: { c: list(9000, (at) => `${at}`) } })],
    ["a tree", () => list(6, () => list(8, () => list(10, () => ({ text: long(300, words), n: 1 }))))],
    ["texts with escapes", () => list(300, (at) => long(1000, `"${at}"\\\n\t`))],
    ["controls", () => ({ log: long(100_000, "\u001b[31mred\u001b[0m\u0000") })],
    ["Chinese", () => list(200, () => long(1000, "\u6f22\u5b57\u4eee\u540d"))],
    ["emoji", () => ({ chat: list(200, () => long(1000, "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}")) })],
    ["JSON in texts", () => list(50, (id) => ({ id, output: JSON.stringify(list(300, (at) => ({ at }))) }))],
    ["a long line among short ones", () => ({ lines: [...list(2000, (at) => `line ${at}`), long(90_000, words)] })],
    ["deep", () => list(60, (at) => at).reduce<unknown>((one, at) => ({ at, text: long(2000, words), one }), null)],
    ["booleans and nulls", () => list(50_000, (at) => [true, null, false][at % 3])],
  ];
  test.each(shapes)("%s", (_, make) => {
    const value = make();
    for (const max of [1000, 10_000, 50_000]) {
      const after = bounded(value, max);
      expect({ max, within: jsonBytes(after) <= max }).toEqual({ max, within: true });
      expect({ max, used: jsonBytes(after) / max }).toEqual({ max, used: expect.toSatisfy((used) => used >= 0.9) });
      expect(bounded(after, max)).toBe(after);
    }
  });

  test("generated values, as tools answer them", () => {
    const text = fc
      .tuple(fc.integer({ min: 0, max: 3000 }), fc.constantFrom("lorem ipsum ", "\u00fcber ", "a\nb\n", '"q" '))
      .map(([length, unit]) => long(length, unit));
    const small = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string({ maxLength: 20 }));
    const record = fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), fc.oneof(small, small, text), {
      maxKeys: 8,
    });
    const values = fc.record({ page: small, results: fc.array(record, { minLength: 5, maxLength: 60 }), log: text });
    fc.assert(
      fc.property(values, fc.constantFrom(1000, 5000, 20_000), (value, max) => {
        const after = bounded(value, max);
        const size = jsonBytes(value);
        if (size <= max) return void expect(after).toBe(value);
        expect(jsonBytes(after)).toBeLessThanOrEqual(max);
        expect(jsonBytes(after) / max).toBeGreaterThanOrEqual(0.9);
      }),
      { numRuns: 200 },
    );
  });
});
