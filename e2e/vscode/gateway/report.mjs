// What the report shows in VS Code, read from its frame.
import assert from "node:assert/strict";
import { waitFor } from "./waiting.mjs";

/** Runs in the frame. */
export function readReport() {
  const style = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
  return {
    theme: document.body.className,
    scheme: getComputedStyle(document.documentElement).colorScheme,
    ground: style("html", "backgroundColor"),
    editor: getComputedStyle(document.documentElement).getPropertyValue("--vscode-editor-background"),
    bar: style(".v-context rect.k-results", "fill"),
    figures: [...document.querySelectorAll(".v-economics b")].map(({ textContent }) => textContent),
    rows: document.querySelectorAll(".v-exchanges tbody tr").length,
    width: [document.documentElement.scrollWidth, innerWidth],
    text: document.body.innerText,
  };
}

/** The page has its colours, the editor's ground, and the figures of the last step. */
export function checkReport(seen, { report, model, exchanges }) {
  const isDark = seen.theme.split(" ").includes("vscode-dark");
  assert.ok(isDark || /vscode-light/.test(seen.theme), seen.theme);
  assert.equal(seen.scheme, isDark ? "dark" : "light");
  assert.equal(seen.bar, isDark ? "rgb(79, 184, 154)" : "rgb(11, 99, 80)");
  assert.equal(seen.ground, rgb(seen.editor));
  assert.ok(seen.width[0] <= seen.width[1], `${seen.width} px`);
  const compact = (size) => new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(size);
  assert.deepEqual(seen.figures.slice(0, 2), [compact(report.after.tokens), compact(report.after.chars)]);
  const changed = exchanges.filter(({ charsBefore, charsAfter }) => charsBefore !== charsAfter);
  assert.ok(changed.length > 0 && seen.rows === Math.min(changed.length, 200), `${seen.rows} rows`);
  for (const text of [model, report.edited[0].path]) assert.ok(seen.text.includes(text), text);
}

/** The page follows the editor to a dark theme, and back. Only a host with a server has VS Code's own themes. */
export async function checkDark({ talk, frame, report }) {
  const change = async (theme, name) => {
    await talk.settings({ "workbench.colorTheme": theme });
    await waitFor(async () => (await frame.evaluate(readReport)).theme.split(" ").includes(name));
  };
  await change("Default Dark Modern", "vscode-dark");
  checkReport(await frame.evaluate(readReport), report);
  await change("Default Light Modern", "vscode-light");
}

function rgb(hex) {
  const [red, green, blue] = hex
    .trim()
    .match(/[\da-f]{2}/gi)
    .map((each) => Number.parseInt(each, 16));
  return `rgb(${red}, ${green}, ${blue})`;
}
