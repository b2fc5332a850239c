// The keyboard alone is enough.
import assert from "node:assert/strict";
import { pageTest, shownResult, textOf, tooltrim } from "./site.mjs";

/** By name for what has one, by label or text for the rest; in the order of the page. */
const expected = [
  ...["Output", "Conversation", "Compare", "Docs", "npm"],
  ...["Open file…", "Clear", "a failing test run", "a build log", "a terminal", "an API response", "Text of the input"],
  ...[
    "preset",
    "maxChars",
    "maxUtf16",
    "maxBytes",
    "maxLines",
    "maxTokens",
    "about",
    "keep",
    "headShare",
    "Ends in chars",
    "snap",
  ],
  ...["json", "rescue", "Share and words", "clean", "Kinds of noise", "marker", "Insert a number", "trimEnd"],
  ...["Copy result", "Text of the result", "language", "Copy code", "Share a link"],
];

pageTest("Tab reaches every control in the order of the page, and shows where it is", {}, async (page) => {
  const reached = [];
  for (let presses = 0; presses < expected.length; presses += 1) {
    await page.keyboard.press("Tab");
    const { name, marked } = await page.evaluate(() => {
      const active = document.activeElement.shadowRoot?.activeElement ?? document.activeElement;
      const outlined = (element) => element && getComputedStyle(element).outlineStyle !== "none";
      return {
        name: active.name || active.ariaLabel || active.textContent.trim(),
        // A radio button's label stands for it, an editor's frame for its text.
        marked: outlined(active) || outlined(active.nextElementSibling) || outlined(active.closest(".cm-scroller")),
      };
    });
    reached.push(name);
    assert.ok(marked, `${name} has the focus and does not show it`);
  }
  assert.deepEqual(reached, expected);
});

pageTest("arrows and the space bar choose", {}, async (page) => {
  const input = await textOf(page, "input-view");
  await page.getByRole("radio", { name: "ends" }).focus();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("radio", { name: "lines" }).focus();
  await page.keyboard.press("ArrowLeft");
  for (const name of ["Rescue what failed", "Clean: colours"]) await page.getByLabel(name).press("Space");
  assert.equal(await shownResult(page), tooltrim.trim(input, { maxChars: 4000, keep: "tail", snap: "grapheme" }).text);
  await page.getByText("Insert a number").focus();
  await page.keyboard.press("Space");
  await page.getByLabel("Marker", { exact: true }).fill("[]");
  await page.getByLabel("Marker", { exact: true }).press("ArrowLeft");
  await page.getByRole("button", { name: "{totalLines}" }).press("Space");
  assert.equal(await page.getByLabel("Marker", { exact: true }).inputValue(), "[{totalLines}]");
  const options = { maxChars: 4000, keep: "tail", snap: "grapheme", marker: "[{totalLines}]" };
  assert.equal(await shownResult(page), tooltrim.trim(input, options).text);
});

pageTest("the editor takes keys: typing, line breaks, undo; Tab leaves it", {}, async (page) => {
  await page.getByRole("button", { name: "Clear" }).click();
  await page.keyboard.type("one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  assert.equal(await shownResult(page), "one\ntwo");
  // The history comes with the first focus, and groups what is typed at once.
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Backspace");
  assert.equal(await shownResult(page), "");
  await page.keyboard.press("ControlOrMeta+Z");
  assert.equal(await shownResult(page), "one\ntwo");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.name), "preset");
});
