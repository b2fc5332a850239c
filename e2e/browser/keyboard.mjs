// The keyboard alone is enough.
import assert from "node:assert/strict";
import { pageTest, shownResult, tooltrim } from "./site.mjs";

/** By id, by name for radio buttons, by text for the rest; in the order of the page. */
const expected = [
  ...[
    "Output",
    "Conversation",
    "Compare",
    "open",
    "clear",
    "a failing test run",
    "a build log",
    "a terminal",
    "an API response",
    "input-text",
  ],
  ...["limit", "unit", "keep", "head-share", "snap", "rescue", "clean", "marker", "Insert a number", "trimEnd"],
  ...["copy-result", "Text of the result", "copy-code", "copy-link"],
];

pageTest("Tab reaches every control in the order of the page, and shows where it is", {}, async (page) => {
  const reached = [];
  for (let presses = 0; presses < expected.length; presses += 1) {
    await page.keyboard.press("Tab");
    const { name, marked } = await page.evaluate(() => {
      const active = document.activeElement;
      const outlined = (element) => getComputedStyle(element).outlineStyle !== "none";
      return {
        name: active.id || active.name || active.ariaLabel || active.textContent.trim(),
        // A radio button's label stands for it; the caret shows where a text area is.
        marked: outlined(active) || outlined(active.nextElementSibling ?? active) || active.tagName === "TEXTAREA",
      };
    });
    reached.push(name);
    assert.ok(marked, `${name} has the focus and does not show it`);
  }
  assert.deepEqual(reached, expected);
});

pageTest("arrows and the space bar choose", {}, async (page) => {
  const input = await page.locator("#input-text").inputValue();
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
