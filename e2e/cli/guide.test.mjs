// Each block of docs/cli.md runs. A block `text` below a command is its expected output; `…` matches any text.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import { blocksOf, textOf } from "../../tests/consumers/blocks.mjs";
import { bash, project, tooltrim } from "./project.mjs";
import { makeShop } from "./shop.mjs";
import { patternOf } from "./text.mjs";

const page = "docs/cli.md";
const blocks = blocksOf(textOf(page));

before(() => {
  makeShop();
  const messages = [{ role: "user", content: "Make the tests pass." }];
  for (let at = 0; at < 40; at += 1) {
    const id = `call_${at}`;
    const call = { id, type: "function", function: { name: "bash", arguments: `{"command":"cat src/${at % 9}.ts"}` } };
    messages.push({ role: "assistant", content: null, tool_calls: [call] });
    messages.push({ role: "tool", tool_call_id: id, content: `let x = ${at};\n`.repeat(200) });
  }
  // The last call has no result.
  project.write("session.json", JSON.stringify({ model: "m", messages: messages.slice(0, -1) }, undefined, 2));
});

const codes = [
  [/^tooltrim run /, 3],
  [/validate/, 1],
];

for (const [at, { language, code, line }] of blocks.entries()) {
  if (language !== "sh") continue;
  test(`${page}:${line} ${code.split("\n")[0]}`, () => {
    for (const command of code.trimEnd().split("\n")) {
      const { stdout, stderr, code: exit } = bash(command);
      const expected = codes.find(([pattern]) => pattern.test(command))?.[1] ?? 0;
      assert.equal(exit, expected, `${command}\n${stdout}${stderr}`);
      const next = blocks[at + 1];
      if (next?.language === "text") assert.match(stdout.trimEnd(), patternOf(next.code.trimEnd()));
      else if (/^tooltrim (stats|.* --(report|show))/.test(command)) assert.ok(stdout.length > 200, command);
    }
  });
}

test("the files that the page writes are sessions within the window, and mended ones", () => {
  const sizeOf = (file) => JSON.parse(tooltrim(["stats", "--json", file]).stdout).size.tokens;
  assert.ok(sizeOf("smaller.json") <= 20_000 && sizeOf("session.json") > 20_000);
  assert.equal(JSON.parse(readFileSync(`${project.folder}/smaller.json`, "utf8")).model, "m");
  assert.equal(tooltrim(["validate", "mended.json"]).code, 0);
});

test("the configuration of the page is one that the command takes", () => {
  const [{ code }] = blocks.filter(({ language }) => language === "json");
  project.write("sub/.tooltrimrc.json", code);
  assert.ok(existsSync(`${project.folder}/${JSON.parse(code).$schema}`));
  const { stdout, code: exit } = bash("cd sub && seq 1 9000 | tooltrim && tooltrim compact ../session.json --report");
  assert.equal(exit, 0);
  assert.match(stdout, /\[truncated [\d,]+ chars/);
});

test("the page names every command", () => {
  const { stdout } = tooltrim(["--help"]);
  const text = textOf(page);
  const [, commands] = /\nCommands:\n([\s\S]*?)\n\n/.exec(stdout);
  const names = [...commands.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
  assert.ok(names.length >= 11);
  for (const name of names.filter((name) => name !== "help")) assert.ok(text.includes(`| \`${name}`), name);
});
