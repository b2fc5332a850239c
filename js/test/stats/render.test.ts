// The renderers of stats: tables for a terminal, a page and a picture, of any conversation.
import stringWidth from "string-width";
import { escaped, percent, visible } from "tooltrim-view/text";
import { describe, expect, test } from "vitest";
import { statsPage } from "../../src/stats/page.js";
import { conversationStats } from "../../src/stats/stats.js";
import { statsSvg } from "../../src/stats/svg.js";
import { statsTables } from "../../src/stats/tables.js";
import { noSessions, sessions } from "../messages/support.js";
import { parsed } from "./markup.js";
import { hostile, hostileSession, session } from "./support.js";

const plain = (text: string) => text;
const cases = [
  ["no messages", conversationStats([])],
  ["a small session", conversationStats(session)],
  ["a session in a window", conversationStats(session, { window: { tokens: 4000 } })],
  ["hostile texts", conversationStats(hostileSession, { redact: plain })],
  ["one message", conversationStats([{ role: "user", content: "hi" }])],
] as const;

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

  test("the page is well formed, loads nothing and runs nothing", () => {
    const page = statsPage(stats, { title: hostile.join(" ") });
    const { names, attributes } = parsed(page, true);
    expect(names.filter((name) => ["script", "img", "link", "iframe", "a", "base", "form"].includes(name))).toEqual([]);
    expect(attributes.filter((name) => name.startsWith("on") || ["src", "href"].includes(name))).toEqual([]);
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
    expect(page).not.toMatch(/url\(|@import/);
    const count = (name: string) => names.filter((each) => each === name).length;
    expect(count("h1")).toBe(1);
    expect(count("caption")).toBe(count("table"));
    expect(page.match(/<th /g)?.length ?? 0).toBe(page.match(/<th scope="(col|row)"/g)?.length ?? 0);
    expect(new Set(page.match(/ id="[^"]*"/g)).size).toBe(page.match(/ id="[^"]*"/g)?.length);
  });

  test("the picture is well-formed XML that loads nothing", () => {
    for (const title of hostile) {
      const svg = statsSvg(stats, { title });
      const { names, attributes } = parsed(svg, false);
      expect(new Set(names)).not.toContain("script");
      expect(attributes.filter((name) => name.startsWith("on") || name.includes("href"))).toEqual([]);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
    expect(statsPage(stats)).not.toMatch(/NaN|Infinity|undefined/);
    expect(statsTables(stats)).not.toMatch(/NaN|Infinity|undefined/);
  });
});

test("what the strict reader of these tests refuses", () => {
  for (const wrong of ["<a><b></a></b>", "<a>", "<a>&x;</a>", "<a b=c></a>", "<a>\u0008</a>", "<a>\ud800</a>", "a < b"])
    expect(() => parsed(wrong, false), wrong).toThrow();
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

test("figures stand in all three", () => {
  const stats = conversationStats(session);
  const chars = stats.size.chars.toLocaleString("en");
  for (const text of [statsTables(stats), statsPage(stats), statsSvg(stats)]) {
    expect(text).toContain(chars);
    expect(text).toContain("anthropic · 20 messages · 10 calls, 2 failed, 1 without a result");
    expect(text).toContain("read_file");
  }
  const page = statsPage(stats);
  for (const words of ["src/berth.ts", "npm test", "Error: berth 7 is full"]) {
    expect(page).toContain(words);
    expect(statsTables(stats)).toContain(words);
  }
});

test("texts of a log become one line without controls, and markup becomes text", () => {
  expect(visible("a\n\tb\u001b[31m\u202e\ud83d📦\uffff")).toBe("a b\ufffd[31m\ufffd\ufffd📦\ufffd");
  expect(escaped("<a href='x'>\"&")).toBe("&lt;a href=&#39;x&#39;&gt;&quot;&amp;");
  expect([0, 0.0001, 0.0123, 0.1, 0.5, 0.9999, 1].map(percent)).toEqual([
    ...["0 %", "< 0.1 %", "1.2 %", "10 %", "50 %", "99.9 %", "100 %"],
  ]);
});

describe.skipIf(noSessions)("real sessions", () => {
  const files = noSessions ? [{ name: `all of them: ${noSessions}` } as (typeof sessions)[number]] : sessions;
  test.each(files)("$name is rendered", ({ name, load }) => {
    const stats = conversationStats(load());
    parsed(statsPage(stats, { title: name }), true);
    parsed(statsSvg(stats, { title: name }), false);
    for (const line of statsTables(stats).split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(100);
  });
});
