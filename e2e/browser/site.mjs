// The built page on a server and a browser to open it in, once for all tests; and what a person does with the page.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launchChromium } from "../../scripts/lib/chromium.mjs";
import { createProject } from "../../tests/consumers/project.mjs";
import { buildPage } from "../../www/site.mjs";
import { serve } from "./server.mjs";

export const project = createProject();
export const folder = join(project.folder, "page");
await buildPage(project.folder, folder);
const server = await serve(folder);
export const browser = await launchChromium();
after(async () => {
  await browser.close();
  server.close();
});

/** The package in Node, from the same tarball as in the page. */
export const tooltrim = await import(pathToFileURL(join(project.installed, "dist/index.js")));
export const messages = await import(pathToFileURL(join(project.installed, "dist/messages.js")));

export const tally = { passed: 0, browser: `Chromium ${browser.version()}` };

/** The example of the tab of outputs is shown, unless the address names another tab. */
async function outputIsReady(page) {
  if (await page.evaluate(() => /^#(?!output)/.test(location.hash))) return;
  await shows(page, "#input-name", /failing-tests\.txt/);
  await shows(page, "#sizes", /\d/);
}

/**
 * A test with the page open. It fails, too, when the browser has complained of anything. `hash` is the end of the
 * address, `ready` waits until the tab that it names shows its example.
 */
export function pageTest(name, options, run) {
  const { hash = "", ready = outputIsReady, timeout = 120_000, ...browserOptions } = options;
  test(name, { timeout }, async (t) => {
    const context = await browser.newContext({
      permissions: ["clipboard-read", "clipboard-write"],
      ...browserOptions,
    });
    t.after(() => context.close());
    const page = await context.newPage();
    const complaints = [];
    const own = (url) => url.startsWith(server.url) || url.startsWith("blob:");
    page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("requestfailed", (request) => {
      // The browser gives up what a page still loads, such as its icon, when the page is left or loaded again.
      const left = own(request.url()) && request.failure()?.errorText === "net::ERR_ABORTED";
      if (!left) complaints.push(`failed: ${request.url()}, ${request.failure()?.errorText}`);
    });
    page.on("request", (request) => own(request.url()) || complaints.push(`asked for ${request.url()}`));
    await page.addInitScript(() => {
      // It would load all files of the page in each test; offline.mjs is about it.
      delete Navigator.prototype.serviceWorker;
      globalThis.violations = [];
      addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective));
    });
    await page.goto(server.url + hash);
    await ready(page);
    await run(page, { t, complaints, url: server.url });
    assert.deepEqual([complaints, await page.evaluate(() => violations)], [[], []]);
    tally.passed += 1;
  });
}

/** What is on for a log. */
export const forLogs = { rescue: true, clean: true };

/** Waits until an element's text matches. */
export async function shows(page, selector, pattern) {
  const matches = ([where, source, flags]) =>
    new RegExp(source, flags).test(document.querySelector(where)?.textContent ?? "");
  await page.waitForFunction(matches, [selector, pattern.source, pattern.flags]);
}

/** Pastes with the keyboard, from the clipboard. */
export async function paste(page, text) {
  await pressPaste(page, text);
  await page.waitForFunction((value) => document.querySelector("#input-view").pane.text === value, text);
}

/** The same without waiting for what comes of it. */
export async function pressPaste(page, text) {
  await page.evaluate((clip) => navigator.clipboard.writeText(clip), text);
  await page.getByLabel("Text of the input").focus();
  await page.keyboard.press("ControlOrMeta+V");
}

/** Picks a file in the dialog of the Output tab. */
export const pick = (page, name, buffer) =>
  page.locator("#output input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer });

/** What an editor holds, laid out or not. */
export const textOf = (page, view) => page.locator(`#${view}`).evaluate(({ pane }) => pane.text);

/** The parts of it that are marked: omitted, rescued, marker. */
export const marked = (page, view, kind) =>
  page.locator(`#${view}`).evaluate(({ pane }, of) => pane.marked(of).map((ends) => pane.text.slice(...ends)), kind);

/** Drops a file of these bytes, given in base64, on the page. */
export async function drop(page, name, bytes) {
  await page.evaluate(
    ([file, base64]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], file));
      const init = { dataTransfer: data, bubbles: true, cancelable: true };
      for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, init));
    },
    [name, Buffer.from(bytes).toString("base64")],
  );
}

/** The controls of the limits, by option. */
const LIMITS = {
  maxChars: "Limit in chars",
  maxUtf16: "Limit in UTF-16 units",
  maxBytes: "Limit in bytes",
  maxLines: "Limit in lines",
  maxTokens: "Limit in tokens",
};

const CHECKS = {
  trimEnd: "Drop white space",
  rescue: "Rescue what failed",
  clean: "Clean: colours",
  json: "Keep JSON valid",
};

/** Sets options through their controls, found by what a screen reader would call them. `limits` are all that hold. */
export async function set(page, { limits, about, keep, share, snap, marker, ...checks }) {
  if (limits !== undefined) {
    for (const [name, label] of Object.entries(LIMITS)) await page.getByLabel(label).fill(String(limits[name] ?? ""));
  }
  if (about !== undefined) await page.getByLabel("Look for").fill(about);
  if (keep !== undefined) await choose(page, "Keep", keep);
  if (share !== undefined) await page.getByLabel("Head’s share").fill(String(share));
  if (snap !== undefined) await choose(page, "Cut between", snap);
  if (marker !== undefined) await page.getByLabel("Marker", { exact: true }).fill(marker);
  for (const [name, on] of Object.entries(checks)) await page.getByLabel(CHECKS[name]).setChecked(on);
}

export const choose = (page, group, label) =>
  page.getByRole("group", { name: group }).getByText(label, { exact: true }).click();

/** What the copy button gives: the whole result, also when only its ends are displayed. */
export async function copied(page) {
  const button = page.getByRole("button", { name: "Copy result" });
  await page.locator(".trim:not([aria-busy=true])").waitFor();
  await button.click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The text of the result, once it is that of the input and the options. */
export async function shownResult(page) {
  await page.locator(".trim:not([aria-busy=true])").waitFor();
  return textOf(page, "result-view");
}

/** The rows of the table of sizes, as numbers by unit: input, omitted, result. */
export function shownSizes(page) {
  return page.evaluate(() =>
    Object.fromEntries(
      Array.from(document.querySelectorAll("#sizes tr"), (row) => [
        row.cells[0].textContent.replace(/,.*/, ""),
        Array.from(row.cells, (cell) => Number(cell.textContent.replaceAll(",", ""))).slice(1),
      ]),
    ),
  );
}
