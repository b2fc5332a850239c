import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { validateMessages } from "tooltrim/messages";
import { newSession } from "../history/sessions.mjs";
import { toChat } from "../replay/chat.mjs";
import { ask, newClient } from "../replay/client.mjs";
import { FULL, jobsOf, policiesOf } from "../replay/jobs.mjs";
import { readOptions } from "../replay/options.mjs";
import { replayPoints } from "../replay/points.mjs";
import { summarize } from "../replay/report.mjs";
import { readAnswers, runJobs } from "../replay/run.mjs";
import { inferTools } from "../replay/schemas.mjs";
import { againstRecorded, agreement } from "../replay/score.mjs";
import { HEADER, recordedIfPossible, startScripted } from "../replay/scripted.mjs";

const use = (id, name, input) => ({ role: "assistant", content: [{ type: "tool_use", id, name, input }] });
const result = (id, content, is_error) => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content, ...(is_error && { is_error }) }],
});

/** The path that the last call takes stands in the first result only, long before. */
function sessionOf(name) {
  const messages = [
    { role: "user", content: "Mend the failing test." },
    use("a", "grep", { pattern: "panic" }),
    result("a", `src/${name}.rs:7: panic!("${name}")\n`),
  ];
  for (let n = 0; n < 30; n += 1) {
    messages.push(use(`b${n}`, "bash", { command: `ls -l dir${n}` }), result(`b${n}`, `file${n}\n`.repeat(200)));
  }
  messages.push(use("c", "read", { path: `src/${name}.rs`, limit: 20 }), result("c", "fn main() {}"));
  return newSession(name, "anthropic", messages);
}

const names = ["pump", "valve", "motor"];
const points = names.flatMap((name) => replayPoints(sessionOf(name), { most: 1, least: 1000 }));
const jobs = await jobsOf(points, await policiesOf(["tooltrim", "drop-oldest"]), [30]);

/** Options of a run with a file of its own. */
const optionsOf = (more) => ({
  ...readOptions(["--scripted", ...(more ?? [])]),
  out: join(mkdtempSync(join(tmpdir(), "replay-")), "answers.jsonl"),
});
const headersOf = (point) => ({ [HEADER]: point.id });
async function runAgainst(answer, { given = jobs, options = optionsOf(), retries = 3, timeout = 5000 } = {}) {
  const server = await startScripted(answer);
  try {
    const client = newClient({ baseUrl: server.baseUrl, apiKey: "none", retries, timeout });
    return { ...(await runJobs(given, client, options, { headersOf })), requests: server.requests, options };
  } finally {
    await server.close();
  }
}

test("a point stands where a request was made, and knows what was recorded next", () => {
  assert.equal(points.length, 3);
  assert.deepEqual(
    points[0].turn.map(({ name, args }) => [name, args]),
    [["read", { path: "src/pump.rs", limit: 20 }]],
  );
  assert.equal(points[0].messages.length, 63);
});

test("a policy that loses the path does worse, one that keeps it as well as the full history", async () => {
  const { runs, requests } = await runAgainst(recordedIfPossible(points));
  assert.equal(requests.length, 2 * jobs.length);
  const { arms } = summarize(runs);
  assert.deepEqual(Object.keys(arms), [FULL, "tooltrim 30 %", "drop-oldest 30 %"]);
  for (const arm of [FULL, "tooltrim 30 %"]) {
    for (const key of ["tool", "path", "arguments", "actions", "soon"])
      assert.equal(arms[arm].recorded[key].mean, 1, arm);
  }
  assert.equal(arms["drop-oldest 30 %"].recorded.path.mean, 0);
  assert.equal(arms["drop-oldest 30 %"].difference.path.mean, -1);
  assert.equal(arms["drop-oldest 30 %"].full.path.mean, 0);
  assert.equal(arms["tooltrim 30 %"].difference.path.mean, 0);
  assert.equal(arms[FULL].full.arguments.mean, 1, "the same rule answers the same way");
  assert.ok(arms["tooltrim 30 %"].sent <= 0.3);
});

test("answers that vary lower the floor of the noise, too", async () => {
  // A coin that falls on the other side each time: of two answers to the same request one is right.
  const right = recordedIfPossible(points);
  const seen = new Map();
  const { runs } = await runAgainst((given) => {
    const key = JSON.stringify(given.body.messages);
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return seen.get(key) % 2 === 0 ? right(given) : [{ name: "bash", args: {} }];
  });
  const { arms } = summarize(runs);
  assert.equal(arms[FULL].recorded.tool.mean, 0.5);
  assert.equal(arms[FULL].full.tool.mean, 0, "the two never agree");
});

test("requests are valid Chat Completions with the tools of the session", async () => {
  const { requests } = await runAgainst(recordedIfPossible(points));
  for (const { messages, tools } of requests) {
    assert.deepEqual(validateMessages(messages, { format: "openai-chat" }), []);
    assert.deepEqual(
      tools.map((tool) => tool.function.name),
      ["grep", "bash", "read"],
    );
  }
});

test("an interrupted run goes on where it was", async () => {
  const options = optionsOf();
  await runAgainst(recordedIfPossible(points), { given: jobs.slice(0, 4), options });
  // As if the process had been killed while it wrote.
  appendFileSync(options.out, '{"key":"half a li');
  const second = await runAgainst(recordedIfPossible(points), { options });
  assert.equal(second.resumed, 8);
  assert.equal(second.requests.length, 2 * jobs.length - 8);
  const third = await runAgainst(() => assert.fail("asked again"), { options });
  assert.equal(third.resumed, 2 * jobs.length);
  assert.deepEqual(summarize(third.runs), summarize(second.runs));
  assert.equal(readFileSync(options.out, "utf8").trim().split("\n").length, 2 * jobs.length + 1);
});

test("a rate limit is waited for as long as the server says", async () => {
  let refused = 0;
  const started = performance.now();
  const right = recordedIfPossible(points);
  const { runs, requests } = await runAgainst(
    (given) => {
      if (refused === 1 || given.count > 1) return right(given);
      refused += 1;
      return { status: 429, headers: { "retry-after": "1" } };
    },
    { given: jobs.slice(0, 1), options: optionsOf(["--repeat", "1"]) },
  );
  assert.equal(requests.length, 2);
  assert.ok(performance.now() - started >= 1000);
  assert.equal(runs[0].answers[0].error, undefined);
});

test("a wait of more than a minute is kept, which the client alone would not do", async () => {
  const server = await startScripted(({ count }) =>
    count === 1 ? { status: 429, headers: { "retry-after": "90" } } : [{ name: "bash", args: {} }],
  );
  try {
    const client = newClient({ baseUrl: server.baseUrl, apiKey: "none", retries: 0, timeout: 5000 });
    const waits = [];
    const request = { model: "scripted", messages: jobs[0].messages, tools: points[0].tools };
    const answer = await ask(client, request, async (seconds) => waits.push(seconds));
    assert.deepEqual([waits, answer.calls[0].name, server.requests.length], [[90], "bash", 2]);
  } finally {
    await server.close();
  }
});

test("a rate limit that does not end, a timeout and a server's error are left out and asked for again", async () => {
  const given = jobs.slice(0, 3);
  const answers = [{ status: 429, headers: { "retry-after": "0" } }, "hang", { status: 500 }];
  const options = optionsOf(["--repeat", "1", "--concurrency", "1"]);
  const { runs } = await runAgainst(({ count }) => answers[count - 1], { given, options, retries: 0, timeout: 300 });
  assert.deepEqual(
    runs.map((run) => run.answers[0].error),
    ["rate", "timeout", "server"],
  );
  const { arms } = summarize(runs);
  assert.equal(arms[FULL].recorded.tool.mean, undefined);
  assert.deepEqual(arms["tooltrim 30 %"].errors, { timeout: 1 });
  assert.equal(readAnswers(options.out).size, 0);
});

test("a history that is too long for the model counts as no action, and is no reference", async () => {
  const right = recordedIfPossible(points);
  const tooLong = {
    status: 400,
    body: {
      error: { message: "This model's maximum context length is 8192 tokens.", code: "context_length_exceeded" },
    },
  };
  const { runs, options } = await runAgainst((given) =>
    JSON.stringify(given.body.messages).length > 30_000 ? tooLong : right(given),
  );
  const { arms } = summarize(runs);
  assert.deepEqual(arms[FULL].errors, { context: 6 });
  assert.equal(arms[FULL].recorded.tool.mean, 0);
  assert.equal(arms["tooltrim 30 %"].recorded.tool.mean, 1);
  assert.equal(arms["tooltrim 30 %"].difference.tool.mean, 1);
  assert.equal(arms["tooltrim 30 %"].full.tool.mean, undefined);
  // It would be too long the next time as well.
  assert.equal([...readAnswers(options.out).values()].filter(({ error }) => error === "context").length, 6);
});

test("agreement is about tool, paths and arguments, whatever the order of keys", () => {
  const wanted = { name: "read", args: { path: "src/a.rs", limit: 3 } };
  const same = { name: "read", args: { limit: 3, path: "src/a.rs", offset: null, note: "" } };
  assert.deepEqual(agreement([same], [wanted]), { tool: 1, path: 1, arguments: 1, actions: 1 });
  const longer = { name: "read", args: { path: "src/a.rs", limit: 4 } };
  assert.deepEqual(agreement([longer], [wanted]), { tool: 1, path: 1, arguments: 0, actions: 1 });
  const other = { name: "edit", args: { path: "src/b.rs" } };
  assert.deepEqual(agreement([other, wanted], [wanted]), { tool: 0, path: 0, arguments: 0, actions: 0.5 });
  assert.deepEqual(agreement([], [wanted]), { tool: 0, path: 0, arguments: 0, actions: 0 });
  assert.deepEqual(agreement([], []), { tool: 1, actions: 1 });
  assert.equal(againstRecorded([other], { turn: [wanted], next: [wanted, other] }).soon, 1);
  assert.equal(againstRecorded([], { turn: [wanted], next: [wanted] }).soon, 0);
});

test("schemas come from the calls: names, keys, types, and what each call has", () => {
  const { tools, nameOf } = inferTools([
    { name: "mcp:read file", args: { path: "a", lines: 3 } },
    { name: "mcp:read file", args: { path: "b", lines: 2.5, tags: ["x"] } },
    { name: "mcp_read_file", args: {} },
  ]);
  assert.deepEqual(tools[0].function.parameters, {
    type: "object",
    properties: {
      path: { type: "string" },
      lines: { type: "number" },
      tags: { type: "array", items: { type: "string" } },
    },
    required: ["path", "lines"],
  });
  assert.deepEqual([nameOf("mcp:read file"), nameOf("mcp_read_file")], ["mcp_read_file", "mcp_read_file_2"]);
});

test("broken recordings become valid requests", () => {
  const chat = toChat([
    { role: "user", content: "go" },
    use("a", "ls", {}),
    use("a", "ls", { path: "." }),
    result("a", "1"),
    result("gone", "2"),
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm" },
        { type: "text", text: "done" },
      ],
    },
    use("b", "ls", {}),
  ]);
  assert.deepEqual(validateMessages(chat, { format: "openai-chat" }), []);
  assert.deepEqual(
    chat.map(({ role, tool_calls }) => (tool_calls ? `${role} ${tool_calls.length}` : role)),
    ["user", "assistant 2", "tool", "tool", "user", "assistant 1", "tool"],
  );
});

test("wrong options are named", async () => {
  assert.throws(() => readOptions([]), /--base-url and --model/);
  assert.throws(() => readOptions(["--dry-run", "--points", "none"]), /--points: none is not a number/);
  assert.throws(() => readOptions(["--dry-run", "--share", "0"]), /--share/);
  await assert.rejects(policiesOf(["summary"]), /summary is not one of tooltrim/);
});
