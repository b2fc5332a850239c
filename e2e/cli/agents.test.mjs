// `tooltrim hook` in the agents themselves: with TOOLTRIM_AGENTS=<folder with claude, codex and gemini>.
//
// hook.test.mjs runs everywhere, against the JSON that they document.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { blocksOf, textOf } from "../../tests/consumers/blocks.mjs";
import { missing, runAgent } from "./agents/agents.mjs";
import { bash } from "./project.mjs";

/** The settings under a heading of the page, with the hooks of all its blocks. */
function settingsOf(heading) {
  const found = blocksOf(textOf("docs/recipes.md"))
    .filter((block) => block.language === "json" && block.heading === heading)
    .map(({ code }) => JSON.parse(code));
  return { ...found[0], hooks: Object.assign({}, ...found.map(({ hooks }) => hooks)) };
}
// Longer than what any of them shows of an output.
const command = `touch made; seq 1 20000; echo "error: it's full"; seq 1 20000; exit 3`;
const agents = {
  "claude-code": {
    hooks: settingsOf("Claude Code").hooks,
    call: (line) => ({ name: "Bash", input: { command: line, description: "runs it" } }),
    args: ["--allowedTools", "Bash"],
  },
  codex: {
    hooks: settingsOf("Codex").hooks,
    call: (line) => ({ name: "exec_command", input: { cmd: line } }),
    args: ["-s", "danger-full-access"],
  },
  gemini: {
    hooks: settingsOf("Gemini CLI").hooks,
    call: (line) => ({ name: "run_shell_command", input: { command: line, description: "runs it" } }),
    args: [],
  },
};

for (const [agent, { hooks, call, args }] of Object.entries(agents)) {
  const skip = missing(agent);
  test(`${agent}: the model gets the error of a long output, its end and its exit code`, { skip }, async (t) => {
    const { results } = await runAgent(t, agent, { hooks, calls: [call(command)], args });
    assert.equal(results.length, 1);
    const [result] = results;
    assert.ok(result.length < 8400, `${result.length} chars`);
    assert.match(result, /\nerror: it's full\n/);
    assert.match(result, /\n19999\n20000\n?/);
    assert.match(result, /code:? 3\b/i);
    const [, way] = /to read them: (tooltrim retrieve '#\w{8}')/.exec(result);
    assert.equal(bash(`${way} --lines 20000-20002`).stdout, "20000\nerror: it's full\n1\n");
  });

  test(`${agent}: without the hook the error is lost`, { skip }, async (t) => {
    const { results } = await runAgent(t, agent, { calls: [call(command)], args });
    assert.doesNotMatch(results[0], /error: it's full/);
  });
}

const claude = agents["claude-code"];
const skip = missing("claude-code");

test("claude-code: a replaced result, where the command is not rewritten", { skip }, async (t) => {
  const hooks = { PostToolUse: claude.hooks.PostToolUse };
  const calls = [claude.call("seq 1 20000; echo 'error: full'; seq 1 20000")];
  const { results } = await runAgent(t, "claude-code", { hooks, calls, args: claude.args });
  assert.ok(results[0].length <= 8000);
  assert.match(results[0], /^1\n2\n.*\nerror: full\n.*\n20000$/s);
});

test("claude-code: with the settings of the page the model reads the rest", { skip }, async (t) => {
  const { hooks, ...settings } = settingsOf("Claude Code");
  const cut = claude.call("seq 1 20000");
  const args = ["--allowedTools", "Bash(seq:*)"];
  const post = { PostToolUse: hooks.PostToolUse };
  const first = await runAgent(t, "claude-code", { hooks: post, calls: [cut], args });
  const [, way] = /to read them: (tooltrim retrieve '#\w{8}')/.exec(first.results[0]);
  const calls = [cut, claude.call(`${way} --lines 9000-9002`)];
  const { results } = await runAgent(t, "claude-code", { hooks: post, settings, calls, args });
  assert.match(results[1], /^9000\n9001\n9002\n/);
});

test("claude-code: what a rule forbids stays forbidden in a rewritten command", { skip }, async (t) => {
  const args = [...claude.args, "--disallowedTools", "Bash(touch:*)"];
  const { cwd, results } = await runAgent(t, "claude-code", { ...claude, calls: [claude.call(command)], args });
  assert.match(results[0], /has been denied/);
  assert.ok(!existsSync(join(cwd, "made")));
});

test("claude-code: a rewritten command is not allowed because of the hook", { skip }, async (t) => {
  const calls = [claude.call(command)];
  const { cwd } = await runAgent(t, "claude-code", { ...claude, calls, args: [] });
  assert.ok(!existsSync(join(cwd, "made")));
});

test("gemini: what a policy forbids stays forbidden", { skip: missing("gemini") }, async (t) => {
  const files = {
    "home/.gemini/policies/touch.toml":
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "touch"\ndecision = "deny"\npriority = 900\n',
  };
  const { hooks, call } = agents.gemini;
  const { cwd, results } = await runAgent(t, "gemini", { hooks, files, calls: [call(command)] });
  assert.match(results[0], /denied by policy/);
  assert.ok(!existsSync(join(cwd, "made")));
});

test("codex: its sandbox holds for a rewritten command; its rules see only that one", {
  skip: missing("codex"),
}, async (t) => {
  const { hooks, call } = agents.codex;
  const calls = [call(command)];
  const inside = await runAgent(t, "codex", { hooks, calls, args: ["-s", "read-only"] });
  assert.ok(!existsSync(join(inside.cwd, "made")));
  const files = { "home/.codex/rules/default.rules": 'prefix_rule(pattern=["touch"], decision="forbidden")\n' };
  const open = { files, calls, args: ["-s", "danger-full-access"] };
  const plain = await runAgent(t, "codex", open);
  assert.match(plain.results[0], /[Rr]ejected/);
  // docs/recipes.md warns of it.
  const { cwd } = await runAgent(t, "codex", { ...open, hooks });
  assert.ok(existsSync(join(cwd, "made")));
});
