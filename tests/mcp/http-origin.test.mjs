// The proxy on a port sends requests to the configured server only, and serves nothing but its MCP endpoint.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { initialize, JSON_POST, mcpServer, post, proxyFor, serving } from "./http-support.mjs";

const SECRET = ["--header", "Authorization: Bearer secret"];
const METHODS = ["GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT"];

/** Request targets that a careless reader takes for another host. */
const targets = (host, own) => [
  `//x//${host}/steal`,
  `//${host}/steal`,
  `///${host}/steal`,
  `/.//${host}/steal`,
  `/./..//${host}/steal`,
  `/a/..//${host}/steal`,
  `/%2e//${host}/steal`,
  `/a/%2e%2e//${host}/steal`,
  `/mcp/../..//${host}/steal`,
  `/mcp//${host}/steal`,
  `/\\${host}/steal`,
  `/\\\\${host}/steal`,
  `/x/\\\\${host}/steal`,
  `\\\\${host}/steal`,
  `//x\\..\\..\\${host}/steal`,
  `/%2f${host}/steal`,
  `/%2F%2F${host}/steal`,
  `/%5c%5c${host}/steal`,
  `/%252f%252f${host}/steal`,
  `//x//user:pass@${host}/steal`,
  `/@${host}/steal`,
  `/mcp@${host}/steal`,
  `/mcp#@${host}/steal`,
  `//x/%09//${host}/steal`,
  `http://${host}/steal`,
  `http://${host}/mcp`,
  `HTTP://${host}/mcp`,
  `https://${host}/mcp`,
  `http://${own}//${host}/steal`,
  `http://${own}/mcp`,
  `http:/${host}/steal`,
  `http:${host}/steal`,
  `file://${host}/mcp`,
  `${host}`,
  "*",
];

for (const options of [[], ["--paths", "/"]]) {
  test(`no request target leads to another host ${options.join(" ")}`, async (t) => {
    const thief = await serving(t, (_request, response) => response.end("stolen"));
    const server = await serving(t, mcpServer());
    const { port, ask } = await proxyFor(t, server.url, [...SECRET, ...options]);
    for (const method of METHODS) {
      for (const target of targets(`127.0.0.1:${thief.port}`, `127.0.0.1:${port}`)) {
        const body = method === "POST" ? JSON.stringify({ jsonrpc: "2.0", id: 1, ...initialize }) : "";
        const { status, body: answer } = await ask({ method, target, headers: JSON_POST, body });
        assert.deepEqual(thief.seen, [], `${method} ${target} reached another host`);
        // A path with an @ in it is a path of the same host.
        const isPath = options.length > 0 && target.startsWith("/") && /^\/(?:mcp)?@/.test(target);
        if (!isPath) assert.ok([400, 404, 405].includes(status), `${method} ${target}: ${status} ${answer}`);
        assert.doesNotMatch(answer, /stolen/);
      }
    }
    assert.deepEqual(
      server.seen.filter(({ url }) => !/^\/(?:mcp)?@/.test(url)),
      [],
    );
  });
}

test("nothing but the MCP endpoint is served", async (t) => {
  const server = await serving(t, mcpServer());
  const { port } = await proxyFor(t, `${server.url}/v1?tenant=7`, SECRET);
  for (const target of ["/mcp/v1", "/mcp", "/", "/mcp/v1?tenant=8"]) {
    assert.equal((await post(port, initialize, {}, target)).status, 200, target);
  }
  assert.deepEqual(
    server.seen.splice(0).map(({ url, headers }) => [url, headers.authorization]),
    [
      ["/mcp/v1?tenant=7", "Bearer secret"],
      ["/mcp/v1?tenant=7", "Bearer secret"],
      ["/mcp/v1?tenant=7", "Bearer secret"],
      ["/mcp/v1?tenant=8", "Bearer secret"],
    ],
  );
  const others = [
    "/admin",
    "/.well-known/oauth-protected-resource",
    "/mcp/",
    "/mcp/v1/x",
    "/MCP",
    "/%6dcp",
    "/mcp/../mcp",
  ];
  for (const target of others) {
    const { status, message } = await post(port, initialize, {}, target);
    assert.equal(status, 404, target);
    assert.match(message.error.message, /path: .* is not served/);
  }
  assert.deepEqual(server.seen, []);
});

test("--paths serves whole segments below a prefix, and no script runs in what they answer", async (t) => {
  const server = await serving(t, (_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<script>fetch('/mcp')</script>");
  });
  const { ask } = await proxyFor(t, server.url, ["--paths", "/.well-known", "--paths", "/oauth/"]);
  for (const target of ["/.well-known", "/.well-known/oauth-protected-resource/mcp?x=1", "/oauth/register"]) {
    const { status, headers } = await ask({ method: "GET", target });
    assert.equal(status, 200, target);
    assert.equal(headers["content-security-policy"], "default-src 'none'; sandbox");
    assert.equal(headers["x-content-type-options"], "nosniff");
  }
  assert.equal(server.seen.splice(0)[1].url, "/.well-known/oauth-protected-resource/mcp?x=1");
  const escaping = [
    "/.well-known-too",
    "/.well-known/../admin",
    "/.well-known/%2e%2e/admin",
    "/.well-known/..%2fadmin",
    "/.well-known/..;/admin",
    "/.well-known/x%00",
    "/.well-known//admin",
    "/.well-known\\admin",
    "/oauth/./x",
  ];
  for (const target of escaping) assert.equal((await ask({ method: "GET", target })).status, 404, target);
  assert.equal((await ask({ method: "DELETE", target: "/oauth/register" })).status, 405);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  assert.equal((await ask({ target: "/oauth/token", headers: form, body: "a=b" })).status, 200);
  assert.equal(
    (await ask({ target: "/oauth/token", headers: { "content-type": "text/plain" }, body: "a" })).status,
    415,
  );
  assert.deepEqual(
    server.seen.map(({ method, url, body }) => [method, url, body]),
    [["POST", "/oauth/token", "a=b"]],
  );
});

test("a redirect is an error without its location", async (t) => {
  const thief = await serving(t, mcpServer());
  let status = 302;
  const server = await serving(t, (_request, response) => {
    response.writeHead(status, { location: `${thief.url}?code=hidden`, refresh: `0; url=${thief.url}` }).end();
  });
  const { port, ask, address } = await proxyFor(t, server.url, [...SECRET, "--paths", "/x"]);
  for (status of [300, 301, 302, 303, 305, 307, 308]) {
    const answers = [
      await post(port, initialize),
      await ask({ method: "GET", headers: { accept: "text/event-stream" } }),
      await ask({ method: "GET", target: "/x" }),
    ];
    for (const { status: passed, headers, body } of answers) {
      assert.equal(passed, 502, `${status}`);
      assert.deepEqual([headers.location, headers.refresh], [undefined, undefined]);
      assert.match(body, /points to http:\/\/127\.0\.0\.1:\d+\/mcp, which is not followed/);
      assert.doesNotMatch(body, /hidden/);
    }
  }
  const client = new Client({ name: "test", version: "1.0.0" });
  const headers = { "x-api-key": "of the client" };
  await assert.rejects(
    client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } })),
    /which is not followed/,
  );
  assert.deepEqual(thief.seen, []);
});
