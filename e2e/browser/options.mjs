// Every option shows what the package gives in Node.
import assert from "node:assert/strict";
import {
  copied,
  drop,
  forLogs,
  marked,
  pageTest,
  paste,
  set,
  shownResult,
  shownSizes,
  shows,
  textOf,
  tooltrim,
} from "./site.mjs";

const text = `start 👩‍🚀\n${"Zeile mit Ümlaut, 漢字 und e\u0301  \n\n".repeat(120)}${"long ".repeat(300)}\nend 🇩🇪\n`;

/** What is set in the form, and the same as options; each on top of the ones before. */
const steps = [
  [{ limits: { maxChars: 500 }, rescue: false, clean: false }, { maxChars: 500 }],
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
    { limits: { maxBytes: 500 }, marker: "~" },
    { maxBytes: 500, marker: "~", trimEnd: true },
  ],
  [
    { limits: { maxUtf16: 500 }, trimEnd: false },
    { maxUtf16: 500, marker: "~" },
  ],
  [{ limits: { maxLines: 21 } }, { maxLines: 21, marker: "~" }],
  [{ limits: { maxTokens: 300 } }, { maxTokens: 300, marker: "~" }],
  [
    { limits: { maxChars: 900, maxLines: 30, maxTokens: 500 } },
    { maxChars: 900, maxLines: 30, maxTokens: 500, marker: "~" },
  ],
  // Without any, the package's own limit holds.
  [{ limits: {} }, { marker: "~" }],
];

pageTest("a question brings the lines that answer it, and stands in the address", {}, async (page) => {
  const log = Array.from({ length: 500 }, (_, at) => (at === 250 ? "pump 7 lost pressure" : `pump ${at % 5} runs`));
  const about = "which pump lost pressure?";
  await paste(page, log.join("\n"));
  await set(page, { limits: { maxChars: 300 }, about, rescue: false, clean: false });
  const { text: expected } = tooltrim.trim(log.join("\n"), { maxChars: 300, about, rescue: false });
  assert.ok(expected.includes("pump 7 lost pressure"));
  assert.equal(await shownResult(page), expected);
  await page.waitForFunction(() => new URLSearchParams(location.hash.split("?")[1]).get("about")?.includes("pressure"));
  await page.reload();
  assert.equal(await page.getByLabel("Look for").inputValue(), about);
});

pageTest("each option gives what the package gives in Node", {}, async (page) => {
  await paste(page, text);
  for (const [change, plain] of steps) {
    await set(page, change);
    // The code names rescue only where it differs from the default.
    const options = plain.keep ? plain : { ...plain, rescue: false };
    const { text: expected, omitted } = tooltrim.trim(text, { ...options, count: ["bytes", "lines", "tokens"] });
    const about = JSON.stringify(options);
    assert.equal(await shownResult(page), expected, about);
    const marker = await marked(page, "result-view", "marker");
    assert.equal(marker.length, options.marker === "" ? 0 : 1, about);
    const sizes = await shownSizes(page);
    const [before, after] = [tooltrim.measure(text), tooltrim.measure(expected)];
    assert.deepEqual(sizes.graphemes.filter(Number.isFinite), [before.graphemes, after.graphemes], about);
    for (const [unit, shown] of [
      ["chars", sizes.chars],
      ["utf16", sizes["UTF-16 units"]],
      ["bytes", sizes.bytes],
      ["lines", sizes.lines],
      ["tokens", sizes.tokens],
    ]) {
      assert.deepEqual(shown, [before[unit], omitted[unit], after[unit]], `${about}: ${unit}`);
    }
    const limits = Math.max(Object.keys(options).filter((name) => name.startsWith("max")).length, 1);
    assert.equal(await page.locator("#verdict .holds").count(), limits, about);
    assert.equal(await keptByColour(page), kept(expected, marker[0] ?? ""), about);
    assert.deepEqual(await optionsInCode(page), options);
  }
  assert.equal(await copied(page), await shownResult(page));
});

/** What the input view does not grey out. */
const keptByColour = (page) =>
  page.locator("#input-view").evaluate(({ pane }) => {
    let [kept, end] = ["", 0];
    for (const [from, to] of pane.marked("omitted")) {
      kept += pane.text.slice(end, from);
      end = to;
    }
    return kept + pane.text.slice(end);
  });

/** The options of the call in TypeScript. */
async function optionsInCode(page) {
  const [, literal] = /trim\(output(?:, (.*))?\);$/s.exec(await page.locator("#code").textContent());
  return new Function(`return ${literal ?? "{}"}`)();
}

/** The result without its marker: what the input view must show as kept. */
const kept = (result, marker) => (marker ? result.replace(marker, "") : result);

pageTest("a text that fits comes back as it is", {}, async (page) => {
  await paste(page, "short enough\n");
  assert.equal(await shownResult(page), "short enough\n");
  assert.equal(await page.locator("#summary").textContent(), "It fits: the result is the input, unchanged.");
});

pageTest("an error stands at its field, and goes when it is mended", {}, async (page) => {
  const marker = page.getByLabel("Marker", { exact: true });
  const limit = page.getByLabel("Limit in chars");
  await set(page, { limits: { maxChars: 20 }, marker: "[the rest was left out]", rescue: false });
  await shows(page, "#marker-error", /takes up to 23 chars, more than maxChars 20$/);
  assert.deepEqual(
    [await marker.getAttribute("aria-invalid"), await limit.getAttribute("aria-invalid")],
    ["true", "true"],
  );
  assert.match(await textOf(page, "result-view"), /^No result: MARKER_TOO_LONG/);
  assert.ok(await page.getByRole("button", { name: "Copy result" }).isDisabled());
  await set(page, { limits: { maxChars: 4000 }, marker: "{nonsense}" });
  await shows(page, "#marker-error", /unknown placeholder \{nonsense\}/);
  assert.match(await shownResult(page), /^No result: INVALID_OPTION/);
  for (const [value, message] of [
    ["-1", /^maxChars: -1 is not a number of 0 or more$/],
    ["12k", /^maxChars: "12k" is not a number of 0 or more$/],
  ]) {
    await set(page, { limits: { maxChars: value }, marker: "~" });
    await shows(page, "#limit-error", message);
    await shows(page, "#marker-error", /^$/);
    // What was typed stays.
    assert.equal(await limit.inputValue(), value);
  }
  await set(page, { limits: { maxChars: "4,000" } });
  await shows(page, "#limit-error", /^$/);
  assert.deepEqual((await optionsInCode(page)).maxChars, 4000);
  await set(page, { limits: { maxBytes: "x" } });
  await shows(page, "#limit-error", /^maxBytes: "x"/);
  assert.equal(await page.getByLabel("Limit in bytes").getAttribute("aria-invalid"), "true");
  await set(page, { limits: { maxChars: 50 }, rescue: true });
  await page.getByText("Share and words").click();
  await page.getByLabel("Share of the limit").fill("2");
  await shows(page, "#rescue-error", /^rescue\.share: 2 is not a number from 0 to 1$/);
  await page.getByLabel("Share of the limit").fill("");
  await shows(page, "#rescue-error", /^$/);
  assert.equal(await page.locator("[aria-invalid]").count(), 0);
  assert.ok(await page.getByRole("button", { name: "Copy result" }).isEnabled());
});

const shared =
  "#output?maxBytes=900&keep=tail&snap=grapheme&marker=%5B%7Bcount%7D+%26+more%5D&trimEnd=true&rescue=true&clean=false";
const sharedOptions = {
  ...{ maxBytes: 900, keep: "tail", snap: "grapheme", marker: "[{count} & more]", trimEnd: true },
  ...{ rescue: true, clean: false },
};

pageTest("a link sets the options, and the options make the link", { hash: shared }, async (page) => {
  await paste(page, text);
  assert.equal(await shownResult(page), tooltrim.trim(text, sharedOptions).text);
  await set(page, { keep: "ends" });
  await set(page, { share: 0.3 });
  await page.waitForFunction(() => location.hash.includes("headShare=0.3"));
  const link = new URLSearchParams((await page.evaluate(() => location.hash)).replace("#output?", ""));
  const { keep: _, ...rest } = sharedOptions;
  const expected = Object.entries({ ...rest, headShare: 0.3 }).map(([name, value]) => [name, String(value)]);
  assert.deepEqual([...link].sort(), expected.sort());
  await page.evaluate(() => {
    location.hash = "#output?maxLines=7&keep=both&headShare=x&colour=red&rescue=false&clean=no";
  });
  await page.waitForFunction(() =>
    document.querySelector("#code").textContent.includes("{ maxLines: 7, rescue: false }"),
  );
  assert.equal(await shownResult(page), tooltrim.trim(text, { maxLines: 7, rescue: false }).text);
});

// Two failures in a long line of steps, in colour, with a bar that was drawn over.
const log = Array.from({ length: 400 }, (_, n) => {
  if (n === 120) return "\x1b[31merror:\x1b[0m disk full on node7\n";
  if (n === 280) return "  1%\r 50%\r100% uploaded\nError: 2 of 4 parts are missing\n    at send (upload.js:12:3)\n";
  return `step ${n} of the deployment is done\n`;
}).join("");

pageTest("of a log what failed is rescued and noise is cleaned, until somebody says otherwise", {}, async (page) => {
  await drop(page, "deploy.log", new TextEncoder().encode(log));
  await shows(page, "#input-name", /^deploy\.log/);
  await set(page, { limits: { maxChars: 600 } });
  const options = { maxChars: 600, ...forLogs };
  const { text: expected, cleaned } = tooltrim.trim(log, options);
  assert.equal(await shownResult(page), expected);
  assert.ok(expected.includes("\nerror: disk full on node7\n") && cleaned.chars > 0, expected);
  assert.match(await page.locator("#code").textContent(), /\{ maxChars: 600, clean: true \}/);
  assert.equal(
    await page.getByLabel("Marker", { exact: true }).inputValue(),
    "[… {omittedLines} lines, {count} chars]",
  );

  // Three gaps, and what stands between them, in both views.
  assert.equal((await marked(page, "result-view", "marker")).length, 3);
  const rescued = await marked(page, "result-view", "rescued");
  assert.match(rescued[0], /\nerror: disk full on node7\n/);
  assert.match(rescued[1], /\nError: 2 of 4 parts are missing\n {4}at send/);
  const inInput = await marked(page, "input-view", "rescued");
  const asItCame = [
    rescued[0].replace("error:", "\x1b[31merror:\x1b[0m"),
    rescued[1].replace("100%", "  1%\r 50%\r100%"),
  ];
  assert.deepEqual(inInput, asItCame);
  assert.match(await page.locator("#summary").textContent(), /; 2 places rescued; \d+ chars cleaned\.$/);
  assert.match(await page.locator("#bar").getAttribute("aria-label"), /, and 2 places between$/);

  await set(page, { clean: false });
  assert.equal(await shownResult(page), tooltrim.trim(log, { maxChars: 600, rescue: true }).text);
  await set(page, { rescue: false });
  assert.equal(await shownResult(page), tooltrim.trim(log, { maxChars: 600, rescue: false }).text);
  await page.waitForFunction(() => /rescue=false&clean=false/.test(location.hash));
  // What somebody has chosen stays with the next text, the rest follows it.
  await page.getByRole("button", { name: "a build log" }).click();
  await shows(page, "#input-name", /build\.log/);
  assert.equal(await page.getByLabel("Rescue what failed").isChecked(), false);
});

pageTest("data is not cleaned unless asked for", { hash: "#output?maxChars=900&clean=true" }, async (page) => {
  await page.getByRole("button", { name: "an API response" }).click();
  await shows(page, "#input-name", /api-response\.json/);
  const checked = (name) => page.getByLabel(name).isChecked();
  assert.deepEqual([await checked("Rescue what failed"), await checked("Clean: colours")], [true, true]);
  assert.equal(
    await page.getByLabel("Marker", { exact: true }).inputValue(),
    "[… {omittedLines} lines, {count} chars]",
  );
  // Two lines of thousands of chars, with escapes, are no data.
  await page.getByRole("button", { name: "a terminal" }).click();
  await shows(page, "#input-name", /terminal\.txt/);
  assert.deepEqual([await checked("Rescue what failed"), await checked("Clean: colours")], [true, true]);
  assert.equal(await checked("Keep JSON valid"), false);
});
