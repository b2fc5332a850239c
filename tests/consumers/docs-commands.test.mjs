// What the documentation says to type, and its JSON: command lines run as they stand, with local servers and folders.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { bin, project, servers, serving } from "../mcp/support.mjs";
import { blocksOf, pages, textOf } from "./blocks.mjs";
import { root } from "./project.mjs";

// Their blocks run in e2e/cli.
const elsewhere = ["docs/cli.md", "docs/recipes.md"];
const all = pages
  .filter((page) => !elsewhere.includes(page))
  .flatMap((page) => blocksOf(textOf(page)).map((block) => ({ page, ...block })));
// docs/browser.md has the page and the component that e2e/browser/docs.test.mjs runs; docs/rust.md the dependency;
// docs/component.md the hosts that e2e/component runs.
const languages = ["js", "ts", "json", "sh", "rust", "mermaid", "html", "tsx", "toml", "python"];
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const home = join(project.folder, "home");

/** A folder with an `npx` that looks nothing up: the packed package, and the servers of this repository. */
function shims() {
  const [node, server] = servers.filesystem("");
  const text = `#!/bin/sh
case "$*" in
  "tooltrim "*) shift; exec "${bin}" "$@" ;;
  "-y tooltrim "*) shift 2; exec "${bin}" "$@" ;;
  "-y @modelcontextprotocol/server-filesystem "*) shift 2; exec "${node}" "${server}" "$@" ;;
  *) echo "npx: $* is not here" >&2; exit 1 ;;
esac
`;
  const file = project.write("shims/npx", text);
  // Otherwise the shell passes over it and runs npm's `npx`, whose child outlives it when it is killed.
  chmodSync(file, 0o755);
  return dirname(file);
}

mkdirSync(home, { recursive: true });
const env = { ...process.env, PATH: `${shims()}:${process.env.PATH}`, HOME: home, TOKEN: "abc" };

/** Answers as a server of the Model Context Protocol with one tool. */
function answer({ body }, response) {
  const { id, method, params } = JSON.parse(body || "{}");
  if (id === undefined) return response.writeHead(body ? 202 : 405).end();
  const tools = [{ name: "read", inputSchema: { type: "object" } }];
  const serverInfo = { name: "local", version: "1" };
  const started = { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo };
  const result = method === "initialize" ? started : { tools };
  response.setHeader("content-type", "application/json");
  return response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

/** Runs a command that speaks through its standard streams, and returns the names of its tools. */
async function toolsOver(t, line) {
  const client = new Client({ name: "docs", version: "1" });
  const args = ["-c", `exec ${line}`];
  t.after(() => client.close());
  await client.connect(new StdioClientTransport({ command: "sh", args, env, cwd: project.folder, stderr: "ignore" }));
  return (await client.listTools()).tools.map(({ name }) => name);
}

const manifest = readFileSync(join(root, "Cargo.toml"), "utf8");
let ran = 0;
for (const { page, line, code } of all.filter(({ language }) => language === "sh")) {
  for (const [at, typed] of code.trim().split("\n").entries()) {
    const command = typed.replace(/\s+# .*$/, "");
    test(`${page}:${line + at} can be typed: ${command}`, async (t) => {
      ran += 1;
      const [, script] = /^npm (?:run )?([\w:]+)/.exec(command) ?? [];
      // The project of this test is what it makes; what is run for contributors is a script of the repository.
      if (/^npm install tooltrim$/.test(command))
        return void project.node(project.write("a.mjs", 'import "tooltrim";'));
      if (/^cargo add tooltrim$/.test(command)) return assert.match(manifest, /^name = "tooltrim"$/m);
      if (/^pip install tooltrim-core$/.test(command))
        return assert.match(readFileSync(join(root, "python/pyproject.toml"), "utf8"), /^name = "tooltrim-core"$/m);
      if (script) return assert.ok(scripts[script], `there is no script ${script}`);
      const { url } = await serving(t, answer);
      const local = command.replace("https://mcp.example.com/mcp", url).replace("/home/me/project", project.folder);
      const tools = await toolsOver(t, local);
      assert.ok(tools.includes("tooltrim_retrieve") && tools.length > 1, tools.join());
    });
  }
}

for (const { page, line, code } of all.filter(({ language }) => language === "json")) {
  test(`${page}:${line} is JSON`, () => {
    JSON.parse(code);
    ran += 1;
  });
}

for (const { page, line, code } of all.filter(({ language }) => language === "toml")) {
  test(`${page}:${line} names the version of the crate`, () => {
    const [, version] = /^version = "(\d+\.\d+)\./m.exec(manifest);
    assert.ok(code.includes(`tooltrim = "${version}"`));
    ran += 1;
  });
}

test("rust: cargo runs the blocks of each page that has any", (t) => {
  const source = readFileSync(join(root, "src/lib.rs"), "utf8");
  // e2e/component runs those of a program around the component, which is no part of the crate.
  const rust = all.filter(({ language, page }) => language === "rust" && page !== "docs/component.md");
  for (const { page } of rust) assert.ok(source.includes(`include_str!("../${page}")`), page);
  t.diagnostic(`${rust.length} blocks in Rust are run by cargo test`);
});

test("no block is in another language", (t) => {
  t.diagnostic(`${ran} command lines and blocks of JSON run`);
  const others = all.filter(({ language }) => !languages.includes(language));
  assert.deepEqual(
    others.map(({ page, line, language }) => `${page}:${line} ${language}`),
    [],
  );
  const bare = pages.filter(
    (page) => (textOf(page).match(/^ *```/gm) ?? []).length !== 2 * blocksOf(textOf(page)).length,
  );
  assert.deepEqual(bare, [], "a block without a language, or one that is not closed");
});
