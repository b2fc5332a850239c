// The tab that compares, as a person uses it: links, bad input, large input, the keyboard, a screen reader, off line.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compared } from "./compare.mjs";
import { pageTest } from "./site.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const input = "Text to compare";

pageTest("a link brings settings, columns and, when asked, the input", { hash: "#compare" }, async (page) => {
  await compared(page);
  const text = `${"fine\n".repeat(300)}error: disk full 🙂\n${"fine\n".repeat(300)}`;
  await page.getByLabel(input).fill(text);
  await page.getByLabel("Limit for all, in chars").fill("500");
  await page.getByLabel("Result in column 3").selectOption("tail");
  await page.locator(".compare-facts .pane-note", { hasText: "3,019 chars in, at most 500 out" }).waitFor();
  const copied = async (label) => {
    await page.getByRole("button", { name: label, exact: true }).click();
    await page.locator("#compare").getByRole("button", { name: "Copied" }).waitFor();
    await page.locator("#compare").getByRole("button", { name: label, exact: true }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const plain = new URL(await copied("Copy link"));
  assert.equal(plain.hash, "#compare?of=text&limit=500&show=half%2Fhalf&show=tooltrim&show=tail");
  const whole = await copied("Copy link with input");
  assert.ok(whole.startsWith(`${plain.href}&input=`), whole);
  await page.goto("about:blank");
  await page.goto(whole);
  await page.locator(".compare-facts .pane-note", { hasText: "3,019 chars in, at most 500 out" }).waitFor();
  assert.equal(await page.getByLabel(input).inputValue(), text);
  assert.equal(await page.getByLabel("Result in column 3").inputValue(), "tail");
  // The address of the page has the settings, not the input.
  await page.waitForFunction((hash) => location.hash === hash, plain.hash);
  // A link that a chat has shortened.
  await page.goto(whole.slice(0, -40));
  await page.reload();
  await page.getByRole("alert").filter({ hasText: "The input in this link cannot be read" }).waitFor();
});

pageTest("bad input is reported, and stays as typed", { hash: "#compare?of=conversation" }, async (page) => {
  await compared(page);
  const field = page.getByLabel("Conversation to compare");
  const alert = page.locator("#compare-error");
  for (const [typed, reason] of [
    ["hello", /^This is no conversation: .* The comparison takes session logs/],
    ['[{"role":"user","content":"hi"}]', /^No tool calls were found/],
    ["", /^This is no conversation/],
  ]) {
    await field.fill(typed);
    await page.waitForFunction(
      ([source]) => new RegExp(source).test(document.querySelector("#compare-error").textContent),
      [reason.source],
    );
    assert.equal(await field.inputValue(), typed);
    assert.equal(await field.getAttribute("aria-invalid"), "true");
  }
  await page.getByRole("button", { name: "a coding session" }).click();
  await compared(page);
  assert.equal(await alert.textContent(), "");
  await page.getByRole("button", { name: "Copy link with input" }).click();
  await page.getByRole("alert").filter({ hasText: "With this input the link has" }).waitFor();
  await page.getByText("a text", { exact: true }).click();
  await compared(page);
  await page.getByLabel("Limit for all, in chars").fill("12");
  assert.equal(await page.locator("#compare-limit-error").textContent(), "A whole number from 100 to 10,000,000");
  assert.equal(await page.getByLabel("Limit for all, in chars").inputValue(), "12");
  await page.getByLabel(input).fill(" \n");
  await page.getByRole("alert").filter({ hasText: "The input is empty" }).waitFor();
});

pageTest("20 MB do not stop the page, and the one failure in them is found", { hash: "#compare" }, async (page) => {
  await compared(page);
  await page.evaluate(() => {
    const line = "step 1234 of the build is fine, nothing to see here, move along\n";
    const text = `${line.repeat(150_000)}error: disk full\n${line.repeat(160_000)}`;
    const data = new DataTransfer();
    data.items.add(new File([text], "large.log"));
    const init = { dataTransfer: data, bubbles: true, cancelable: true };
    let last = performance.now();
    globalThis.slowest = 0;
    const frame = (now) => {
      globalThis.slowest = Math.max(globalThis.slowest, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    document.body.dispatchEvent(new DragEvent("drop", init));
  });
  const note = page.locator(".compare-facts .pane-note");
  await note.filter({ hasText: "19,840,017 chars in, at most 4,000 out" }).waitFor();
  const row = page.locator(".compare-facts tr.ours");
  assert.match(await row.textContent(), /1 of 1/);
  assert.match(await page.getByLabel("Result of tooltrim").textContent(), /error: disk full/);
  const slowest = await page.evaluate(() => globalThis.slowest);
  assert.ok(slowest < 250, `a frame took ${slowest} ms`);
});

/** The cumulative layout shift so far. */
const moved = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const all = (list) => done(list.getEntries().reduce((sum, { value }) => sum + value, 0));
        new PerformanceObserver(all).observe({ type: "layout-shift", buffered: true });
        // Without an entry it is never called.
        setTimeout(() => done(0), 300);
      }),
  );

for (const kind of ["text", "conversation"]) {
  for (const width of [1440, 375]) {
    const options = { hash: `#compare?of=${kind}`, viewport: { width, height: 900 } };
    pageTest(`axe finds nothing, nothing sticks out or moves: ${kind}, ${width} px`, options, async (page) => {
      await compared(page);
      assert.ok((await moved(page)) < 0.01, `${await moved(page)} moved`);
      await page.evaluate(axe);
      const check = async () => {
        const found = await page.evaluate(async () => {
          const { violations: all } = await globalThis.axe.run("#compare");
          return all.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`));
        });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.deepEqual([found, over], [[], 0]);
      };
      await check();
      await page.emulateMedia({ colorScheme: "dark" });
      await page.locator(".compare-facts td button").first().click();
      await page.getByText("What is counted, and how").click();
      await check();
      const shown = await page.locator(".compare-panes > section:visible").count();
      assert.equal(shown, width === 1440 ? 3 : 2);
    });
  }
}

pageTest("the keyboard is enough, and the focus is seen", { hash: "#compare" }, async (page) => {
  await compared(page);
  const reached = [];
  await page.getByRole("radio", { name: "a text" }).focus();
  for (let presses = 0; presses < 60; presses += 1) {
    const at = await page.evaluate(() => {
      const active = document.activeElement;
      const outlined = (element) => getComputedStyle(element).outlineStyle !== "none";
      const name = active.ariaLabel || active.id || active.name || active.textContent.trim();
      return {
        name,
        marked: outlined(active) || outlined(active.nextElementSibling ?? active),
        inside: !!active.closest("#compare"),
      };
    });
    if (!at.inside) break;
    assert.ok(at.marked, `${at.name} has the focus and does not show it`);
    reached.push(at.name);
    await page.keyboard.press("Tab");
  }
  for (const name of [
    "of",
    "compare-limit",
    "Copy link",
    "Open file…",
    "a build log",
    input,
    "What is counted, and how",
    "Result in column 1",
    "Result of tooltrim",
  ]) {
    assert.ok(reached.includes(name), `${name} is not reached: ${reached.join(", ")}`);
  }
  // 5 numbers of each way have losses, but for those that lost nothing.
  assert.ok(reached.filter((name) => /^\d+ of \d+$/.test(name)).length >= 20);
  await page.getByRole("radio", { name: "a text" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".compare-facts", { hasText: "Open failures" }).waitFor();
  await page.getByLabel("Size for all").focus();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".compare-facts .pane-note", { hasText: "at most 50,548 out" }).waitFor();
  const losses = page.locator(".compare-facts tbody button").first();
  await losses.press("Enter");
  await page.locator(".losses ol").waitFor();
});

pageTest("once loaded it needs no network", { hash: "#compare?of=conversation" }, async (page, { complaints }) => {
  await compared(page);
  await page.context().setOffline(true);
  await page.getByLabel("Size for all").fill("50");
  await page.locator(".compare-facts .pane-note", { hasText: "at most 101,097 out" }).waitFor();
  await compared(page);
  assert.equal(await page.locator(".compare-facts small", { hasText: "It failed" }).count(), 0);
  // Chromium asks for the icon when the address changes, which is a moment later, and for nothing else.
  await page.waitForTimeout(500);
  const others = complaints.filter((each) => !/favicon|Failed to load resource/.test(each));
  assert.deepEqual(others, []);
  complaints.length = 0;
});
