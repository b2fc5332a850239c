// The tab that compares: every result and count is that of the evaluation's code in Node; and what a person does there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { agents } from "../../compare/contenders/agents.mjs";
import { plain, slices } from "../../compare/contenders/plain.mjs";
import { clearToFit } from "../../compare/history/contenders/clear-tool-uses.mjs";
import { dropOldest } from "../../compare/history/contenders/plain.mjs";
import { pruneToFit } from "../../compare/history/contenders/prune-messages.mjs";
import { stepTo } from "../../compare/history/contenders/tooltrim.mjs";
import { unitsOfAll } from "../../compare/history/read.mjs";
import { keywordLines } from "../../compare/metrics/keywords.mjs";
import { Kept } from "../../compare/metrics/lines.mjs";
import { root } from "../../tests/consumers/project.mjs";
import { codingSession } from "./coding-session.mjs";
import { drop, pageTest, tooltrim } from "./site.mjs";

const example = (name) => readFileSync(join(root, "examples/data", name), "utf8");
const log = example("failing-tests.txt");
const json = example("api-response.json");

/** Waits until the rows are those of the input and the settings. */
export async function compared(page) {
  await page.locator("#compare .compare-facts[aria-busy=false]").waitFor();
}

/** The whole result of a contender, by its copy button. */
async function resultOf(page, name) {
  await page.getByLabel("Result in column 1").selectOption(name);
  await page.getByLabel(`Column 1: ${name}`).getByRole("button", { name: "Copy" }).click();
  await page.getByLabel(`Column 1: ${name}`).getByRole("button", { name: "Copied" }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The cells of a contender, by column. */
const factsOf = (page, name) =>
  page.evaluate((wanted) => {
    const rows = Array.from(document.querySelectorAll(".compare-facts tbody tr"));
    const row = rows.find(({ cells }) => cells[0].firstChild?.textContent === wanted);
    return Object.fromEntries(Array.from(row.querySelectorAll("td"), (cell) => [cell.dataset.title, cell.textContent]));
  }, name);

const texts = (limit) => ({
  head: slices.head(limit),
  tail: slices.tail(limit),
  "half/half": plain["half/half"](limit),
  "Codex’s rule": agents["Codex's rule"](limit),
  "Gemini CLI’s rule": agents["Gemini CLI's rule"](limit),
});

pageTest(
  "a text: results and counts are those of the same code in Node",
  { hash: "#compare?limit=3000" },
  async (page) => {
    await compared(page);
    const failures = keywordLines(log);
    const expected = {
      ...texts(3000),
      tooltrim: (text) => tooltrim.trim(text, { maxChars: 3000, rescue: true, clean: true }).text,
    };
    for (const [name, run] of Object.entries(expected)) {
      const result = run(log);
      assert.equal(await resultOf(page, name), result, name);
      const kept = new Kept(result);
      const facts = await factsOf(page, name);
      assert.equal(facts.Chars, [...result].length.toLocaleString("en-US"), name);
      const found = failures.filter((line) => kept.hasLine(line)).length;
      assert.equal(facts["Failure lines"], `${found} of ${failures.length}`, name);
      assert.equal(facts["Says so"], name === "head" || name === "tail" ? "no" : "yes", name);
      assert.equal(facts.Emoji, result.isWellFormed() ? "whole" : "cut", name);
      assert.equal(facts.JSON, undefined);
    }
  },
);

pageTest("what is lost is listed on a click, and what is cut is coloured", { hash: "#compare" }, async (page) => {
  await compared(page);
  const kept = new Kept(plain["half/half"](4000)(log));
  const lost = keywordLines(log).filter((line) => !kept.hasLine(line));
  const row = page.locator(".compare-facts tr", { hasText: "half/half" }).first();
  const fact = row.getByRole("button").first();
  await fact.click();
  assert.equal(await fact.getAttribute("aria-expanded"), "true");
  assert.ok(lost.length > 0);
  assert.deepEqual(await page.locator(".losses li").allTextContents(), lost);
  await fact.click();
  assert.equal(await page.locator(".losses").count(), 0);
  const view = page.getByLabel("Result of half/half");
  assert.match(await view.locator("mark").textContent(), /^\.\.\. \[truncated [\d,]+ chars\] \.\.\.$/);
  assert.ok((await view.locator(".rescued").count()) > 0);
  // The first cut is in view.
  assert.ok(
    await view.evaluate(
      (at) => at.querySelector("mark").getBoundingClientRect().top < at.getBoundingClientRect().bottom,
    ),
  );
  await page.getByLabel("Result in column 2").selectOption("head");
  assert.match(
    await page.getByLabel("Result of head").locator(".gap").textContent(),
    /^[\d,]+ UTF-16 units are missing/,
  );
});

pageTest(
  "JSON: who leaves JSON and who breaks it, and where tooltrim keeps less",
  { hash: "#compare" },
  async (page) => {
    await compared(page);
    const less = page.locator(".compare-less");
    assert.match(await less.textContent(), /All lines: tooltrim \d+ of 785; .*tail \d+ of 785/);
    await page.getByRole("button", { name: "an API response" }).click();
    await page.locator(".compare-input .pane-note", { hasText: "api-response.json" }).waitFor();
    await page.locator(".compare-facts", { hasText: "JSON" }).waitFor();
    await compared(page);
    assert.equal((await factsOf(page, "half/half")).JSON, "broken");
    const facts = await factsOf(page, "tooltrim");
    assert.equal(facts.JSON, "valid");
    assert.equal(facts["All lines"], undefined);
    const left = membersOf(JSON.parse(tooltrim.trim(json, { maxChars: 4000, format: "json" }).text));
    const all = membersOf(JSON.parse(json));
    const kept = [...all].filter((each) => left.has(each)).length;
    assert.equal(facts.Members, `${kept.toLocaleString("en-US")} of ${all.size.toLocaleString("en-US")}`);
    assert.equal(await resultOf(page, "tooltrim"), tooltrim.trim(json, { maxChars: 4000, format: "json" }).text);
  },
);

/** Found by walking, where the page reads the text. */
function membersOf(value) {
  if (value === null || typeof value !== "object") return new Set();
  const own = Array.isArray(value) ? [] : Object.entries(value);
  const simple = own.filter(([, each]) => each === null || typeof each !== "object");
  const deeper = Object.values(value).flatMap((each) => [...membersOf(each)]);
  return new Set([...simple.map((pair) => JSON.stringify(pair)), ...deeper]);
}

const forms = { anthropic: codingSession("anthropic"), aiSdk: codingSession("aisdk"), chat: codingSession("chat") };

/** Chat completions do not say which results are errors. */
const unflagged = forms.aiSdk.map(({ role, content }) => ({
  role,
  content: role === "tool" ? content.map((part) => ({ ...part, output: { ...part.output, type: "text" } })) : content,
}));

/** The result of the same code in Node. */
async function conversations(kind, messages, share) {
  const size = unitsOfAll(messages);
  const limit = Math.floor((size * share) / 100);
  const require = createRequire(import.meta.url);
  const { pruneMessages } = await import("ai");
  const { ClearToolUsesEdit } = require("langchain");
  const library = { ClearToolUsesEdit, ...require("@langchain/core/messages") };
  return {
    "drop oldest": dropOldest(messages, { limit }),
    "AI SDK pruneMessages": (await pruneToFit(pruneMessages, kind === "openai-chat" ? unflagged : forms.aiSdk, limit))
      .messages,
    "LangChain ClearToolUsesEdit": (await clearToFit(library, forms.chat, limit)).messages,
    tooltrim: tooltrim.compactMessages(messages, stepTo({ kind, size, share: limit / size })).messages,
  };
}

for (const [kind, form] of Object.entries({ anthropic: "anthropic", "ai-sdk": "aiSdk", "openai-chat": "chat" })) {
  pageTest(
    `a conversation in ${kind}: results are those of the same code in Node`,
    { hash: "#compare?of=conversation&share=25" },
    async (page) => {
      await compared(page);
      await drop(page, `${kind}.json`, JSON.stringify(forms[form]));
      await page.locator(".compare-input .pane-note", { hasText: `${kind}.json · ${kind}, ` }).waitFor();
      await compared(page);
      for (const [name, messages] of Object.entries(await conversations(kind, forms[form], 25))) {
        assert.deepEqual(JSON.parse(await resultOf(page, name)), messages, name);
        const facts = await factsOf(page, name);
        assert.equal(facts.Size, unitsOfAll(messages).toLocaleString("en-US"), name);
        assert.equal(facts["User texts"], "6 of 6", name);
        assert.equal(facts["Rules broken"], "none", name);
      }
      const settings = await page.locator(".compare-facts small").allTextContents();
      assert.match(
        settings[1],
        /^ai \d+\.\d+\.\d+, mildest that fits: calls and results stay in the last \d+ messages/,
      );
      assert.match(settings[2], /^langchain \d+\.\d+\.\d+, mildest that fits: the last \d+ results? stay/);
    },
  );
}
