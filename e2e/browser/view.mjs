// How the Output tab looks and behaves: both texts in step, what assistive technology finds, how much is loaded.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { marked, pageTest, set, shownResult, shows, tally } from "./site.mjs";

/** The lines of both texts at the height at which they show the same. */
const atAnchor = (page) =>
  page.evaluate(() =>
    ["input-view", "result-view"].map((id) => {
      const { view } = document.getElementById(id).pane;
      const { scrollTop, clientHeight } = view.scrollDOM;
      const block = view.lineBlockAtHeight(scrollTop + clientHeight * 0.4 - view.documentPadding.top + 2);
      return view.state.doc.sliceString(block.from, block.to);
    }),
  );

pageTest("both texts scroll in step, whichever is moved, and stay where they are put", {}, async (page) => {
  await set(page, { clean: false, limits: { maxChars: 8000 } });
  await shownResult(page);
  const settled = () => page.waitForTimeout(400);
  const top = (id) => page.locator(`#${id}`).evaluate(({ pane }) => pane.view.scrollDOM.scrollTop);
  const over = async (id) => {
    const { x, y } = await page.locator(`#${id}`).boundingBox();
    await page.mouse.move(x + 100, y + 200);
  };
  await settled();
  // At first, the cut.
  const [cut, marker] = await atAnchor(page);
  assert.ok((await marked(page, "input-view", "omitted"))[0].startsWith(cut), cut);
  assert.match(marker, /\[… [\d,]+ lines/);
  // Up into the head: the same lines side by side.
  await over("input-view");
  await page.mouse.wheel(0, -300);
  await settled();
  let [input, result] = await atAnchor(page);
  assert.equal(input, result);
  // To a rescued line, by the result.
  await over("result-view");
  await page.mouse.wheel(0, 700);
  await settled();
  const rescued = await marked(page, "result-view", "rescued");
  for (let tries = 0; tries < 40; tries += 1) {
    [input, result] = await atAnchor(page);
    if (rescued.some((text) => text.split("\n").includes(result))) break;
    await page.mouse.wheel(0, 20);
    await settled();
  }
  assert.equal(input, result);
  const before = [await top("input-view"), await top("result-view")];
  await page.waitForTimeout(500);
  assert.deepEqual([await top("input-view"), await top("result-view")], before);
  // To the end of one is to the end of both.
  await over("input-view");
  await page.mouse.wheel(0, 1_000_000);
  await settled();
  [input, result] = await atAnchor(page);
  assert.equal(input, result);
});

pageTest("omitted, rescued and marked parts have colours of their own", {}, async (page) => {
  const styles = await page.evaluate(() => {
    const first = (view, selector, property) => {
      const found = document.getElementById(view).shadowRoot.querySelector(selector);
      return found && getComputedStyle(found)[property];
    };
    return {
      text: first("input-view", ".cm-content", "color"),
      omitted: first("input-view", ".omitted", "color"),
      page: getComputedStyle(document.body).backgroundColor,
      marker: first("result-view", "mark", "backgroundColor"),
      rescued: first("result-view", ".rescued-line", "backgroundColor"),
    };
  });
  assert.equal(new Set(Object.values(styles)).size, 5, JSON.stringify(styles));
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds in the page as it is now. */
async function violations(page) {
  // Evaluated by the debugger, which the policy does not bind.
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`).join("; ")}`,
  );
}

for (const colorScheme of ["light", "dark"]) {
  pageTest(`axe finds nothing to complain of, ${colorScheme}`, { colorScheme }, async (page) => {
    for (const more of ["Ends in chars", "Share and words", "Kinds of noise", "Insert a number", "Share a link"]) {
      await page.getByText(more).click();
    }
    assert.deepEqual(await violations(page), []);
    await set(page, { limits: { maxChars: "x" } });
    await shows(page, "#limit-error", /x/);
    assert.deepEqual(await violations(page), []);
    await set(page, { limits: { maxChars: 4000 } });
    await page.getByRole("button", { name: "an API response" }).click();
    await shows(page, "#input-name", /api-response/);
    await page.getByText("tree", { exact: true }).click();
    await page.getByRole("treeitem").first().click();
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 375, height: 800 });
    assert.deepEqual(await violations(page), []);
  });
}

/** Bytes, compressed as a server would: what a first visit loads before anybody does anything. */
const MOST_FIRST = 308_000;

pageTest("a first visit loads no more than it may, and nothing moves while it does", {}, async (page, { url }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifts: 0, shifted: [] });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        globalThis.shifts += value;
        globalThis.shifted.push(...sources.map(({ node }) => `${node?.nodeName}.${node?.className}`));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const loaded = new Map();
  page.on("response", (response) => loaded.set(response.url(), response));
  await page.goto("about:blank");
  await page.goto(url);
  await shows(page, "#sizes", /\d/);
  await page.waitForLoadState("networkidle");
  const sizes = [];
  for (const response of loaded.values()) {
    sizes.push([new URL(response.url()).pathname, gzipSync(await response.body(), { level: 9 }).length]);
  }
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  assert.ok(total <= MOST_FIRST, `${total} bytes: ${JSON.stringify(sizes)}`);
  // The page, its script, its style, its icon, an example.
  assert.ok(sizes.length >= 4, JSON.stringify(sizes));
  const { shifts, shifted } = await page.evaluate(() => ({ shifts: globalThis.shifts, shifted: globalThis.shifted }));
  assert.ok(shifts < 0.01, `layout shift ${shifts}: ${shifted}`);
  tally.first = `${total} bytes at first`;
});
