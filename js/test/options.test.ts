// Options: what is refused and how it says so, and what may happen to an options object between two calls. Numbers are
// in option-numbers.test.ts.
import { presets, Trimmer, type TrimOptions, trim } from "tooltrim";
import { expect, test } from "vitest";
import { failure } from "./support/errors.js";

const wrong: [field: string, value: unknown, rule: string][] = [
  ["tokenMargin", 0, "0 is not a number above 0"],
  ["tokenMargin", Number.POSITIVE_INFINITY, "Infinity is not a number above 0"],
  ["keep", "both", '"both" is not one of "head", "tail", "ends", "none"'],
  ["keep", 1, '1 is not one of "head", "tail", "ends", "none"'],
  ["snap", "word", '"word" is not one of "char", "grapheme", "line"'],
  ["snap", null, 'null is not one of "char", "grapheme", "line"'],
  ["decode", "utf8", '"utf8" is not one of "strict", "replace"'],
  ["marker", 7, "7 is not a string"],
  ["marker", ["x"], '["x"] is not a string'],
  ["trimEnd", "true", '"true" is not true or false'],
  ["trimEnd", 1, "1 is not true or false"],
  ["tokens", 10, "10 is not a function (text) => number"],
  ["count", "bytes", '"bytes" is not a list of "bytes", "lines", "tokens"'],
  ["count", ["chars"], '["chars"] is not one of "bytes", "lines", "tokens"'],
  ["count", [1], '[1] is not one of "bytes", "lines", "tokens"'],
];

test.each(wrong.map(([field, value, rule]) => ({ message: `${field}: ${rule}`, options: { [field]: value } })))(
  "a wrong option is refused: $message",
  ({ message, options }) => {
    expect(failure(() => trim("", options))).toBe(`INVALID_OPTION: ${message}`);
    expect(failure(() => new Trimmer(options))).toBe(`INVALID_OPTION: ${message}`);
  },
);

test.each([
  ["{cuont}", 'marker: "{cuont}" has the unknown placeholder {cuont}'],
  ["{}", 'marker: "{}" has the unknown placeholder {}'],
  ["open {count", 'marker: "open {count" has a { without its }; write {{ for a brace'],
])("the template %s is refused when it is given, not when it is used", (marker, message) => {
  expect(failure(() => new Trimmer({ marker }))).toContain(`INVALID_OPTION: ${message}`);
});

test.each([
  ["4000", 'options: "4000" is not an object or a number of chars'],
  [true, "options: true is not an object or a number of chars"],
  [[1], "options: [1] is not an object or a number of chars"],
  [-1, "maxChars: -1 is not a number of 0 or more"],
  [Number.NaN, "maxChars: NaN is not a number of 0 or more"],
])("options of %j are refused", (options, message) => {
  expect(failure(() => trim("text", options as number))).toBe(`INVALID_OPTION: ${message}`);
});

test("options of undefined or null are the defaults", () => {
  const text = "x".repeat(5000);
  expect(trim(text, undefined)).toEqual(trim(text, { maxChars: 4000 }));
  expect(trim(text, null as unknown as TrimOptions)).toEqual(trim(text));
});

test("a property that is undefined counts as absent", () => {
  const text = "0123456789\n".repeat(20);
  const options: TrimOptions = {
    maxChars: 90,
    maxBytes: undefined,
    keep: undefined,
    marker: undefined,
    count: undefined,
  };
  expect(trim(text, options)).toEqual(trim(text, 90));
  const unknown = { maxChars: 90, bogus: undefined } as TrimOptions;
  expect(trim(text, unknown)).toEqual(trim(text, 90));
});

test("an option that is undefined does not stand for one of the call before", () => {
  const text = "0123456789\n".repeat(1000);
  const long = { ...trim(text) };
  trim(text, { maxChars: 20 });
  expect(trim(text, { keep: undefined })).toEqual(long);
  trim(text, { maxChars: 500, maxLines: 3 });
  expect(trim(text, { maxChars: 500, maxBytes: undefined })).toEqual(trim(text, 500));
});

test("a number is maxChars, fractions round down and infinity is no limit", () => {
  const text = "\u{1f600}".repeat(5000);
  expect(trim(text, 90)).toEqual(trim(text, { maxChars: 90 }));
  expect(trim(text, 90.999)).toEqual(trim(text, 90));
  expect(trim(text, { maxChars: 4.5, headChars: 1.9, tailChars: 0.9, snap: "char", marker: "~" }).text).toBe(
    "\u{1f600}~",
  );
  expect(trim(text, Number.POSITIVE_INFINITY)).toEqual({ text, truncated: false, omitted: { utf16: 0, chars: 0 } });
});

const text = "0123456789".repeat(20);
const lengthOf = (options: TrimOptions) => trim(text, options).text.length;

test("an options object that is changed between two calls is read anew", () => {
  const options: Record<string, unknown> = { maxChars: 100, snap: "char" };
  expect(lengthOf(options)).toBe(100);
  options.maxChars = 50;
  expect(lengthOf(options)).toBe(50);
  options.keep = "none";
  expect(trim(text, options).text).toBe("... [truncated 200 chars] ...");
  delete options.keep;
  expect(lengthOf(options)).toBe(50);
  options.maxChars = Number.NaN;
  expect(failure(() => trim(text, options))).toBe("INVALID_OPTION: maxChars: NaN is not a number of 0 or more");
  options.maxChars = undefined;
  expect(lengthOf(options)).toBe(200);
});

test("a list that is changed between two calls is read anew", () => {
  const count: ("bytes" | "lines")[] = [];
  const options = { maxChars: 100, count };
  expect(Object.keys(trim(text, options).omitted)).toEqual(["utf16", "chars"]);
  count.push("bytes");
  expect(Object.keys(trim(text, options).omitted)).toEqual(["utf16", "chars", "bytes"]);
  count[0] = "lines";
  expect(Object.keys(trim(text, options).omitted)).toEqual(["utf16", "chars", "lines"]);
  count[0] = "words" as "lines";
  expect(failure(() => trim(text, options))).toBe(
    'INVALID_OPTION: count: ["words"] is not one of "bytes", "lines", "tokens"',
  );
});

test("a getter is read anew in each call", () => {
  const answers = [100, 100, 100, 100];
  const options: TrimOptions = {
    snap: "char",
    get maxChars() {
      return answers.shift() ?? 50;
    },
  };
  expect(lengthOf(options)).toBe(100);
  answers.length = 0;
  expect(lengthOf(options)).toBe(50);
  // One that answers twice differently while it is read.
  answers.push(70, 70);
  expect([50, 70]).toContain(lengthOf(options));
  answers.length = 0;
  expect(lengthOf(options)).toBe(50);
});

test("a key that every object inherits is an unknown option like any other", () => {
  trim(text, { maxChars: 100 });
  const options = { constructor: Object } as TrimOptions;
  expect(failure(() => trim(text, options))).toContain("INVALID_OPTION: constructor: is not an option; known are ");
});

test("options that were refused are refused again, and the last good ones still work", () => {
  const good = { maxChars: 60, snap: "char" } as const;
  const bad = { maxChars: 60, keep: "both" } as unknown as TrimOptions;
  expect(lengthOf(good)).toBe(60);
  const first = failure(() => trim(text, bad));
  expect(failure(() => trim(text, bad))).toBe(first);
  expect(lengthOf(good)).toBe(60);
});

test("a Trimmer keeps the options it was made with", () => {
  const options: Record<string, unknown> = { maxChars: 100, snap: "char" };
  const trimmer = new Trimmer(options);
  options.maxChars = 50;
  expect(trimmer.trim(text).text.length).toBe(100);
});

test("a Trimmer works on after the memory of WebAssembly has grown", () => {
  const first = new Trimmer({ maxChars: 100, snap: "char", count: ["lines"] });
  const before = first.trim(text);
  const many = Array.from({ length: 30_000 }, (_, index) => new Trimmer({ maxChars: 100 + index }));
  expect(first.trim(text)).toEqual(before);
  expect(many.at(-1)?.trim(text).truncated).toBe(false);
});

test("a preset says what is wrong with its size or its mode", () => {
  expect(failure(() => presets.field("big" as unknown as number))).toBe(
    'INVALID_OPTION: maxBytes: "big" is not a number of 0 or more',
  );
  expect(failure(() => presets.contextTrimmer("middle" as "center"))).toBe(
    'INVALID_OPTION: mode: "middle" is not one of "head", "tail", "center", "centerLines"',
  );
});
