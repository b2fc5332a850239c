// The tab of conversations: what it shows equals what the package says in Node.
import assert from "node:assert/strict";
import {
  compacted,
  conversationTest,
  example,
  isReady,
  rowsOf,
  saved,
  shownRows,
  shownSummary,
  slideTo,
  summaryOf,
} from "./conversation-page.mjs";
import { messages as library, shows } from "./site.mjs";

const { size, calls, parts } = library.inspectMessages(example);
const main = "#conversation";

conversationTest("the example is shown with what was found in it", {}, async (page) => {
  const failed = calls.filter(({ isError }) => isError).length;
  assert.equal(
    await page.locator("#session-found").textContent(),
    `Anthropic Messages: ${example.length} messages, ${calls.length} calls (${failed} failed), ${size.tokens.toLocaleString("en-US")} tokens (est.), ${size.chars.toLocaleString("en-US")} chars`,
  );
  assert.equal(await shownSummary(page), summaryOf(compacted(example).report));
});

conversationTest("each position of the slider shows what the package gives", {}, async (page) => {
  for (let share = 5; share <= 100; share += 5) {
    await slideTo(page, share);
    assert.equal(await shownSummary(page), summaryOf(compacted(example, { compactTo: share / 100 }).report));
  }
  await page.getByLabel("Target in percent").fill("37");
  assert.equal(await shownSummary(page), summaryOf(compacted(example, { compactTo: 0.37 }).report));
});

conversationTest("every row is that of the report, and the saved report is the package's", {}, async (page) => {
  for (const share of [20, 70]) {
    await slideTo(page, share);
    await isReady(page);
    const { report } = compacted(example, { compactTo: share / 100 });
    assert.deepEqual(await shownRows(page), rowsOf(report));
    const { name, text } = await saved(page, "Save report");
    assert.equal(name, "coding-session.report.json");
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(report)));
  }
});

conversationTest("window, style and the other options are the package's", {}, async (page) => {
  const cases = [
    [() => page.getByRole("button", { name: "32k tokens" }).click(), { window: { tokens: 32_000 } }],
    [() => page.getByLabel("Unit of the window").selectOption("chars"), { window: { chars: 32_000 } }],
    [() => page.getByLabel("Window", { exact: true }).fill("90000"), { window: { chars: 90_000 } }],
    [() => page.getByLabel("Window on a slider").fill("5"), { window: { chars: 96_000 } }],
    [() => page.getByText("a summary", { exact: true }).click(), { style: "summary" }],
    [() => page.getByText("Advanced").click(), {}],
    [() => page.getByLabel("Recent calls to keep").fill("2"), { recentCallsToKeep: 2 }],
    [() => page.getByLabel("If the messages cannot fit").selectOption("drop-oldest"), { whenFull: "drop-oldest" }],
    [() => page.getByLabel("into the cache").fill("2"), { economics: { cacheWrite: 2 } }],
  ];
  let options = {};
  for (const [change, more] of cases) {
    await change();
    options = { ...options, ...more };
    const { report } = compacted(example, options);
    assert.equal(await shownSummary(page), summaryOf(report));
    await shows(page, "#economics", new RegExp(`${report.breakEvenRequests} requests? until`.replace(" ", "\\s*")));
  }
  const code = await page.locator("#conversation-code").textContent();
  assert.match(code, /window: \{ chars: 96000 \}/);
  assert.match(code, /economics: \{ cacheWrite: 2 \}/);
  // The code runs, and gives what is shown.
  const [, literal] = /compactMessages\(messages, (.*)\);$/s.exec(code);
  assert.deepEqual(
    JSON.parse(JSON.stringify(compacted(example, Function(`return ${literal}`)()).report)),
    JSON.parse((await saved(page, "Save report")).text),
  );
  await page.getByRole("button", { name: "this session" }).click();
  assert.match(
    await page.locator("#conversation-code").textContent(),
    new RegExp(`window: \\{ chars: ${size.chars} \\}`),
  );
});

conversationTest("the context is drawn by kind, before and after", {}, async (page) => {
  const after = library.inspectMessages(compacted(example).messages).parts;
  const rows = await page
    .locator(".picture table tbody tr")
    .evaluateAll((list) => list.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const names = {
    results: "Tool results",
    arguments: "Tool arguments",
    assistant: "Assistant texts",
    user: "User texts",
  };
  const expected = Object.entries(names).map(([kind, name]) => [
    name,
    ...[parts, after].map((sizes) => sizes[kind].toLocaleString("en-US")),
  ]);
  assert.deepEqual(rows, expected);
  const widths = await page
    .locator(".picture .v-bar")
    .evaluateAll((bars) =>
      bars.map((bar) => [...bar.querySelectorAll("rect")].reduce((sum, rect) => sum + rect.width.baseVal.value, 0)),
    );
  const total = (sizes) => Object.values(sizes).reduce((sum, chars) => sum + chars, 0);
  assert.ok(Math.abs(widths[1] / widths[0] - total(after) / total(parts)) < 0.01, String(widths));
});

conversationTest("a wrong option is refused in the package's words, and the picture stays", {}, async (page) => {
  const before = await shownSummary(page);
  await page.getByLabel("Window", { exact: true }).fill("");
  let words = "";
  try {
    compacted(example, { window: { tokens: Number.NaN } });
  } catch ({ message }) {
    words = message;
  }
  assert.match(words, /^window/);
  await page.locator("#conversation-error", { hasText: words }).waitFor();
  assert.equal(await page.locator("#context-summary").textContent(), before);
  await page.getByLabel("Window", { exact: true }).fill("9000");
  await page.locator("#conversation-error", { hasText: /^$/ }).waitFor({ state: "attached" });
  assert.equal(await shownSummary(page), summaryOf(compacted(example, { window: { tokens: 9000 } }).report));
  await page.getByText("Advanced").click();
  await page.getByLabel("If the messages cannot fit").selectOption("error");
  await page.getByLabel("Window", { exact: true }).fill("10");
  await page.locator("#conversation-error", { hasText: /do not fit/ }).waitFor();
});

conversationTest("filters list what they name, and say how many", {}, async (page) => {
  const { exchanges } = compacted(example).report;
  const listed = async () =>
    Number((await page.locator("#exchange-list [role=option]").first().getAttribute("aria-setsize")) ?? 0);
  const failed = calls.filter(({ isError }) => isError).length;
  const stale = calls.filter(({ stale }) => stale !== null).length;
  const filters = page.getByRole("form", { name: "Filter" });
  await filters.getByLabel("failed").check();
  assert.equal(await listed(), failed);
  await filters.getByLabel("failed").uncheck();
  await filters.getByLabel("out of date").check();
  assert.equal(await listed(), stale);
  await filters.getByLabel("Category").selectOption("read");
  const both = calls.filter(({ category, stale }) => category === "read" && stale !== null).length;
  assert.equal(await listed(), both);
  await shows(page, ".filters-note", new RegExp(`^${both} of ${calls.length} listed$`));
  await filters.getByRole("button", { name: "Show all" }).click();
  await filters.getByLabel("Rung").selectOption("fact");
  assert.equal(await listed(), exchanges.filter(({ rung }) => rung === "fact").length);
  await filters.getByLabel("Rung").selectOption("folded");
  await shows(page, "#exchange-list", /No exchange is like that/);
  assert.equal(await page.locator(`${main} [role=option]`).count(), 0);
});

conversationTest("files, failures and what was read again are those of the package", {}, async (page) => {
  const { report } = compacted(example);
  const { files } = library.inspectMessages(example);
  const trail = [...report.edited, ...report.read];
  const cells = (section) =>
    page
      .locator(`${section} tbody tr`)
      .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(
    (await cells("#files")).map(([path, , count, message]) => [path, count, message]),
    trail.slice(0, 12).map(({ path, calls: count, lastMessage }) => [path, String(count), String(lastMessage)]),
  );
  const again = files
    .filter(({ reads }) => reads > 1)
    .sort((one, other) => other.staleChars - one.staleChars || other.readChars - one.readChars);
  assert.ok(again.length > 0);
  assert.deepEqual(
    (await cells("#re-reads")).map(([path, reads, , stale]) => [path.trim(), reads, stale]),
    again.slice(0, 8).map(({ path, reads, staleChars }) => [path, String(reads), staleChars.toLocaleString("en-US")]),
  );
  const failures = await page.locator("#open-failures li").allTextContents();
  for (const line of report.openFailures)
    assert.ok(
      failures.some((text) => text.startsWith(line)),
      line,
    );
});
