// `truncateStringToBytes` and `truncateStringsForLlm`, to the letter of what they replace.
import fc from "fast-check";
import { truncateStringsForLlm, truncateStringToBytes } from "tooltrim";
import { describe, expect, test } from "vitest";
import { runs } from "../support/runs.js";
import { plain, texts } from "./hostile.js";
import { type Read, utf8, walk } from "./reading.js";

const long = (units: number) => "x".repeat(units);
const message = (size: number, max: number) =>
  `value exceeds size limit (${size} bytes, max ${max}) [content truncated for context limit]`;

/** The longest head within so many bytes, on a boundary of chars. */
function headOf(text: string, most: number): string {
  let [end, size] = [0, 0];
  for (const char of text) {
    size += utf8(char);
    if (size > most) break;
    end += char.length;
  }
  return text.slice(0, end);
}

const trimmedEnd = (text: string) => text.replace(/\p{White_Space}+$/u, "");

/** What is expected of a cut, by the words of the reference: signal, suffix and in the end the head alone. */
function expected(text: string, max: number, suffix = "...", sizeSignal = true): string {
  if (utf8(text) <= max) return text;
  const signal = ` [truncated, ${[...text].length} chars total]`;
  for (const added of sizeSignal ? [suffix + signal, suffix] : [suffix]) {
    if (utf8(added) <= max) return trimmedEnd(headOf(text, max - utf8(added))) + added;
  }
  return trimmedEnd(headOf(text, max));
}

describe("truncateStringToBytes", () => {
  test("a text of at most 2,000 bytes is left alone", () => {
    for (const text of ["", "short", long(2000), "\u00e9".repeat(1000), " \n"]) {
      expect(truncateStringToBytes(text)).toBe(text);
    }
  });

  test("of a longer one the head is kept, with three dots and how long it was, within the limit", () => {
    const cut = truncateStringToBytes(long(3000));
    expect(cut).toBe(`${long(1967)}... [truncated, 3000 chars total]`);
    expect(utf8(cut)).toBe(2000);
    expect(truncateStringToBytes(long(100), 50)).toBe(`${long(18)}... [truncated, 100 chars total]`);
  });

  test("the total is in chars, the limit in bytes", () => {
    expect(truncateStringToBytes("\u{1f600}".repeat(30), 50)).toBe(
      `${"\u{1f600}".repeat(4)}... [truncated, 30 chars total]`,
    );
  });

  test("white space before the dots goes", () => {
    expect(truncateStringToBytes(`ab \n\t ${long(100)}`, 38)).toBe("ab... [truncated, 106 chars total]");
    expect(truncateStringToBytes(" ".repeat(3000))).toBe("... [truncated, 3000 chars total]");
  });

  test("without the signal there are only the dots, or another suffix", () => {
    expect(truncateStringToBytes(long(100), 10, { sizeSignal: false })).toBe(`${long(7)}...`);
    expect(truncateStringToBytes(long(100), 10, { sizeSignal: false, suffix: " >>" })).toBe(`${long(7)} >>`);
    expect(truncateStringToBytes(long(100), 10, { sizeSignal: false, suffix: "" })).toBe(long(10));
    expect(truncateStringToBytes(long(100), 40, { suffix: "\u2026" })).toBe(
      `${long(8)}\u2026 [truncated, 100 chars total]`,
    );
  });

  test("below its size the signal gives way, then the suffix", () => {
    const cut = (max: number) => truncateStringToBytes(long(100), max);
    expect([33, 32, 31, 5, 3, 2, 1, 0].map(cut)).toEqual([
      `${long(1)}... [truncated, 100 chars total]`,
      "... [truncated, 100 chars total]",
      `${long(28)}...`,
      `${long(2)}...`,
      "...",
      long(2),
      long(1),
      "",
    ]);
  });

  test("values that are not strings pass through", () => {
    const object = { a: long(3000) };
    for (const value of [undefined, null, 5, true, object, [1]]) {
      expect(truncateStringToBytes(value as unknown as string)).toBe(value);
    }
  });

  test("a label changes nothing in the text", () => {
    expect(truncateStringToBytes(long(3000), 2000, { label: "snippet" })).toBe(truncateStringToBytes(long(3000)));
  });

  test("is what the reference says, for any text, limit and suffix", () => {
    const suffixes = fc.constantFrom(undefined, "...", "", "\u2026", " [cut]");
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 300 }), suffixes, fc.boolean(), (text, max, suffix, sizeSignal) => {
        const cut = truncateStringToBytes(text, max, { ...(suffix !== undefined && { suffix }), sizeSignal });
        expect(cut).toBe(expected(text, max, suffix, sizeSignal));
        expect(utf8(cut)).toBeLessThanOrEqual(max);
        expect(truncateStringToBytes(cut, max, { ...(suffix !== undefined && { suffix }), sizeSignal })).toBe(cut);
      }),
      runs(200),
    );
  });
});

describe("truncateStringsForLlm", () => {
  test("each longer text becomes the message, however deep", () => {
    const value = { posts: [{ title: "short", snippet: long(2001) }, [["\u00e9".repeat(1500)]]], n: 1, none: null };
    expect(truncateStringsForLlm(value)).toEqual({
      value: { posts: [{ title: "short", snippet: message(2001, 2000) }, [[message(3000, 2000)]]], n: 1, none: null },
      truncated: true,
    });
    expect(truncateStringsForLlm(long(500), 499).value).toBe(
      "value exceeds size limit (500 bytes, max 499) [content truncated for context limit]",
    );
  });

  test("with nothing to cut the very value comes back", () => {
    const value = { a: [long(2000), { b: "\u00e9".repeat(1000) }], n: 1 };
    const { value: after, truncated } = truncateStringsForLlm(value);
    expect(after).toBe(value);
    expect(truncated).toBe(false);
  });

  test("the tool's name changes nothing in the value", () => {
    const value = { a: long(3000) };
    expect(truncateStringsForLlm(value, 2000, "fetch_reddit")).toEqual(truncateStringsForLlm(value));
  });

  test("no text is over the limit, and a second pass finds nothing", () => {
    fc.assert(
      fc.property(plain, fc.integer({ min: 0, max: 200 }), (value, max) => {
        const once = truncateStringsForLlm(value, max);
        for (const [, one] of walk(once.value as Read)) {
          if (typeof one === "string") expect(utf8(one)).toBeLessThanOrEqual(max);
        }
        const again = truncateStringsForLlm(once.value, max);
        expect([again.value === once.value || Object.is(again.value, once.value), again.truncated]).toEqual([
          true,
          false,
        ]);
        expect(once.truncated).toBe(once.value !== value && !Object.is(once.value, value));
      }),
      runs(100),
    );
  });
});

test("labels are those of the reference where none is given", () => {
  const labels: string[] = [];
  const onTruncate = ({ label }: { label: string }) => labels.push(label);
  truncateStringToBytes(long(3000), 2000, { onTruncate });
  truncateStringToBytes(long(3000), 2000, { label: "snippet", onTruncate });
  truncateStringsForLlm({ posts: [{ snippet: long(3000) }] }, 2000, undefined, { onTruncate });
  truncateStringsForLlm([long(3000)], 2000, "fetch", { onTruncate });
  expect(labels).toEqual(["unknown", "snippet", "tool.posts[0].snippet", "fetch[0]"]);
});

test("only strings have a limit: there is no total", () => {
  const value = Array.from({ length: 100 }, () => long(1900));
  expect(truncateStringsForLlm(value)).toEqual({ value, truncated: false });
});
