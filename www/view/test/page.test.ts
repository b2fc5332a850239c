// The page and the picture of stats, of any conversation.
import { statsPage } from "tooltrim-view/page";
import { statsSvg } from "tooltrim-view/picture";
import { conversationStats } from "tooltrim-view/stats";
import { percent, visible } from "tooltrim-view/text";
import { describe, expect, test } from "vitest";
import { noSessions, sessions } from "../../../js/test/messages/support.js";
import { parsed } from "./markup.js";
import { cases, hostile, session } from "./support.js";

describe.each(cases)("%s", (_, stats) => {
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
  });
});

test("what the strict reader of these tests refuses", () => {
  for (const wrong of ["<a><b></a></b>", "<a>", "<a>&x;</a>", "<a b=c></a>", "<a>\u0008</a>", "<a>\ud800</a>", "a < b"])
    expect(() => parsed(wrong, false), wrong).toThrow();
});

test("figures stand in both", () => {
  const stats = conversationStats(session);
  const chars = stats.size.chars.toLocaleString("en");
  for (const text of [statsPage(stats), statsSvg(stats)]) {
    expect(text).toContain(chars);
    expect(text).toContain("anthropic · 20 messages · 10 calls, 2 failed, 1 without a result");
    expect(text).toContain("read_file");
  }
  const page = statsPage(stats);
  for (const words of ["src/berth.ts", "npm test", "Error: berth 7 is full"]) {
    expect(page).toContain(words);
  }
});

test("texts of a log become one line without controls", () => {
  expect(visible("a\n\tb\u001b[31m\u202e\ud83d📦\uffff")).toBe("a b\ufffd[31m\ufffd\ufffd📦\ufffd");
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
  });
});
