// The tab of conversations by hand: one exchange in full, the keyboard, links, screen readers, phones.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  compacted,
  conversationTest,
  example,
  isReady,
  open,
  shownSummary,
  slideTo,
  summaryOf,
} from "./conversation-page.mjs";
import { messages as library, shows } from "./site.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The texts of the panel, without what only stands for what is not displayed. */
const panel = (page) => page.locator(".exchange-texts");

/** The index of the exchange in the panel. */
const chosen = async (page) => {
  const title = await page.locator("#exchange-title").textContent();
  return Number.parseInt(title.replaceAll(",", ""), 10) - 1;
};

conversationTest("an exchange shows what it was, what is left, and why", {}, async (page) => {
  const { messages, report } = compacted(example);
  const [before, after] = [example, messages].map((list) => library.extractToolCalls(list));
  /** The place of an exchange among those that stay. */
  const placeOf = (at) => report.exchanges.slice(0, at).filter(({ rung }) => rung !== "folded").length;
  for (const rung of ["full", "trimmed", "fact"]) {
    const at = report.exchanges.findIndex((one, index) => one.rung === rung && before[index].result.length < 12_000);
    await page.getByRole("slider", { name: "Exchanges" }).focus();
    await page.keyboard.press("Home");
    for (let index = 0; index < at; index += 1) await page.keyboard.press("ArrowRight");
    assert.equal(await chosen(page), at);
    await shows(page, ".exchange-facts", new RegExp(`${rung}: `));
    await page.getByText("before", { exact: true }).click();
    await page.waitForFunction(
      ([text]) => [...document.querySelectorAll(".exchange-texts pre")].at(-1)?.textContent === text,
      [plain(before[at].result)],
    );
    await page.getByText("after", { exact: true }).click();
    await page.waitForFunction(
      ([text]) => [...document.querySelectorAll(".exchange-texts pre")].at(-1)?.textContent === text,
      [plain(after[placeOf(at)].result)],
    );
    await page.getByText("difference", { exact: true }).click();
    if (rung !== "full") await panel(page).locator(".piece-added, del").first().waitFor();
    else assert.equal(await panel(page).locator(".piece-added, del").count(), 0);
  }
});

/** Controls are displayed as U+FFFD, and CR as a blank. */
const plain = (text) => text.replace(/\r/g, " ").replace(/(?![\n\t])[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, "\ufffd");

conversationTest("an exchange that was removed shows what stands for it", {}, async (page) => {
  await page.getByText("a summary", { exact: true }).click();
  await slideTo(page, 10);
  await isReady(page);
  const { report, messages } = compacted(example, { style: "summary", compactTo: 0.1 });
  const at = report.exchanges.findIndex(({ rung }) => rung === "folded");
  assert.ok(at >= 0);
  await page.locator("#exchange-list [role=option]").nth(at).click();
  await page.getByText("after", { exact: true }).click();
  const summary = messages.find(({ content }) => typeof content === "string" && content.startsWith("[Earlier")).content;
  await shows(page, ".exchange-texts", /\[Earlier in this session:\]/);
  assert.ok((await panel(page).textContent()).includes(summary.split("\n")[1]));
});

conversationTest("the keyboard walks, goes into an exchange and comes back", {}, async (page) => {
  const active = () =>
    page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute("aria-label"));
  const list = page.getByRole("listbox", { name: /^Exchanges/ });
  await list.focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await chosen(page), 0);
  await page.keyboard.press("PageDown");
  assert.equal(await chosen(page), 10);
  await page.keyboard.press("End");
  assert.equal(
    await chosen(page),
    example.flatMap(({ content }) => content).filter(({ type }) => type === "tool_use").length - 1,
  );
  const current = await list.getAttribute("aria-activedescendant");
  assert.equal(await page.locator(`#${current}`).getAttribute("aria-selected"), "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  assert.equal(await active(), "exchange-title");
  await page.keyboard.press("ArrowUp");
  const at = await chosen(page);
  await page.getByRole("button", { name: "Previous exchange" }).click();
  assert.equal(await chosen(page), at - 1);
  await page.getByRole("button", { name: "Next exchange" }).press("Enter");
  assert.equal(await chosen(page), at);
  await page.keyboard.press("Escape");
  assert.equal(await active(), "exchange-list");
  await shows(page, ".exchange", /Choose an exchange/);
  // By the overview, with a screen reader's words for it.
  const strip = page.getByRole("slider", { name: "Exchanges" });
  await strip.focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await strip.getAttribute("aria-valuetext"), /^1: manage_todo_list.*, full, 339 → 339 chars$/);
  const box = await strip.boundingBox();
  await page.mouse.click(box.x + box.width - 2, box.y + 20);
  assert.equal(await chosen(page), 149);
  // From a file to its last call.
  await page.locator("#files .v-link").first().click();
  assert.equal(await active(), "exchange-list");
});

conversationTest("Tab reaches all of it in the order of the page, and shows where it is", {}, async (page) => {
  const expected = [
    ...["Open file…", "Paste…", "a coding session", "one with screenshots that broke off", "a long one of 1,000 calls"],
    ...[
      "window",
      "Unit of the window",
      "Window on a slider",
      "this session",
      "32k tokens",
      "128k tokens",
      "200k tokens",
      "1M tokens",
    ],
    ...["style", "target", "Target in percent of the window", "Advanced"],
    ...["Category", "Rung", "failed", "out of date", "Exchanges", "exchange-list"],
  ];
  await page.locator(".page-head a").last().focus();
  for (const name of expected) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const { activeElement: active } = document;
      const outlined = (element) => getComputedStyle(element).outlineStyle !== "none";
      const names = [active.id, active.name, active.ariaLabel, active.textContent, active.parentElement.textContent];
      return {
        names: names.filter(Boolean),
        marked: outlined(active) || outlined(active.nextElementSibling ?? active),
      };
    });
    assert.ok(
      found.names.some((one) => one.trim().startsWith(name)),
      `${name}, not ${found.names}`,
    );
    assert.ok(found.marked, `${name} has the focus and does not show it`);
  }
});

conversationTest("a link has the settings, and the session when asked", {}, async (page, { url }) => {
  await page.getByRole("button", { name: "128k tokens" }).click();
  await page.getByText("a summary", { exact: true }).click();
  await slideTo(page, 30);
  await open(page, "small.json", JSON.stringify(example.slice(0, 12)));
  const copy = async (name) => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("button", { name: "Copied" }).first().waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copied" }).first().waitFor({ state: "detached" });
    return link;
  };
  const plainLink = await copy("Copy link");
  assert.equal(plainLink, `${url}#conversation?windowTokens=128000&compactTo=0.3&style=summary`);
  await page.waitForFunction((link) => location.href === link, plainLink);
  const link = await copy("Copy link with session");
  const { report } = compacted(example.slice(0, 12), { window: { tokens: 128_000 }, compactTo: 0.3, style: "summary" });
  await page.goto("about:blank");
  await page.goto(link);
  await shows(page, "#session-found", /^Anthropic Messages: 12 messages/);
  assert.equal(await shownSummary(page), summaryOf(report));
  // One that was cut says so, and the page goes on.
  await page.goto("about:blank");
  await page.goto(`${url}#conversation?input=${link.slice(-50)}`);
  await page.locator(".session [role=alert]", { hasText: /link was cut/ }).waitFor();
  await shows(page, "#session-name", /^coding-session\.json/);
  await isReady(page);
  await page.getByRole("button", { name: "Copy link with session" }).click();
  await shows(page, ".conversation-code .message", /link would have [\d,]+ chars/);
});

for (const colorScheme of ["light", "dark"]) {
  conversationTest(`axe finds nothing, ${colorScheme}`, { colorScheme }, async (page) => {
    await page.locator("#exchange-list [role=option]").nth(3).click();
    await panel(page).locator("pre").first().waitFor();
    await page.getByRole("button", { name: "Paste…" }).click();
    await page.getByText("Advanced").click();
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      const found = await axe.run(document);
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
      );
    });
    assert.deepEqual(violations, []);
  });
}

for (const width of [1440, 768, 375]) {
  const viewport = { width, height: 900 };
  conversationTest(`nothing sticks out or shifts at ${width} px`, { viewport }, async (page) => {
    const shifts = () =>
      page.evaluate(
        () =>
          new Promise((done) => {
            const observer = new PerformanceObserver((list) => {
              observer.disconnect();
              done(
                list
                  .getEntries()
                  .filter(({ hadRecentInput }) => !hadRecentInput)
                  .reduce((sum, { value }) => sum + value, 0),
              );
            });
            observer.observe({ type: "layout-shift", buffered: true });
            setTimeout(done, 300, 0);
          }),
      );
    // The tab of outputs gives way before this one is there; 0.1 is what Web Vitals call good.
    assert.ok((await shifts()) < 0.1, `shifted by ${await shifts()}`);
    await page.locator("#exchange-list [role=option]").nth(3).click();
    await panel(page).locator("pre").first().waitFor();
    const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.equal(wide, room);
  });
}
