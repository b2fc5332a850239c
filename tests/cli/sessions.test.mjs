// `stats`, `validate`, `repair` and `compact`: figures are the library's, for messages and logs of all kinds.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Compactor, compactMessages } from "tooltrim";
import { inspectMessages, readSessionLog, repairMessages, validateMessages } from "tooltrim/messages";
import { FIXTURES, folder, session, tooltrim } from "./support.mjs";

const files = folder();

const messages = session(30);
const claude = [
  { type: "summary", summary: "Tests", leafUuid: "3" },
  { type: "user", uuid: "1", parentUuid: null, message: { role: "user", content: "Which files are there?" } },
  {
    type: "assistant",
    uuid: "2",
    parentUuid: "1",
    message: {
      id: "m1",
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "ls" } }],
    },
  },
  {
    type: "user",
    uuid: "3",
    parentUuid: "2",
    message: {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "lib.rs\n".repeat(900) }],
    },
  },
]
  .map((line) => JSON.stringify(line))
  .join("\n");
const openHands = [
  {
    kind: "SystemPromptEvent",
    id: "0",
    source: "agent",
    system_prompt: { type: "text", text: "You help." },
    tools: [],
  },
  {
    kind: "MessageEvent",
    id: "1",
    source: "user",
    llm_message: { role: "user", content: [{ type: "text", text: "List the files." }] },
  },
  {
    kind: "ActionEvent",
    id: "2",
    source: "agent",
    thought: [],
    action: { kind: "TerminalAction", command: "ls" },
    tool_name: "terminal",
    tool_call_id: "call_1",
    tool_call: { id: "call_1", name: "terminal", arguments: '{"command":"ls"}', origin: "completion" },
    llm_response_id: "r1",
  },
  {
    kind: "ObservationEvent",
    id: "3",
    source: "environment",
    tool_name: "terminal",
    tool_call_id: "call_1",
    action_id: "2",
    observation: {
      kind: "TerminalObservation",
      content: [{ type: "text", text: "lib.rs" }],
      command: "ls",
      exit_code: 0,
    },
  },
];
const openCode = {
  "message/ses_1/msg_1.json": { id: "msg_1", sessionID: "ses_1", role: "user", time: { created: 1 } },
  "message/ses_1/msg_2.json": { id: "msg_2", sessionID: "ses_1", role: "assistant", time: { created: 2 } },
  "part/msg_1/prt_1.json": { id: "prt_1", messageID: "msg_1", sessionID: "ses_1", type: "text", text: "List." },
  "part/msg_2/prt_2.json": {
    ...{ id: "prt_2", messageID: "msg_2", sessionID: "ses_1", type: "tool", tool: "list", callID: "call_1" },
    state: { status: "completed", input: {}, output: "lib.rs", time: { start: 1, end: 2 } },
  },
};
const own = {
  "list.json": JSON.stringify(messages, undefined, 2),
  "body.json": `${JSON.stringify({ model: "m", messages, temperature: 0 })}\n`,
  "lines.jsonl": messages.map((message) => `${JSON.stringify(message)}\n`).join(""),
  "claude.jsonl": claude,
};
for (const [name, text] of Object.entries(own)) writeFileSync(join(files, name), text);

const real = FIXTURES
  ? ["logs", "sessions", "sessions-more"].flatMap((name) =>
      readdirSync(join(FIXTURES, name), { recursive: true })
        .filter((file) => /\.jsonl?$/.test(file))
        .map((file) => join(FIXTURES, name, file)),
    )
  : [];
// The command is the library with a process around it, so a few of them show what it adds.
const few = Number(process.env.TOOLTRIM_RUNS ?? 1) >= 10 ? real : real.filter((_, at) => at % 12 === 0);
const paths = [...Object.keys(own).map((name) => join(files, name)), ...few];

test("figures are the library's", { concurrency: 3, timeout: 600_000 }, (t) =>
  Promise.all(paths.map((path) => compare(t, path))),
);

function compare(t, path) {
  return t.test(path.split("/").slice(-3).join("/"), async () => {
    const { messages, format, agent, skipped } = readSessionLog(readFileSync(path, "utf8"));
    const json = async (...args) => JSON.parse((await tooltrim([...args, "--json", path])).stdout);

    const { size, calls } = inspectMessages(messages, { format });
    const stats = await json("stats");
    assert.deepEqual([stats.size, stats.calls, stats.format], [size, calls.length, format]);
    assert.deepEqual([stats.agent, stats.skipped], [agent, skipped]);
    // Each takes as long as a compaction of the whole.
    for (const { share, after } of stats.savings.filter(({ share }) => share === 0.5 || path.startsWith(files))) {
      const compactTo = { chars: Math.floor(size.chars * share) };
      const options = { format, window: { chars: size.chars }, compactTo, triggerAt: 0, minimumGain: 0 };
      const { report } = compactMessages(messages, options);
      assert.deepEqual(after, report.after, `at ${share}`);
    }

    const problems = validateMessages(messages, { format });
    assert.deepEqual((await json("validate")).problems, problems);
    const validation = await tooltrim(["validate", path]);
    assert.equal(validation.code, problems.length > 0 ? 1 : 0);
    assert.equal(validation.stdout.split("\n").length - 1, problems.length);

    const repaired = repairMessages(messages, { format });
    const repair = await json("repair");
    assert.deepEqual(repair.messages, JSON.parse(JSON.stringify(repaired.messages)));
    assert.deepEqual([repair.repairs, repair.problems], [repaired.repairs, repaired.problems]);

    const window = Math.ceil(size.chars * 1.1) + 1000;
    const expected = new Compactor({ format, window: { chars: window }, compactTo: 0.3 }).next(messages, {
      force: true,
    });
    const compact = await json("compact", "--window-chars", String(window), "--compact-to", "0.3", "--force");
    assert.deepEqual(compact.messages, JSON.parse(JSON.stringify(expected.messages)));
    assert.deepEqual(compact.report, JSON.parse(JSON.stringify(expected.report)));
    // What comes out is a session again.
    const again = readSessionLog(JSON.stringify(compact.messages), { format });
    assert.equal(again.messages.length, compact.messages.length);
  });
}

test("compact writes messages as they came: what is around them, their indentation, JSON Lines", async () => {
  const flags = ["--window-chars", "60000", "--compact-to", "0.3"];
  const { messages: smaller } = new Compactor({ window: { chars: 60_000 }, compactTo: 0.3 }).next(messages);
  const compact = async (name) => (await tooltrim(["compact", join(files, name), ...flags])).stdout;
  assert.equal(await compact("list.json"), JSON.stringify(smaller, undefined, 2));
  assert.equal(await compact("body.json"), `${JSON.stringify({ model: "m", messages: smaller, temperature: 0 })}\n`);
  assert.equal(await compact("lines.jsonl"), smaller.map((message) => `${JSON.stringify(message)}\n`).join(""));
  const { stdout } = await tooltrim(["compact", ...flags], { input: own["list.json"] });
  assert.equal(stdout, JSON.stringify(smaller, undefined, 2));
});

test("without a need nothing changes, to the byte, and stderr says so", async () => {
  for (const name of ["list.json", "body.json", "lines.jsonl"]) {
    const { code, stdout, stderr } = await tooltrim(["compact", join(files, name)]);
    assert.deepEqual([code, stdout], [0, own[name]]);
    assert.match(stderr, /nothing to do below the mark/);
  }
});

test("--show is a diff of one exchange, --report lists all", async () => {
  const flags = ["--window-chars", "60000", "--compact-to", "0.3"];
  const { stdout } = await tooltrim(["compact", join(files, "list.json"), ...flags, "--show", "4"]);
  assert.match(
    stdout,
    /^bash \(call_3\): .+\n=+\n--- before: \d+ chars\n\+\+\+ after: \d+ chars, (trimmed|fact|folded)\n@@/,
  );
  assert.match(stdout, /\n-line\n/);
  const report = (await tooltrim(["compact", join(files, "list.json"), ...flags, "--report"])).stdout;
  assert.equal(report.split("\n").filter((line) => /^ +\d+ {2}(full|trimmed|fact|folded) /.test(line)).length, 30);
  const { code, stderr } = await tooltrim(["compact", join(files, "list.json"), ...flags, "--show", "31"]);
  assert.deepEqual([code, stderr], [1, "tooltrim: --show: there is no exchange 31; the session has 30\n"]);
});

test("what does not fit the window has the exit code 1, and comes out nevertheless", async () => {
  const { code, stdout, stderr } = await tooltrim(["compact", join(files, "list.json"), "--window-tokens", "10"]);
  assert.equal(code, 1);
  assert.ok(JSON.parse(stdout).length > 0);
  assert.match(stderr, /does not fit the window/);
});

test("an empty conversation comes out as it came, from a list or a request", async () => {
  for (const text of ["[]", "[ ]\n", '{"model":"m","messages":[]}', '{"contents":[]}', '{\n  "input": []\n}\n']) {
    const file = join(files, "none.json");
    writeFileSync(file, text);
    const compacted = await tooltrim(["compact", file, "--window-chars", "100000"]);
    assert.equal(compacted.code, 0, compacted.stderr);
    assert.deepEqual(JSON.parse(compacted.stdout), JSON.parse(text));
    assert.deepEqual((await tooltrim(["compact"], { input: text })).code, 0);
    const stats = await tooltrim(["stats", "--json", file]);
    assert.deepEqual([stats.code, JSON.parse(stats.stdout).calls], [0, 0], stats.stderr);
    assert.equal((await tooltrim(["stats", file])).code, 0);
    assert.match((await tooltrim(["validate", file])).stderr, /: 0 messages \(openai-chat\), no problems\n$/);
    assert.equal((await tooltrim(["repair", file])).code, 0);
    assert.equal(readFileSync(file, "utf8"), text);
  }
});

test("validate compares with an earlier request, and thinking without a signature stays where it is bound to calls", async () => {
  const [before, next] = ["before.json", "next.json"].map((name) => join(files, name));
  const call = { type: "tool_use", id: "toolu_1", name: "ls", input: {} };
  const request = (text, thinking) => [
    { role: "user", content: text },
    { role: "assistant", content: [{ type: "thinking", thinking: "I list them.", ...thinking }, call] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "lib.rs" }] },
  ];
  writeFileSync(before, JSON.stringify(request("Which files are there?", { signature: "c2ln" })));
  writeFileSync(next, JSON.stringify({ model: "m", messages: request("Which files?", { signature: "c2ln" }) }));
  const { code, stdout } = await tooltrim(["validate", next, "--before", before]);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^\/1\/content\/0: messages before this thinking changed .* first \/0 \(thinking-after-change; /,
  );
  assert.equal((await tooltrim(["validate", before, "--before", before])).code, 0);
  assert.equal((await tooltrim(["validate", next, "--before", before, "--thinking", "loop"])).code, 0);
  const piped = await tooltrim(["validate", "--before", "-"], { input: "[]" });
  assert.deepEqual([piped.code, piped.stderr.includes("--before: stdin is the session")], [2, true]);
  writeFileSync(next, JSON.stringify(request("Which files?", {})));
  assert.equal((await tooltrim(["validate", next])).code, 1);
  assert.equal((await tooltrim(["validate", next, "--thinking", "calls"])).code, 0);
  const kept = await tooltrim(["repair", next, "--thinking", "calls"]);
  assert.deepEqual(JSON.parse(kept.stdout), request("Which files?", {}));
  assert.equal(JSON.parse((await tooltrim(["repair", next])).stdout)[1].content.length, 1);
});

test("repair mends a file in place, and a log only into another", async () => {
  const broken = join(files, "broken.json");
  writeFileSync(broken, JSON.stringify({ messages: messages.slice(0, 2) }, undefined, "\t"));
  assert.equal((await tooltrim(["validate", broken])).code, 1);
  const { code, stderr } = await tooltrim(["repair", "-w", broken]);
  assert.equal(code, 0);
  assert.match(stderr, /^\/1.*: (dropped|inserted|changed) \(/);
  assert.match(readFileSync(broken, "utf8"), /^\{\n\t"messages": \[\n/);
  assert.deepEqual(await tooltrim(["validate", broken]), {
    code: 0,
    signal: null,
    stdout: "",
    stderr: `${JSON.stringify(broken)}: 3 messages (openai-chat), no problems\n`,
  });
  const log = await tooltrim(["repair", "-w", join(files, "claude.jsonl")]);
  assert.equal(log.code, 2);
  assert.match(log.stderr, /is a log of claude-code, which is only read; use --output/);
});

test("stats draws a page and a picture", async () => {
  const [html, svg] = ["page.html", "picture.svg"].map((name) => join(files, name));
  const { stdout, code } = await tooltrim(["stats", join(files, "list.json"), "--html", html, "--svg", svg]);
  assert.deepEqual([stdout, code], ["", 0]);
  assert.match(readFileSync(html, "utf8"), /^<!doctype html>.*list\.json/s);
  assert.match(readFileSync(svg, "utf8"), /^<svg|^<\?xml/);
  const table = (await tooltrim(["stats", join(files, "list.json")])).stdout;
  assert.match(table, /30 calls, 10 failed/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what must not be there.
  assert.doesNotMatch(table, /\x1b/);
});

test("stats without a file lists the logs of agents on this machine, and only reads", async () => {
  const home = folder();
  const options = { env: { HOME: home, USERPROFILE: home }, cwd: home, stdio: ["ignore", "pipe", "pipe"] };
  const none = await tooltrim(["stats"], options);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /there are no session logs in\n {2}claude-code: ~/);

  const places = { ".claude/projects/app": "4f1c.jsonl", ".codex/sessions/2026/11/25": "rollout-1.jsonl" };
  for (const [place, name] of Object.entries(places)) {
    mkdirSync(join(home, place), { recursive: true });
    writeFileSync(join(home, place, name), place.startsWith(".claude") ? claude : "no log at all");
  }
  const events = join(home, ".openhands/conversations/7/events");
  mkdirSync(events, { recursive: true });
  for (const [at, event] of openHands.entries())
    writeFileSync(join(events, `event-0000${at}-x.json`), JSON.stringify(event));
  const storage = join(home, ".local/share/opencode/storage");
  for (const [path, piece] of Object.entries(openCode)) {
    mkdirSync(join(storage, path, ".."), { recursive: true });
    writeFileSync(join(storage, path), JSON.stringify(piece));
  }
  const before = readdirSync(home, { recursive: true });
  const { stdout, stderr, code } = await tooltrim(["stats"], options);
  assert.equal(code, 0);
  assert.match(stdout, /claude-code +\d[\d.]*K? +1 +Bash \d+ % +~\/\.claude\/projects\/app\/4f1c\.jsonl\n/);
  assert.match(stdout, /codex +unreadable/);
  assert.match(stdout, /openhands +\d+ +1 +terminal .+ ~\/\.openhands\/conversations\/7\/events\n/);
  assert.equal((await tooltrim(["validate", events], options)).code, 0);
  assert.match(stdout, /opencode +\d+ +1 +list .+ ~\/\.local\/share\/opencode\/storage\/message\/ses_1\n/);
  assert.match(stdout, /\nBash +1 +0 /);
  assert.match(stderr, /tooltrim stats <log>/);
  assert.deepEqual(readdirSync(home, { recursive: true }), before);
  const all = JSON.parse((await tooltrim(["stats", "--json", "--recent", "9"], options)).stdout).filter(
    ({ stats }) => stats,
  );
  assert.deepEqual(all.map(({ agent, stats }) => `${agent} ${stats?.calls}`).sort(), [
    "claude-code 1",
    "opencode 1",
    "openhands 1",
  ]);
});

test("a list of several sessions shows the share of the window that each takes", async () => {
  const paths = ["list.json", "list.json"].map((name) => join(files, name));
  const given = [...paths, "--window-tokens", "1000000"];
  const [first] = JSON.parse((await tooltrim(["stats", ...given, "--json"])).stdout);
  assert.deepEqual(first.stats.window, { tokens: 1_000_000 });
  const share = Math.round(first.stats.size.tokens / 10_000);
  assert.ok(share > 0);
  const { stdout } = await tooltrim(["stats", ...given]);
  assert.match(stdout, new RegExp(` \\d[\\d.]*K? \\(${share} %\\) +30 +bash `));
  assert.doesNotMatch((await tooltrim(["stats", ...paths])).stdout, /\(\d+ %\)/);
});

test("nothing that a terminal obeys comes through, wherever it stands", async () => {
  const evil = "\x1b[31mEVIL\x1b]0;title\x07\u009b2J\r\n/forged: line\u202e";
  const call = {
    id: `c${evil}`,
    type: "function",
    function: { name: `run${evil}`, arguments: JSON.stringify({ command: evil }) },
  };
  const hostile = [{ role: "user", content: "hi" }];
  for (let at = 0; at < 3; at += 1) {
    hostile.push({ role: "assistant", content: null, tool_calls: [{ ...call, id: `${call.id}${at}` }] });
    hostile.push({ role: "tool", tool_call_id: `${call.id}${at}`, content: `Error: ${evil}\n${"x\n".repeat(2000)}` });
  }
  hostile.push({ role: "assistant", content: null, tool_calls: [call] });
  const path = join(files, "evil.json");
  writeFileSync(path, JSON.stringify(hostile));
  const flags = ["--force", "--window-chars", "9000", "--compact-to", "0.2"];
  const commands = [
    ["validate", path],
    ["stats", path],
    ["compact", path, ...flags, "--report"],
    ["compact", path, ...flags, "--show", "1"],
  ];
  commands.push(
    ["repair", path, "-o", join(files, "mended.json")],
    ["--config", evil],
    [`--fo${evil}`],
    ["retrieve", `R${evil}`],
    ["stats", `a${evil}`],
  );
  for (const args of commands) {
    const { stdout, stderr } = await tooltrim(args);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what must not be there.
    assert.doesNotMatch(stdout + stderr, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/, args.join(" "));
    assert.doesNotMatch(stdout + stderr, /^\/forged/m, args.join(" "));
  }
});

test("flags that contradict each other are refused", async () => {
  const path = join(files, "list.json");
  const pairs = [
    ["repair", "-w", "-o", "x"],
    ["repair", "-w", "--json"],
    ["compact", "--show", "1", "-o", "x"],
    ["compact", "--report", "-o", "x"],
  ];
  pairs.push(["stats", "--html", "x", "--svg", "x"], ["stats", "--html", "-", "--json"], ["stats", "--html", path]);
  for (const [name, ...flags] of pairs) {
    const { code, stdout, stderr } = await tooltrim([name, path, ...flags], { cwd: files });
    assert.deepEqual([code, stdout], [2, ""], [name, ...flags].join(" "));
    assert.match(stderr, /cannot be used with|each needs a place of its own/);
  }
  assert.equal(readFileSync(path, "utf8"), own["list.json"]);
});
