// Faults of the trimmers that this one replaces: each has cost somebody the line that mattered, or the limit.
import { presets, TooltrimError, trim } from "tooltrim";
import { expect, test } from "vitest";

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
