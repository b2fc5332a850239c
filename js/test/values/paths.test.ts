// Declared limits: which pattern decides where.
import { trim, trimValue } from "tooltrim";
import { describe, expect, test } from "vitest";
import type { Options } from "./options.js";

const long = (units: number) => "x".repeat(units);
const message = (size: number, max: number) =>
  `value exceeds size limit (${size} bytes, max ${max}) [content truncated for context limit]`;
const text = "0123456789";
const short = { maxChars: 5, marker: "~", snap: "char" } as const;
const cutTo = trim(text, short).text;

const page = {
  title: text,
  results: [{ title: text, tags: [1, 2, 3] }, { title: text, body: { title: text } }, [text]],
  "odd.name": { title: text, 'with "quotes"': text, "[0]": text },
  "0": text,
  deep: [[[{ title: text }]]],
};

/** Pointers of what was cut. */
const paths = (pattern: string, limit: NonNullable<Options["limits"]>[string] = short) =>
  trimValue(page, { limits: { [pattern]: limit } }).cuts.map(({ path }) => path);

test.each<[pattern: string, cuts: string[]]>([
  ["title", ["/title"]],
  ["results[0].title", ["/results/0/title"]],
  ["results[*].title", ["/results/0/title", "/results/1/title"]],
  ["results[7].title", []],
  ["results[2][0]", ["/results/2/0"]],
  ["results[*][*]", ["/results/2/0"]],
  ["results[*].body.title", ["/results/1/body/title"]],
  ["results[*].*.title", ["/results/1/body/title"]],
  ["*", ["/0", "/title"]],
  ["*.title", ["/odd.name/title"]],
  ["odd.name.title", []],
  ['["odd.name"].title', ["/odd.name/title"]],
  ['["odd.name"]["with \\"quotes\\""]', ['/odd.name/with "quotes"']],
  ['["odd.name"]["[0]"]', ["/odd.name/[0]"]],
  ['["title"]', ["/title"]],
  ["0", ["/0"]],
  ["[0]", []],
  [
    "**.title",
    ["/title", "/results/0/title", "/results/1/title", "/results/1/body/title", "/odd.name/title", "/deep/0/0/0/title"],
  ],
  ["results.**.title", ["/results/0/title", "/results/1/title", "/results/1/body/title"]],
  ["deep.**", ["/deep/0/0/0/title"]],
  ["deep[*][*][*].title", ["/deep/0/0/0/title"]],
  ["deep[0].**.title", ["/deep/0/0/0/title"]],
  [
    "**.**.title.**",
    ["/title", "/results/0/title", "/results/1/title", "/results/1/body/title", "/odd.name/title", "/deep/0/0/0/title"],
  ],
  ["toString", []],
  ["__proto__.title", []],
])("%s", (pattern, cuts) => {
  expect(paths(pattern)).toEqual(cuts);
  for (const path of cuts) {
    const found = path
      .slice(1)
      .split("/")
      .reduce(
        (one: unknown, key) => (one as Record<string, unknown>)[key],
        trimValue(page, { limits: { [pattern]: short } }).value,
      );
    expect(found).toBe(cutTo);
  }
});

describe("limits of lists and objects", () => {
  test("hold where they are declared, in place of the general ones", () => {
    const value = { results: [1, 2, 3, 4], others: [1, 2, 3, 4], map: { a: 1, b: 2, c: 3 } };
    expect(trimValue(value, { maxItems: 1, limits: { results: { maxItems: 3 } } }).value).toEqual({
      results: [1, 2, 3],
      others: [1],
      map: value.map,
    });
    expect(trimValue(value, { maxKeys: 5, limits: { map: { maxKeys: 1 }, "": { maxKeys: 3 } } }).value).toEqual({
      ...value,
      map: { a: 1 },
    });
    expect(trimValue([1, 2, 3], { limits: { "": { maxItems: 2 } } }).value).toEqual([1, 2]);
  });

  test("a limit of one kind leaves the general ones of the other kinds", () => {
    const value = { a: [long(2001), long(50)], b: long(2001) };
    expect(trimValue(value, { limits: { "**": { maxItems: 1 } } }).value).toEqual({
      a: [message(2001, 2000)],
      b: message(2001, 2000),
    });
    expect(trimValue({ a: [1, 2, 3] }, { maxItems: 2, limits: { a: { maxChars: 5, marker: "~" } } }).value).toEqual({
      a: [1, 2],
    });
  });
});

describe("which pattern decides", () => {
  test("the last one that matches", () => {
    const value = { a: { b: [1, 2, 3, 4] } };
    const items = (...limits: [string, number][]) => {
      const declared = Object.fromEntries(limits.map(([pattern, maxItems]) => [pattern, { maxItems }]));
      return trimValue(value, { limits: declared }).value.a.b.length;
    };
    expect(items(["a.b", 3], ["**", 1])).toBe(1);
    expect(items(["**", 1], ["a.b", 3])).toBe(3);
    expect(items(["a.*", 1], ["a.b", 3], ["x", 2])).toBe(3);
    expect(items(["a.b", 3], ["*.b", 2], ["**.b", 4])).toBe(4);
  });

  test("a larger limit than the general one counts as well", () => {
    const value = { summary: long(5000), other: long(5000) };
    expect(trimValue(value, { limits: { summary: { maxBytes: 6000 } } }).value).toEqual({
      summary: long(5000),
      other: message(5000, 2000),
    });
  });

  test("patterns hold within the total", () => {
    const value = { a: long(5000), b: Array(100).fill("item") };
    const options = { maxTotalBytes: 600, limits: { b: { maxItems: 3 }, a: { maxBytes: 300 } } };
    const { value: after } = trimValue(value, options);
    expect(after.b).toEqual(["item", "item", "item"]);
    expect(after.a).toBe(trim(long(5000), { maxBytes: 300 }).text);
  });
});

test("twenty patterns on a hundred thousand items", () => {
  const value = { results: Array.from({ length: 100_000 }, (_, id) => ({ id, title: `title ${id}`, tags: [id, id] })) };
  const patterns = Array.from({ length: 20 }, (_, at) => [`**.${"abcdefghijklmnopqrst"[at]}.**`, { maxItems: 1 }]);
  const limits = { ...Object.fromEntries(patterns), "results[*].tags": { maxItems: 1 } };
  const { value: after, cuts } = trimValue(value, { limits, maxTotalBytes: Number.POSITIVE_INFINITY });
  expect(cuts).toHaveLength(100_000);
  expect(after.results[99_999]).toEqual({ id: 99_999, title: "title 99999", tags: [99_999] });
});
