// Help, completion, the man page and the schema: all from one description of the commands.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import Ajv from "ajv";
import { COMMAND, environment, folder, tooltrim } from "./support.mjs";

const commands = [
  "trim",
  "run",
  "retrieve",
  "clean",
  "tokens",
  "compact",
  "stats",
  "validate",
  "repair",
  "mcp",
  "completion",
];
const bin = folder();
symlinkSync(COMMAND, join(bin, "tooltrim"));
const env = { ...environment, PATH: `${bin}:${process.env.PATH}` };
const has = (program) => spawnSync(program, ["--version"]).error === undefined;

test("--help names every command, and each has an example that names it", async () => {
  const { stdout, code } = await tooltrim(["--help"]);
  assert.equal(code, 0);
  for (const name of commands) {
    assert.match(stdout, new RegExp(`\\n {2}${name} `));
    const help = (await tooltrim([name, "--help"])).stdout;
    assert.match(help, name === "mcp" ? /tooltrim mcp/ : /\nExamples:\n {2}.*tooltrim/, name);
    for (const line of help.split("\n")) assert.ok(line.length <= 130, line);
  }
});

test("a word that is neither a command nor a file is named, with the command that was meant", async () => {
  for (const args of [["stast"], ["stast", "session.json"]]) {
    const { code, stderr } = await tooltrim(args, { input: "x" });
    assert.equal(stderr, "tooltrim: unknown command 'stast' (Did you mean stats?)\nTry: tooltrim --help\n");
    assert.equal(code, 2);
  }
  assert.match((await tooltrim(["zzz"], { input: "x" })).stderr, /^tooltrim: unknown command 'zzz'\n/);
});

test("--version is the package's", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../../pkg/package.json", import.meta.url), "utf8"));
  for (const flag of ["--version", "-v"]) assert.equal((await tooltrim([flag])).stdout, `${version}\n`);
});

const script = async (shell) => (await tooltrim(["completion", shell])).stdout;

test("bash completes commands, flags and their values", { skip: !has("bash") && "no bash" }, async () => {
  const file = join(bin, "completion.bash");
  writeFileSync(file, await script("bash"));
  const completed = (...words) =>
    execFileSync(
      "bash",
      [
        "--norc",
        "-c",
        `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); $(complete -p tooltrim | sed 's/.*-F \\([^ ]*\\).*/\\1/'); printf '%s\\n' "\${COMPREPLY[@]}"`,
        file,
        ...words,
      ],
      { env, encoding: "utf8" },
    )
      .trimEnd()
      .split("\n");
  const twice = spawnSync("bash", ["--norc", "-c", 'source "$0"; source "$0"', file], { env, encoding: "utf8" });
  assert.equal(twice.stderr, "");
  assert.deepEqual(completed("tooltrim", "va"), ["validate"]);
  const flags = completed("tooltrim", "trim", "--max-");
  assert.ok(flags.includes("--max-chars") && flags.includes("--max-tokens"), String(flags));
  assert.deepEqual(completed("tooltrim", "trim", "--keep", "t"), ["tail"]);
});

for (const shell of ["zsh", "fish", "pwsh"]) {
  const name = shell === "pwsh" ? "powershell" : shell;
  const check = { zsh: ["-n"], fish: ["--no-execute"], pwsh: ["-NoProfile", "-File"] }[shell];
  test(`${name} takes its script`, async (t) => {
    const file = join(bin, `completion.${name === "powershell" ? "ps1" : name}`);
    const text = await script(name);
    assert.ok(text.includes("tooltrim") && text.length > 500);
    writeFileSync(file, text);
    if (!has(shell)) return t.skip(`no ${shell}`);
    const { status, stderr } = spawnSync(shell, [...check, file], { env, encoding: "utf8" });
    assert.deepEqual([status, stderr], [0, ""]);
  });
}

test("completion asks again what the command knows", async () => {
  const { stdout } = await tooltrim(["complete", "--", "compact", "--style", ""]);
  assert.match(stdout, /^mask/m);
});

test("the man page has no warning and all commands", { skip: !has("man") && "no man" }, () => {
  const file = new URL("../../pkg/man/tooltrim.1", import.meta.url).pathname;
  const { stdout, stderr, status } = spawnSync("man", ["--warnings", "-l", file], {
    env: { ...env, MANWIDTH: "100", LC_ALL: "C.UTF-8", MANPAGER: "cat", MANROFFOPT: "-ww" },
    encoding: "utf8",
  });
  assert.deepEqual([status, stderr], [0, ""]);
  for (const name of commands) assert.match(stdout, new RegExp(`^${name.toUpperCase()}`, "m"));
  assert.match(stdout, /--max-chars <n>/);
});

test("the schema accepts what the command accepts, and names what it does not", async () => {
  const schema = JSON.parse(readFileSync(new URL("../../pkg/tooltrimrc.schema.json", import.meta.url), "utf8"));
  const validate = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
  const good = [
    {},
    {
      $schema: "node_modules/tooltrim/tooltrimrc.schema.json",
      trim: { preset: "search", maxBytes: 9000, clean: { ansi: true }, rescue: { share: 0.4 } },
    },
    { compact: { window: { tokens: 128_000 }, compactTo: 0.4, triggerAt: { calls: 40 }, protectedPaths: ["src/"] } },
    { store: { folder: ".outputs", maxBytes: 1e6 } },
  ];
  const bad = [
    { trims: {} },
    { trim: { maxchars: 1 } },
    { trim: { keep: "middle" } },
    { compact: { window: { pages: 3 } } },
  ];
  const cwd = folder();
  for (const [expected, configs] of [
    [true, good],
    [false, bad],
  ]) {
    for (const config of configs) {
      assert.equal(validate(config), expected, JSON.stringify([config, validate.errors]));
      writeFileSync(join(cwd, ".tooltrimrc.json"), JSON.stringify(config));
      const text = await tooltrim(["trim"], { cwd, input: "x\n" });
      const json = await tooltrim(["compact"], { cwd, input: '[{"role":"user","content":"hi"}]' });
      assert.equal(text.code === 0 && json.code === 0, expected, text.stderr + json.stderr);
    }
  }
});
