// The valid conversations are valid: by the schemas that the official packages check with, and by the rules of
// tests/providers. And they have all that a format has.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { coerceMessageLikeToMessage, isBaseMessage, mapStoredMessagesToChatMessages } from "@langchain/core/messages";
import { protocol } from "@openai/agents-core";
import * as ai6 from "ai";
import { MockLanguageModelV3 } from "ai/test";
import * as ai7 from "ai-7";
import { MockLanguageModelV4 } from "ai-7/test";
import fc from "fast-check";
import { check as checkAnthropic } from "../providers/rules/anthropic.mjs";
import { check as checkGemini } from "../providers/rules/gemini.mjs";
import { check as checkChat } from "../providers/rules/openai-chat.mjs";
import { check as checkResponses } from "../providers/rules/openai-responses.mjs";
import { runs } from "../runs.mjs";
import { units } from "./anatomy.mjs";
import { kinds } from "./coverage.mjs";
import { conversations, formats, isClosed, resultText, valid } from "./index.mjs";

const draws = { ...runs(200), seed: 20 };
const draw = (options, more) => fc.sample(conversations(options), { ...draws, ...more });
const closed = draw({ loneSurrogates: true });
const open = draw({ openAtEnd: true }, { numRuns: 60 });
const writers = Object.fromEntries(formats.map(({ name, write }) => [name, write]));
/** The messages of some of the conversations in a format. */
const written = (format, drawn = closed, most = drawn.length) => drawn.slice(0, most).map(writers[format]);

describe("the schemas of the packages", () => {
  // Version 7 reads no images of version 4 any more.
  const hasOld = (message) => JSON.stringify(message).includes('{"type":"media"');
  for (const [version, ai, Model] of [
    [6, ai6, MockLanguageModelV3],
    [7, ai7, MockLanguageModelV4],
  ]) {
    test(`AI SDK ${version}: model messages`, () => {
      for (const messages of written("ai-sdk", closed, 80)) {
        for (const message of messages.filter((one) => version < 7 || !hasOld(one)))
          assert.ok(ai.modelMessageSchema.safeParse(message).success, JSON.stringify(message));
      }
    });

    test(`AI SDK ${version}: every call has its result, as it asks before a request`, async () => {
      const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
      const model = new Model({
        // Nothing is to be downloaded.
        supportedUrls: { "*/*": [/.*/] },
        doGenerate: {
          content: [{ type: "text", text: "done" }],
          finishReason: { unified: "stop" },
          usage,
          warnings: [],
        },
      });
      for (const messages of written("ai-sdk", closed, 60)) {
        const asked = [...messages, { role: "user", content: "And now?" }];
        await ai.generateText({ model, messages: asked, allowSystemInMessages: true });
      }
    });

    test(`AI SDK ${version}: UI messages, and what becomes of them`, async () => {
      for (const messages of written("ai-sdk-ui", closed, 60)) {
        const result = await ai.safeValidateUIMessages({ messages });
        assert.ok(result.success, result.error?.message);
        for (const message of await ai.convertToModelMessages(messages)) {
          assert.ok(ai.modelMessageSchema.safeParse(message).success, JSON.stringify(message));
        }
      }
    });
  }

  test("OpenAI Agents: items, and no field that the protocol does not know", () => {
    for (const messages of [...written("openai-agents", closed, 80), ...written("openai-agents", open, 20)]) {
      for (const item of messages) assert.deepEqual(protocol.ModelItem.parse(item), item);
    }
  });

  test("LangChain: classes, and what can be turned into them", () => {
    const names = (messages) => messages.map((message) => message.constructor.name.replace("Chunk", ""));
    for (const conversation of closed.slice(0, 60)) {
      const of = (name) => writers[name](conversation);
      const messages = of("langchain");
      assert.ok(messages.every(isBaseMessage));
      assert.deepEqual(names(of("langchain-plain").map(coerceMessageLikeToMessage)), names(messages));
      assert.deepEqual(names(of("langchain-serialized").map(coerceMessageLikeToMessage)), names(messages));
      assert.deepEqual(names(mapStoredMessagesToChatMessages(of("langchain-stored"))), names(messages));
    }
  });
});

describe("the rules of the providers", () => {
  const checks = [
    ["openai-chat", (messages) => checkChat({ model: "gpt-5", messages })],
    ["openai-chat-legacy", (messages) => checkChat({ model: "gpt-4o", messages })],
    ["openai-responses", (input) => checkResponses({ model: "gpt-5", input })],
    ["anthropic", (messages) => checkAnthropic({ model: "claude-haiku-4-5", max_tokens: 64, messages })],
    [
      "anthropic-system",
      // Newer models want a user's message at the end.
      (messages) =>
        checkAnthropic({
          model: "claude-opus-5",
          max_tokens: 64,
          messages: messages.at(-1).role === "assistant" ? [...messages, { role: "user", content: "?" }] : messages,
        }),
    ],
    ["gemini", (contents) => checkGemini({ model: "gemini-2.5-pro", contents })],
  ];
  // What the types have, or a client is known to send, and the rules do not take.
  const known = [
    /Input tag 'mcp_tool_use'/, // of the beta
    /Invalid value: 'configuration_update'/,
    /No tool output found for local shell call/, // Codex answers one by a function_call_output
    /No tool call found for function call output/,
  ];

  for (const [format, check] of checks) {
    test(format, () => {
      for (const messages of written(format)) {
        const found = JSON.stringify(check(messages)?.body.error.message);
        if (!known.some((one) => one.test(found))) assert.equal(found, undefined);
      }
    });
  }
});

describe("every format", () => {
  for (const { name, write, repeatedIds } of formats) {
    test(`${name}: has all kinds of parts`, () => {
      const counts = new Map();
      for (const messages of [...written(name), ...written(name, open)]) {
        for (const kind of kinds.found(messages)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
      const missing = kinds.expected[name].filter((kind) => !counts.has(kind));
      assert.deepEqual(missing, [], `found ${JSON.stringify([...counts])}`);
    });

    test(`${name}: has the calls and results of the conversation`, () => {
      // Where calls are references, or stand twice in a message, or have no ids, there is nothing to count by.
      if (/stored|langchain|legacy/.test(name)) return;
      for (const conversation of open) {
        const messages = write(conversation);
        const steps = conversation.turns.flatMap((turn) => turn.steps);
        const own = units(messages, "call").filter(({ value }) => value.providerExecuted !== true);
        assert.equal(own.length, steps.flatMap(({ calls }) => calls).length);
        if (name === "ai-sdk-ui") continue;
        const results = units(messages, "result").filter(({ value }) => !/^srvtoolu/.test(value.toolCallId));
        assert.equal(results.length, steps.flatMap((step) => step.results).length);
        assert.equal(isClosed(conversation), false);
      }
    });

    test(`${name}: the same seed gives the same messages, and writing changes nothing`, () => {
      const [one, two] = [0, 1].map(() => fc.sample(valid(name, { repeatedIds: true }), { numRuns: 1, seed: 5 })[0]);
      assert.deepEqual(one, two);
      const before = structuredClone(one.conversation);
      assert.deepEqual(write(one.conversation), one.messages);
      assert.deepEqual(one.conversation, before);
      const ids = one.conversation.turns.flatMap(({ steps }) =>
        steps.flatMap(({ calls }) => calls.map(({ id }) => id)),
      );
      if (!repeatedIds) assert.equal(new Set(ids).size, ids.length);
    });
  }
});

test("the options do what they say", () => {
  const steps = (list) => list.flatMap(({ turns }) => turns.flatMap((turn) => turn.steps));
  const idsOf = ({ turns }) => turns.flatMap((turn) => turn.steps.flatMap(({ calls }) => calls.map(({ id }) => id)));
  const repeats = (conversation) => new Set(idsOf(conversation)).size < idsOf(conversation).length;
  const plain = draw({}, { numRuns: 100 });
  assert.ok(draw({ repeatedIds: true }, { numRuns: 20 }).some(repeats));
  assert.ok(!plain.some(repeats));
  assert.ok(plain.every(isClosed));
  assert.ok(!open.some(isClosed));
  assert.ok(draw({ maxTurns: 1 }, { numRuns: 20 }).every(({ turns }) => turns.length === 1));
  const longest = (list) =>
    Math.max(...steps(list).flatMap(({ results }) => results.map((one) => resultText(one).length)));
  assert.ok(longest(draw({ longResults: true }, { numRuns: 20 })) > 5000);
  assert.ok(longest(plain) < 1000);
  // JSON.stringify escapes what is half of a pair, and nothing else of that range.
  const hasHalves = (one) => /\\ud[89a-f]/.test(JSON.stringify(one));
  assert.deepEqual([plain.some(hasHalves), closed.some(hasHalves)], [false, true]);
  const calls = steps(closed).map((step) => step.calls.length);
  assert.deepEqual([Math.min(...calls), Math.max(...calls)], [0, 19]);
});
