// `tooltrim hook` with the JSON that agents document. hook-agents.test.mjs has the agents themselves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bash, project, tooltrim } from "./project.mjs";

const lines = (count, of = "line") => Array.from({ length: count }, (_, at) => `${of} ${at + 1}\n`).join("");

/** Returns the parsed output of the hook; `undefined` if it prints nothing. */
function hook(args, input, more = {}) {
  const { stdout, stderr, code } = tooltrim(["hook", ...args], { input: JSON.stringify(input), more });
  assert.equal(code, 0, stderr);
  return stdout === "" ? undefined : JSON.parse(stdout).hookSpecificOutput;
}
const before = (command, more = {}) => ({
  session_id: "s",
  cwd: project.folder,
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command, ...more },
});
const after = (tool_name, tool_response, tool_input = { command: "x" }) => ({
  hook_event_name: "PostToolUse",
  tool_name,
  tool_input,
  tool_response,
});
const commandOf = (answer) => answer.updatedInput.command;

test("each agent gets the answer that it documents", () => {
  const claude = hook(["claude-code"], before("npm test", { description: "runs the tests" }));
  assert.deepEqual(Object.keys(claude), ["hookEventName", "updatedInput"]);
  assert.equal(claude.hookEventName, "PreToolUse");
  assert.equal(claude.updatedInput.description, "runs the tests");
  // A decision would skip the permissions of Claude Code; Codex takes no other input without one.
  const codex = hook(["codex"], before("npm test"));
  assert.deepEqual(Object.keys(codex), ["hookEventName", "permissionDecision", "updatedInput"]);
  assert.equal(codex.permissionDecision, "allow");
  const gemini = hook(["gemini"], { ...before("npm test"), hook_event_name: "BeforeTool" });
  assert.deepEqual(Object.keys(gemini), ["hookEventName", "tool_input"]);
  assert.match(gemini.tool_input.command, /^set -o pipefail; \(set \+o pipefail\nnpm test\n\) 2>&1 \| /);
});

const commands = {
  "quotes of both kinds": `printf '%s\\n' "it's" 'a "b"' \\'c\\'`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
  "variables and substitutions": 'x="a b"; echo "$x" $(echo c) `echo d` "${x:-e}" $((1 + 2)) \'$x\'',
  "several lines": 'for n in 1 2 3; do\n  echo "$n"\ndone',
  "a here-document": "cat <<'EOF'\nit's $HOME\n)\nEOF",
  "a comment at the end": "echo a # it's (a comment",
  unicode: "printf 'Grüße 👩‍👩‍👧 %s\\n' 日本語",
  "stdout and stderr": "echo out; echo err >&2; echo out again",
  "a pipe whose reader leaves": "yes | head -1",
  "a command that fails": "echo before; false",
  "a status of its own": "echo a; exit 42",
  "a subshell and a group": "(echo a); { echo b; }",
  "percent signs and backslashes": "echo '100% \\n \\\\ {ref} {{'",
  "no output": "true",
};
for (const [name, command] of Object.entries(commands)) {
  test(`a rewritten command does what it did: ${name}`, () => {
    for (const agent of ["claude-code", "codex"]) {
      const plain = bash(`exec 2>&1; ${command}`);
      assert.deepEqual(bash(commandOf(hook([agent], before(command)))), plain);
    }
  });
}

test("a long output is cut, and the marker says how to read the rest", () => {
  const command = `seq 1 9000; echo "error: queue is full" >&2; seq 1 9000; exit 3`;
  const { stdout, code } = bash(commandOf(hook(["claude-code", "--max-chars", "2000"], before(command))));
  assert.equal(code, 3);
  assert.ok(stdout.length <= 2000);
  assert.match(stdout, /\nerror: queue is full\n/);
  const [, way] = /to read them: (tooltrim retrieve '#\w{8}') --pattern TEXT/.exec(stdout);
  assert.equal(bash(`${way} --lines 9000-9002`).stdout, "9000\nerror: queue is full\n1\n");
});

test("commands that a pipe would change are left alone", () => {
  const same = ["npm start &", "sleep 1 & wait", "tooltrim retrieve R1", "npx -y tooltrim run -- make", "  "];
  for (const command of same) assert.equal(hook(["codex"], before(command)), undefined, command);
  for (const command of ["cd sub", "cd sub && make", "pushd /tmp; ls"]) {
    assert.equal(hook(["claude-code"], before(command)), undefined, command);
    assert.ok(hook(["codex"], before(command)), command);
  }
  for (const command of ["make && make test", "make 2>&1", "make &> log", "make |& cat", "make > log 2>&1 && cat log"])
    assert.ok(hook(["claude-code"], before(command)), command);
  assert.equal(hook(["claude-code"], before("make", { run_in_background: true })), undefined);
  const gemini = { ...before("make", { is_background: true }), hook_event_name: "BeforeTool" };
  assert.equal(hook(["gemini"], gemini), undefined);
  assert.equal(hook(["claude-code"], { ...before(), tool_input: { file_path: "a" } }), undefined);
  assert.equal(hook(["claude-code"], { hook_event_name: "Stop" }), undefined);
});

test("a result keeps its shape and what it says beside its texts", () => {
  const bash = { stdout: lines(5000), stderr: "", interrupted: false, isImage: false };
  const { hookEventName, updatedToolOutput } = hook(["claude-code", "--max-chars", "2000"], after("Bash", bash));
  assert.equal(hookEventName, "PostToolUse");
  assert.deepEqual({ ...updatedToolOutput, stdout: "" }, { ...bash, stdout: "" });
  assert.ok(updatedToolOutput.stdout.length <= 2000);
  assert.match(updatedToolOutput.stdout, /^line 1\n.* chars omitted; to read them: .*line 5000\n$/s);
});

test("texts of a result share the limit, and media stays", () => {
  const data = "A".repeat(50_000);
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data } };
  const text = (value) => ({ type: "text", text: value });
  const given = [text("short"), text(lines(5000, "a")), image, text(lines(5000, "b"))];
  const { updatedToolOutput } = hook(["claude-code", "--max-chars", "4000"], after("mcp__files__read", given));
  assert.deepEqual([updatedToolOutput[0], updatedToolOutput[2]], [text("short"), image]);
  const sizes = [updatedToolOutput[1], updatedToolOutput[3]].map((block) => block.text.length);
  assert.ok(
    sizes.every((size) => size > 1500 && size < 2000),
    sizes.join(),
  );
  assert.equal(hook(["claude-code"], after("mcp__files__read", given.slice(0, 1))), undefined);
});

test("an output that Claude Code keeps in a file is trimmed as a whole", () => {
  const all = `${lines(20_000)}error: at the end\n${lines(3)}`;
  const persistedOutputPath = project.write("kept.txt", all);
  const given = { stdout: all.slice(0, 30_000), stderr: "", persistedOutputPath, persistedOutputSize: all.length };
  const more = { CLAUDE_CONFIG_DIR: project.folder };
  const { updatedToolOutput } = hook(["claude-code", "--max-chars", "2000"], after("Bash", given), more);
  assert.deepEqual(Object.keys(updatedToolOutput), ["stdout", "stderr"]);
  assert.match(updatedToolOutput.stdout, /\nerror: at the end\nline 1\nline 2\nline 3\n$/);
});

test("what the model asked for is not cut again, nor are results of other agents", () => {
  const long = { stdout: lines(9000), stderr: "" };
  assert.equal(hook(["claude-code"], after("Bash", long, { command: "tooltrim retrieve R1" })), undefined);
  assert.equal(hook(["codex"], after("Bash", lines(9000))), undefined);
});

test("a mistake in the configuration is reported and blocks no call", () => {
  const wrong = [["claude-code", "--max-chars", "-1"], ["claude-code", "--nope"], ["cursor"], []];
  for (const args of wrong) {
    const { stdout, stderr, code } = tooltrim(["hook", ...args], { input: JSON.stringify(before("make")) });
    // 2 would refuse the call.
    assert.deepEqual([stdout, code], ["", 1]);
    assert.match(stderr, /^tooltrim: .*\nTry: tooltrim hook --help\n$/);
  }
  for (const input of ["", "not JSON", "[]", '{"tool_name":"Bash"}']) {
    const { stdout, stderr, code } = tooltrim(["hook", "codex"], { input });
    assert.deepEqual([stdout, code], ["", 1]);
    assert.match(stderr, /^tooltrim: stdin: is not the JSON of a hook/);
  }
});
