// JSON stays JSON, and can be seen as a tree.
import assert from "node:assert/strict";
import { drop, marked, pageTest, paste, set, shownResult, shows, textOf, tooltrim } from "./site.mjs";

const rows = (page) =>
  page.getByRole("treeitem").evaluateAll((items) => items.map((item) => item.textContent.replace(/^[▸▾]/, "")));

pageTest("the example of an API stays JSON: no key is cut, and each cut says what it left out", {}, async (page) => {
  await page.getByRole("button", { name: "an API response" }).click();
  await shows(page, "#input-name", /api-response\.json/);
  const result = await shownResult(page);
  const input = await textOf(page, "input-view");
  assert.equal(result, tooltrim.trim(input, { maxChars: 4000, format: "json" }).text);
  const names = new Set();
  const collect = (value) => {
    if (typeof value !== "object" || value === null) return;
    if (!Array.isArray(value)) for (const key of Object.keys(value)) names.add(key);
    for (const child of Object.values(value)) collect(child);
  };
  collect(JSON.parse(input));
  const known = new Set(names).add("...");
  names.clear();
  collect(JSON.parse(result));
  assert.deepEqual(
    [...names].filter((name) => !known.has(name)),
    [],
  );
  assert.match(await page.locator("#code").textContent(), /\{ maxChars: 4000, format: "json" \}/);
  // What is greyed out and what is marked is where the two differ.
  const without = async (view, kind) => {
    const parts = await marked(page, view, kind);
    assert.ok(parts.length > 1, `${view}: ${parts.length}`);
    return page.locator(`#${view}`).evaluate(({ pane }, of) => {
      let [kept, end] = ["", 0];
      for (const [from, to] of pane.marked(of)) {
        kept += pane.text.slice(end, from);
        end = to;
      }
      return kept + pane.text.slice(end);
    }, kind);
  };
  assert.equal(await without("input-view", "omitted"), await without("result-view", "marker"));
});

pageTest("the tree shows the result and its cuts, and takes the keys of a tree", {}, async (page) => {
  const value = {
    id: 7,
    log: "x y z ".repeat(100),
    list: Array.from({ length: 40 }, (_, n) => n),
    ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`key${n}`, [n]])),
  };
  const input = JSON.stringify(value, null, 2);
  await paste(page, input);
  await set(page, { limits: { maxChars: 260 } });
  const expected = JSON.parse(tooltrim.trim(input, { maxChars: 260, format: "json" }).text);
  await page.getByText("tree", { exact: true }).click();
  await page.getByRole("tree").waitFor();
  const shown = await rows(page);
  const { "...": note, ...kept } = expected;
  const missing = Object.keys(value).slice(Object.keys(kept).length);
  assert.ok(shown[0].startsWith(`{ ${Object.keys(kept).length} keys }`), shown[0]);
  assert.ok(shown.includes("id: 7"), shown);
  assert.ok(shown.includes(`log: ${JSON.stringify(kept.log)}`), shown);
  assert.equal(
    await page.getByRole("treeitem").filter({ hasText: "log:" }).locator("mark").textContent(),
    /\.\.\. \[truncated [\d,]+ chars\] \.\.\./.exec(kept.log)[0],
  );
  // Each cut: how much, and what.
  const items = kept.list.find((item) => typeof item === "string");
  const [at, count] = [kept.list.indexOf(items), Number(/\d+/.exec(items)[0])];
  assert.ok(shown.includes(`${items.slice(1, -1)} items ${at + 1} to ${at + count}`), shown);
  assert.ok(shown.at(-1).startsWith(`${note.slice(1, -1)} ${missing.slice(0, 12).join(", ")}`), shown.at(-1));

  const tree = page.getByRole("tree");
  await tree.getByRole("treeitem").first().focus();
  const focused = () => page.evaluate(() => document.activeElement.textContent.replace(/^[▸▾]/, ""));
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(), "id: 7");
  await page.keyboard.press("End");
  assert.equal(await focused(), shown.at(-1));
  await page.keyboard.press("ArrowLeft");
  assert.equal(await focused(), shown[0]);
  await page.keyboard.press("ArrowLeft");
  assert.match((await rows(page)).join(), /^\{ \d+ keys \} \d+ cuts inside$/);
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await rows(page), shown);
  // Another limit, and the tree follows.
  await set(page, { limits: { maxChars: 4000 } });
  await page.waitForFunction(() => document.querySelectorAll("[role=treeitem] mark").length === 0);
  await page.getByText("text", { exact: true }).click();
  assert.equal(await shownResult(page), tooltrim.trim(input, { maxChars: 4000, format: "json" }).text);
});

pageTest("JSON of megabytes is trimmed in the worker, and its tree comes from there", {}, async (page) => {
  const list = Array.from({ length: 30_000 }, (_, id) => ({ id, title: `issue ${id}`, open: id % 2 === 0 }));
  const input = JSON.stringify(list);
  await drop(page, "issues.json", Buffer.from(input));
  await shows(page, "#input-name", /^issues\.json/);
  const { text } = tooltrim.trim(input, { maxChars: 4000, format: "json" });
  assert.equal(await shownResult(page), text);
  await page.getByText("tree", { exact: true }).click();
  const gap = JSON.parse(text).find((item) => typeof item === "string");
  await page.getByText(gap.slice(1, -1)).first().waitFor();
});

pageTest(
  "what looks like JSON and is none is trimmed as text; JSON as text, if somebody wants it",
  {},
  async (page) => {
    const broken = `{"a": [${"1, ".repeat(4000)}`;
    await paste(page, broken);
    assert.equal(await shownResult(page), tooltrim.trim(broken, { maxChars: 4000 }).text);
    assert.equal(await page.getByText("tree", { exact: true }).count(), 0);
    const list = `[${"1, ".repeat(4000)}1]`;
    await page.getByRole("button", { name: "Clear" }).click();
    await paste(page, list);
    assert.equal(await shownResult(page), tooltrim.trim(list, { maxChars: 4000, format: "json" }).text);
    await set(page, { json: false });
    assert.equal(await shownResult(page), tooltrim.trim(list, { maxChars: 4000 }).text);
    await page.waitForFunction(() => /format=text/.test(location.hash));
  },
);
