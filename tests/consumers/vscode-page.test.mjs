// The providers in docs/vscode.md with the classes of VS Code that they use, and a conversation that does not fit. What
// goes out is counted with a tokenizer. In VS Code itself: e2e/vscode/docs.test.mjs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { blocksOf, textOf } from "./blocks.mjs";
import { createProject, root } from "./project.mjs";

const project = createProject();
project.write(
  "vscode.mjs",
  `export class LanguageModelTextPart { constructor(value) { this.value = value; } }
export class LanguageModelToolCallPart { constructor(callId, name, input) { Object.assign(this, { callId, name, input }); } }
export class LanguageModelToolResultPart { constructor(callId, content) { Object.assign(this, { callId, content }); } }
export class LanguageModelPromptTsxPart {}
export class LanguageModelDataPart {}
export const LanguageModelChatMessageRole = { User: 1, Assistant: 2 };
export const registered = [];
export const lm = { registerLanguageModelChatProvider: (_vendor, provider) => registered.push(provider) };
export const window = { setStatusBarMessage() {} };
`,
);
const page = blocksOf(textOf("docs/vscode.md"));

async function load(name) {
  const { code } = page.find((block) => block.code.startsWith(`// ${name}\n`));
  const { code: javascript } = esbuild.transformSync(code, { loader: "ts", format: "esm", target: "node20" });
  const file = project.write(`${name.replaceAll("/", "-")}.mjs`, javascript.replace('"vscode"', '"./vscode.mjs"'));
  return import(pathToFileURL(file));
}
const vscode = await import(pathToFileURL(join(project.folder, "vscode.mjs")));

const sample = (name) => readFileSync(join(root, "examples/data", name), "utf8");
const outputs = ["build.log", "failing-tests.txt", "api-issues.json", "terminal.txt"].map(sample);
const tools = Array.from({ length: 60 }, (_, n) => ({
  name: `tool_${n}`,
  description: "Reads, searches, runs and edits what the task needs, within the folder of the workspace. ".repeat(8),
  inputSchema: { type: "object", properties: { path: { type: "string", description: "The path of the file." } } },
}));

const text = (value) => new vscode.LanguageModelTextPart(value);
assert.ok(countTokens(JSON.stringify(tools)) > 6_000);

/** The conversation after each of a hundred calls. */
function* conversation() {
  const messages = [{ role: 1, name: undefined, content: [text("Make the tests pass.")] }];
  yield messages;
  for (let n = 0; n < 100; n += 1) {
    const [callId, output] = [`call_${n}`, outputs[n % outputs.length]];
    const call = new vscode.LanguageModelToolCallPart(callId, `tool_${n % 60}`, { path: `src/part${n}.ts` });
    const result = new vscode.LanguageModelToolResultPart(callId, [text(output.slice(n * 10, n * 10 + 40_000))]);
    messages.push({ role: 2, name: undefined, content: [text(`Step ${n}.`), call] });
    messages.push({ role: 1, name: undefined, content: [result] });
    yield messages;
  }
}

const model = { id: "example", maxInputTokens: 32_000, maxOutputTokens: 4_000 };
const token = { onCancellationRequested: () => ({ dispose() {} }) };
/** Each call has its result, and the other way round. */
const pairs = (items, isCall, isResult, id) =>
  assert.deepEqual(items.filter(isCall).map(id).sort(), items.filter(isResult).map(id).sort());

/** Old calls in the last request of each short provider. */
const oldest = {
  "src/provider.ts": (sent) => {
    const results = sent.flatMap(({ content }) => content).filter((part) => part.callId && part.content);
    // An old result is a note, or an excerpt that an earlier step left of it: most are notes.
    const note = /^\[Earlier: Used tool_\d+: src\/part\d+\.ts \(~[\d,]+ tokens\)\]$/;
    const old = results.slice(0, 80).map(({ content: [{ value }] }) => value);
    const notes = old.filter((value) => note.test(value));
    assert.ok(notes.length > 40, `${notes.length} notes`);
    for (const value of old) assert.ok(note.test(value) || /\[truncated [\d,]+ chars\]/.test(value), value);
    assert.ok(old[0].length < 400, old[0]);
  },
  "src/summary-provider.ts": (sent) => assert.match(sent[0].content[0].value, /^\[Earlier in this session:\]/),
};
for (const [name, hasOldest] of Object.entries(oldest)) {
  test(`${name} sends what fits, tools included`, async (t) => {
    const { provider } = await load(name);
    const sizes = [];
    let sent;
    const made = provider((_model, messages, options) => {
      sent = messages;
      sizes.push(countTokens(JSON.stringify({ messages, tools: options.tools })));
    });
    for (const messages of conversation()) {
      await made.provideLanguageModelChatResponse(model, messages, { tools }, undefined, token);
      const parts = sent.flatMap(({ content }) => content).filter((part) => "callId" in part);
      pairs(
        parts,
        ({ name }) => name,
        ({ content }) => content,
        ({ callId }) => callId,
      );
    }
    t.diagnostic(`the largest of ${sizes.length} requests has ${Math.max(...sizes)} tokens`);
    assert.ok(Math.max(...sizes) <= model.maxInputTokens, `${Math.max(...sizes)} tokens`);
    hasOldest(sent);
  });
}

for (const bills of [true, false]) {
  test(`the provider with a pool sends what fits, tools included, with ${bills ? "usage" : "no usage"} in the answers`, async (t) => {
    const { activate } = await load("src/extension.ts");
    const context = { subscriptions: [], globalState: { get() {}, update: async () => {} } };
    activate(context);
    const sizes = [];
    t.mock.method(globalThis, "fetch", async (_url, { body }) => {
      const tokens = countTokens(body);
      sizes.push(tokens);
      const { input } = JSON.parse(body);
      const call = ({ type }) => type === "function_call";
      pairs(
        input,
        call,
        ({ type }) => type === "function_call_output",
        (item) => item.call_id,
      );
      return Response.json({ output: [], ...(bills && { usage: { input_tokens: tokens } }) });
    });
    const made = vscode.registered.at(-1);
    for (const messages of conversation()) {
      await made.provideLanguageModelChatResponse(model, [...messages], { tools }, { report() {} }, token);
    }
    t.diagnostic(`the largest of ${sizes.length} requests has ${Math.max(...sizes)} tokens`);
    assert.ok(Math.max(...sizes) <= model.maxInputTokens, `${Math.max(...sizes)} tokens`);
  });
}
