// How examples/node-agent ends when something goes wrong: commands that never end, signals, and answers that are none.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { createExample, TIMEOUT } from "./agents.mjs";

const example = createExample();
const SCRIPTS = ["agent.mjs", "ai-sdk.mjs", "langchain.mjs"];

/** An endpoint whose replies the test writes. */
async function startEndpoint(answer) {
  const server = createServer(async (request, reply) => {
    let text = "";
    for await (const piece of request) text += piece;
    answer(JSON.parse(text), reply);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  return { close, environment: { OPENAI_BASE_URL: url, OPENAI_API_KEY: "none", MODEL: "m" } };
}

/** One answer of a model, streamed where the agent wants it so. */
function reply(body, response, { message, finish, isCut }) {
  const usage = { prompt_tokens: 400, completion_tokens: 5, total_tokens: 405 };
  const about = { id: "x", created: 1, model: "m" };
  if (!body.stream) {
    response.setHeader("content-type", "application/json");
    const choices = [{ index: 0, message: { role: "assistant", content: null, ...message }, finish_reason: finish }];
    const whole = JSON.stringify({ ...about, object: "chat.completion", choices, usage });
    if (isCut) {
      response.setHeader("content-length", whole.length);
      response.write(whole.slice(0, 40), () => response.destroy());
    } else response.end(whole);
    return;
  }
  response.setHeader("content-type", "text/event-stream");
  const event = (choice, more) => {
    const choices = [{ index: 0, delta: {}, finish_reason: null, ...choice }];
    return `data: ${JSON.stringify({ ...about, object: "chat.completion.chunk", choices, ...more })}\n\n`;
  };
  const calls = message.tool_calls?.map((call, index) => ({ ...call, index }));
  response.write(event({ delta: { role: "assistant", ...message, ...(calls && { tool_calls: calls }) } }), () => {
    if (isCut) response.destroy();
    else response.end(`${event({ finish_reason: finish })}${event({}, { choices: [], usage })}data: [DONE]\n\n`);
  });
}

const callOf = (name, args) => ({
  tool_calls: [{ id: "c1", type: "function", function: { name, arguments: args } }],
});

test("a command that leaves processes behind ends, and they end with it", {
  skip: process.platform === "win32",
  timeout: 60_000,
}, async () => {
  const { shell } = await example.load("tools/shell.mjs");
  const began = Date.now();
  const { store } = await (await example.load("saved.mjs")).openSaved();
  const run = (command, more) => shell(example.folder, { command }, { store, ...more });
  const text = await run("(sleep 1; echo > late.txt; sleep 97) & echo started");
  assert.ok(Date.now() - began < 10_000, "the pipes that a process holds were waited for");
  assert.match(text, /^started\n+\[exit code 0\]\n$/);
  await new Promise((done) => setTimeout(done, 1500));
  assert.ok(!readdirSync(example.folder).includes("late.txt"), "it goes on in the background");

  // What made a session of its own is out of reach; it must not keep the agent waiting.
  if (process.platform === "linux") assert.match(await run("setsid sleep 20 & echo x"), /\[exit code 0\]/);
  assert.match(await run("kill -TERM $$"), /\[killed by SIGTERM\]/);
  assert.match(await run("sleep 97", { seconds: 0.2 }), /\[stopped after 0\.2 s\]/);
  await assert.rejects(run("sleep 97", { signal: AbortSignal.abort() }), /stopped by the user/);
});

test("a session is for the agent whose loop is its own", { timeout: TIMEOUT }, async () => {
  const { code, complaint } = await example.run(["ai-sdk.mjs", "--session", "here"], {});
  assert.deepEqual([code, /^--session is for agent\.mjs/.test(complaint)], [2, true], complaint);
});

test("SIGTERM and SIGHUP end the run, and nothing is left", {
  skip: process.platform === "win32",
  timeout: TIMEOUT,
}, async () => {
  for (const [signal, expected] of Object.entries({ SIGTERM: 143, SIGHUP: 129 })) {
    const temporary = join(example.folder, `temporary-${signal}`);
    mkdirSync(temporary);
    const child = example.start(["agent.mjs"], { TMPDIR: temporary });
    let output = "";
    child.stdout.on("data", (piece) => {
      output += piece;
      if (output.includes("| 1 request") && !child.killed) child.kill(signal);
    });
    child.stderr.resume();
    assert.equal(await new Promise((done) => child.on("close", done)), expected, output);
    assert.deepEqual(readdirSync(temporary), []);
  }
});

test("no folder for temporary files, and no git: each in a sentence", { timeout: TIMEOUT }, async () => {
  const missing = join(example.folder, "missing");
  const folder = await example.run(["agent.mjs"], { TMPDIR: missing, TEMP: missing });
  assert.deepEqual(
    [folder.code, /^No folder can be made in .*TMPDIR/.test(folder.complaint)],
    [2, true],
    folder.complaint,
  );
  const git = await example.run(["agent.mjs"], { PATH: missing });
  assert.deepEqual([git.code, /^git is not installed/.test(git.complaint)], [2, true], git.complaint);
});

for (const script of SCRIPTS) {
  test(`${script}: an answer that is none is no success`, { timeout: TIMEOUT }, async () => {
    const answers = [
      [{ message: { content: "" }, finish: "stop" }, /answer is empty/],
      [{ message: { content: "I will now" }, finish: "length" }, /finish_reason: length/],
      [{ message: { content: "half" }, isCut: true }, /broke off/],
    ];
    // The others tell the model, which goes on.
    if (script === "langchain.mjs")
      answers.push([
        { message: callOf("read_file", '{"path": "READ'), finish: "tool_calls" },
        /arguments that are no JSON/,
      ]);
    for (const [answer, expected] of answers) {
      const { close, environment } = await startEndpoint((body, response) => reply(body, response, answer));
      const { code, complaint } = await example.run([script], environment).finally(close);
      assert.equal(code, 1, complaint);
      assert.match(complaint, expected);
      assert.doesNotMatch(complaint, /^ +at /m);
    }
  });

  test(`${script}: an address that is none of Chat Completions`, { timeout: TIMEOUT }, async () => {
    const { close, environment } = await startEndpoint((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<html>Sign in</html>");
    });
    const { code, complaint } = await example.run([script], environment).finally(close);
    assert.equal(code, 1);
    assert.match(complaint, /Chat Completions: is OPENAI_BASE_URL right\?/);
    assert.doesNotMatch(complaint, /^ +at /m);
    const nonsense = await example.run([script], { ...environment, OPENAI_BASE_URL: "nonsense" });
    assert.deepEqual(
      [nonsense.code, /^OPENAI_BASE_URL: nonsense/.test(nonsense.complaint)],
      [2, true],
      nonsense.complaint,
    );
  });
}
