// Sessions of every format and every known agent, good and bad ones, and what is exported of them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tests/consumers/project.mjs";
import { formats } from "./conversation-formats.mjs";
import {
  compacted,
  conversationTest,
  example,
  isReady,
  open,
  rowsOf,
  saved,
  shownRows,
  shownSummary,
  slideTo,
  summaryOf,
} from "./conversation-page.mjs";
import { drop, messages as library, shows, tally, tooltrim } from "./site.mjs";

/** Reads a session as the page does, in Node. */
function read(text) {
  const { messages, format, agent, skipped, reasons } = library.readSessionLog(text);
  return { ...library.inspectMessages(messages, { format }), messages, format, agent, skipped, reasons };
}

const NAMES = {
  "openai-chat": "OpenAI Chat Completions",
  "openai-responses": "OpenAI Responses",
  anthropic: "Anthropic Messages",
  gemini: "Gemini",
  "ai-sdk": "AI SDK",
  vscode: "VS Code",
};

async function showsSession(page, name, text) {
  const { messages, format, calls, size, agent, reasons } = read(text);
  await open(page, name, text);
  const found = await page.locator("#session-found").textContent();
  const [what, sizes] = found.split(": ");
  assert.equal(what, agent === null ? NAMES[format] : what);
  if (agent !== null) assert.match(what, new RegExp(`^Log of .*, read as ${NAMES[format]}$`));
  const plural = (count, noun) => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
  assert.ok(sizes.startsWith(`${plural(messages.length, "message")}, ${plural(calls.length, "call")}`), found);
  assert.ok(sizes.includes(`${size.tokens.toLocaleString("en-US")} tokens`), found);
  const leftOut = await page.locator(".left-out li").allTextContents();
  assert.equal(leftOut.length, reasons.length);
  for (const [at, { what }] of reasons.entries()) assert.ok(leftOut[at].includes(what), leftOut[at]);
  const { report } = compacted(messages, { format });
  assert.equal(await shownSummary(page), summaryOf(report));
  return { messages, format, report };
}

conversationTest("messages of every format are read, and exported in the shape of the file", {}, async (page) => {
  for (const [name, messages] of Object.entries(formats)) {
    const text = `${JSON.stringify({ model: "any", messages, temperature: 0 }, undefined, "\t")}\n`;
    const { format } = await showsSession(page, `${name}.json`, text);
    await slideTo(page, 20);
    assert.deepEqual(await shownRows(page), rowsOf(compacted(messages, { format, compactTo: 0.2 }).report));
    const { name: file, text: out } = await saved(page, "Save session");
    assert.equal(file, `${name}.compacted.json`);
    const sent = compacted(messages, { format, compactTo: 0.2 }).messages;
    assert.equal(out, `${JSON.stringify({ model: "any", messages: sent, temperature: 0 }, undefined, "\t")}\n`);
    await slideTo(page, 50);
  }
});

conversationTest("JSON Lines with CRLF are exported as JSON Lines with CRLF", {}, async (page) => {
  await open(page, "chat.jsonl", formats["openai-chat"].map((message) => `${JSON.stringify(message)}\r\n`).join(""));
  await slideTo(page, 20);
  await isReady(page);
  const { name, text } = await saved(page, "Save session");
  const sent = compacted(formats["openai-chat"], { compactTo: 0.2 }).messages;
  assert.deepEqual(
    [name, text],
    ["chat.compacted.jsonl", sent.map((message) => `${JSON.stringify(message)}\r\n`).join("")],
  );
});

conversationTest(
  "the log of every known agent is read; what cannot be is refused in the package's words",
  {},
  async (page) => {
    const folder = join(root, "tests/session_logs/own");
    const agents = new Set();
    let last;
    for (const file of readdirSync(folder)) {
      const text = readFileSync(join(folder, file), "utf8");
      let words;
      try {
        agents.add(read(text).agent);
      } catch ({ message }) {
        words = message.replace(/^log: /, "");
      }
      if (words === undefined) {
        await showsSession(page, file, text);
        last = await page.locator("#session-name").textContent();
      } else {
        await drop(page, file, Buffer.from(text));
        await page.locator(".session [role=alert]", { hasText: `${file}: ${words}` }).waitFor();
        // The one before stays.
        if (last) assert.equal(await page.locator("#session-name").textContent(), last);
        await isReady(page);
      }
    }
    assert.equal(agents.size, 10, [...agents].join());
  },
);

conversationTest("what is typed or pasted is read, and stays when it cannot be", {}, async (page) => {
  await page.getByRole("button", { name: "Paste…" }).click();
  const field = page.getByLabel("Text of a session");
  assert.ok(await field.evaluate((element) => element === document.activeElement));
  await field.fill('[{"role":');
  await page.getByRole("button", { name: "Read it" }).click();
  await page.locator(".session [role=alert]", { hasText: /This text: / }).waitFor();
  assert.equal(await field.inputValue(), '[{"role":');
  await shows(page, "#session-name", /^coding-session\.json/);
  const text = JSON.stringify(formats.gemini);
  await page.evaluate((clip) => navigator.clipboard.writeText(clip), text);
  await field.selectText();
  await page.keyboard.press("ControlOrMeta+V");
  await shows(page, "#session-found", /^Gemini: 3 messages, 1 call,/);
  assert.equal(await field.inputValue(), text);
  await page.locator(".session [role=alert]", { hasText: /^$/ }).waitFor({ state: "attached" });
});

conversationTest("broken rules are listed with the providers that refuse them", {}, async (page) => {
  const broken = formats.anthropic.slice(0, 2).concat({ role: "user", content: "Never mind." });
  await open(page, "broken.json", JSON.stringify(broken));
  const problems = library.validateMessages(broken);
  assert.ok(problems.length > 0);
  const text = await page.locator("#problems").textContent();
  for (const { rule, message, providers } of problems) {
    for (const word of [rule, message, providers.join(", ")]) assert.ok(text.includes(word), `${word} in ${text}`);
  }
});

conversationTest("a session without calls says so, and nothing is an empty box", {}, async (page) => {
  await open(
    page,
    "talk.json",
    JSON.stringify([
      { role: "user", content: "hi" },
      { role: "assistant", content: "Hello." },
    ]),
  );
  await shows(page, "#exchange-list", /no calls of tools/);
  await shows(page, "#files", /No call names a file/);
  await shows(page, "#open-failures", /No failure is open/);
  await shows(page, "#re-reads", /None/);
  await shows(page, "#problems", /break no rule/);
});

conversationTest("texts of a session stay texts", {}, async (page) => {
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>\u202egnp.exe\u0007';
  const messages = [
    { role: "user", content: hostile },
    ...["a", "b"].flatMap((id) => [
      {
        role: "assistant",
        content: [{ type: "tool_use", id, name: hostile, input: { path: hostile, command: hostile } }],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: id, is_error: true, content: `Error: ${hostile}\n`.repeat(60) }],
      },
    ]),
  ];
  const title = await page.title();
  await drop(page, `${hostile}.json`, Buffer.from(JSON.stringify(messages)));
  await shows(page, "#session-name", /^<img/);
  await isReady(page);
  await page.locator("#exchange-list [role=option]").first().click();
  await shows(page, ".exchange-texts", /onerror/);
  assert.equal(await page.locator("#conversation :is(img, script)").count(), 0);
  assert.equal(await page.title(), title);
  assert.doesNotMatch(await page.locator("#conversation").textContent(), /(?![\n\t])[\p{Cc}\u202e]/u);
  // Bad input is quoted, too.
  await drop(page, "<b>x</b>.json", Buffer.from(`${hostile}`));
  await page.locator(".session [role=alert]", { hasText: "<b>x</b>.json" }).waitFor();
});

const fixtures = process.env.TOOLTRIM_FIXTURES;
if (fixtures) {
  conversationTest(
    "every recorded session gives the numbers that it gives in Node",
    { timeout: 900_000 },
    async (page, { t }) => {
      const files = ["sessions", "sessions-more", "logs"].flatMap((folder) =>
        readdirSync(join(fixtures, folder), { recursive: true })
          .filter((file) => /\.jsonl?$/.test(file))
          .map((file) => join(fixtures, folder, file)),
      );
      for (const file of files) {
        const text = readFileSync(file, "utf8");
        const { messages, format, report } = await showsSession(
          page,
          file.slice(fixtures.length + 1).replaceAll("/", "_"),
          text,
        );
        assert.deepEqual(await shownRows(page), rowsOf(report), file);
        // Calls and exchanges are joined by their order.
        const { calls } = library.inspectMessages(messages, { format });
        assert.deepEqual(
          report.exchanges.map(({ id, name, category }) => [id, name, category]),
          calls.map(({ callId, name, category }) => [callId, name, category]),
          file,
        );
      }
      tally.sessions = files.length;
      t.diagnostic(`${files.length} sessions`);
    },
  );
}

conversationTest("the example's session is exported as the package compacts it", {}, async (page) => {
  const { text } = await saved(page, "Save session");
  assert.equal(text, JSON.stringify({ messages: compacted(example).messages }, undefined, 1));
  assert.ok(tooltrim.version);
});
