// The page as it comes: its policy, its first view, its widths.
import assert from "node:assert/strict";
import { forLogs, marked, pageTest, paste, shownResult, shows, textOf, tooltrim } from "./site.mjs";

const refusal = (url) =>
  fetch(url).then(
    () => "sent",
    () => "refused",
  );

pageTest("the first view trims an example, without a complaint of the browser", {}, async (page) => {
  assert.equal(await page.locator("#version").textContent(), tooltrim.version);
  const input = await textOf(page, "input-view");
  assert.equal(await shownResult(page), tooltrim.trim(input, { maxChars: 4000, ...forLogs }).text);
  const markers = await marked(page, "result-view", "marker");
  assert.ok(
    markers.length > 1 &&
      markers.every((marker) =>
        /^\[… [\d,]+ (?:lines?|files|hits|paths)[^\n]*\]\n$|\[truncated [\d,]+ chars\]/.test(marker),
      ),
    markers,
  );
  assert.match(await page.locator("#verdict").textContent(), /^[\d,]+ of 4,000 chars$/);
});

pageTest("neither the page nor its worker can connect to anything", {}, async (page, { complaints, url }) => {
  assert.equal(await page.evaluate(refusal, url), "refused");
  await page.getByRole("button", { name: "a build log" }).click();
  await shows(page, "#sizes", /^chars369,118/);
  // The worker that has measured ends; the one that trims is left.
  while (page.workers().length > 1) await page.waitForTimeout(20);
  assert.equal(await page.workers()[0].evaluate(refusal, url), "refused");
  // Wanted, for once.
  assert.ok(
    complaints.length >= 2 && complaints.every((complaint) => /connect|fetch|failed/i.test(complaint)),
    complaints,
  );
  complaints.length = 0;
  await page.evaluate(() => violations.splice(0));
});

pageTest("the policy allows WebAssembly, and no other code than the page's own", {}, async (page) => {
  const policy = await page.locator("meta[http-equiv]").getAttribute("content");
  assert.match(policy, /default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|connect-src/);
});

pageTest("nothing sticks out at any width, and long lines are broken", {}, async (page) => {
  await paste(page, `${"wide".repeat(500)}\n\tone  two\t${"漢字 👩‍🚀 ".repeat(40)}\n`.repeat(10));
  for (const width of [320, 375, 820, 1360]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => {
      const scroller = document.querySelector("#input-view").pane.view.scrollDOM;
      return [document.documentElement.scrollWidth - innerWidth, scroller.scrollWidth - scroller.clientWidth];
    });
    assert.deepEqual(over, [0, 0], `${width} px`);
  }
});
