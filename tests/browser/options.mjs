// Every option shows what the package gives in Node.
import assert from "node:assert/strict";
import { copied, pageTest, paste, set, shownResult, shownSizes, shows, tooltrim } from "./site.mjs";

const text = `start 👩‍🚀\n${"Zeile mit Ümlaut, 漢字 und e\u0301  \n\n".repeat(120)}${"long ".repeat(300)}\nend 🇩🇪\n`;

/** What is set in the form, and the same as options; each on top of the ones before. */
const steps = [
  [{ limit: 500 }, { maxChars: 500 }],
  [{ keep: "head" }, { maxChars: 500, keep: "head" }],
  [{ keep: "tail" }, { maxChars: 500, keep: "tail" }],
  [{ keep: "none" }, { maxChars: 500, keep: "none" }],
  [
    { keep: "ends", share: 0.2 },
    { maxChars: 500, headShare: 0.2 },
  ],
  [{ snap: "graphemes" }, { maxChars: 500, headShare: 0.2, snap: "grapheme" }],
  [{ snap: "chars" }, { maxChars: 500, headShare: 0.2, snap: "char" }],
  [
    { snap: "lines", marker: "[{omittedLines} of {totalLines} {{gone}]" },
    { maxChars: 500, headShare: 0.2, marker: "[{omittedLines} of {totalLines} {{gone}]" },
  ],
  [
    { share: 0.5, marker: "", trimEnd: true },
    { maxChars: 500, marker: "", trimEnd: true },
  ],
  [
    { unit: "bytes", marker: "~" },
    { maxBytes: 500, marker: "~", trimEnd: true },
  ],
  [
    { unit: "UTF-16 units", trimEnd: false },
    { maxUtf16: 500, marker: "~" },
  ],
  [
    { unit: "lines", limit: 21 },
    { maxLines: 21, marker: "~" },
  ],
  [
    { unit: "tokens (est.)", limit: 300 },
    { maxTokens: 300, marker: "~" },
  ],
];

pageTest("each option gives what the package gives in Node", {}, async (page) => {
  await paste(page, text);
  for (const [change, options] of steps) {
    await set(page, change);
    const { text: expected, omitted } = tooltrim.trim(text, { ...options, count: ["bytes", "lines", "tokens"] });
    const about = JSON.stringify(options);
    assert.equal(await shownResult(page), expected, about);
    const marker = await page.locator("#result-view mark").allTextContents();
    assert.equal(marker.length, options.marker === "" ? 0 : 1, about);
    const sizes = await shownSizes(page);
    const [before, after] = [tooltrim.measure(text), tooltrim.measure(expected)];
    for (const [unit, shown] of [
      ["chars", sizes.chars],
      ["utf16", sizes["UTF-16 units"]],
      ["bytes", sizes.bytes],
      ["lines", sizes.lines],
      ["tokens", sizes.tokens],
    ]) {
      assert.deepEqual(shown, [before[unit], omitted[unit], after[unit]], `${about}: ${unit}`);
    }
    assert.equal(await page.locator("#verdict.holds").count(), 1, about);
    assert.equal(await keptByColour(page), kept(expected, marker[0] ?? ""), about);
    const code = await page.locator("#code").textContent();
    const [, literal] = /trim\(output, (.*)\);$/s.exec(code);
    assert.deepEqual(new Function(`return ${literal}`)(), options);
  }
  assert.equal(await copied(page), await shownResult(page));
});

/** What the input view does not grey out. */
const keptByColour = (page) =>
  page.locator("#input-view").evaluate((view) =>
    Array.from(view.childNodes)
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.data)
      .join(""),
  );

/** The result without its marker: what the input view must show as kept. */
const kept = (result, marker) => (marker ? result.replace(marker, "") : result);

pageTest("a text that fits comes back as it is", {}, async (page) => {
  await paste(page, "short enough\n");
  assert.equal(await shownResult(page), "short enough\n");
  assert.equal(await page.locator("#summary").textContent(), "It fits: the result is the input, unchanged.");
});

pageTest("an error stands at its field, and goes when it is mended", {}, async (page) => {
  const marker = page.getByLabel("Marker", { exact: true });
  const limit = page.getByLabel("Limit", { exact: true });
  await set(page, { limit: 20 });
  await shows(page, "#marker-error", /takes up to 36 chars, more than maxChars 20$/);
  assert.deepEqual(
    [await marker.getAttribute("aria-invalid"), await limit.getAttribute("aria-invalid")],
    ["true", "true"],
  );
  await shows(page, "#result-view", /^No result: MARKER_TOO_LONG/);
  assert.ok(await page.getByRole("button", { name: "Copy result" }).isDisabled());
  await set(page, { limit: 4000, marker: "{nonsense}" });
  await shows(page, "#marker-error", /unknown placeholder \{nonsense\}/);
  await shows(page, "#result-view", /^No result: INVALID_OPTION/);
  for (const [value, message] of [
    ["-1", /^maxChars: -1 is not a number of 0 or more$/],
    ["", /^maxChars: enter a number/],
  ]) {
    await set(page, { limit: value, marker: "~" });
    await shows(page, "#limit-error", message);
    await shows(page, "#marker-error", /^$/);
  }
  await set(page, { limit: 50 });
  await shows(page, "#limit-error", /^$/);
  assert.equal(await page.locator("[aria-invalid]").count(), 0);
  assert.ok(await page.getByRole("button", { name: "Copy result" }).isEnabled());
});

const shared = "#trim?maxBytes=900&keep=tail&snap=grapheme&marker=%5B%7Bcount%7D+%26+more%5D&trimEnd=true";
const sharedOptions = { maxBytes: 900, keep: "tail", snap: "grapheme", marker: "[{count} & more]", trimEnd: true };

pageTest("a link sets the options, and the options make the link", { hash: shared }, async (page) => {
  await paste(page, text);
  assert.equal(await shownResult(page), tooltrim.trim(text, sharedOptions).text);
  await set(page, { keep: "ends" });
  await set(page, { share: 0.3 });
  await page.waitForFunction(() => location.hash.includes("headShare=0.3"));
  const link = new URLSearchParams((await page.evaluate(() => location.hash)).replace("#trim?", ""));
  const { keep: _, ...rest } = sharedOptions;
  const expected = Object.entries({ ...rest, headShare: 0.3 }).map(([name, value]) => [name, String(value)]);
  assert.deepEqual([...link].sort(), expected.sort());
  await page.evaluate(() => {
    location.hash = "#trim?maxLines=7&keep=both&headShare=x&colour=red";
  });
  await page.waitForFunction(() => document.querySelector("#code").textContent.includes("{ maxLines: 7 }"));
  assert.equal(await shownResult(page), tooltrim.trim(text, { maxLines: 7 }).text);
});
