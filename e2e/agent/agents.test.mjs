// The three agents of examples/node-agent, to their end, against an endpoint that refuses what providers refuse.
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { describe, test } from "node:test";
import { check } from "../../tests/providers/rules/openai-chat.mjs";
import { createExample, lookAt, startServer, TIMEOUT } from "./agents.mjs";

const example = createExample();
const MODULES = ["cart", "currency", "dates", "discount", "invoice", "shipping", "stock", "tax"];
const WINDOW = 24_000;
const ANSWER = 4_000;

/** Runs an agent against a server with a window, and looks at what it left. */
async function runAgent(script, { args = [], window = WINDOW } = {}) {
  const server = await startServer(example, window);
  try {
    const flags = ["--allow-shell", "--keep", ...args];
    const result = await example.run([script, ...flags], server.environment);
    const folder = /^The repository is in (.+)$/m.exec(result.output)?.[1];
    assert.ok(folder, `${result.output}\n${result.complaint}`);
    const left = await lookAt(folder);
    await rm(folder, { recursive: true, force: true });
    return { ...result, ...left, requests: server.requests };
  } finally {
    await server.close();
  }
}

const stepsIn = (output) => output.match(/context compacted: /g)?.length ?? 0;
const sizeOf = ({ body }) => JSON.stringify(body.messages).length;

for (const script of ["agent.mjs", "ai-sdk.mjs", "langchain.mjs"]) {
  describe(script, { concurrency: 1 }, () => {
    test("mends the repository in a window that is too small for the conversation", { timeout: TIMEOUT }, async (t) => {
      const { code, output, complaint, passes, commits, isClean, requests } = await runAgent(script, {
        args: ["--window", String(WINDOW)],
      });
      assert.equal(code, 0, `${output.slice(-2000)}\n${complaint}`);
      assert.ok(passes && isClean);
      assert.deepEqual(commits.toSorted(), ["A small shop", ...MODULES.map((name) => `Fix ${name}`)]);

      assert.deepEqual(
        requests.filter(({ status }) => status !== 200).map(({ error }) => error),
        [],
      );
      // The rules of another server, written from what the real one answers.
      for (const { body } of requests) assert.equal(check(body), undefined);
      const largest = Math.max(...requests.map(({ tokens }) => tokens));
      assert.ok(largest + ANSWER <= WINDOW, String(largest));
      const calls = requests.at(-1).body.messages.flatMap(({ tool_calls: calls }) => calls ?? []);
      assert.ok(calls.length >= 60, String(calls.length));
      assert.ok(stepsIn(output) >= 2, output);

      // What the model says at the end it reads in what is left of the conversation: no edited file was forgotten.
      const last = output.slice(output.indexOf("All tests pass"));
      for (const name of MODULES) assert.ok(last.includes(`src/${name}.mjs`), last);
      const without = Number(/without compaction +([\d,]+) tokens/.exec(output)?.[1].replaceAll(",", ""));
      assert.ok(without > 1.5 * WINDOW, output);
      t.diagnostic(
        `${script}: ${requests.length} requests, ${calls.length} calls, ${stepsIn(output)} steps, largest ${largest} tokens ` +
          `(${Math.max(...requests.map(sizeOf))} chars of JSON), without compaction ${without}`,
      );
    });

    test("is refused without compaction, and says so", { timeout: TIMEOUT }, async () => {
      const { code, complaint, passes, requests } = await runAgent(script, {
        args: ["--window", String(WINDOW), "--no-compaction"],
      });
      assert.equal(code, 1);
      assert.ok(!passes);
      assert.equal(requests.at(-1).status, 400);
      assert.match(
        requests.at(-1).error,
        /^This model's maximum context length is 24000 tokens\. However, you requested /,
      );
      assert.ok(requests.slice(0, -1).every(({ status }) => status === 200));
      assert.match(complaint, /The conversation no longer fits the window of scripted-1\. The endpoint says: /);
      assert.match(complaint, /Without --no-compaction it would have been compacted/);
    });

    test("goes on when the window is smaller than it was told", { timeout: TIMEOUT }, async () => {
      const { code, output, complaint, passes, requests } = await runAgent(script, { args: ["--window", "100000"] });
      assert.equal(code, 0, `${output.slice(-2000)}\n${complaint}`);
      assert.ok(passes);
      const refused = requests.flatMap(({ status }, at) => (status === 200 ? [] : [at]));
      assert.ok(refused.length > 0);
      // The same request, made smaller, is accepted at once.
      for (const at of refused) {
        assert.equal(requests[at].status, 400);
        assert.equal(requests[at + 1].status, 200);
        assert.equal(requests[at + 1].body.messages.length, requests[at].body.messages.length);
        assert.ok(sizeOf(requests[at + 1]) < sizeOf(requests[at]));
      }
      // Our own loop learns the window from the refusal.
      if (script === "agent.mjs") assert.equal(refused.length, 1);
    });
  });
}

test("the scripted model decides by the request alone, and its server refuses what the real one refuses", {
  timeout: TIMEOUT,
}, async () => {
  const { promptTokens } = await example.load("model-server/tokens.mjs");
  const server = await startServer(example, 2_000);
  const ask = async (messages) => {
    const reply = await fetch(`${server.url}/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.environment.OPENAI_API_KEY}` },
      body: JSON.stringify({ model: server.environment.MODEL, messages }),
    });
    return { status: reply.status, ...(await reply.json()) };
  };
  const callsOf = ({ choices }) => choices[0].message.tool_calls.map((call) => call.function);
  try {
    const task = { role: "user", content: "The tests fail." };
    const first = await ask([task]);
    assert.deepEqual(callsOf(await ask([task])), callsOf(first));
    const { message } = first.choices[0];
    assert.equal(message.tool_calls.length, 3);
    const results = message.tool_calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "ok" }));
    assert.deepEqual(
      callsOf(await ask([task, message, ...results])).map(({ name }) => name),
      ["shell"],
    );

    const broken = {
      "a result is missing": [task, message, ...results.slice(1)],
      "the user speaks in between": [task, message, results[0], task, ...results.slice(1)],
      "a result without its call": [task, results[0]],
      "a result twice": [task, message, ...results, results[0]],
    };
    for (const [what, messages] of Object.entries(broken)) {
      const { status, error } = await ask(messages);
      assert.equal(status, 400, what);
      assert.equal(check({ messages })?.status, 400, what);
      assert.match(error.message, /tool_calls/, what);
    }
    const long = [{ role: "user", content: "word ".repeat(2_000) }];
    assert.equal(promptTokens({ messages: long }).messages, 2_007);
    const { status, error } = await ask(long);
    assert.equal(status, 400);
    assert.equal(error.code, "context_length_exceeded");
  } finally {
    await server.close();
  }
});
