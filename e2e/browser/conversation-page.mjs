// Actions in the Conversation tab, and its expected contents: numbers from the package in Node.
import { readFileSync } from "node:fs";
import { codingSession } from "./coding-session.mjs";
import { drop, messages as library, pageTest, shows, tooltrim } from "./site.mjs";

/** A test in the tab; its example is shown. */
export function conversationTest(name, options, run) {
  const { hash = "#conversation", ready = isReady } = options;
  pageTest(`conversation: ${name}`, { ...options, hash, ready }, run);
}

/** A step is shown, and is that of the settings. */
export async function isReady(page) {
  await page.locator("#context-summary", { hasText: /exchange/ }).waitFor();
  await page.locator(".picture:not([aria-busy=true])").waitFor();
}

const grouped = (value) => value.toLocaleString("en-US");
const counted = (value, noun) => `${grouped(value)} ${noun}${value === 1 ? "" : "s"}`;

/** The page's example. */
export const example = codingSession("anthropic");

/** What `compactMessages` gives for the page's defaults and these changes. */
export function compacted(list, changes = {}) {
  const { format = library.detectFormat(list), ...more } = changes;
  const { size } = library.inspectMessages(list, { format });
  const window = { tokens: Math.max(size.tokens, 1) };
  return tooltrim.compactMessages(list, {
    ...{ format, window, compactTo: 0.5, triggerAt: 0, minimumGain: 0 },
    ...more,
  });
}

export const RUNGS = ["full", "trimmed", "fact", "folded"];

/** The line under "Context", for a report. */
export function summaryOf({ before, after, exchanges }) {
  const rungs = RUNGS.map((rung) => [rung, exchanges.filter((one) => one.rung === rung).length])
    .filter(([, count]) => count > 0)
    .map(([rung, count]) => `${grouped(count)} ${rung}`);
  const share = 100 * (1 - after.tokens / before.tokens);
  const percent =
    share > 0 && share < 0.1
      ? "< 0.1"
      : share > 99.9 && share < 100
        ? "99.9"
        : Math.abs(share) < 10
          ? share.toFixed(1).replace(/\.0$/, "")
          : Math.round(share);
  const sizes =
    before.tokens === after.tokens
      ? `${grouped(after.tokens)} tokens, nothing left out`
      : `${grouped(before.tokens)} → ${grouped(after.tokens)} tokens, ${percent} % less`;
  return `${sizes}. ${counted(exchanges.length, "exchange")}: ${rungs.join(", ") || "none"}.`;
}

/** The line that is shown, once it is that of the settings. */
export async function shownSummary(page) {
  await isReady(page);
  return page.locator("#context-summary").textContent();
}

/** Drops a session and waits for it. */
export async function open(page, name, text) {
  await drop(page, name, typeof text === "string" ? Buffer.from(text) : text);
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  await shows(page, "#session-name", new RegExp(`^${escaped}, `));
  await isReady(page);
}

/** Sets the slider by its keys. */
export async function slideTo(page, share) {
  const slider = page.getByRole("slider", { name: "Compact to" });
  await slider.focus();
  await page.keyboard.press("Home");
  for (let at = 5; at < share; at += 5) await page.keyboard.press("ArrowRight");
}

/** All rows, as `{ number, tool, rung, chars }`: the list holds only those that can be seen, so it is scrolled. */
export async function shownRows(page) {
  return page.evaluate(async () => {
    const list = document.querySelector("#exchange-list");
    const found = new Map();
    for (let top = 0; ; top += list.clientHeight) {
      list.scrollTop = top;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      for (const row of list.querySelectorAll("[role=option]")) {
        const text = (name) => row.querySelector(`.x-${name}`).textContent;
        found.set(Number(row.getAttribute("aria-posinset")), {
          tool: row.querySelector(".x-tool").title,
          rung: text("rung"),
          chars: text("chars"),
        });
      }
      if (top + list.clientHeight >= list.scrollHeight) break;
    }
    return [...found].sort(([one], [other]) => one - other).map(([, row]) => row);
  });
}

/** The expected rows. */
export const rowsOf = ({ exchanges }) =>
  exchanges.map(({ name, rung, charsBefore, charsAfter }) => ({
    tool: name,
    rung,
    chars: charsBefore === charsAfter ? grouped(charsAfter) : `${grouped(charsBefore)} → ${grouped(charsAfter)}`,
  }));

/** What is saved at a click, as text. */
export async function saved(page, button) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}
