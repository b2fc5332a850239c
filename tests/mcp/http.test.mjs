// Servers behind an address: a client on stdio, and a client on HTTP.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { freePort, initialize, post, proxyFor, serving } from "./http-support.mjs";
import { charsOf, connect, refsIn, retrieved, servers, until } from "./support.mjs";

let [server, url] = [];
before(async () => {
  const port = await freePort();
  const [command, ...args] = servers.everything("streamableHttp");
  server = spawn(command, args, { env: { ...process.env, PORT: String(port) }, stdio: "ignore" });
  url = `http://127.0.0.1:${port}/mcp`;
  await until(
    () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    "the server listens",
  );
});
after(() => server.kill());

/** The proxy on a port of its own, and a client that speaks HTTP. */
async function behindPort(t, options = []) {
  const { address } = await proxyFor(t, url, options);
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(address));
  await client.connect(transport);
  t.after(() => client.close());
  return { client, transport, address, call: (name, args) => client.callTool({ name, arguments: args }) };
}

async function isBounded({ client, call }) {
  assert.equal((await client.listTools()).tools.at(-1).name, "tooltrim_retrieve");
  assert.deepEqual(await call("echo", { message: "hi" }), { content: [{ type: "text", text: "Echo: hi" }] });
  const message = "a line of it\n".repeat(20_000);
  const result = await call("echo", { message });
  assert.ok(charsOf(result) <= 30_000);
  assert.equal(await retrieved(call, refsIn(result)[0]), `Echo: ${message}`);
  const many = await Promise.all(Array.from({ length: 50 }, (_, n) => call("echo", { message: `call ${n}` })));
  assert.deepEqual(
    many.map(({ content }) => content[0].text),
    many.map((_, n) => `Echo: call ${n}`),
  );
}

test("a client on stdio works with a server behind an address", async (t) => {
  await isBounded(await connect(t, { options: ["--url", url] }));
});

test("a client on HTTP works through the port, and its session ends", async (t) => {
  const { client, transport, call, address } = await behindPort(t);
  await isBounded({ client, call });
  const { sessionId } = transport;
  assert.match(sessionId, /./);
  await transport.terminateSession();
  const late = await fetch(address, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-session-id": sessionId,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
  assert.ok(late.status >= 400, `${late.status}`);
});

test("a server that cannot be reached is an error for the client", async (t) => {
  const port = await freePort();
  await assert.rejects(
    connect(t, { options: ["--url", `http://127.0.0.1:${port}/mcp?key=secret`] }),
    ({ message }) =>
      /127\.0\.0\.1:\d+\/mcp cannot be reached: .*ECONNREFUSED/.test(message) && !message.includes("secret"),
  );
});

for (const [status, body, expected] of [
  [401, "who are you?", /HTTP 401 Unauthorized from .*--header "Authorization: Bearer <token>".*who are you\?/],
  [500, JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -1, message: "on fire" } }), /HTTP 500 .*: on fire/],
  [307, "", /HTTP 307 .*points to https:\/\/elsewhere\.example, which is not followed/],
]) {
  test(`HTTP ${status} is an error for the client`, async (t) => {
    const { url: to } = await serving(t, (_request, response) => {
      response.writeHead(status, { location: "https://elsewhere.example" }).end(body);
    });
    await assert.rejects(connect(t, { options: ["--url", to] }), expected);
  });
}

test("a stream that breaks off before the answer is an error, and headers reach the server", async (t) => {
  const { url: to, seen } = await serving(t, (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('event: message\ndata: {"jsonrpc":"2.0","resu', () => response.destroy());
  });
  await assert.rejects(
    connect(t, { options: ["--url", to, "--header", "Authorization: Bearer x"] }),
    /no JSON|ended before the answer/,
  );
  assert.equal(seen[0].headers.authorization, "Bearer x");
});

test("a server that switches protocols is an error for the client", async (t) => {
  const server = await serving(t, (_request, response) => {
    response.socket.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
  });
  const { port } = await proxyFor(t, server.url);
  const { status, message } = await post(port, initialize);
  assert.equal(status, 502);
  assert.match(message.error.message, /cannot be reached: /);
});
