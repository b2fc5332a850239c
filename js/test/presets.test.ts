// Each preset's numbers and wording.
import { type CleanOptions, presets, type TrimOptions, trim } from "tooltrim";
import { expect, test } from "vitest";

const utf8 = (text: string) => new TextEncoder().encode(text).length;
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

test("toolify: 5,000 chars stay, of 5,001 the first and the last 2,000", () => {
  const message = "\n\n... (tool result truncated from middle to save you from context overload) ...\n\n";
  expect(message.length).toBe(81);
  expect(trim("x".repeat(5000), presets.toolify).truncated).toBe(false);
  const text = `${"a".repeat(2000)}${"-".repeat(1001)}${"z".repeat(2000)}`;
  expect(trim(text, presets.toolify)).toEqual({
    text: `${"a".repeat(2000)}${message}${"z".repeat(2000)}`,
    truncated: true,
    omitted: { utf16: 1001, chars: 1001 },
  });
});

test("toolify counts chars, not UTF-16 units", () => {
  expect(trim("\u{1f600}".repeat(5000), presets.toolify).truncated).toBe(false);
  expect(trim("\u{1f600}".repeat(5001), presets.toolify).text.length).toBe(2 * 4000 + 81);
});

test.each([
  ["head", 3969, 0],
  ["tail", 0, 3969],
  ["center", 1984, 1985],
] as const)("contextTrimmer %s keeps the first %i and the last %i of 4,000 chars", (mode, head, tail) => {
  const text = `${"a".repeat(50_000)}${"z".repeat(49_969)}`;
  expect(trim(text, presets.contextTrimmer(mode))).toEqual({
    text: `${"a".repeat(head)}... [truncated 96000 chars] ...${"z".repeat(tail)}`,
    truncated: true,
    omitted: { utf16: 96_000, chars: 96_000 },
  });
});

test("contextTrimmer centerLines keeps whole lines of both ends", () => {
  const text = lines(1000);
  expect(trim(text, presets.contextTrimmer("centerLines", 60)).text).toBe(
    "line 1\nline 2\n... [truncated 8869 chars] ...\nline 1000\n",
  );
  const marker = "... [truncated {count} chars] ...";
  expect(trim(text, presets.contextTrimmer("centerLines"))).toEqual(trim(text, { rescue: false, marker }));
});

test("contextTrimmer takes another limit", () => {
  expect(trim("x".repeat(101), presets.contextTrimmer("head", 100)).text.length).toBe(100);
  expect(trim("x".repeat(100), presets.contextTrimmer("centerLines", 100)).truncated).toBe(false);
});

test("field: 2,000 bytes, the head without trailing white space, the suffix and the signal", () => {
  expect(trim("x".repeat(2000), presets.field()).truncated).toBe(false);
  const signal = "... [truncated, 3000 chars total]";
  expect(trim("x".repeat(3000), presets.field()).text).toBe(`${"x".repeat(1967)}${signal}`);
  // On a char boundary: 1,967 is odd.
  expect(trim("\u00e9".repeat(3000), presets.field()).text).toBe(`${"\u00e9".repeat(983)}${signal}`);
  expect(trim(`word${" \t\n".repeat(2000)}`, presets.field()).text).toBe("word... [truncated, 6004 chars total]");
  expect(trim("x".repeat(200), presets.field(100)).text).toBe(`${"x".repeat(68)}... [truncated, 200 chars total]`);
});

test("checkpoint: over 2,000 bytes a message takes the place of the text", () => {
  expect(trim("\u672c".repeat(666), presets.checkpoint()).truncated).toBe(false);
  expect(trim("\u672c".repeat(667), presets.checkpoint())).toEqual({
    text: "value exceeds size limit (2001 bytes, max 2000) [content truncated for context limit]",
    truncated: true,
    omitted: { utf16: 667, chars: 667, bytes: 2001 },
  });
  expect(trim("x".repeat(501), presets.checkpoint(500)).text).toBe(
    "value exceeds size limit (501 bytes, max 500) [content truncated for context limit]",
  );
});

test("response: 50,000 bytes, the head and a line that says so", () => {
  expect(trim("x".repeat(50_000), presets.response()).truncated).toBe(false);
  const { text } = trim("\u00e9".repeat(25_001), presets.response());
  expect(text).toBe(`${"\u00e9".repeat(24_989)}\n\n(response truncated)`);
  expect(utf8(text)).toBe(50_000);
  expect(trim("x".repeat(200), presets.response(100)).text).toBe(`${"x".repeat(78)}\n\n(response truncated)`);
});

test("terminal: 30,000 chars, three tenths of them at the start", () => {
  expect(trim("x\n".repeat(15_000), presets.terminal).truncated).toBe(false);
  const { text } = trim(lines(100_000), presets.terminal);
  const [head = "", tail = ""] = text.split(/^\.\.\. \[truncated [\d,]+ chars\] \.\.\.\n|^\[\u2026 .*\]\n/m);
  expect(text.length).toBeGreaterThan(30_000 - "line 100000\n".length);
  expect(text.length).toBeLessThanOrEqual(30_000);
  expect(head.length / (head.length + tail.length)).toBeCloseTo(0.3, 2);
});

test("terminal can be spread, and each of its options changed", () => {
  expect({ ...presets.terminal, maxChars: 10_000 }).toEqual({
    maxChars: 10_000,
    headShare: 0.3,
    rescue: true,
    clean: { ansi: true, carriageReturns: true, repeatedLines: true },
  });
  const text = `${"retry\n".repeat(50)}\x1b[32mok\x1b[0m\n`;
  const colours = { ...(presets.terminal.clean as CleanOptions), repeatedLines: false };
  expect(trim(text, { ...presets.terminal, clean: colours }).text).toBe(`${"retry\n".repeat(50)}ok\n`);
  expect(trim(text, { ...presets.terminal, clean: false }).text).toBe(text);
});

test("fileRead: the first 2,000 lines", () => {
  expect(trim(lines(2000), presets.fileRead).truncated).toBe(false);
  expect(trim(lines(2001), presets.fileRead)).toEqual({
    text: `${lines(1999)}... [truncated 20 chars] ...`,
    truncated: true,
    omitted: { utf16: 20, chars: 20, bytes: 20, lines: 2 },
  });
});

test.each([
  ["fileRead", 50_000],
  ["search", 20_000],
] as const)("%s: the first %i bytes", (name, maxBytes) => {
  expect(trim("\u672c".repeat(maxBytes).slice(0, Math.floor(maxBytes / 3)), presets[name]).truncated).toBe(false);
  const text = `${"0123456789".repeat(10)}\n`.repeat(maxBytes);
  const result = trim(text, presets[name]).text;
  const [head = "", tail] = result.split(/\.\.\. \[truncated [\d,]+ chars] \.\.\./);
  expect(tail).toBe("");
  expect(text.startsWith(head) && head.endsWith("\n")).toBe(true);
  expect(maxBytes - result.length).toBeGreaterThanOrEqual(0);
  expect(maxBytes - result.length).toBeLessThan(101);
});

test("a preset is a plain object, a new one each time", () => {
  const mine = presets.toolify as { -readonly [name in keyof TrimOptions]: TrimOptions[name] };
  mine.maxChars = 1;
  expect(presets.toolify.maxChars).toBe(5000);
  expect(Object.getPrototypeOf(presets.field())).toBe(Object.prototype);
  expect(structuredClone(presets.fileRead)).toEqual({ maxLines: 2000, maxBytes: 50_000, keep: "head" });
});
