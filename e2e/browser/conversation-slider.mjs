// A session of 1,000 exchanges and 5 MB: from a move of the slider to the frame that shows its rungs, in Chromium's own
// trace.
import assert from "node:assert/strict";
import { longSession } from "../../examples/data/long-session.mjs";
import { compacted, conversationTest, isReady, rowsOf, shownRows, slideTo, summaryOf } from "./conversation-page.mjs";
import { browser, project, shows, tally } from "./site.mjs";

const list = longSession();
/** Milliseconds from input to paint that a person takes for immediate. */
const IMMEDIATE = 100;

/** Opens the long example, and waits until all positions of the slider are prepared. */
async function openLong(page) {
  await page.getByRole("button", { name: "a long one" }).click();
  await shows(page, "#session-name", /^long-session\.json/);
  await isReady(page);
  await page.locator(".conversation[data-prepared=true]").waitFor({ timeout: 60_000 });
}

/** Drags the slider over all positions, there and back, with pauses as a hand makes them. */
async function drag(page) {
  const box = await page.getByRole("slider", { name: "Compact to" }).boundingBox();
  const at = (share) => box.x + 8 + ((box.width - 16) * (share - 5)) / 95;
  const y = box.y + box.height / 2;
  await page.mouse.move(at(50), y);
  await page.mouse.down();
  const there = Array.from({ length: 20 }, (_, position) => (position + 1) * 5);
  for (const share of [...there, ...there.reverse()]) {
    await page.mouse.move(at(share), y);
    await page.waitForTimeout(120);
  }
  await page.mouse.up();
  // The last frame is in the trace, too.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForTimeout(1000);
}

/**
 * Of each `input` event, in milliseconds: `wall` to the end of the first frame behind it that the page has drawn (in
 * Chromium's words a commit, and then the draw of a frame), and `busy`, the time of the processor that the page's thread
 * took until that commit. Other programs make the first longer, not the second.
 */
function latencies(trace) {
  const { traceEvents } = JSON.parse(trace);
  const named = (name) => traceEvents.filter((event) => event.name === name).sort((one, other) => one.ts - other.ts);
  const inputs = named("EventDispatch").filter(({ args }) => args.data.type === "input");
  const [{ pid, tid } = {}] = inputs;
  // Of the page's own process: the browser's frame has commits, too.
  const [commits, draws] = ["Commit", "DrawFrame"].map((name) => named(name).filter((event) => event.pid === pid));
  const tasks = named("RunTask").filter((task) => task.pid === pid && task.tid === tid);
  return inputs.map(({ ts, dur }) => {
    const commit = commits.find((event) => event.ts >= ts + dur);
    const draw = commit && draws.find((event) => event.ts >= commit.ts);
    assert.ok(draw, "an input without a frame behind it");
    const until = tasks.filter((task) => task.ts + task.dur >= ts && task.ts <= commit.ts);
    const busy = until.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
    return { wall: (draw.ts - ts) / 1000, busy: busy / 1000 };
  });
}

const summaries = new Map();
/** The line under "Context" at a position of the slider. */
function summaryAt(share) {
  const known = summaries.get(Number(share));
  const summary = known ?? summaryOf(compacted(list, { compactTo: share / 100 }).report);
  summaries.set(Number(share), summary);
  return summary;
}

const ms = (value) => `${value.toFixed(1)} ms`;

conversationTest(
  "1,000 exchanges of 5 MB: the slider moves the rungs within 100 ms, in a trace",
  {},
  async (page, { t }) => {
    assert.ok(JSON.stringify(list).length > 5_000_000);
    await openLong(page);
    // A move must show the step of its position.
    await page.evaluate(() => {
      const shown = () => document.querySelector("#context-summary").textContent;
      globalThis.moved = [];
      const look = ({ target }) => {
        const before = shown();
        requestAnimationFrame(() => requestAnimationFrame(() => moved.push([target.value, before !== shown()])));
      };
      // Before the page hears of it.
      addEventListener("input", look, { capture: true });
    });
    const hidden = "disabled-by-default-devtools.timeline";
    const categories = ["devtools.timeline", hidden, `${hidden}.frame`, "cc", "viz"];
    await browser.startTracing(page, { categories });
    await drag(page);
    const trace = String(await browser.stopTracing());
    const found = latencies(trace);
    const moves = await page.evaluate(() => moved);
    assert.ok(moves.length >= 35, `${moves.length} moves`);
    // Names in place of what stands twice can be enough for two positions.
    let last = 50;
    const expected = moves.map(([share]) => {
      const changes = summaryAt(share) !== summaryAt(last);
      last = share;
      return [share, changes];
    });
    assert.deepEqual(moves, expected);
    assert.ok(moves.filter(([, changed]) => changed).length >= 35);
    const spread = (of) => {
      const sorted = found.map((one) => one[of]).sort((one, other) => one - other);
      const at = (share) => sorted[Math.floor((sorted.length - 1) * share)];
      return { quarter: at(0.25), median: at(0.5), worst: at(1) };
    };
    const [wall, busy] = [spread("wall"), spread("busy")];
    const said = `slider to frame, 1,000 exchanges, 5 MB, ${found.length} moves: median ${ms(wall.median)}, worst ${ms(wall.worst)}; of the page's own time median ${ms(busy.median)}, worst ${ms(busy.worst)}`;
    t.diagnostic(said);
    tally.slider = said;
    // Other programs may stop the page for longer than that, so that not each of its frames tells.
    assert.ok(wall.quarter < IMMEDIATE && busy.worst < IMMEDIATE, said);
  },
);

conversationTest(
  "1,000 exchanges of 5 MB: the window's slider, a position further and further away",
  { timeout: 600_000 },
  async (page, { t }) => {
    await openLong(page);
    const move = (position) =>
      page.evaluate(async (to) => {
        const slider = document.querySelector("[aria-label='Window on a slider']");
        const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
        const start = performance.now();
        slider.value = to;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        do await frame();
        while (document.querySelector(".picture[aria-busy=true]"));
        await frame();
        return performance.now() - start;
      }, String(position));
    const times = async (positions) => {
      const found = [];
      for (const position of positions) {
        await page.locator(".conversation[data-prepared=true]").waitFor({ timeout: 60_000 });
        found.push(await move(position));
      }
      const sorted = found.sort((one, other) => one - other);
      return `median ${ms(sorted[Math.floor(sorted.length / 2)])}, worst ${ms(sorted.at(-1))}`;
    };
    const away = await times([2, 8, 14, 1, 10]);
    const next = await times([11, 12, 11, 10, 9, 8, 7, 6]);
    await isReady(page);
    const { report } = compacted(list, { window: { tokens: 32_000 } });
    assert.equal(await page.locator("#context-summary").textContent(), summaryOf(report));
    t.diagnostic(
      `window's slider to frame: a position further ${next}; several, for which nothing is prepared, ${away}`,
    );
  },
);

conversationTest("1,000 exchanges: each is listed as the package has it", {}, async (page) => {
  await openLong(page);
  await slideTo(page, 15);
  await isReady(page);
  const { report } = compacted(list, { compactTo: 0.15 });
  assert.equal(await page.locator("#context-summary").textContent(), summaryOf(report));
  assert.ok((await page.locator("#exchange-list [role=option]").count()) < 60);
  assert.deepEqual(await shownRows(page), rowsOf(report));
});

conversationTest("50 MB: the page answers while they are read, and says how far it is", {}, async (page, { t }) => {
  const many = longSession(1000);
  const text = JSON.stringify(
    Array.from({ length: 10 }, (_, at) => many.map((message) => renamed(message, at))).flat(),
  );
  assert.ok(text.length > 48_000_000);
  // The longest time in which the page could not have answered a click.
  await page.evaluate(() => {
    globalThis.longest = 0;
    globalThis.shares = new Set();
    new PerformanceObserver((found) => {
      for (const { duration } of found.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
    }).observe({ type: "longtask" });
    const bar = document.querySelector(".reading");
    new MutationObserver(() => bar.hidden || globalThis.shares.add(bar.value)).observe(bar, { attributes: true });
  });
  const file = project.write("large.json", text);
  await page.locator("#conversation input[type=file]").setInputFiles(file);
  await shows(page, "#session-found", /^OpenAI Chat Completions: 22,[\d]{3} messages, 10,000 calls/);
  await page.locator("#context-summary", { hasText: "10,000 exchanges" }).waitFor({ timeout: 60_000 });
  const [longest, shares] = await page.evaluate(() => [globalThis.longest, globalThis.shares.size]);
  t.diagnostic(`50 MB: the longest task in the page ${ms(longest)}, ${shares} states of the progress bar`);
  assert.ok(shares > 10, `${shares} states of the progress bar`);
  // Read on the page's own thread, 50 MB would stop it for seconds.
  assert.ok(longest < 1000, `a task of ${ms(longest)}`);
});

function renamed(message, at) {
  const id = (old) => `${old}_${at}`;
  if (message.tool_calls)
    return { ...message, tool_calls: message.tool_calls.map((call) => ({ ...call, id: id(call.id) })) };
  return message.tool_call_id ? { ...message, tool_call_id: id(message.tool_call_id) } : message;
}
