// The clients that translate messages before sending them: a call and its result arrive at the provider, and a
// broken conversation is refused, by the provider or (AI SDK) by the client itself.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { clients, sendUIMessages } from "./clients.mjs";
import { startProviders } from "./server.mjs";

let server;
before(async () => {
  server = await startProviders();
});
after(() => server.close());

const lastPath = () => server.requests.at(-1).path;
const lastBody = () => JSON.stringify(server.requests.at(-1).body);

/** The call, its arguments and its result are in what the provider got. */
function assertArrived(path) {
  assert.equal(lastPath(), path);
  for (const part of ["read_file", "notes.txt", "milk and bread"]) assert.ok(lastBody().includes(part), part);
}

const CHAT = "/v1/chat/completions";
const RESPONSES = "/v1/responses";
const MESSAGES = "/v1/messages";
const GENERATE = "/v1beta/models/gemini-2.5-flash:generateContent";

describe("AI SDK", () => {
  const user = { role: "user", content: "what is in the notes?" };
  const call = (id) => ({ type: "tool-call", toolCallId: id, toolName: "read_file", input: { path: "notes.txt" } });
  const result = (id, output = { type: "text", value: "milk and bread" }) => ({
    type: "tool-result",
    toolCallId: id,
    toolName: "read_file",
    output,
  });
  const assistant = (...content) => ({ role: "assistant", content });
  const tool = (...content) => ({ role: "tool", content });
  const valid = [user, assistant(call("a")), tool(result("a")), assistant({ type: "text", text: "milk" }), user];

  const providers = { aisdkAnthropic: MESSAGES, aisdkOpenAI: RESPONSES, aisdkOpenAIChat: CHAT, aisdkGoogle: GENERATE };
  for (const [name, path] of Object.entries(providers)) {
    test(`${name}: a call and its result arrive`, async () => {
      assert.deepEqual(await clients[name](valid, { server, system: "be brief" }), { ok: true });
      assertArrived(path);
    });

    test(`${name}: a result without its call is refused by the provider`, async () => {
      const { ok, status } = await clients[name]([user, tool(result("a"))], { server });
      assert.deepEqual({ ok, status }, { ok: false, status: 400 });
    });
  }

  test("two tool messages become one, as the provider wants it", async () => {
    const split = [user, assistant(call("a"), call("b")), tool(result("b")), tool(result("a"))];
    for (const name of Object.keys(providers))
      assert.deepEqual(await clients[name](split, { server }), { ok: true }, name);
  });

  // What `ai` refuses before any request: convertToLanguageModelPrompt and standardizePrompt.
  const local = {
    "a call without a result": [/Tool result is missing for tool call a\./, [user, assistant(call("a")), user]],
    "a call at the end": [/Tool result is missing for tool call a\./, [user, assistant(call("a"))]],
    "two calls, one result": [
      /Tool result is missing for tool call b\./,
      [user, assistant(call("a"), call("b")), tool(result("a"))],
    ],
    "a result without output": [
      /do not match the ModelMessage\[\] schema/,
      [user, assistant(call("a")), tool({ ...result("a"), output: undefined })],
    ],
    "an output of no known kind": [
      /do not match the ModelMessage\[\] schema/,
      [user, assistant(call("a")), tool(result("a", "milk"))],
    ],
    "a tool message of text": [/do not match the ModelMessage\[\] schema/, [user, { role: "tool", content: "milk" }]],
    "a result from the user": [/do not match the ModelMessage\[\] schema/, [{ role: "user", content: [result("a")] }]],
    "no messages": [/messages must not be empty/, []],
  };
  for (const [name, [says, messages]] of Object.entries(local)) {
    test(`refuses by itself: ${name}`, async () => {
      const before = server.requests.length;
      const { ok, status, message } = await clients.aisdkAnthropic(messages, { server });
      assert.deepEqual({ ok, status }, { ok: false, status: undefined });
      assert.match(message, says);
      assert.equal(server.requests.length, before, "nothing was sent");
    });
  }

  const ui = (part) => [
    { id: "1", role: "user", parts: [{ type: "text", text: "what is in the notes?" }] },
    {
      id: "2",
      role: "assistant",
      parts: [
        { type: "step-start" },
        { type: "tool-read_file", toolCallId: "a", input: { path: "notes.txt" }, ...part },
      ],
    },
    { id: "3", role: "user", parts: [{ type: "text", text: "and?" }] },
  ];
  test("UIMessage with an output arrives", async () => {
    const messages = ui({ state: "output-available", output: "milk and bread" });
    assert.deepEqual(await sendUIMessages(clients.aisdkAnthropic, messages, { server }), { ok: true });
    assertArrived(MESSAGES);
  });
  test("UIMessage whose call has no output yet is refused", async () => {
    const { ok, message } = await sendUIMessages(clients.aisdkAnthropic, ui({ state: "input-available" }), { server });
    assert.equal(ok, false);
    assert.match(message, /Tool result is missing/);
  });
});

describe("LangChain", () => {
  const call = { id: "a", name: "read_file", args: { path: "notes.txt" }, type: "tool_call" };
  const asked = [new SystemMessage("be brief"), new HumanMessage("what is in the notes?")];
  const called = [...asked, new AIMessage({ content: "", tool_calls: [call] })];
  const valid = [...called, new ToolMessage({ content: "milk and bread", tool_call_id: "a" })];

  for (const [path, useResponsesApi] of [
    [CHAT, false],
    [RESPONSES, true],
  ]) {
    test(`${path}: a call and its result arrive`, async () => {
      assert.deepEqual(await clients.langchain(valid, { server, useResponsesApi }), { ok: true });
      assertArrived(path);
    });
    test(`${path}: a call without a result is refused`, async () => {
      const { ok, status } = await clients.langchain(called, { server, useResponsesApi });
      assert.deepEqual({ ok, status }, { ok: false, status: 400 });
    });
  }
});

describe("OpenAI Agents", () => {
  const user = { type: "message", role: "user", content: "what is in the notes?" };
  const call = {
    type: "function_call",
    callId: "a",
    name: "read_file",
    status: "completed",
    arguments: '{"path":"notes.txt"}',
  };
  const result = {
    type: "function_call_result",
    callId: "a",
    name: "read_file",
    status: "completed",
    output: { type: "text", text: "milk and bread" },
  };

  for (const [name, path] of [
    ["agentsResponses", RESPONSES],
    ["agentsChat", CHAT],
  ]) {
    test(`${name}: a call and its result arrive`, async () => {
      assert.deepEqual(await clients[name]([user, call, result], { server, system: "be brief" }), { ok: true });
      assertArrived(path);
    });
    test(`${name}: a call without a result is refused`, async () => {
      const { ok, status } = await clients[name]([user, call], { server });
      assert.deepEqual({ ok, status }, { ok: false, status: 400 });
    });
    test(`${name}: a result without its call is refused`, async () => {
      const { ok, status } = await clients[name]([user, result], { server });
      assert.deepEqual({ ok, status }, { ok: false, status: 400 });
    });
  }
});
