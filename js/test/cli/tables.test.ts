// Stats as tables for a terminal, of any conversation.
import stringWidth from "string-width";
import { conversationStats } from "tooltrim-view/stats";
import { describe, expect, test } from "vitest";
import { cases, session } from "../../../www/view/test/support.js";
import { statsTables } from "../../src/cli/stats-tables.js";
import { noSessions, sessions } from "../messages/support.js";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const COLORS = /\u001b\[\d+m/g;

describe.each(cases)("%s", (_, stats) => {
  test.each([40, 60, 80, 100, 160])("no line of the tables is wider than %d columns", (width) => {
    const text = statsTables(stats, { width });
    for (const line of text.split("\n")) expect(stringWidth(line), line).toBeLessThanOrEqual(width);
    expect(text).not.toMatch(CONTROLS);
    expect(text).not.toMatch(/\p{Surrogate}/u);
  });

  test("colours change nothing but colours", () => {
    const colored = statsTables(stats, { color: true });
    expect(colored).toMatch(COLORS);
    expect(colored.replaceAll(COLORS, "")).toBe(statsTables(stats));
  });

  test("each figure is a number", () => {
    expect(statsTables(stats)).not.toMatch(/NaN|Infinity|undefined/);
  });
});

test("columns of wide and combined chars are aligned", () => {
  const [, stats] = cases[3];
  const lines = statsTables(stats).split("\n");
  const from = lines.findIndex((line) => line.startsWith("Biggest results"));
  const rows = lines.slice(from + 2, from + 12);
  // The message, a number, ends in one column.
  const ends = rows.map((row) => stringWidth(row.slice(0, row.search(/ {2,}\d+ +[\d,]+ +[\d.<]/))) > 0);
  expect(ends).toEqual(rows.map(() => true));
  const shares = rows.map((row) => stringWidth(row.slice(0, row.lastIndexOf(" %") + 2)));
  expect(new Set(shares).size).toBe(1);
});

test("figures stand in them", () => {
  const stats = conversationStats(session);
  const text = statsTables(stats);
  const words = [
    "read_file",
    "src/berth.ts",
    "npm test",
    "Error: berth 7 is full",
    stats.size.chars.toLocaleString("en"),
  ];
  for (const each of [...words, "anthropic · 20 messages · 10 calls, 2 failed, 1 without a result"])
    expect(text).toContain(each);
});

describe.skipIf(noSessions)("real sessions", () => {
  const files = noSessions ? [{ name: `all of them: ${noSessions}` } as (typeof sessions)[number]] : sessions;
  test.each(files)("$name", ({ load }) => {
    const lines = statsTables(conversationStats(load())).split("\n");
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(100);
  });
});
