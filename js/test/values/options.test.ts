// The options of `trimValue`: what each does, and what stands when it is not given.
import { trim, trimValue } from "tooltrim";
import { describe, expect, test } from "vitest";
import { image } from "./hostile.js";
import type { Options } from "./options.js";
import { jsonBytes, utf8 } from "./reading.js";

const long = (units: number) => "x".repeat(units);
const message = (size: number, max: number) =>
  `value exceeds size limit (${size} bytes, max ${max}) [content truncated for context limit]`;
/** What becomes of a value. */
const cut = (value: unknown, options?: Options): unknown => trimValue(value, options).value;
const nested = (levels: number): unknown => (levels === 0 ? "end" : [nested(levels - 1)]);

test("a property that is undefined counts as absent, fractions round down, infinity is no limit", () => {
  const value = { a: long(2001), b: [1, 2, 3] };
  const absent = { maxStringBytes: undefined, maxItems: undefined, strings: undefined, limits: undefined } as const;
  expect(cut(value, absent)).toEqual(cut(value));
  expect(cut(value, { maxItems: 2.9, maxStringBytes: 2001.5 })).toEqual({ a: long(2001), b: [1, 2] });
  expect(cut(value, { maxStringBytes: Number.POSITIVE_INFINITY, maxTotalBytes: Number.POSITIVE_INFINITY })).toBe(value);
});

test("an options object that is changed between two calls is read anew", () => {
  const options: Record<string, unknown> = { maxItems: 2 };
  const value = [1, 2, 3, [4, 5, 6]];
  expect(cut(value, options)).toEqual([1, 2]);
  options.maxItems = 3;
  expect(cut(value, options)).toEqual([1, 2, 3]);
  const limits = { "[3]": { maxItems: 1 } };
  expect(cut(value, { limits })).toEqual([1, 2, 3, [4]]);
  limits["[3]"].maxItems = 2;
  expect(cut(value, { limits })).toEqual([1, 2, 3, [4, 5]]);
});

describe("each option", () => {
  test("maxStringBytes: 2,000 bytes of UTF-8, and not one more", () => {
    for (const [text, size] of [
      [long(2000), 2000],
      ["\u00e9".repeat(1000), 2000],
      ["\u{1f600}".repeat(500), 2000],
    ] as const) {
      expect(cut(text)).toBe(text);
      expect(cut(`${text}x`)).toBe(message(size + 1, 2000));
    }
    expect(cut({ a: long(101), b: long(100) }, { maxStringBytes: 100 })).toEqual({
      a: message(101, 100),
      b: long(100),
    });
  });

  test("maxItems: the first items stay, nothing is added; without it all do", () => {
    const value = { a: [1, 2, 3], b: [[1, 2, 3]] };
    expect(cut(value)).toBe(value);
    expect(trimValue(value, { maxItems: 2 })).toEqual({
      value: { a: [1, 2], b: [[1, 2]] },
      truncated: true,
      cuts: [
        { path: "/a", kind: "items", before: 3, after: 2 },
        { path: "/b/0", kind: "items", before: 3, after: 2 },
      ],
    });
    expect(cut(value, { maxItems: 0 })).toEqual({ a: [], b: [] });
  });

  test("maxKeys: the first members stay, nothing is added", () => {
    const value = { z: 1, a: { y: 1, b: 2 }, c: 3 };
    expect(cut(value)).toBe(value);
    expect(trimValue(value, { maxKeys: 1 })).toEqual({
      value: { z: 1 },
      truncated: true,
      cuts: [{ path: "", kind: "keys", before: 3, after: 1 }],
    });
    expect(JSON.stringify(cut(value, { maxKeys: 2 }))).toBe('{"z":1,"a":{"y":1,"b":2}}');
    expect(cut(value, { maxKeys: 0 })).toEqual({});
  });

  test("maxDepth: 128 levels, the value itself is the first", () => {
    const fits = nested(128);
    expect(cut(fits)).toBe(fits);
    // What is deeper is shorter than the message.
    expect(JSON.stringify(cut(nested(129)))).not.toContain('"end"');
    expect(cut([{ a: { b: long(100) } }], { maxDepth: 2 })).toEqual([{ a: "[content deeper than 2 levels omitted]" }]);
    expect(cut({ a: 1, b: long(100) }, { maxDepth: 0 })).toBe("[content deeper than 0 levels omitted]");
    expect(cut("no container", { maxDepth: 0 })).toBe("no container");
    expect(trimValue([[], {}], { maxDepth: 1 })).toEqual({ value: [[], {}], truncated: false, cuts: [] });
    expect(cut(nested(900), { maxDepth: 5000 })).toEqual(nested(900));
    expect(JSON.stringify(cut(nested(1200), { maxDepth: 5000 }))).not.toContain('"end"');
  });

  test("strings: texts are cut by trim", () => {
    const text = "a line of a log\n".repeat(400);
    const value = { log: text, short: "short" };
    for (const strings of [
      {},
      { maxChars: 100 },
      { maxBytes: 300, keep: "head" },
      { maxLines: 5, marker: "~" },
      { maxTokens: 50, rescue: true },
      { clean: true, maxChars: 200 },
    ] as const) {
      const limit = "maxChars" in strings || "maxLines" in strings || "maxTokens" in strings || "maxBytes" in strings;
      const expected = trim(text, { rescue: false, ...strings, ...(limit ? {} : { maxBytes: 2000 }) }).text;
      expect(cut(value, { strings })).toEqual({ log: expected, short: "short" });
    }
    const expected = { log: trim(text, { maxBytes: 500, rescue: false }).text, short: "short" };
    expect(cut(value, { maxStringBytes: 500, strings: {} })).toEqual(expected);
    expect(cut(value, { strings: "replace" })).toEqual({ log: message(6400, 2000), short: "short" });
  });

  test("base64: texts and data URIs that are base64 become a line, or stay", () => {
    const [png, uri] = [image(900), `data:image/png;base64,${image(900)}`];
    const value = { png, uri, text: `see ${png}`, short: image(60) };
    const { value: after, cuts } = trimValue(value);
    expect(after).toMatchObject({ png: "[base64 image/png, 900 bytes]", short: value.short });
    expect(after.uri).toContain("[base64 image/png, 900 bytes]");
    expect(after.uri.length).toBeLessThan(60);
    expect(cuts.filter(({ path }) => path !== "/text").map(({ path, kind, before }) => [path, kind, before])).toEqual([
      ["/png", "base64", png.length],
      ["/uri", "base64", uri.length],
    ]);
    expect(cut(value, { base64: "replace" })).toEqual(after);
    expect(cut(value, { base64: "keep" })).toBe(value);
    const large = { page: `an image: ${image(9000)} and text` };
    expect(cut(large, { maxStringBytes: 5000 })).toEqual({
      page: "an image: [base64 image/png, 9,000 bytes] and text",
    });
    expect(cut(large, { maxStringBytes: 5000, base64: "keep" })).toEqual({ page: message(12_019, 5000) });
  });

  test("flag: that key is true on the root object when something was cut", () => {
    const flag = "truncation_applied";
    const fits = { a: 1 };
    expect(cut(fits, { flag })).toBe(fits);
    expect(cut({ a: [1, 2] }, { flag, maxItems: 1 })).toEqual({ a: [1], truncation_applied: true });
    expect(cut({ truncation_applied: false, a: [1, 2] }, { flag, maxItems: 1 })).toEqual({
      truncation_applied: true,
      a: [1],
    });
    expect(cut([1, 2], { flag, maxItems: 1 })).toEqual([1]);
    expect(cut(long(2001), { flag })).toBe(message(2001, 2000));
    expect(cut({ a: 1, b: 2, c: 3 }, { flag, maxKeys: 2 })).toEqual({ a: 1, b: 2, truncation_applied: true });
    expect(cut({ a: { b: [1, 2] } }, { flag, maxItems: 1 })).toEqual({ a: { b: [1] }, truncation_applied: true });
    expect(jsonBytes(cut({ a: long(500) }, { flag, maxTotalBytes: 100 }))).toBeLessThanOrEqual(100);
  });
});

describe("onTruncate", () => {
  const value = { posts: [{}, {}, {}, { snippet: long(2001), "a.b": [1, 2] }] };
  test("is told of each cut, by the tool's name and the path", () => {
    const labels: unknown[] = [];
    const { cuts } = trimValue(value, {
      toolName: "fetch_reddit",
      limits: { "posts[3].*": { maxItems: 1, maxBytes: 500 } },
      onTruncate: (event) => labels.push([event.label, event.before, event.after]),
    });
    expect(cuts.map(({ path }) => path)).toEqual(["/posts/3/snippet", "/posts/3/a.b"]);
    expect(labels).toEqual([
      ["fetch_reddit.posts[3].snippet", 2001, cuts[0]?.after],
      ["fetch_reddit.posts[3].a.b", 2, 1],
    ]);
  });

  test("is told the unit and the limit", () => {
    const events: unknown[] = [];
    const value = {
      text: long(2001),
      items: [1, 2, 3],
      keys: { a: 1, b: 2, c: 3 },
      deep: { x: { y: [[], long(100)] } },
    };
    trimValue(value, {
      maxItems: 2,
      maxDepth: 3,
      limits: { keys: { maxKeys: 1 }, "keys.a": {} },
      onTruncate: (event) => events.push(event),
    });
    expect(events).toEqual([
      { label: "text", unit: "bytes", limit: 2000, before: 2001, after: utf8(message(2001, 2000)) },
      { label: "items", unit: "items", limit: 2, before: 3, after: 2 },
      { label: "keys", unit: "keys", limit: 1, before: 3, after: 1 },
      { label: "deep.x.y", unit: "levels", limit: 3, before: expect.any(Number), after: expect.any(Number) },
    ]);
  });

  test("the whole value and a list at the root have a label, with and without the tool's name", () => {
    const labels = (root: unknown, toolName?: string) => {
      const all: unknown[] = [];
      trimValue(root, { ...(toolName && { toolName }), onTruncate: ({ label }) => all.push(label) });
      return all;
    };
    expect(labels(long(2001), "fetch")).toEqual(["fetch"]);
    expect(labels([long(2001)], "fetch")).toEqual(["fetch[0]"]);
    expect(labels({ a: [long(2001)] })).toEqual(["a[0]"]);
  });

  test("a listener that throws, or that uses the library, harms nobody", () => {
    const expected = trimValue(value);
    const thrower = () => {
      throw new Error("a listener's own");
    };
    const user = () => void trimValue({ a: long(3000) }, { maxTotalBytes: 50 });
    expect(trimValue(value, { onTruncate: thrower })).toEqual(expected);
    expect(trimValue(value, { onTruncate: user })).toEqual(expected);
  });

  test("nobody is told when nothing was cut", () => {
    const events: unknown[] = [];
    trimValue({ a: long(2000) }, { onTruncate: (event) => events.push(event), maxTotalBytes: 5000 });
    expect(events).toEqual([]);
  });
});

test("numbers as texts say their size in bytes of UTF-8", () => {
  expect(trimValue("\u00e9".repeat(1001)).cuts).toEqual([
    { path: "", kind: "string", before: 2002, after: utf8(message(2002, 2000)) },
  ]);
});
