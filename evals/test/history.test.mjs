import assert from "node:assert/strict";
import { test } from "node:test";
import { validateMessages } from "tooltrim/messages";
import { boundariesOf, callsOf } from "../../compare/history/calls.mjs";
import { groupsOf } from "../../compare/history/contenders/groups.mjs";
import { mildest } from "../../compare/history/contenders/mildest.mjs";
import { dropOldest, stubOlder } from "../../compare/history/contenders/plain.mjs";
import { failuresOf, firstErrorLine, hasExitCode } from "../../compare/history/errors.mjs";
import { isPossible, measure, mostAt, prepare } from "../../compare/history/measure.mjs";
import { identifiersOf, isBareNames, isCodeName, lastLines } from "../../compare/history/need.mjs";
import { argumentPaths, editedPaths, hasPath, isPath } from "../../compare/history/paths.mjs";
import { partsOf, textOfAll, unitsOfAll } from "../../compare/history/read.mjs";
import { writtenBy } from "../../compare/history/shell.mjs";
import { withResult } from "../../compare/history/with-result.mjs";
import { agentRules } from "../history/contenders/agent-rules.mjs";
import { baseline, grow, newCost, WINDOW } from "../history/growing.mjs";
import { borrowedFlags, newSession, pointsOf } from "../history/sessions.mjs";
import { renamed, requestsOf, streamOf } from "../history/stream.mjs";
import { mapStrings } from "../history/write.mjs";

const user = (text) => ({ role: "user", content: text });
const use = (id, name, input) => ({ role: "assistant", content: [{ type: "tool_use", id, name, input }] });
const result = (id, content, is_error) => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content, ...(is_error && { is_error }) }],
});

const PAD = "harmless line\n".repeat(100);
const MESSAGES = [
  user("Make the pump faster, and do not touch lib/old.rs."),
  use("a", "read", { path: "src/pump.rs" }),
  result("a", `fn start_pump(rate: u32) {\n${PAD}}`),
  use("b", "edit", { file_path: "src/pump.rs", old_string: "rate: u32", new_string: "rate: u64" }),
  result("b", "edited"),
  use("c", "bash", { command: "cargo test" }),
  result("c", `${PAD}error[E0308]: mismatched types\n${PAD}`, true),
  use("d", "bash", { command: "cat > src/new.rs <<'EOF'\nstart_pump(1) > x\nEOF" }),
  result("d", PAD),
  use("e", "grep", { pattern: "start_pump", path: "src/pump.rs" }),
  result("e", "src/pump.rs:1:fn start_pump(rate: u64) {"),
];
const session = newSession("pump", "anthropic", MESSAGES);
const validate = (messages) => validateMessages(messages, { format: "anthropic" });
const [point] = pointsOf(session, [5000]).map((each) => prepare(each, validate));
const before = MESSAGES.slice(0, 9);
const LARGE = 1e9;

test("a point is the first place over a size at which a request can be made", () => {
  assert.deepEqual(boundariesOf(MESSAGES), [3, 5, 7, 9, 11]);
  assert.equal(point.at, 9);
  assert.equal(point.size, unitsOfAll(before));
  assert.equal(pointsOf(session, [1e6]).length, 0);
  // Two results of parallel calls, in messages of their own.
  const chat = [
    { role: "assistant", tool_calls: ["a", "b"].map((id) => ({ id, function: { name: "ls", arguments: "{}" } })) },
    { role: "tool", tool_call_id: "a", content: "1" },
    { role: "tool", tool_call_id: "b", content: "2" },
  ];
  assert.deepEqual(boundariesOf(chat), [3]);
  assert.deepEqual(
    callsOf(chat).map((call) => call.result.text),
    ["1", "2"],
  );
});

test("what must survive is known at a point", () => {
  assert.deepEqual(point.edited, ["src/pump.rs", "src/new.rs"]);
  assert.deepEqual(
    point.errors.map(({ line }) => line),
    ["error[E0308]: mismatched types"],
  );
  assert.deepEqual(point.paths, ["src/pump.rs"]);
  assert.deepEqual(point.lines, ["start_pump(1) > x"]);
  assert.deepEqual(point.spoken, [before[0].content]);
  assert.deepEqual(point.problems, []);
});

test("untouched, everything survives", () => {
  const { lost, units, ...shares } = measure(point, before, LARGE);
  assert.deepEqual(new Set(Object.values(shares)), new Set([1]));
  assert.equal(units, point.size);
  assert.deepEqual(Object.values(lost).flat(), []);
});

test("dropping a result loses just its error", () => {
  const messages = before.map((message, at) => (at === 6 ? result("c", "[removed]", true) : message));
  const { lost, everything, ...shares } = measure(point, messages, LARGE);
  assert.equal(shares.errors, 0);
  assert.equal(lost.errors[0].line, "error[E0308]: mismatched types");
  assert.equal(everything, 0);
  for (const key of ["edited", "paths", "lines", "spoken", "valid", "fits"]) assert.equal(shares[key], 1, key);
});

test("a path may survive anywhere, but only as a path", () => {
  const messages = [
    user(before[0].content),
    { role: "assistant", content: "[edited: src/pump.rs, /home/me/src/new.rs]" },
  ];
  assert.equal(measure(point, messages, LARGE).edited, 1);
  const others = [user("src/pump.rst, src/new.rs.bak, mysrc/new.rs")];
  assert.equal(measure(point, others, LARGE).edited, 0);
  assert.ok(hasPath("in `./a.ts`, see a.ts.", "a.ts"));
  for (const text of ["data.ts", "a.tsx", "lib/a.ts", "a.ts.map", "@a.ts", "r1-a.ts"])
    assert.ok(!hasPath(text, "a.ts"), text);
});

test("a dump of names is no line", () => {
  const dump = [...before.slice(0, 7), { role: "assistant", content: "start_pump, rate, src/pump.rs\nstart_pump" }];
  assert.equal(measure(point, dump, LARGE).lines, 0);
  for (const line of [
    "start_pump",
    "  12→  start_pump,",
    "- start_pump()",
    "a_b, c_d; eF",
    "src/a.rs lib/b.rs",
    '"name",',
    "});",
  ]) {
    assert.ok(isBareNames(line), line);
  }
  for (const line of [
    "start_pump(1);",
    "let start_pump = 1",
    "run start_pump twice",
    "import { a_b } from 'c'",
    "return x",
  ]) {
    assert.ok(!isBareNames(line), line);
  }
  // If a name is alone on its line, the search continues further back.
  assert.deepEqual(lastLines([user("call start_pump(1) here"), user("start_pump")], ["start_pump"]), [
    "call start_pump(1) here",
  ]);
});

test("a result over the size counts nothing, but what it lost is told apart", () => {
  const { lost, ...shares } = measure(point, before, point.size - 1);
  for (const key of ["edited", "errors", "paths", "lines", "spoken", "fits", "everything"])
    assert.equal(shares[key], 0);
  assert.deepEqual(lost.edited, []);
});

test("what cannot be cut makes a share impossible", () => {
  assert.equal(point.floor, before[0].content.length);
  assert.ok(isPossible(point, point.floor));
  assert.ok(!isPossible(point, point.floor - 1));
  assert.equal(mostAt(point, point.floor).edited, 0);
  assert.equal(mostAt(point, point.size).lines, 1);
});

test("user text changed and a torn pair are seen", () => {
  const changed = [user("Make the pump faster."), ...before.slice(1)];
  assert.deepEqual(measure(point, changed, LARGE).lost.spoken, [before[0].content]);
  const torn = measure(
    point,
    before.filter((_, at) => at !== 4),
    LARGE,
  );
  assert.equal(torn.valid, 0);
  assert.equal(torn.lost.rules[0].rule, "call-without-result");
  // A problem that was there before is nobody's fault.
  const broken = prepare({ ...point, messages: before.toSpliced(4, 1) }, validate);
  assert.equal(measure(broken, before.toSpliced(4, 1), LARGE).valid, 1);
});

test("the same conversation in six formats reads the same", () => {
  const args = { path: "a.rs" };
  const json = JSON.stringify(args);
  const called = { functionCall: { id: "1", name: "read", args } };
  const formats = {
    chat: [
      { role: "assistant", content: "hm", tool_calls: [{ id: "1", function: { name: "read", arguments: json } }] },
      { role: "tool", tool_call_id: "1", content: "no" },
    ],
    responses: [
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "hm" }] },
      { type: "function_call", call_id: "1", name: "read", arguments: json },
      { type: "function_call_output", call_id: "1", output: "no" },
    ],
    anthropic: [
      { role: "assistant", content: [{ type: "text", text: "hm" }, use("1", "read", args).content[0]] },
      result("1", [{ type: "text", text: "no" }], true),
    ],
    gemini: [
      { role: "model", parts: [{ text: "hm" }, called] },
      { role: "user", parts: [{ functionResponse: { id: "1", name: "read", response: { error: "no" } } }] },
    ],
    aisdk: [
      {
        role: "assistant",
        content: [
          { type: "text", text: "hm" },
          { type: "tool-call", toolCallId: "1", toolName: "read", input: args },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "1", toolName: "read", output: { type: "error-text", value: "no" } },
        ],
      },
    ],
    vscode: [
      {
        role: "assistant",
        content: [
          { kind: "text", value: "hm" },
          { kind: "toolCall", callId: "1", name: "read", input: args },
        ],
      },
      {
        role: "user",
        content: [{ kind: "toolResult", callId: "1", content: [{ kind: "text", value: "no" }], isError: true }],
      },
    ],
  };
  for (const [format, messages] of Object.entries(formats)) {
    const read = (given) => given.flatMap(partsOf).map(({ kind, text }) => `${kind} ${text}`);
    assert.deepEqual(read(messages), ["assistant hm", `call ${json}`, "result no"], format);
    assert.equal(unitsOfAll(messages), 2 + json.length + 2);
    const failed = ["chat", "responses"].includes(format) ? undefined : true;
    assert.equal(callsOf(messages)[0].result.failed, failed, format);
    const changed = [...messages.slice(0, -1), withResult(messages.at(-1), 0, "yes")];
    assert.deepEqual(read(changed).at(-1), "result yes", format);
    assert.equal(callsOf(changed)[0].result.failed, failed, format);
  }
});

test("a format without flags borrows those of the same session", () => {
  const calls = ["a", "b"].map((id) => ({ id, function: { name: "bash", arguments: "{}" } }));
  const chat = newSession("one", "chat", [
    { role: "assistant", tool_calls: calls },
    { role: "tool", tool_call_id: "a", content: "please use pnpm" },
    { role: "tool", tool_call_id: "b", content: "fine" },
  ]);
  const flagged = newSession("one", "anthropic", [
    { role: "assistant", content: ["a", "b"].flatMap((id) => use(id, "bash", {}).content) },
    { role: "user", content: [...result("a", "please use pnpm", true).content, ...result("b", "fine").content] },
  ]);
  const flags = borrowedFlags(chat, [chat, flagged]);
  assert.deepEqual(flags, [true, false]);
  const lines = (given) => failuresOf(chat.calls, given).map(({ line }) => line);
  assert.deepEqual(lines(flags), ["please use pnpm"]);
  assert.deepEqual(lines(undefined), []);
});

test("exit codes and first error lines", () => {
  for (const text of [
    "Exit code: 1\nOutput:\n",
    "a\n\nCommand exited with code 2",
    'x\n{"exit_code":1}',
    "exit status 101",
  ]) {
    assert.ok(hasExitCode(text), text);
  }
  for (const text of [
    "Exit code: 0\nOutput:\n1",
    "process.exit(1);",
    "exit 1",
    "failed 3",
    "the exit code 1 means that",
    "404",
  ]) {
    assert.ok(!hasExitCode(text), text);
  }
  assert.equal(
    firstErrorLine("Exit code: 1\nWall time: 1 s\nOutput:\n> build\nsrc/a.ts(1,2): error TS1: no"),
    "src/a.ts(1,2): error TS1: no",
  );
  assert.equal(firstErrorLine("Exit code 2\nCommand failed: make\nerror: no"), "Command failed: make");
  assert.equal(firstErrorLine("Exit code: 1\nOutput:\n"), "Exit code: 1");
  assert.equal(firstErrorLine("\n  please use pnpm\nthanks"), "please use pnpm");
  assert.equal(firstErrorLine(`error ${"x".repeat(300)}`).length, 160);
});

test("no error line: what warns, what tests print, source text, and what harnesses say of an empty output", () => {
  const cases = [
    ["09:00 WARN failed to delete x\n--- FAIL: TestA (0.1s)", "--- FAIL: TestA (0.1s)"],
    ["stderr | a.test.ts > saves\nError: no disk\n at a.ts:1\n\n FAIL  a.test.ts > adds", "FAIL  a.test.ts > adds"],
    ["stdout | a.test.ts > saves\nError: no disk", "Error: no disk"],
    ["if (x) return fail(\n// an error here\n  error: null,\nFound 3 errors.", "Found 3 errors."],
    ["12 │ - error: null\n 7 8 │   error: null\nFound 1 error.", "Found 1 error."],
    [
      "text: 'failed',\nsed: can't read b.ts: No such file or directory",
      "sed: can't read b.ts: No such file or directory",
    ],
    ["text: 'failed',\nx", "text: 'failed',"],
    ["⎯⎯⎯⎯⎯⎯ Failed Suites 5 ⎯⎯⎯⎯⎯⎯⎯", "Failed Suites 5"],
    ["==== 1 failed ====", "==== 1 failed ===="],
    ["Chunk ID: 0faf38\nWall time: 0.0 seconds\nProcess exited with code 1\nOutput:\n", "Process exited with code 1"],
    ["Chunk ID: 0faf38\nOutput:\n", "Chunk ID: 0faf38"],
  ];
  for (const [text, line] of cases) assert.equal(firstErrorLine(text), line, text);
});

test("plain shell writes", () => {
  const cases = {
    "cat > a.txt <<EOF\nx > y.txt\nEOF": ["a.txt"],
    "cat <<'EOF' >> a.txt && make\nit's\nEOF\necho done > b": ["a.txt", "b"],
    'echo "a > b" && ls 2>/dev/null >out.txt 2>&1': ["/dev/null", "out.txt"],
    "make | tee -a log.txt | grep x": ["log.txt"],
    "sed -i 's/a > b/c/' one.rs two.rs": ["one.rs", "two.rs"],
    "sed -i '' -e 's/a/b/' one.rs": ["one.rs"],
    "sed -n '1,20p' one.rs": [],
    "cmd &> all.log; grep -c x y >&2": ["all.log"],
  };
  for (const [script, written] of Object.entries(cases)) assert.deepEqual(writtenBy(script), written, script);
});

test("edited paths of calls", () => {
  const call = (name, args) => editedPaths({ name, args });
  assert.deepEqual(call("Write", { file_path: "./a.md", content: "x" }), ["a.md"]);
  assert.deepEqual(call("replace", { file_path: "a.md", old_string: "b.md" }), ["a.md"]);
  assert.deepEqual(call("MultiEdit", { filePath: "a.md", edits: [] }), ["a.md"]);
  assert.deepEqual(call("str_replace_editor", { command: "create", path: "/w/a.py" }), ["/w/a.py"]);
  assert.deepEqual(call("str_replace_editor", { command: "view", path: "/w/a.py" }), []);
  assert.deepEqual(call("read_file", { path: "a.md" }), []);
  assert.deepEqual(call("TodoWrite", { todos: [{ content: "a.md" }] }), []);
  const patch = "*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: src/b.ts\n@@\n-x\n*** End Patch";
  assert.deepEqual(call("apply_patch", { input: patch }), ["src/a.ts", "src/b.ts"]);
  assert.deepEqual(call("shell", { command: ["bash", "-lc", `apply_patch <<'EOF'\n${patch}\nEOF`] }), [
    "src/a.ts",
    "src/b.ts",
  ]);
  assert.deepEqual(call("bash", { command: "ls > /dev/null" }), []);
});

test("paths and identifiers of arguments", () => {
  for (const path of ["src/a.rs", "/tmp/x", "package.json", "./a/b", "~/x/y.md"]) assert.ok(isPath(path), path);
  for (const text of ["s/a/b/g", "/dev/null", "console.log", "1/2", "a b/c", "**/*.ts", "https://a.b/c"]) {
    assert.ok(!isPath(text), text);
  }
  const call = { name: "bash", args: { command: "cd lib && grep -n 'startPump' src/pump.rs:12" } };
  assert.deepEqual(argumentPaths(call), ["src/pump.rs"]);
  assert.deepEqual([...identifiersOf([call])], ["startPump"]);
  assert.deepEqual(["startPump", "MAX_RATE", "u64", "pump"].map(isCodeName), [true, true, true, false]);
});

test("groups leave whole, and what was said stays", async () => {
  assert.deepEqual(
    groupsOf(MESSAGES).map(({ messages }) => messages.length),
    [1, 2, 2, 2, 2, 2],
  );
  const dropped = dropOldest(MESSAGES, { limit: 3000 });
  assert.ok(unitsOfAll(dropped) <= 3000);
  assert.deepEqual(dropped, [MESSAGES[0], ...MESSAGES.slice(7)]);
  assert.deepEqual(validate(dropped), []);
  // Fewer than ten results: nothing is old.
  assert.deepEqual(stubOlder(MESSAGES, { limit: LARGE }), MESSAGES);
  const many = Array.from({ length: 12 }, (_, n) => [use(`${n}`, "ls", {}), result(`${n}`, PAD)]).flat();
  const stubbed = stubOlder([MESSAGES[0], ...many], { limit: LARGE });
  assert.equal(stubbed.filter((message) => unitsOfAll([message]) === PAD.length).length, 10);
  const found = await mildest(5, 1000, (kept) => [user("x".repeat(300 * kept))]);
  assert.deepEqual(found, { kept: 3, messages: [user("x".repeat(900))] });
});

test("a session comes again with ids and files of its own", () => {
  const stream = streamOf(session, [session], 3 * unitsOfAll(MESSAGES));
  assert.deepEqual(validate(stream.messages), []);
  assert.deepEqual(stream.edited.map(({ path }) => path).slice(0, 4), [
    "src/pump.rs",
    "src/new.rs",
    "src/r1-pump.rs",
    "src/r1-new.rs",
  ]);
  assert.equal(stream.errors.length, 3);
  assert.deepEqual(
    requestsOf(stream)
      .slice(0, 3)
      .map(({ calls }) => calls),
    [1, 2, 3],
  );
  assert.equal(
    renamed("see ./src/a.ts, src/a.ts. And lib/src/a.ts", new Set(["src/a.ts"]), "r1-"),
    "see ./src/r1-a.ts, src/r1-a.ts. And lib/src/a.ts",
  );
  const names = { text: (value) => value.toUpperCase(), id: (id) => `${id}_1` };
  const item = { type: "function_call", call_id: "a", name: "read", arguments: '{"id":"x\\n"}' };
  assert.deepEqual(mapStrings(item, names), { ...item, call_id: "a_1", arguments: '{"id":"X\\n"}' });
});

test("cost counts what the request before did not have", () => {
  const cost = newCost();
  const [one, two, three] = ["a", "b", "c"].map(user);
  const size = JSON.stringify(one).length;
  cost.add([one, two]);
  assert.ok(Math.abs(cost.sum - 1.25 * 2 * size) < 1e-9);
  cost.add([one, user("b"), three]);
  assert.ok(Math.abs(cost.sum - (1.25 * 3 + 0.1 * 2) * size) < 1e-9);
  // After the first difference nothing is read again.
  cost.add([two, user("b"), three]);
  assert.ok(Math.abs(cost.sum - (1.25 * 6 + 0.1 * 2) * size) < 1e-9);
});

test("a conversation lasts as long as it fits and loses nothing", async () => {
  const large = MESSAGES.map((message, at) => (at === 8 ? result("d", "x".repeat(20_000)) : message));
  const stream = streamOf(newSession("large", "anthropic", large), [newSession("large", "anthropic", large)]);
  const without = baseline(stream);
  assert.ok(Math.abs(without.fill - (5 * WINDOW) / unitsOfAll(large)) <= 5);
  const same = await grow(stream, without, { live: () => (history) => history });
  assert.deepEqual([same.ended, same.cost], ["full", undefined]);
  assert.ok(same.longer > 0.95 && same.longer <= 1);
  const forgetful = await grow(stream, without, { compact: dropOldest });
  assert.equal(forgetful.ended, "lost edited");
  assert.ok(forgetful.longer < 1 && forgetful.cost > 0);
  // Only large results go: all that counts stays.
  const wise = await grow(stream, without, {
    compact: (messages) =>
      messages.map((message) => (unitsOfAll([message]) > 10_000 ? withResult(message, 0, "[removed]") : message)),
  });
  assert.deepEqual([wise.ended, wise.longer], ["still going", 5]);
  assert.ok(wise.cost < 1);
});

test("Cline's rule keeps the newest read of a file, then drops halves after the first exchange", () => {
  const read = (id, path) => [use(id, "read", { path }), result(id, `${id} of ${path}\n${PAD}`)];
  const messages = [user("go"), ...read("a", "src/a.rs"), ...read("b", "src/b.rs"), ...read("c", "src/a.rs")];
  const [cline, opencode] = agentRules;
  const size = unitsOfAll(messages);
  const once = textOfAll(cline.compact(messages, { limit: size - 100 }));
  assert.ok(!once.includes("a of src/a.rs") && once.includes("c of src/a.rs") && once.includes("b of src/b.rs"));
  const small = cline.compact(messages, { limit: 2000 });
  assert.ok(unitsOfAll(small) <= 2000 && textOfAll(small).includes("go"));
  assert.deepEqual(validate(small), []);
  return opencode.compact(messages, { limit: size - 100 }).then((kept) => {
    const text = textOfAll(kept);
    assert.ok(text.includes("[Old tool result content cleared]") && text.includes("c of src/a.rs"));
    assert.ok(!text.includes("a of src/a.rs") && unitsOfAll(kept) <= size - 100);
    assert.deepEqual(validate(kept), []);
  });
});
