// Loops of 120 requests through the official clients, against servers that bind thinking as the providers do: what one
// `Compactor` sends, or a pool that gets the whole history anew each time, is never refused.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { Compactor, CompactorPool } from "tooltrim";
import { validateMessages } from "tooltrim/messages";
import * as rules from "./rules/thinking.mjs";
import { startProviders } from "./server.mjs";

const REQUESTS = 120;
const apiKey = "none";
const path = (n) => `src/modules/${n}.ts`;
const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const result = (n) => `export const module${n} = ${n};\n`.repeat(60).slice(0, 1_000);

/** The two ways to compact: one object for one conversation, and a pool that finds it by its messages. */
const hosts = {
  Compactor: (options) => {
    const compactor = new Compactor(options);
    return (messages) => compactor.next(messages).messages;
  },
  CompactorPool: (options) => {
    const pool = new CompactorPool(options);
    return (messages) => pool.next(structuredClone(messages)).messages;
  },
};

/** Each API: the history at first, what the model answers, and how that and its result go into the history. */
const anthropic = {
  rule: rules.prefix,
  start: () => [{ role: "user", content: "Which modules are there?" }],
  answer: (n) => ({
    id: `msg_${n}`,
    type: "message",
    role: "assistant",
    model: "claude-sonnet-5-5",
    content: [
      n % 5 === 1
        ? { type: "redacted_thinking", data: Buffer.from(`thought ${n}`).toString("base64") }
        : { type: "thinking", thinking: `Next is ${path(n)}.`, signature: Buffer.from(`${n}`).toString("base64") },
      { type: "tool_use", id: `toolu_${n}`, name: "read_file", input: { path: path(n) } },
    ],
    stop_reason: "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  send: (url, messages) =>
    new Anthropic({ apiKey, baseURL: url, maxRetries: 0 }).messages.create({
      model: "claude-sonnet-5-5",
      max_tokens: 64,
      system: "Be brief.",
      tools: [{ name: "read_file", input_schema: schema }],
      messages,
    }),
  push: (history, { content }, n) => {
    const results = [{ type: "tool_result", tool_use_id: content.at(-1).id, content: result(n) }];
    return [...history, { role: "assistant", content }, { role: "user", content: results }];
  },
  /** The request with which a client can go on after a refusal. */
  bare: (messages) =>
    messages.map((message) =>
      message.role === "assistant"
        ? { ...message, content: message.content.filter(({ type }) => !type.endsWith("thinking")) }
        : message,
    ),
};

const chat = {
  rule: rules.calls,
  start: () => [{ role: "user", content: "Which modules are there?" }],
  answer: (n) => ({
    id: `chatcmpl-${n}`,
    object: "chat.completion",
    created: 0,
    model: "deepseek-reasoner",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: "",
          reasoning_content: `Next is ${path(n)}.`,
          tool_calls: [
            {
              id: `call_${n}`,
              type: "function",
              function: { name: "read_file", arguments: JSON.stringify({ path: path(n) }) },
            },
          ],
        },
        finish_reason: "tool_calls",
      },
    ],
  }),
  send: (url, messages) =>
    new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 }).chat.completions.create({
      model: "deepseek-reasoner",
      messages,
    }),
  push: (history, { choices: [{ message }] }, n) => [
    ...history,
    message,
    { role: "tool", tool_call_id: message.tool_calls[0].id, content: result(n) },
  ],
};

const responses = {
  rule: rules.compaction,
  start: () => [{ role: "user", content: "Which modules are there?" }],
  answer: (n) => ({
    id: `resp_${n}`,
    object: "response",
    created_at: 0,
    status: "completed",
    model: "gpt-5",
    output: [
      n % 40 === 39
        ? { type: "compaction", id: `cmp_${n}`, encrypted_content: Buffer.from(`all before ${n}`).toString("base64") }
        : {
            type: "function_call",
            id: `fc_${n}`,
            call_id: `call_${n}`,
            name: "read_file",
            arguments: JSON.stringify({ path: path(n) }),
            status: "completed",
          },
    ],
  }),
  send: (url, input) =>
    new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 }).responses.create({ model: "gpt-5", input }),
  push: (history, { output: [item] }, n) =>
    item.type === "compaction"
      ? [item, { role: "user", content: "Go on." }]
      : [...history, item, { type: "function_call_output", call_id: item.call_id, output: result(n) }],
};

/** Runs a loop; returns the number of refusals, the rule and all that was sent. */
async function run(api, compact, rule = api.rule()) {
  let number = 0;
  const server = await startProviders({
    refuse: (body) => rule.refuse(body),
    answer: (body) => {
      const whole = api.answer(number);
      rule.wrote(body, whole);
      return { status: 200, body: whole };
    },
  });
  const refused = [];
  const sent = [];
  let history = api.start();
  try {
    for (; number < REQUESTS; number += 1) {
      const messages = compact(history);
      const answer = await api.send(server.url, messages).catch((error) => {
        refused.push(error.message);
        if (error.status !== 400 || !api.bare) throw error;
        return api.send(server.url, api.bare(messages));
      });
      sent.push(messages);
      history = api.push(history, answer, number);
    }
  } finally {
    await server.close();
  }
  return { refused, rule, sent, history };
}

const window = { chars: 40_000 };

for (const [name, host] of Object.entries(hosts)) {
  describe(name, () => {
    for (const style of ["mask", "summary"]) {
      test(`thinking that is bound to what stands before it, ${style}`, async () => {
        const { refused, rule, sent, history } = await run(anthropic, host({ window, style, thinking: "prefix" }));
        assert.deepEqual(refused, []);
        // It is not for want of thinking, and not for want of steps.
        assert.ok(rule.kept > 500, `${rule.kept}`);
        assert.ok(JSON.stringify(history).length > 150_000 && JSON.stringify(sent.at(-1)).length < 60_000);
        const rules = sent.flatMap((now, n) => validateMessages(now, { before: sent[n - 1] }).map(({ rule }) => rule));
        assert.deepEqual(rules, []);
      });
    }

    test("the binding of another provider is refused, and validation says so beforehand", async () => {
      const { refused, sent } = await run(anthropic, host({ window, thinking: "loop" }));
      assert.ok(refused.length > 50, `${refused.length}`);
      assert.match(refused[0], /The block is bound to a different conversation/);
      const problems = sent.flatMap((messages, n) => validateMessages(messages, { before: sent[n - 1] }));
      assert.ok(problems.some(({ rule }) => rule === "thinking-after-change"));
    });

    test("a running tool loop begins with its thinking", async () => {
      const wanted = await run(anthropic, host({ window, thinking: "loop" }), rules.loop());
      assert.deepEqual(wanted.refused, []);
      await assert.rejects(run(anthropic, host({ window, thinking: "prefix" }), rules.loop()), /Expected `thinking`/);
    });

    test("reasoning goes back with its calls", async () => {
      const { refused, sent } = await run(chat, host({ window }));
      assert.deepEqual(refused, []);
      assert.ok(JSON.stringify(sent.at(-1)).length < 60_000);
    });

    test("nothing of ours comes before a summary of the server", async () => {
      const { refused, sent } = await run(responses, host({ window: { chars: 20_000 }, style: "summary" }));
      assert.deepEqual(refused, []);
      assert.ok(sent.some((input) => JSON.stringify(input).includes("[Earlier in this session:]")));
    });
  });
}

test("the servers refuse who does not keep to it", async () => {
  const without = (history) => history.map(({ reasoning_content: _, ...message }) => message);
  await assert.rejects(run(chat, without), /Missing `reasoning_content`/);
  const inFront = (input) => [{ role: "user", content: "Earlier." }, ...input];
  await assert.rejects(run(responses, inFront), /something stands before it/);
  const another = (history) => (history.length > 9 ? history.toSpliced(1, 2) : history);
  const { refused } = await run(anthropic, another);
  assert.ok(refused.length > 50, `${refused.length}`);
});
