// examples/agents/opencode and examples/agents/pi without the agents: what they get and give is as their types and
// documentation say. plugins.test.mjs has the agents themselves.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { textOf } from "../../tests/consumers/blocks.mjs";
import { examples } from "./agents/plugins.mjs";
import { project } from "./project.mjs";

const directory = "/home/me/shop";
const lines = (count, of = "line") => Array.from({ length: count }, (_, at) => `${of} ${at + 1}\n`).join("");
const marker = /\n\.\.\. \[\d+ chars omitted; to read them: tooltrim_retrieve, ref (#\w{8})\] \.\.\.\n/;

// The package of opencode adds no behaviour: `tool` returns its argument, and its schemas are those of zod.
project.link("zod");
const standIn = project.write(
  "opencode-plugin.mjs",
  'import { z } from "zod";\nexport const tool = Object.assign((it) => it, { schema: z });\n',
);

/** Imports an example anew, with a store of its own in `cache`. */
async function load(entry, cache) {
  const outfile = join(project.folder, `${entry.replaceAll("/", "-")}.mjs`);
  await build({
    entryPoints: [join(examples, entry)],
    ...{ outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" },
    ...{ external: ["tooltrim", "tooltrim/*", standIn], alias: { "@opencode-ai/plugin": standIn } },
  });
  process.env.XDG_CACHE_HOME = cache;
  return import(`${pathToFileURL(outfile)}?${encodeURIComponent(cache)}`);
}
const caches = (name) => join(project.folder, "../caches", name);

async function opencode(cache) {
  const logged = [];
  const client = {
    app: { log: async ({ body }) => logged.push(body) },
    config: {
      providers: async () => ({
        data: { providers: [{ id: "local", models: { m: { limit: { context: 14_000 } } } }] },
      }),
    },
  };
  const { Tooltrim } = await load("opencode/plugins/tooltrim.ts", cache);
  const hooks = await Tooltrim({ client, directory });
  const after = async (tool, result) => {
    await hooks["tool.execute.after"]({ tool, sessionID: "ses_1", callID: "call_1", args: {} }, result);
    return result;
  };
  return { hooks, after, logged };
}

test("opencode: a long output is bounded, its file is read, and the tool reads the rest", async () => {
  const { hooks, after, logged } = await opencode(caches("opencode"));
  const outputPath = project.write("tool_1", `${lines(9000)}error: queue is full\n${lines(9000)}`);
  const output = `...output truncated...\n\nFull output saved to: ${outputPath}\n\n${lines(2000)}\n\n<bash_metadata>\nshell tool terminated command\n</bash_metadata>`;
  const bounded = await after("bash", { title: "make", output, metadata: { outputPath, truncated: true, exit: 1 } });
  assert.ok(bounded.output.length <= 8000);
  assert.match(bounded.output, /^line 1\n.*\nerror: queue is full\n.*terminated command\n<\/bash_metadata>$/s);
  const [, ref] = marker.exec(bounded.output);
  assert.deepEqual([bounded.title, bounded.metadata.exit], ["make", 1]);

  const { tooltrim_retrieve: tool } = hooks.tool;
  assert.match(tool.description, /ref such as #k3f9a2bx/);
  assert.deepEqual(Object.keys(tool.args), ["ref", "lines", "pattern", "page"]);
  const context = { sessionID: "ses_1" };
  assert.match(await tool.execute({ ref, pattern: "queue" }, context), /\n9001:error: queue is full\n$/);
  assert.match(await tool.execute({ ref: "#k3f9a2bx" }, context), /^Error: ref: /);
  assert.ok((await tool.execute({ ref }, context)).length <= 8000);
  assert.deepEqual(logged, []);
});

test("opencode: short outputs, files and the tool's own answers stay; texts of an MCP server are bounded", async () => {
  const { after } = await opencode(caches("opencode-mcp"));
  const long = { title: "", output: lines(3000), metadata: {} };
  for (const tool of ["read", "skill", "tooltrim_retrieve"]) {
    assert.deepEqual(await after(tool, structuredClone(long)), long);
  }
  const short = { title: "", output: "fine\n", metadata: {} };
  assert.deepEqual(await after("bash", { ...short }), short);
  const image = { type: "image", data: "A".repeat(20_000), mimeType: "image/png" };
  const { content } = await after("docs_search", { content: [{ type: "text", text: lines(3000) }, { ...image }] });
  assert.match(content[0].text, marker);
  assert.deepEqual(content[1], image);
  // Nothing was cut, nothing was kept.
  await opencode(caches("opencode-none")).then(({ after }) => after("bash", { ...short }));
  assert.equal(existsSync(caches("opencode-none")), false);
});

test("opencode: without a store the output stays, and the log says why", async () => {
  const { after, logged } = await opencode(project.write("no-folder", ""));
  const given = { title: "", output: lines(3000), metadata: {} };
  assert.deepEqual(await after("bash", structuredClone(given)), given);
  assert.equal(logged.length, 1);
  assert.deepEqual([logged[0].service, logged[0].level], ["tooltrim", "error"]);
});

const own = (id) => ({ id: `prt_${id}`, sessionID: "ses_1", messageID: `msg_${id}` });
const user = {
  info: { id: "msg_0", sessionID: "ses_1", role: "user", model: { providerID: "local", modelID: "m" } },
  parts: [{ ...own("0"), type: "text", text: "Make the tests pass." }],
};
const time = { start: 1, end: 2 };
const step = (id, state, tool = "bash") => ({
  info: { id: `msg_${id}`, sessionID: "ses_1", role: "assistant" },
  parts: [
    { ...own(id), type: "step-start" },
    { ...own(id), type: "reasoning", text: "Hm.", time },
    { ...own(id), type: "tool", callID: "call_0", tool, state: { title: "", metadata: {}, time, ...state } },
  ],
});

test("opencode: old results become facts in place, and all else stays what it was", async () => {
  const { hooks, logged } = await opencode(caches("opencode-history"));
  const steps = Array.from({ length: 12 }, (_, at) =>
    step(at + 1, { status: "completed", input: { command: `make part${at}` }, output: lines(400, `part ${at} line`) }),
  );
  const failed = step(20, { status: "error", input: { command: "make all" }, error: `Error: no rule\n${lines(400)}` });
  const cleared = step(21, { status: "completed", input: {}, output: lines(400), time: { ...time, compacted: 3 } });
  const running = step(22, { status: "running", input: { command: "make" } });
  const given = [user, failed, cleared, ...steps, running];
  const copy = structuredClone(given);
  const messages = [...given];
  await hooks["experimental.chat.messages.transform"]({}, { messages });
  // opencode keeps the objects that it gave.
  assert.deepEqual([given, logged], [copy, []]);
  assert.equal(messages.length, given.length);
  for (const at of [0, 2, messages.length - 1]) assert.equal(messages[at], given[at]);
  assert.match(messages[1].parts[2].state.error, /^Error: no rule\n.*full text: #\w{8}\].*line 400\n$/s);
  const first = messages[3].parts;
  assert.deepEqual(first.slice(0, 2), given[3].parts.slice(0, 2));
  assert.match(first[2].state.output, /#\w{8}/);
  assert.ok(first[2].state.output.length < 1000);
  assert.deepEqual({ ...first[2].state, output: "" }, { ...given[3].parts[2].state, output: "" });
  const [, ref] = /(#\w{8})/.exec(first[2].state.output);
  assert.match(await hooks.tool.tooltrim_retrieve.execute({ ref, lines: "400" }), /\npart 0 line 400\n$/);

  // The next request begins with the same bytes, from messages that are new objects.
  const next = structuredClone([...given.slice(0, -1), step(23, { status: "completed", input: {}, output: "ok" })]);
  await hooks["experimental.chat.messages.transform"]({}, { messages: next });
  assert.deepEqual(next.slice(0, -1), messages.slice(0, -1));
});

test("both keep their texts in the same way, each in a folder of its own", () => {
  const [one, other] = ["opencode/tooltrim/store.ts", "pi/store.ts"].map((file) => textOf(`examples/agents/${file}`));
  assert.equal(other, one.replace('"tooltrim", "opencode"', '"tooltrim", "pi"'));
});

async function pi(cache) {
  const [handlers, tools, notified] = [{}, [], []];
  const { default: extension } = await load("pi/index.ts", cache);
  extension({
    on: (event, handler) => Object.assign(handlers, { [event]: handler }),
    registerTool: (tool) => void tools.push(tool),
  });
  const context = {
    cwd: directory,
    ui: { notify: (...given) => notified.push(given) },
    model: { contextWindow: 14_000 },
    sessionManager: { getSessionId: () => "session-1" },
  };
  const call = (event, given) => handlers[event]({ type: event, ...given }, context);
  return { call, tools, notified, context };
}
const text = (value) => ({ type: "text", text: value });

test("pi: a long output is bounded, its file is read, and the tool reads the rest", async () => {
  const { call, tools, notified, context } = await pi(caches("pi"));
  const fullOutputPath = project.write("pi-bash.log", `${lines(9000)}error: queue is full\n${lines(9000)}`);
  const shown = `${lines(2000)}\n\n[Showing lines 16002-18001 of 18001. Full output: ${fullOutputPath}]\n\nCommand exited with code 3`;
  const image = { type: "image", data: "A".repeat(20_000), mimeType: "image/png" };
  const given = { toolName: "bash", toolCallId: "a", input: {}, isError: true, details: { fullOutputPath } };
  const structuredContent = { exit_code: 3 };
  const result = await call("tool_result", { ...given, content: [text(shown), image], structuredContent });
  assert.deepEqual([result.isError, result.details], [true, given.details]);
  assert.deepEqual([result.content[1], result.structuredContent], [image, structuredContent]);
  assert.match(
    result.content[0].text,
    /^line 1\n.*\nerror: queue is full\n.*line 9000\n\n\nCommand exited with code 3$/s,
  );
  assert.ok(result.content[0].text.length <= 8000);
  const [, ref] = marker.exec(result.content[0].text);

  const [tool] = tools;
  assert.deepEqual([tools.length, tool.name, tool.parameters.required], [1, "tooltrim_retrieve", ["ref"]]);
  const answer = await tool.execute("b", { ref, lines: "9001" }, undefined, undefined, context);
  assert.deepEqual(answer.content, [
    text(`[${ref}: line 9001 of 18,004]\nerror: queue is full\n`.replace("9001", "9,001")),
  ]);
  assert.deepEqual(notified, []);
});

test("pi: files, answers of the tool and results for scripts stay, and without a store all do", async () => {
  const { call } = await pi(caches("pi-none"));
  const given = { toolName: "read", toolCallId: "a", input: {}, isError: false, content: [text(lines(3000))] };
  assert.equal(await call("tool_result", given), undefined);
  assert.equal(await call("tool_result", { ...given, toolName: "tooltrim_retrieve" }), undefined);
  assert.equal(await call("tool_result", { ...given, toolName: "bash", parentToolCallId: "c" }), undefined);
  assert.equal(existsSync(caches("pi-none")), false);
  const file = join(project.folder, "no-folder-either");
  writeFileSync(file, "");
  const broken = await pi(file);
  assert.equal(await broken.call("tool_result", { ...given, toolName: "bash" }), undefined);
  assert.equal(broken.notified.length, 1);
  assert.match(broken.notified[0][0], /^tooltrim: /);
});

test("pi: old results become facts, and all else stays what it was", async () => {
  const { call, tools, notified, context } = await pi(caches("pi-history"));
  const toolCall = (at) => ({ type: "toolCall", id: "call_0", name: "bash", arguments: { command: `make part${at}` } });
  const thinking = { type: "thinking", thinking: "Hm.", thinkingSignature: "s" };
  const messages = [{ role: "user", content: "Make the tests pass.", timestamp: 1 }];
  for (let at = 0; at < 12; at += 1) {
    const usage = { input: 1, output: 1 };
    messages.push({ role: "assistant", content: [thinking, text("Next."), toolCall(at)], usage, timestamp: 2 });
    const content = [text(lines(400, `part ${at} line`))];
    messages.push({
      role: "toolResult",
      toolCallId: "call_0",
      toolName: "bash",
      content,
      isError: false,
      timestamp: 3,
    });
  }
  messages.push({ role: "bashExecution", command: "ls", output: lines(30), exitCode: 0, timestamp: 4 });
  const copy = structuredClone(messages);
  const { messages: sent } = await call("context", { messages });
  assert.deepEqual([messages, notified], [copy, []]);
  assert.equal(sent.length, messages.length);
  for (const at of [0, 1, 3, sent.length - 1]) assert.equal(sent[at], messages[at]);
  const { content, ...rest } = sent[2];
  assert.deepEqual({ ...rest, content: messages[2].content }, messages[2]);
  const [, ref] = /(#\w{8})/.exec(content[0].text);
  assert.ok(content[0].text.length < 1000);
  const answer = await tools[0].execute("b", { ref, lines: "400" }, undefined, undefined, context);
  assert.match(answer.content[0].text, /\npart 0 line 400\n$/);

  const more = [...structuredClone(messages), { role: "user", content: "And?", timestamp: 5 }];
  const { messages: next } = await call("context", { messages: more });
  assert.deepEqual(next.slice(0, -1), sent);
});
