// Faults of the trimmers that this one replaces: each has cost somebody the line that mattered, or the limit.
import { presets, TooltrimError, Trimmer, trim } from "tooltrim";
import { expect, test } from "vitest";

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");
const center = presets.contextTrimmer("center");
const centerLines = presets.contextTrimmer("centerLines");

// The trimmer with strategies, in the order of its list.

test("the marker is budgeted with the count that it will show, not with 0", () => {
  for (const length of [4001, 13_000, 1_003_961, 12_345_678]) {
    const { text, omitted } = trim("x".repeat(length), center);
    expect(text.length).toBe(4000);
    expect(text).toContain(`... [truncated ${omitted.chars} chars] ...`);
    expect(omitted.chars).toBe(length - 4000 + `... [truncated ${omitted.chars} chars] ...`.length);
  }
});

test("the head does not spend the whole budget: the tail gets its half", () => {
  const { text } = trim(
    lines(5000, (index) => `line ${index}`),
    centerLines,
  );
  const [head = "", tail = ""] = text.split(/\.\.\. \[truncated \d+ chars] \.\.\.\n/);
  expect(tail.endsWith("line 4999\n")).toBe(true);
  expect(Math.abs(head.length - tail.length)).toBeLessThan(2 * "line 4999\n".length);
});

test("a tail is kept although its lines repeat lines of the head", () => {
  const block = "{\n\n}\n";
  const log = `${block.repeat(30)}${"filler line\n".repeat(400)}${block.repeat(30)}error: it failed\n}\n\n`;
  expect(trim(log, { maxChars: 200, rescue: false }).text).toBe(
    `${block.repeat(16)}{\n\n... [truncated 4,952 chars] ...\n${block.repeat(13)}error: it failed\n}\n\n`,
  );
});

test("one giant line leaves its two ends, not only the marker", () => {
  const json = `{"first":1,${'"x":0,'.repeat(10_000)}"last":9}`;
  const { text } = trim(json, { maxChars: 100 });
  expect(text.slice(0, 11)).toBe('{"first":1,');
  expect(text.slice(-9)).toBe('"last":9}');
  expect(text.length).toBe(100);
});

test("a giant line after short ones leaves its two ends too", () => {
  const text = `$ build\n${"x".repeat(9000)}\n$ exit 1\n`;
  const result = trim(text, { maxChars: 100, marker: "~" }).text;
  expect(result).toBe(`$ build\n${"x".repeat(39)}\n~\n${"x".repeat(40)}\n$ exit 1\n`);
});

test("a grapheme is not split, with graphemes or with lines", () => {
  const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
  for (const snap of ["grapheme", "line"] as const) {
    for (let maxChars = 40; maxChars < 60; maxChars += 1) {
      const { text } = trim(family.repeat(100), { maxChars, snap });
      expect(text.replaceAll(family, "").replaceAll("…", "").trim()).toMatch(/^\.\.\. \[truncated \d+ chars] \.\.\.$/);
    }
  }
});

test("whole lines have a bound on chars as well", () => {
  const text = lines(10, () => "x".repeat(100_000));
  expect(trim(text, { maxLines: 20, maxChars: 1000 }).text.length).toBeLessThanOrEqual(1000);
  expect(trim(text, centerLines).text.length).toBeLessThanOrEqual(4000);
});

test("lines are counted as lines, not as bytes", () => {
  const text = lines(100, (index) => `\u672c\u8a9e ${index}`);
  const { text: result, omitted } = trim(text, { maxLines: 11, marker: "[{omittedLines} lines]" });
  expect(omitted).toMatchObject({ lines: 90 });
  expect(result).toBe(
    `${lines(5, (index) => `\u672c\u8a9e ${index}`)}[90 lines]\n${lines(5, (index) => `\u672c\u8a9e ${index + 95}`)}`,
  );
});

test("a template with an unknown placeholder fails when it is given", () => {
  const error = expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining("{omited}") });
  expect(() => new Trimmer({ marker: "{omited} left out" })).toThrow(error);
});

// Tool outputs.

test("a keep size of 0 keeps nothing of that end", () => {
  const options = { ...presets.toolify, maxChars: 100, marker: "~" };
  const text = `${"a".repeat(100)}${"b".repeat(100)}`;
  expect(trim(text, { ...options, headChars: 0, tailChars: 5 }).text).toBe("~bbbbb");
  expect(trim(text, { ...options, headChars: 5, tailChars: 0 }).text).toBe("aaaaa~");
  expect(trim(text, { ...options, headChars: 0, tailChars: 0 }).text).toBe("~");
});

test("keep sizes larger than the threshold do not make the output longer than the limit", () => {
  const options = { maxChars: 50, headChars: 1000, tailChars: 1000, snap: "char", marker: "~" } as const;
  expect(trim("x".repeat(60), options).text).toBe(`${"x".repeat(24)}~${"x".repeat(25)}`);
});

// Size limits for data.

test("a limit smaller than the signal gets a shorter one, never a longer text", () => {
  const long = "x".repeat(3000);
  for (const maxBytes of [0, 1, 10, 38]) {
    expect(trim(long, presets.field(maxBytes)).text.length).toBeLessThanOrEqual(maxBytes);
    expect(trim(long, presets.checkpoint(maxBytes)).text.length).toBeLessThanOrEqual(maxBytes);
  }
  expect(trim(long, presets.field(10)).text).toBe("xxxxxxx...");
  expect(trim(long, presets.checkpoint(38)).text).toBe("[content truncated for context limit]");
  expect(trim(long, presets.checkpoint(12)).text).toBe("[truncated]");
  expect(trim("x".repeat(3000), presets.field(39)).text).toBe(`${"x".repeat(6)}... [truncated, 3000 chars total]`);
});

test("a replacement message is not longer than the limit, and is not replaced again", () => {
  const fits = (maxBytes: number) => {
    try {
      trim("", presets.checkpoint(maxBytes));
      return true;
    } catch (error) {
      if (error instanceof TooltrimError) return false;
      throw error;
    }
  };
  let smallest = 0;
  while (smallest < 200 && !fits(smallest)) smallest += 1;
  const options = presets.checkpoint(smallest);
  const { text, truncated } = trim("x".repeat(3_000_000), options);
  expect(truncated).toBe(true);
  expect(text.length).toBeLessThanOrEqual(smallest);
  expect(trim(text, options)).toMatchObject({ text, truncated: false });
});

test("lone surrogates are cut and measured like any char, and nothing throws", () => {
  const text = "\ud83d".repeat(50) + "\ude00".repeat(50);
  const options = { maxChars: 9, snap: "char", marker: "~", count: ["bytes"] } as const;
  expect(trim(text, options)).toEqual({
    text: `${"\ud83d".repeat(4)}~${"\ude00".repeat(4)}`,
    truncated: true,
    // In the middle one high and one low half meet: a pair, one char of four bytes.
    omitted: { utf16: 92, chars: 91, bytes: 45 * 3 + 4 + 45 * 3 },
  });
});
