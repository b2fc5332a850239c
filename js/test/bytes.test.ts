// Bytes instead of a text.
import { TooltrimError, TrimStream, trim } from "tooltrim";
import { OutputStore } from "tooltrim/store";
import { describe, expect, test } from "vitest";
import { errorOf } from "./support/errors.js";

const encode = (text: string) => new TextEncoder().encode(text);
const invalid = (offset: number, byte: string) =>
  new TooltrimError(
    "INVALID_ENCODING",
    `text: byte ${offset} (0x${byte}) is not UTF-8; use decode "replace" to read it as U+FFFD`,
  );

/** ASCII with these bytes at an offset. */
function withBytes(length: number, offset: number, ...bytes: number[]): Uint8Array {
  const all = new Uint8Array(length).fill(0x61);
  all.set(bytes, offset);
  return all;
}

test("bytes that are not UTF-8 are refused with the offset of the first", () => {
  expect(() => trim(encode("fine"))).not.toThrow();
  expect(() => trim(new Uint8Array([0x63, 0x61, 0x66, 0xe9]))).toThrow(invalid(3, "e9"));
  // A surrogate is no char in UTF-8, nor is an overlong or a too large one.
  expect(() => trim(new Uint8Array([0xed, 0xa0, 0x80]))).toThrow(invalid(0, "ed"));
  expect(() => trim(new Uint8Array([0x61, 0xc0, 0xaf]))).toThrow(invalid(1, "c0"));
  expect(() => trim(new Uint8Array([0x61, 0xf4, 0x90, 0x80, 0x80]))).toThrow(invalid(1, "f4"));
});

test("the error carries its code", () => {
  expect(errorOf(() => trim(new Uint8Array([0xff]))).code).toBe("INVALID_ENCODING");
});

const offsets = [65_533, 65_534, 65_535, 65_536, 65_537, 65_538, 65_539, 65_540, 131_071, 131_072];

test.each(offsets)("a bad byte at offset %i of a long input is found where it stands", (offset) => {
  expect(() => trim(withBytes(200_000, offset, 0xff))).toThrow(invalid(offset, "ff"));
  // Before it a char of two, three and four bytes, so that the char straddles what is decoded at a time.
  for (const char of ["\u00e9", "\u672c", "\u{1f600}"]) {
    const bytes = [...encode(char)];
    expect(() => trim(withBytes(200_000, offset - bytes.length, ...bytes, 0xff))).toThrow(invalid(offset, "ff"));
    expect(trim(withBytes(200_000, offset - 1, ...bytes), { maxChars: 300_000 }).text).toContain(`a${char}a`);
  }
});

test.each(offsets)("a char that begins at offset %i and is broken off is reported where it begins", (offset) => {
  for (const begun of [[0xc3], [0xe6, 0x9c], [0xf0, 0x9f], [0xf0, 0x9f, 0x98]]) {
    const byte = begun[0]?.toString(16) ?? "";
    expect(() => trim(withBytes(200_000, offset, ...begun))).toThrow(invalid(offset, byte));
    const unfinished = withBytes(offset + begun.length, offset, ...begun);
    expect(() => trim(unfinished)).toThrow(invalid(offset, byte));
  }
});

test("decode: replace reads what is not UTF-8 as U+FFFD", () => {
  const bytes = new Uint8Array([0x63, 0xe9, 0x61, 0xf0, 0x9f, 0x98, 0x62, 0xff]);
  expect(trim(bytes, { decode: "replace" })).toEqual({
    text: "c\ufffda\ufffdb\ufffd",
    truncated: false,
    omitted: { utf16: 0, chars: 0 },
  });
  expect(trim(withBytes(10_000, 5_000, 0xff), { decode: "replace", maxChars: 5, snap: "char", marker: "~" })).toEqual({
    text: "aa~aa",
    truncated: true,
    omitted: { utf16: 9_996, chars: 9_996 },
  });
});

test("a byte order mark is a char of the text and stays", () => {
  expect(trim(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])).text).toBe("\ufeffa");
  expect(trim(new Uint8Array([0xef, 0xbb, 0xbf, 0xff]), { decode: "replace" }).text).toBe("\ufeff\ufffd");
});

test("a Buffer and a part of a larger array are read as the bytes they show", () => {
  const whole = encode("<0123456789>");
  const options = { maxChars: 5, snap: "char", marker: "~" } as const;
  const expected = { text: "01~89", truncated: true, omitted: { utf16: 6, chars: 6 } };
  expect(trim(whole.subarray(1, 11), options)).toEqual(expected);
  expect(trim(Buffer.from(whole).subarray(1, 11), options)).toEqual(expected);
  const bad = withBytes(12, 7, 0xff);
  expect(() => trim(bad.subarray(5))).toThrow(invalid(2, "ff"));
});

test("other views are read as the bytes they show", () => {
  const view = (...bytes: number[]) => new DataView(new Uint8Array(bytes).buffer, 1) as unknown as Uint8Array;
  expect(trim(view(0xff, 0x61, 0x62)).text).toBe("ab");
  expect(() => trim(view(0xff, 0x61, 0xff))).toThrow(invalid(1, "ff"));
});

test.each([
  ["undefined", undefined],
  ["null", null],
  ["a number", 42],
  ["a String", new String("text")],
  ["an ArrayBuffer", new ArrayBuffer(2)],
  ["an object without a prototype", Object.create(null)],
])("an input that is %s is refused", (_, input) => {
  const rule = /^text: .+ is not a string or a Uint8Array$/;
  const error = expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringMatching(rule) });
  expect(() => trim(input as string)).toThrow(error);
});

describe.each([
  ["little", true],
  ["little", false],
  ["big", true],
  ["big", false],
] as const)("UTF-16, %s end first, with a mark: %s", (order, isMarked) => {
  const units = (text: string, more: readonly number[] = []) => {
    const all = [...(isMarked ? [0xfeff] : []), ...Array.from(text, (char) => char.charCodeAt(0)), ...more];
    return new Uint8Array(all.flatMap((unit) => (order === "big" ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])));
  };
  const lines = Array.from({ length: 900 }, (_, at) => `step ${at} took ${(at * 7) % 90} ms\r\n`).join("");
  const read = (isMarked ? "\ufeff" : "") + lines;

  test("is the text that it is, at once and in pieces", () => {
    const bytes = units(lines);
    const { text } = trim(read, 600);
    expect(trim(bytes, 600).text).toBe(text);
    for (const size of [1, 3, 701, 100_000]) {
      const stream = new TrimStream(600);
      for (let at = 0; at < bytes.length; at += size) stream.push(bytes.subarray(at, at + size));
      expect(stream.finish().text).toBe(text);
    }
  });

  test("is kept as the text that it is", () => {
    const store = new OutputStore();
    const stream = new TrimStream({ maxChars: 600, store });
    const bytes = units(lines, [0xd83d, 0xde00, 0xd83d]);
    for (let at = 0; at < bytes.length; at += 37) stream.push(bytes.subarray(at, at + 37));
    expect(() => stream.finish()).toThrow("is not UTF-16");
    const lossy = new TrimStream({ maxChars: 600, store, decode: "replace" });
    for (let at = 0; at < bytes.length; at += 37) lossy.push(bytes.subarray(at, at + 37));
    expect(store.get(lossy.finish().ref as string)).toBe(`${read}\u{1f600}\ufffd`);
  });

  test("half a pair, and half a unit, is an error with its offset", () => {
    // What is not ASCII may not stand in the first kilobyte where there is no mark.
    const at = isMarked ? 2002 : 2000;
    const text = "abcdefghij".repeat(100);
    for (const bytes of [units(text, [0xdc00, 97]), units(text, [0xd800, 97])]) {
      const message = errorOf(() => trim(bytes)).message;
      expect(message).toMatch(new RegExp(`byte ${at} \\(0xd[8c]00\\) is not UTF-16`));
      const stream = new TrimStream();
      expect(errorOf(() => stream.push(bytes)).message).toBe(message);
    }
    const half = units(text, [0x62]).slice(0, -1);
    const message = errorOf(() => trim(half)).message;
    expect(message).toContain(`byte ${at} (0x00${order === "big" ? "00" : "62"}) is not UTF-16`);
    const stream = new TrimStream();
    stream.push(half);
    expect(errorOf(() => stream.finish()).message).toBe(message);
    expect(trim(half, { decode: "replace" }).text).toBe(`${isMarked ? "\ufeff" : ""}${text}\ufffd`);
  });
});

test("a half pair and a half unit at the end of UTF-16 are no char together", () => {
  const bytes = new Uint8Array([0xff, 0xfe, 0x61, 0, 0x3d, 0xd8, 0x41]);
  const message = errorOf(() => trim(bytes)).message;
  expect(message).toContain("byte 4 (0xd83d) is not UTF-16");
  const stream = new TrimStream();
  stream.push(bytes);
  expect(errorOf(() => stream.finish()).message).toBe(message);
  const lossy = new TrimStream({ decode: "replace" });
  lossy.push(bytes);
  expect(trim(bytes, { decode: "replace" }).text).toBe(lossy.finish().text);
});
