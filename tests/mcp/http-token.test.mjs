// A secret that clients of the port have to give, for machines with several users.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { cutFor, initialize, mcpServer, post, proxyFor, readBack, serving } from "./http-support.mjs";
import { bin, project } from "./support.mjs";

const ONE = "first-token-of-the-file";
const TWO = "second-token-of-the-file";
const tokenFile = (name, text) => project.write(name, text);

test("--token prints a token, and only those who give it are served", async (t) => {
  const server = await serving(t, mcpServer());
  const { port, stderr, address } = await proxyFor(t, server.url, ["--token"]);
  const [, token] = /^tooltrim mcp: token: ([\w-]{43})$/m.exec(stderr());
  const wrong = [
    {},
    { "x-tooltrim-token": "" },
    { "x-tooltrim-token": token.slice(1) },
    { "x-tooltrim-token": `${token}x` },
    { "x-tooltrim-token": [token, token] },
    { authorization: token },
    { authorization: `Basic ${token}` },
    { authorization: `Bearer ${token}x` },
    { cookie: `x-tooltrim-token=${token}` },
  ];
  for (const headers of wrong) {
    const { status, message } = await post(port, initialize, headers);
    assert.equal(status, 403, JSON.stringify(headers));
    assert.match(message.error.message, /token: missing or wrong; .* x-tooltrim-token/);
  }
  assert.equal((await post(port, initialize, {}, `/mcp?token=${token}`)).status, 403);
  assert.deepEqual(server.seen, []);
  const client = new Client({ name: "test", version: "1.0.0" });
  const headers = { "x-tooltrim-token": token };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
  t.after(() => client.close());
  assert.equal((await client.listTools()).tools.at(-1).name, "tooltrim_retrieve");
  assert.ok(server.seen.length > 0);
});

test("a token does not reach the server, and credentials for the server may stand beside it", async (t) => {
  const server = await serving(t, mcpServer());
  const { port, stderr } = await proxyFor(t, server.url, ["--token"]);
  const [, token] = /token: (\S+)$/m.exec(stderr());
  const given = [
    [{ "x-tooltrim-token": token }, undefined],
    [{ "x-tooltrim-token": token, authorization: "Bearer of the server" }, "Bearer of the server"],
    [{ authorization: `Bearer ${token}` }, undefined],
    [{ authorization: `bearer ${token}` }, undefined],
    [{ "x-tooltrim-token": token, authorization: `Bearer ${token}` }, undefined],
  ];
  for (const [headers, sent] of given) {
    assert.equal((await post(port, initialize, headers)).status, 200, JSON.stringify(headers));
    const [{ headers: seen }] = server.seen.splice(0);
    assert.equal(seen.authorization, sent);
    assert.ok(!JSON.stringify(seen).includes(token));
  }
});

test("a client may give the token as Authorization where --header gives the server's", async (t) => {
  const server = await serving(t, mcpServer());
  const { port, stderr } = await proxyFor(t, server.url, [
    "--token",
    "--header",
    "Authorization: Bearer of the server",
  ]);
  const [, token] = /token: (\S+)$/m.exec(stderr());
  assert.equal((await post(port, initialize, { authorization: `Bearer ${token}` })).status, 200);
  assert.equal(server.seen[0].headers.authorization, "Bearer of the server");
});

test("--token-file has a token a line, and refs belong to a token", async (t) => {
  const server = await serving(t, mcpServer());
  const file = tokenFile("tokens", `${ONE}\r\n\n${TWO}\n`);
  const { port, stderr } = await proxyFor(t, server.url, ["--token-file", file]);
  const [one, two] = [{ "x-tooltrim-token": ONE }, { authorization: `Bearer ${TWO}` }];
  const ref = await cutFor(port, "secret of the first", one);
  assert.match(await readBack(port, ref, one), /secret of the first/);
  assert.match(await readBack(port, ref, { authorization: `Bearer ${ONE}` }), /secret of the first/);
  assert.doesNotMatch(await readBack(port, ref, two), /secret of the first/);
  assert.equal((await post(port, initialize, { "x-tooltrim-token": "" })).status, 403);
  assert.doesNotMatch(stderr(), new RegExp(`${ONE}|${TWO}`));
});

test("the token stands on stderr, not in the log", () => {
  const log = join(project.folder, "token.log");
  const args = ["mcp", "--url", "http://127.0.0.1:9/mcp", "--port", "0", "--token", "--log", log];
  const { stderr } = spawnSync(bin, args, { encoding: "utf8", timeout: 3000 });
  assert.match(stderr, /^tooltrim mcp: token: [\w-]{43}$/m);
  const logged = readFileSync(log, "utf8");
  assert.match(logged, /listening on/);
  assert.doesNotMatch(logged, /token/);
});

test("a token file that others can read is reported", { skip: process.platform === "win32" }, async (t) => {
  const file = tokenFile("open-token", ONE);
  for (const [mode, isReported] of [
    [0o600, false],
    [0o640, true],
    [0o604, true],
  ]) {
    chmodSync(file, mode);
    const { stderr } = await proxyFor(t, "http://127.0.0.1:9/mcp", ["--token-file", file]);
    assert.equal(/--token-file: ".*open-token" can be read by other users/.test(stderr()), isReported, `${mode}`);
  }
});

test("a token that cannot be used is bad usage, and is not shown", () => {
  const url = ["--url", "http://127.0.0.1:9/mcp"];
  const withFile = (file) => [...url, "--port", "0", "--token-file", file];
  const cases = [
    [[...url, "--token"], /--token: needs a --port/],
    [[...url, "--token-file", tokenFile("good", ONE)], /--token-file: needs a --port/],
    [[...withFile(tokenFile("good", ONE)), "--token"], /--token: contradicts --token-file/],
    [withFile(join(project.folder, "missing")), /--token-file: ".*missing" cannot be read: ENOENT/],
    [withFile(tokenFile("empty", "\n \n")), /--token-file: ".*empty" has no token/],
    [
      withFile(tokenFile("short", "short-token")),
      /--token-file: line 1 of ".*short" is not 16 to 1000 printable ASCII/,
    ],
    [withFile(tokenFile("spaced", `${ONE}\ntwo words in a token`)), /--token-file: line 2 of ".*spaced" is not 16/],
    [[...url, "--port", "0", `--token=${ONE}`], /--token/],
    [[...url, "--paths", "/x"], /--paths: "\/x" needs a --port/],
    [[...url, "--port", "0", "--paths", "x"], /--paths: "x" is not a path such as \/\.well-known/],
    [[...url, "--port", "0", "--paths", "/a/../b"], /--paths: "\/a\/\.\.\/b" is not a path/],
    [[...url, "--port", "0", "--paths", "//host"], /--paths: "\/\/host" is not a path/],
  ];
  for (const [args, message] of cases) {
    const { status, stderr, stdout } = spawnSync(bin, ["mcp", ...args], { encoding: "utf8", timeout: 5000 });
    assert.deepEqual([status, stdout], [2, ""], args.join(" "));
    assert.match(stderr, message);
    assert.ok(!stderr.includes(ONE) && !stderr.includes("short-token") && !stderr.includes("two words"), stderr);
  }
});
