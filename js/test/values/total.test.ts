// `maxTotalBytes`: what it keeps, and what it cuts.
import { trimValue } from "tooltrim";
import { describe, expect, test } from "vitest";
import { bytes, made } from "./hostile.js";
import { jsonBytes, utf8 } from "./reading.js";

const long = (units: number, unit = "x") => unit.repeat(Math.ceil(units / unit.length)).slice(0, units);
const list = <T>(count: number, item: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => item(at));
const bounded = <T>(value: T, maxTotalBytes: number): T => trimValue(value, { maxTotalBytes }).value;
const marker = /\n?\.\.\. \[truncated ([\d,]+) chars\] \.\.\.\n?/;

describe("what is kept", () => {
  test("a value within the total comes back as it is, with texts and names of any length", () => {
    const value = { [long(300)]: long(5000), "": [long(3000), ""] };
    expect(trimValue(value, { maxTotalBytes: jsonBytes(value) })).toEqual({ value, truncated: false, cuts: [] });
    expect(bounded(value, jsonBytes(value))).toBe(value);
    expect(jsonBytes(bounded(value, jsonBytes(value) - 1))).toBeLessThan(jsonBytes(value));
    for (const one of [
      { [long(70)]: 1 },
      { a: { [long(60, "\u1112\u1161")]: Number.NaN, at: new Date(0) } },
      made([[long(40), []]], null),
    ]) {
      expect(trimValue(one, { maxTotalBytes: jsonBytes(one) })).toEqual({ value: one, truncated: false, cuts: [] });
    }
  });

  test("each item of a list keeps what is small in it", () => {
    const value = { results: list(40, (id) => ({ id, title: `title of ${id}`, body: long(5000, `body ${id} `) })) };
    const { results } = bounded(value, 12_000);
    expect(results.map(({ id, title }) => ({ id, title }))).toEqual(
      value.results.map(({ id, title }) => ({ id, title })),
    );
    for (const { body } of results) expect(body).toMatch(marker);
  });

  test("a big text is cut at both ends, with the exact number", () => {
    const text = list(3000, (at) => `${at} `).join("");
    const { log } = bounded({ log: text }, 500);
    const [head = "", count = "", tail = ""] = log.split(marker);
    expect([text.startsWith(head), text.endsWith(tail)]).toEqual([true, true]);
    expect(Number(count.replaceAll(",", ""))).toBe(text.length - head.length - tail.length);
    expect(Math.abs(head.length - tail.length)).toBeLessThan(20);
    expect(jsonBytes({ log })).toBeGreaterThan(490);
  });

  test("one huge text at the root uses all of the room", () => {
    for (const unit of ["x", "\u00e9", "\u672c\u8a9e", "\u{1f600}", '"', "\\", "\n", "\u0001", "\ud83d"]) {
      const text = long(60_000, unit);
      for (const max of [100, 1000, 10_000]) {
        const after = bounded(text, max);
        expect(jsonBytes(after)).toBeLessThanOrEqual(max);
        expect(jsonBytes(after)).toBeGreaterThan(max * 0.9);
        expect(after).toMatch(marker);
      }
    }
  });

  test("a text that is JSON stays JSON", () => {
    const output = JSON.stringify({ items: list(500, (id) => ({ id, name: `item ${id}` })), total: 500 });
    const after = bounded({ tool: "list", output }, 1000);
    expect(after.tool).toBe("list");
    const { items, total } = JSON.parse(after.output);
    expect([items[0], items.at(-1), total]).toEqual([{ id: 0, name: "item 0" }, { id: 499, name: "item 499" }, 500]);
    expect(jsonBytes(after)).toBeGreaterThan(900);
  });
});

describe("lists and objects that have to be shortened", () => {
  test("a member that is called like our own is not lost without a word", () => {
    for (const at of [0, 1, 5, 99]) {
      const value = made(list(100, (key) => [key === at ? "..." : `key${key}`, key]));
      for (let max = 2; max < 200; max += 3) {
        const { value: after, truncated } = trimValue(value, { maxTotalBytes: max });
        expect(truncated).toBe(true);
        expect(jsonBytes(after)).toBeLessThanOrEqual(max);
        const [kept] = Object.entries(after as object).filter(([key, one]) => key === "..." && one === at);
        if (at < 2 && max > 100) expect(kept).toEqual(["...", at]);
        expect(trimValue(after, { maxTotalBytes: max }).value).toBe(after);
      }
    }
  });

  test("a name that is shortened to three dots is not lost either", () => {
    const value = {
      [" ".repeat(40)]: "kept",
      "": ["[content deeper than 128 levels omitted]"],
      b: long(20),
      c: long(30),
    };
    for (let max = 20; max < 110; max += 1) {
      const { value: after, cuts } = trimValue<Record<string, unknown>>(value, { maxTotalBytes: max });
      const keys = Object.keys(after);
      const kept = cuts.find(({ path, kind }) => path === "" && kind === "keys")?.after ?? 4;
      if (kept > 0)
        expect({ max, first: after[keys[0] ?? ""] }).toEqual({ max, first: expect.not.stringContaining("omitted") });
      expect(keys.length - kept).toBeOneOf([0, 1]);
    }
  });

  test("a message in place of a text is not cut in turn: a shorter one takes its place", () => {
    const value = { a: long(88), b: long(200), c: long(300) };
    for (let max = 40; max < 300; max += 5) {
      const { value: after } = trimValue(value, { maxStringBytes: 85, maxTotalBytes: max });
      for (const text of Object.values(after)) {
        expect(text).toMatch(
          /^(value exceeds size limit \(\d+ bytes, max 85\) )?\[content truncated for context limit\]$|^\[truncated\]$|^\.\.\.$|^$|^\[\d keys? omitted\]$/,
        );
      }
    }
  });

  test("nested lists share the room", () => {
    const value = { a: list(2000, (at) => ({ at })), b: { c: list(2000, (at) => ({ at })) }, small: "kept" };
    const after = bounded(value, 1000);
    expect(after.small).toBe("kept");
    expect([after.a.length > 20, after.b.c.length > 5]).toEqual([true, true]);
    const [one, two] = [jsonBytes(after.a), jsonBytes(after.b)];
    expect(Math.abs(one - two)).toBeLessThan(150);
  });

  test("numbers in bulk leave most of the room to what else is small", () => {
    const after = bounded({ vector: list(2000, (at) => at / 7), rows: list(2000, (at) => ({ at })) }, 1000);
    expect(jsonBytes(after.vector)).toBeLessThan(jsonBytes(after.rows));
    expect(after.vector.length).toBeGreaterThan(3);
  });

  test("lists in lists are shortened where they are long", () => {
    const after = bounded(
      list(20, (row) => list(200, (column) => row * 1000 + column)),
      2000,
    );
    expect(after.length).toBeGreaterThan(1);
    expect(jsonBytes(after)).toBeGreaterThan(1800);
    expect(after[0]?.[0]).toBe(0);
  });

  test("with limits of places, these hold as well", () => {
    const value = { items: list(500, (id) => ({ id, text: long(500) })), log: long(9000) };
    const options = { maxTotalBytes: 3000, maxItems: 50, maxStringBytes: 200, maxKeys: 2 };
    const { value: after } = trimValue(value, options);
    expect(after.items.length).toBeLessThanOrEqual(50);
    expect(
      Object.values(after.items[0] ?? {})
        .map(String)
        .map(utf8)
        .every((size) => size <= 200),
    ).toBe(true);
    expect(utf8(after.log)).toBeLessThanOrEqual(200);
    expect(jsonBytes(after)).toBeLessThanOrEqual(3000);
    expect(trimValue(after, options).value).toBe(after);
  });
});

describe("a total that is hardly enough for anything", () => {
  const shapes: [string, unknown][] = [
    ["a text", long(100)],
    ["a short text", "abc def"],
    ["emoji", long(100, "\u{1f600}")],
    ["quotes", long(100, '"')],
    ["controls", long(100, "\u0000")],
    ["a lone surrogate", "\ud83d".repeat(20)],
    ["a number", -Number.MAX_VALUE],
    ["true", true],
    ["false", false],
    ["null", null],
    ["a list of numbers", list(50, (at) => at)],
    ["a list of texts", list(10, () => long(30))],
    ["a list of lists", [[[[[[[[[[1, 2, 3]]]]]]]]], [[], [], []]]],
    ["a list of nulls", list(40, () => null)],
    ["an object", { a: 1, b: long(50), c: [1, 2, 3], d: { e: { f: null } } }],
    ["long names", { [long(80)]: 1, [long(90, "\u{1f600}")]: [] }],
    ["an empty name", { "": { "": { "": long(50) } } }],
    ["deep objects", list(30, (at) => at).reduce<unknown>((one, at) => ({ [`k${at}`]: one }), 1)],
    [
      "prototype names",
      made([
        ["__proto__", long(20)],
        ["constructor", { a: long(40) }],
        ["toString", 1],
      ]),
    ],
    ["a Date", { at: new Date(0), map: new Map(), none: undefined, list: [undefined, undefined] }],
    ["raw bytes", { raw: bytes(500), few: bytes(60) }],
    ["a BigInt", [10n ** 60n, { a: 5n }]],
  ];
  test.each(shapes)("%s", (_, value) => {
    for (let maxTotalBytes = 2; maxTotalBytes <= 60; maxTotalBytes += 1) {
      for (const options of [
        { maxTotalBytes },
        { maxTotalBytes, maxStringBytes: 20 },
        { maxTotalBytes, flag: "cut" },
      ]) {
        const { value: after, truncated } = trimValue(value, options);
        const written = JSON.stringify(after);
        expect(written).toBeTypeOf("string");
        expect(utf8(written)).toBeLessThanOrEqual(maxTotalBytes);
        if (truncated) expect(after).not.toBe(value);
        const again = trimValue(after, options);
        expect([again.value === after || Object.is(again.value, after), again.truncated]).toEqual([true, false]);
      }
    }
  });

  test("something of the value is left where there is room for it", () => {
    expect(bounded({ ok: true, log: long(5000) }, 40)).toMatchObject({ ok: true });
    expect(bounded([1, 2, long(500), 4], 40)).toEqual([1, 2, expect.any(String), 4]);
  });
});
