// What a trimmed text looks like, by example.
import { estimateTokens, measure, presets, TooltrimError, trim } from "tooltrim";
import { expect, test } from "vitest";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

test("by default both ends stay, whole lines, within 4,000 chars", () => {
  const text = numbered(1000);
  const { text: result, truncated, omitted } = trim(text);
  const [head = "?", tail = "?", ...rest] = result.split(/^\.\.\. \[truncated [\d,]+ chars\] \.\.\.\n/m);
  expect(rest).toEqual([]);
  expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
  expect([head.at(-1), tail.slice(0, 5), truncated]).toEqual(["\n", "line ", true]);
  const missing = 8893 - (head + tail).length;
  expect(omitted).toEqual({ utf16: missing, chars: missing });
  expect(result).toContain(`${missing.toLocaleString("en")} chars] ...`);
  expect(result.length).toBeLessThanOrEqual(4000);
  expect(result.length).toBeGreaterThan(4000 - 2 * "line 1000\n".length);
});

test("a text at the limit is left alone, one char more is not", () => {
  expect(trim("x".repeat(100), 100)).toEqual({
    text: "x".repeat(100),
    truncated: false,
    omitted: { utf16: 0, chars: 0 },
  });
  expect(trim("x".repeat(101), { maxChars: 100, snap: "char" })).toEqual({
    text: `${"x".repeat(36)}... [truncated 29 chars] ...${"x".repeat(36)}`,
    truncated: true,
    omitted: { utf16: 29, chars: 29 },
  });
});

test.each([
  ["{count}", "8"],
  ["{omittedChars}", "8"],
  ["{omittedBytes}", "11"],
  ["{omittedLines}", "3"],
  ["{omittedTokens}", String(estimateTokens("e\n\u{1f600}\nfoo\n"))],
  ["{totalChars}", "14"],
  ["{totalBytes}", "17"],
  ["{totalLines}", "5"],
  ["{keptChars}", "6"],
  ["{limit}", "13"],
  ["{firstOmittedLine}", "2"],
  ["{lastOmittedLine}", "4"],
  ["{{count}", "{count}"],
  ["}{{{count}}", "}{8}"],
])("the marker %s says %s", (marker, shown) => {
  // Omitted, of 5 lines: "e\n\u{1f600}\nfoo\n" of lines 2 to 4.
  const options = { maxChars: 13, keep: "ends", snap: "char", headChars: 3, tailChars: 3 } as const;
  const { text, omitted } = trim("ab\ne\n\u{1f600}\nfoo\nyz\n", { ...options, marker });
  expect(text).toBe(`ab\n${shown}yz\n`);
  expect(omitted).toMatchObject({ chars: 8, utf16: 9 });
});

test("with whole lines the marker stands on a line of its own", () => {
  expect(trim("one two three four five six", { maxChars: 16, marker: "[{count}]" }).text).toBe("one \n[17]\nve six");
  expect(trim("a\nb\nc\nd\ne\nf\ng\nh\n", { maxChars: 10, marker: "\n~\n" }).text).toBe("a\n\n~\ng\nh\n");
});

test("each way to keep a part of a text", () => {
  const options = { maxChars: 7, snap: "char", marker: "~" } as const;
  const kept = (["head", "tail", "ends", "none"] as const).map((keep) => trim("0123456789", { ...options, keep }).text);
  expect(kept).toEqual(["012345~", "~456789", "012~789", "~"]);
});

test("the share of the head goes to the tail where it is not used, and the other way round", () => {
  const options = { maxChars: 11, snap: "char", marker: "~" } as const;
  const kept = [0, 0.2, 0.5, 1].map((headShare) => trim("0123456789abcdef", { ...options, headShare }).text);
  expect(kept).toEqual(["~6789abcdef", "01~89abcdef", "01234~bcdef", "0123456789~"]);
  expect(trim("0123456789abcdef", { ...options, headShare: 0.2, tailChars: 1 }).text).toBe("012345678~f");
  expect(trim("0123456789abcdef", { ...options, headShare: 0.9, headChars: 1 }).text).toBe("0~789abcdef");
});

test("a limit of 0 with an empty marker leaves nothing", () => {
  const nothing = { text: "", truncated: true, omitted: { utf16: 3, chars: 3 } };
  expect(trim("abc", { maxChars: 0, marker: "" })).toEqual(nothing);
  expect(trim("", { maxChars: 0, marker: "" })).toEqual({
    text: "",
    truncated: false,
    omitted: { utf16: 0, chars: 0 },
  });
});

test("a marker that cannot fit is an error before the text is looked at", () => {
  const error = new TooltrimError(
    "MARKER_TOO_LONG",
    'marker: "[... {count} chars are missing ...]" takes up to 38 chars, more than maxChars 37',
  );
  const marker = "[... {count} chars are missing ...]";
  expect(() => trim("", { maxChars: 37, marker })).toThrow(error);
  expect(trim("", { maxChars: 38, marker }).truncated).toBe(false);
});

test("endless flags, one cluster a pair of chars, are cut between flags", () => {
  const flags = "\u{1f1e9}\u{1f1ea}".repeat(5000);
  const cut = trim(flags, { maxChars: 101, snap: "grapheme", marker: "~" });
  expect(cut.text).toBe(`${flags.slice(0, 100)}~${flags.slice(0, 100)}`);
  expect(measure(flags).graphemes).toBe(5000);
});

test("one giant line shows both of its ends", () => {
  const line = `start ${"x".repeat(1_000_000)} end`;
  const { text, omitted } = trim(line, 100);
  expect(text).toBe(
    `start ${"x".repeat(23)}…\n... [truncated ${omitted.chars.toLocaleString("en")} chars] ...\n…${"x".repeat(30)} end`,
  );
  expect(text.length).toBe(100);
});

test("CR LF is never split, and counts as one line break", () => {
  const text = "one\r\ntwo\r\nthree\r\nfour\r\n";
  expect(trim(text, { maxLines: 3, marker: "~" })).toEqual({
    text: "one\r\n~\nfour\r\n",
    truncated: true,
    omitted: { utf16: 12, chars: 12, lines: 2 },
  });
  expect(trim(text, { maxChars: 5, keep: "head", snap: "grapheme", marker: "~" }).text).toBe("one~");
});

test("a text of only newlines keeps some at both ends", () => {
  expect(trim("\n".repeat(10_000), { maxChars: 44 })).toEqual({
    text: `${"\n".repeat(6)}... [truncated 9,988 chars] ...\n${"\n".repeat(6)}`,
    truncated: true,
    omitted: { utf16: 9988, chars: 9988 },
  });
});

test("trimEnd drops white space before the marker", () => {
  const options = { maxChars: 9, keep: "head", snap: "char", marker: "..." } as const;
  expect(trim("word \t\n and more", options).text).toBe("word \t...");
  expect(trim("word \t\n and more", { ...options, trimEnd: true })).toEqual({
    text: "word...",
    truncated: true,
    omitted: { utf16: 12, chars: 12 },
  });
});

test("bytes, lines and tokens are counted when a limit, the marker or count names them", () => {
  const text = numbered(20);
  const keys = (options: Parameters<typeof trim>[1]) => Object.keys(trim(text, options).omitted).sort();
  expect(keys({ maxChars: 60 })).toEqual(["chars", "utf16"]);
  expect(keys({ maxBytes: 60, maxLines: 9, maxTokens: 40 })).toEqual(["bytes", "chars", "lines", "tokens", "utf16"]);
  expect(keys({ maxChars: 60, marker: "{totalLines}" })).toEqual(["chars", "lines", "utf16"]);
  expect(keys({ maxChars: 60, count: ["tokens", "bytes"] })).toEqual(["bytes", "chars", "tokens", "utf16"]);
  expect(keys({ maxChars: 600, count: ["bytes"] })).toEqual(["bytes", "chars", "utf16"]);
});

test("a number in the marker that is wider than ten digits still keeps to the limits", () => {
  const options = { maxChars: 1e15, maxBytes: 12, marker: "{limit}" };
  expect(() => trim(numbered(9), options)).toThrow(TooltrimError);
});

test("a preset can be changed by spreading it", () => {
  expect(trim("0123456789", { ...presets.contextTrimmer("center", 7), marker: "~" }).text).toBe("012~789");
});
