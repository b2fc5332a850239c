// What was cut of one client's results is not readable by another client of the same port.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { ask, call, cutFor, initialize, mcpServer, post, proxyFor, readBack, serving } from "./http-support.mjs";

const A = { authorization: "Bearer of A" };
const B = { authorization: "Bearer of B" };

/** Begins a session; the headers of its later requests. */
async function begin(port, headers = {}) {
  const { headers: answered } = await post(port, initialize, headers);
  return { ...headers, "mcp-session-id": answered["mcp-session-id"] };
}

const isOf = (secret) => (text) => text.includes(secret);

test("refs belong to a session and to its credentials", async (t) => {
  const server = await serving(t, mcpServer({ session: randomUUID }));
  const { port } = await proxyFor(t, server.url);
  const [a, b] = [await begin(port, A), await begin(port, B)];
  const ref = await cutFor(port, "secret of A", a);
  assert.ok(isOf("secret of A")(await readBack(port, ref, a)));
  const thieves = [
    b,
    B,
    {},
    A,
    { ...b, ...A },
    { ...a, ...B },
    { "mcp-session-id": a["mcp-session-id"] },
    { ...A, "mcp-session-id": a["mcp-session-id"].toUpperCase() },
    { ...A, "x-api-key": "k", "mcp-session-id": a["mcp-session-id"] },
    await begin(port, A),
  ];
  for (const headers of thieves) {
    assert.ok(!isOf("secret of A")(await readBack(port, ref, headers)), JSON.stringify(headers));
  }
  assert.ok(isOf("secret of A")(await readBack(port, ref, a)));
});

test("clients that begin at the same time get sessions of their own", async (t) => {
  let waiting = 0;
  let go;
  const both = new Promise((resolve) => {
    go = resolve;
  });
  const held = async ({ method }) => {
    if (method !== "initialize") return;
    waiting += 1;
    if (waiting === 2) go();
    await both;
  };
  const server = await serving(t, mcpServer({ session: randomUUID, held }));
  const { port } = await proxyFor(t, server.url);
  const [a, b] = await Promise.all([begin(port), begin(port)]);
  const ref = await cutFor(port, "secret of A", a);
  assert.ok(isOf("secret of A")(await readBack(port, ref, a)));
  assert.ok(!isOf("secret of A")(await readBack(port, ref, b)));
});

test("without sessions refs belong to the credentials of a client", async (t) => {
  const server = await serving(t, mcpServer());
  const { port } = await proxyFor(t, server.url);
  const cases = [
    ["secret of an authorization", A, [B, {}, { "x-api-key": A.authorization }]],
    ["secret of a key", { "x-api-key": "key of A" }, [A, {}, { "x-api-key": "key of B" }, { "api-key": "key of A" }]],
    ["secret of a token", { "private-token": "token of A" }, [{}, { "private-token": "token of B" }]],
  ];
  for (const [secret, mine, others] of cases) {
    const ref = await cutFor(port, secret, mine);
    assert.ok(isOf(secret)(await readBack(port, ref, mine)), secret);
    for (const headers of others) {
      assert.ok(!isOf(secret)(await readBack(port, ref, headers)), JSON.stringify([mine, headers]));
    }
  }
});

test("a session id that the server did not give is answered 404, and asks and keeps nothing", async (t) => {
  const server = await serving(t, mcpServer());
  const { port } = await proxyFor(t, server.url);
  for (let number = 0; number < 100; number += 1) {
    const headers = { "mcp-session-id": `made up ${number}` };
    const { status, message } = await post(port, call("echo", { message: "x\n", times: 50_000 }), headers);
    assert.equal(status, 404);
    assert.match(message.error.message, /mcp-session-id: .* is no session/);
  }
  assert.deepEqual(server.seen, []);
});

test("a session that was ended is gone, also for the proxy", async (t) => {
  const server = await serving(t, mcpServer({ session: randomUUID }));
  const { port } = await proxyFor(t, server.url);
  const a = await begin(port, A);
  const ref = await cutFor(port, "secret of A", a);
  assert.equal((await ask(port, { method: "DELETE", headers: { ...a, ...B } })).status, 404);
  assert.ok(isOf("secret of A")(await readBack(port, ref, a)));
  assert.ok((await ask(port, { method: "DELETE", headers: a })).status < 300);
  assert.equal((await post(port, call("tooltrim_retrieve", { ref }), a)).status, 404);
});

test("sessions and credentials are bounded: the one that was not used for the longest time leaves", async (t) => {
  const withSessions = await serving(t, mcpServer({ session: randomUUID }));
  const { port } = await proxyFor(t, withSessions.url);
  const [first, second] = [await begin(port), await begin(port)];
  for (let number = 0; number < 63; number += 1) {
    await begin(port);
    // What is used stays.
    assert.equal((await post(port, { method: "ping" }, first)).status, 200);
  }
  assert.equal((await post(port, { method: "ping" }, second)).status, 404);

  const without = await serving(t, mcpServer());
  const other = await proxyFor(t, without.url);
  const [a, b] = [await cutFor(other.port, "secret of A", A), await cutFor(other.port, "secret of B", B)];
  for (let number = 0; number < 63; number += 1) {
    await post(other.port, { method: "ping" }, { authorization: `Bearer ${number}` });
    assert.ok(isOf("secret of A")(await readBack(other.port, a, A)));
  }
  assert.ok(!isOf("secret of B")(await readBack(other.port, b, B)));
});

test("credentials that the server refuses take no place", async (t) => {
  const answer = mcpServer();
  const server = await serving(t, (request, response) =>
    request.headers.authorization === A.authorization ? answer(request, response) : response.writeHead(401).end(),
  );
  const { port } = await proxyFor(t, server.url);
  const ref = await cutFor(port, "secret of A", A);
  for (let number = 0; number < 100; number += 1) {
    const headers = { authorization: `Bearer ${number}` };
    assert.equal((await post(port, { method: "ping" }, headers)).status, 401);
    assert.ok(!isOf("secret of A")(await readBack(port, ref, headers)));
  }
  assert.ok(isOf("secret of A")(await readBack(port, ref, A)));
});

test("clients without sessions may use the same request ids", async (t) => {
  let listed;
  const list = new Promise((resolve) => {
    listed = resolve;
  });
  const held = async ({ method }) => {
    // The call waits until the list was asked for, the list until the call was answered.
    if (method === "tools/call") await list;
    if (method === "tools/list") {
      listed();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const server = await serving(t, mcpServer({ held }));
  const { port } = await proxyFor(t, server.url);
  const called = post(port, call("echo", { message: "line\n", times: 20_000 }));
  while (server.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const [result, tools] = await Promise.all([called, post(port, { method: "tools/list" })]);
  assert.ok(result.message.result.content[0].text.length <= 30_000, `${result.message.result.content[0].text.length}`);
  assert.equal(tools.message.result.tools.at(-1).name, "tooltrim_retrieve");
});
