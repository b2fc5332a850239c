// The command line: what it says, and how it ends.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bin, connect, project, refsIn, servers, until } from "./support.mjs";

const run = (...args) => spawnSync(bin, args, { encoding: "utf8", input: "" });

test("it says its version and how it is used", () => {
  const { version } = JSON.parse(readFileSync(join(project.installed, "package.json"), "utf8"));
  assert.deepEqual([run("--version").stdout, run("--version").status], [`${version}\n`, 0]);
  assert.match(run("--help").stdout, /\n {2}mcp \[options\] \[server\.\.\.\] +bound each result of an MCP server/);
  const { stdout, status } = run("mcp", "--help");
  assert.equal(status, 0);
  for (const option of [
    "--max-chars",
    "--max-tokens",
    "--no-rescue",
    "--no-retrieve",
    "--url",
    "--header",
    "--stats",
  ]) {
    assert.ok(stdout.includes(option), option);
  }
});

test("each bad usage names the field, the value and the rule, and ends with 2", () => {
  const cases = [
    [["serve"], /unknown command 'serve'/],
    [["mcp"], /server: there is none; give a command after -- or a --url/],
    [["mcp", "--max-chars", "10", "--", "x"], /--max-chars: "10" is not a whole number of 1000 or more/],
    [["mcp", "--max-tokens", "many", "--", "x"], /--max-tokens: "many" is not a whole number of 300 or more/],
    [["mcp", "--tool", "read", "--", "x"], /--tool: "read" is not a name, = and a number of chars/],
    [["mcp", "--about", "--", "x"], /--about: "--" is not the name of an argument/],
    [["mcp", "--about", "--stats", "--", "x"], /--about: "--stats" is not the name of an argument/],
    [["mcp", "--url", "ftp://x"], /--url: "ftp:\/\/x" is not an address that begins with http/],
    [["mcp", "--url", "http://x", "--", "y"], /--url: stands in place of a server command/],
    [["mcp", "--header", "a: b", "--", "x"], /--header: needs a --url/],
    // The proxy never listens.
    [["mcp", "--port", "80", "--url", "http://x"], /unknown option '--port'/],
    [["mcp", "--wrong", "--", "x"], /unknown option '--wrong'/],
  ];
  for (const [args, message] of cases) {
    const { status, stderr, stdout } = run(...args);
    assert.deepEqual([status, stdout], [2, ""], args.join(" "));
    assert.match(stderr, message);
  }
});

test("an error about a header does not show its value", () => {
  const { status, stderr } = run("mcp", "--url", "http://x", "--header", "Authorization Bearer secret");
  assert.equal(status, 2);
  assert.match(stderr, /--header: "Authorization" is not followed by a colon/);
  assert.doesNotMatch(stderr, /secret/);
});

test("--stats says at the end what was cut of which tool", async (t) => {
  const { client, call, stderr } = await connect(t, { server: servers.odd(), options: ["--stats"] });
  const [ref] = refsIn(await call("echo", { message: "m".repeat(100_000) }));
  await call("echo", { message: "short" });
  await call("garbage", {});
  await call("tooltrim_retrieve", { ref });
  await client.readResource({ uri: "text:14000" });
  await client.close();
  await until(() => stderr().includes("retrievals"), "the table");
  assert.match(stderr(), /^ +calls {2}cut {2}chars before {2}chars after$/m);
  assert.match(stderr(), /^echo +2 +1 +100,005 +29,\d\d\d$/m);
  assert.match(stderr(), /^resources\/read +1 +0 +14,000 +14,000$/m);
  assert.match(stderr(), /^garbage +1 +0 +17 +17$/m);
  assert.match(stderr(), /^all +4 +1 /m);
  assert.match(stderr(), /^retrievals: 1, garbage lines: 3$/m);
});

test("--log takes what would stand on stderr", async (t) => {
  const log = join(project.folder, "proxy.log");
  const { client, call, stderr } = await connect(t, { server: servers.odd(), options: ["--stats", "--log", log] });
  await call("garbage", {});
  await client.close();
  await until(() => readFileSync(log, "utf8").includes("garbage lines: 3"), "the log");
  assert.doesNotMatch(stderr(), /garbage/);
});
