// Each block of docs/recipes.md runs. A block `text` below a command is its expected output; `…` matches any text.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { transformSync } from "esbuild";
import { parse } from "yaml";
import { blocksOf, textOf } from "../../tests/consumers/blocks.mjs";
import { project, run, store, tooltrim } from "./project.mjs";
import { makeShop } from "./shop.mjs";
import { patternOf } from "./text.mjs";

const page = "docs/recipes.md";
const blocks = blocksOf(textOf(page));
const named = (language) => blocks.filter((block) => block.language === language);
const nextTo = (block) => {
  const next = blocks[blocks.indexOf(block) + 1];
  const between = textOf(page)
    .split("\n")
    .slice(block.line - 1 + block.code.split("\n").length, next?.line - 2);
  return next?.language === "text" && between.every((line) => line === "") ? next.code : undefined;
};

/** As Actions runs a step with `shell: bash`. */
const step = (script, options) => run("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], options);

before(makeShop);
/** The ref that a block printed last: a page shows another. */
let shown = "";
const withRef = (code) => code.replace(/(tooltrim retrieve )k3f9a2bx/, (_, command) => command + shown);

for (const block of named("sh")) {
  const first = block.code.split("\n")[0];
  test(`${page}:${block.line} prints what it says: ${first}`, () => {
    if (/^tooltrim run/.test(first)) rmSync(store, { recursive: true, force: true });
    const started = Date.now();
    const { stdout, stderr, code } = run("bash", ["-c", withRef(block.code).replace("timeout 30 ", "timeout 2 ")]);
    shown = /full text: #(\w{8})/.exec(stdout)?.[1] ?? shown;
    assert.doesNotMatch(stderr, /^tooltrim: (?!#\w{8}:)/m);
    assert.equal(code, /^tooltrim run/.test(first) ? 1 : 0, stderr);
    const expected = nextTo(block);
    if (expected) assert.match(stdout, patternOf(expected));
    checkLimits(block.code, stdout);
    if (/ -f /.test(first)) {
      assert.match(stdout, /ERROR payment declined/);
      assert.ok(Date.now() - started < 30_000);
    }
    if (/rescue-include/.test(first)) assert.match(stdout, /refund order=17\n/);
    if (/with-stat/.test(first)) assert.match(stdout, /60 files changed.*\n\ndiff --git [\s\S]*value4 = 8;/);
  });
}

function checkLimits(command, stdout) {
  const [, chars] = /--max-chars (\d+)/.exec(command) ?? [];
  const [, tokens] = /--max-tokens (\d+)/.exec(command) ?? [];
  if (chars && !/hook|text=/.test(command)) assert.ok(stdout.length <= Number(chars), `${stdout.length} chars`);
  if (!tokens) return;
  const counted = JSON.parse(tooltrim(["tokens", "--json"], { input: stdout }).stdout);
  assert.ok(counted.tokens <= Number(tokens), `${counted.tokens} tokens`);
}

test("the workflows fail as their commands do, and write a summary within GitHub's limit", () => {
  const [withLog, short] = named("yaml").map(({ code }) => parse(code));
  const summary = project.write("summary.md", "");
  const more = { GITHUB_STEP_SUMMARY: summary };

  const { steps, defaults } = withLog.jobs.test;
  assert.equal(defaults.run.shell, "bash");
  const [testing, summarize] = steps.slice(-2);
  const tested = step(testing.run, { more });
  assert.equal(tested.code, 1);
  assert.match(tested.stdout, /ok 500 - case 500\n/);
  assert.equal(summarize.if, `failure() && steps.${testing.id}.outcome == 'failure'`);
  assert.equal(step(summarize.run, { more }).code, 0);
  assert.match(
    readFileSync(summary, "utf8"),
    /^### Tests failed\n`````\n[\s\S]*not ok 411[\s\S]*ok 900 - case 900\n`````\n$/,
  );

  // A log of 5 MB stays within the limit.
  project.write("test.log", `${"a line of a long log\n".repeat(240_000)}error: at the end\n`);
  project.write("summary.md", "");
  assert.equal(step(summarize.run, { more }).code, 0);
  const long = readFileSync(summary);
  assert.ok(long.length > 100 && long.length < 60_100, `${long.length} bytes`);
  assert.match(long.toString(), /error: at the end\n`````\n$/);

  project.write("summary.md", "");
  const building = short.jobs.build.steps.at(-1);
  assert.equal(building.shell, "bash");
  const built = step(building.run, { more });
  assert.equal(built.code, 1);
  assert.match(built.stdout, /not ok 411 - pays twice/);
  assert.equal(readFileSync(summary, "utf8"), built.stdout);
});

test("the workflows are what GitHub takes: names, events, jobs with steps that use or run something", () => {
  for (const { code } of named("yaml")) {
    const { name, on, jobs } = parse(code);
    assert.ok(name && on === "push");
    for (const job of Object.values(jobs)) {
      assert.equal(job["runs-on"], "ubuntu-latest");
      for (const each of job.steps) assert.ok(Boolean(each.uses) !== Boolean(each.run), JSON.stringify(each));
    }
  }
});

test("the tool in Node does what it says", () => {
  const [{ code }] = named("ts");
  // The lines with a comment are claims, which tests/consumers/readme.test.mjs checks in the same way.
  const claims = code.replace(/^(.+); \/\/ (.+)$/gm, "equal($1, $2);");
  const checks = `import { equal } from "node:assert/strict";\n${claims}`;
  const { code: javascript } = transformSync(checks, { loader: "ts", format: "esm", target: "node20" });
  assert.match(javascript, /equal\(exitCode, 3\)/);
  const { stderr, code: exit } = run(process.execPath, [project.write("tool.mjs", javascript)]);
  assert.equal(exit, 0, stderr);
});

const hasPython = ["/usr/bin", "/usr/local/bin", ...process.env.PATH.split(":")].some((folder) =>
  existsSync(join(folder, "python3")),
);
test("the tool in Python does what it says", { skip: !hasPython && "no python3" }, () => {
  const [{ code }] = named("python");
  const { stderr, code: exit } = run("python3", [project.write("tool.py", code)]);
  assert.equal(exit, 0, stderr);
});

test("the settings run the hook of their agent, for events that it answers", () => {
  const agents = named("json").flatMap(({ code }) =>
    Object.entries(JSON.parse(code).hooks).flatMap(([event, [{ matcher, hooks }]]) => {
      const tool_name = matcher.split("|")[0];
      const input = JSON.stringify({
        hook_event_name: event,
        tool_name,
        tool_input: { command: "make" },
        tool_response: { stdout: "line\n".repeat(9000), stderr: "" },
      });
      const { stdout, stderr, code: exit } = run("sh", ["-c", hooks[0].command], { input });
      assert.equal(exit, 0, stderr);
      assert.equal(JSON.parse(stdout).hookSpecificOutput.hookEventName, event);
      return [hooks[0].command.split(" ")[2]];
    }),
  );
  assert.deepEqual(agents, ["claude-code", "claude-code", "codex", "gemini"]);
});

test("the first settings of each agent are the file in examples/agents", () => {
  const files = ["claude-code/settings.json", "codex/hooks.json", "gemini-cli/settings.json"];
  const first = ["Claude Code", "Codex", "Gemini CLI"].map((name) =>
    named("json").find(({ heading }) => heading === name),
  );
  assert.deepEqual(
    files.map((file) => textOf(`examples/agents/${file}`)),
    first.map(({ code }) => code),
  );
});

test("the marker of a long output in Claude Code is the one on the page", () => {
  const marker = named("text").find(({ code }) => /^\.\.\. \[\d+ chars omitted/.test(code));
  const { stdout: all } = run("seq", ["20000"]);
  const tool_response = {
    stdout: all.slice(0, 30_000),
    stderr: "",
    persistedOutputPath: project.write("seq.txt", all),
  };
  const input = JSON.stringify({ hook_event_name: "PostToolUse", tool_name: "Bash", tool_response });
  rmSync(store, { recursive: true, force: true });
  const more = { CLAUDE_CONFIG_DIR: project.folder };
  const { stdout } = tooltrim(["hook", "claude-code", "--max-chars", "8000"], { input, more });
  const shown = JSON.parse(stdout).hookSpecificOutput.updatedToolOutput.stdout;
  assert.ok(shown.includes(`\n${marker.code}`), /.*omitted.*/.exec(shown)?.[0]);
});

test("the option for logs in JSON keeps a line that would be cut without", () => {
  const line = (level, outcome, n) => `{"level":"${level}","msg":"handled","outcome":"${outcome}","n":${n}}\n`;
  // Each outcome is another word, so that none is rare among few.
  const word = (n) => Array.from(String(n), (digit) => "abcdefghij"[Number(digit)]).join("");
  const lines = Array.from({ length: 2000 }, (_, n) => line("info", n === 999 ? "denied" : word(n), n));
  const input = lines.join("");
  const [option] = /--rescue-include '"outcome.*?'/.exec(textOf(page));
  const found = /"outcome":"denied","n":999/;
  const args = ["--max-chars", "800"];
  const failed = lines.map((each, n) => (n === 300 ? line("error", "served", n) : each)).join("");
  assert.match(tooltrim(args, { input: failed }).stdout, /"level":"error".*"n":300\}/);
  assert.doesNotMatch(tooltrim(args, { input }).stdout, found);
  assert.match(run("bash", ["-c", `tooltrim ${args.join(" ")} ${option}`], { input }).stdout, found);
});

test("every block is one of these", () => {
  const known = ["sh", "text", "yaml", "ts", "python", "json", "md"];
  assert.deepEqual(
    blocks.filter(({ language }) => !known.includes(language)),
    [],
  );
  assert.equal((textOf(page).match(/^```/gm) ?? []).length, 2 * blocks.length);
});
