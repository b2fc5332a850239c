// Pages in a browser, and programs that act for them, do not get through the proxy's port.
import assert from "node:assert/strict";
import { test } from "node:test";
import { initialize, JSON_POST, mcpServer, post, proxyFor, serving } from "./http-support.mjs";

const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...initialize });
const STREAM = { accept: "text/event-stream" };

/** The proxy in front of a server that must not be asked. */
async function unasked(t) {
  const server = await serving(t, mcpServer());
  const proxy = await proxyFor(t, server.url);
  return { ...proxy, server };
}

test("hosts and origins other than the proxy's own are refused", async (t) => {
  const { ask, port, server } = await unasked(t);
  const refused = [
    { host: "example.com" },
    { host: `example.com:${port}` },
    { host: `127.0.0.1.example.com:${port}` },
    { host: "" },
    { origin: "null" },
    { origin: "" },
    { origin: "https://example.com" },
    { origin: "http://localhost" },
    { origin: `http://localhost:${port}` },
    { origin: `http://127.0.0.1:${port + 1}` },
    { origin: "http://127.0.0.1:3000" },
    { origin: `https://127.0.0.1:${port}` },
    { origin: `http://127.0.0.1:${port}.example.com` },
    { origin: `http://127.0.0.1:${port}@example.com` },
    { origin: `http://127.0.0.1:${port}, http://127.0.0.1:${port}` },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "" },
    { "sec-fetch-site": ["same-origin", "cross-site"] },
    { "sec-fetch-site": "cross-site", origin: `http://127.0.0.1:${port}` },
  ];
  for (const headers of refused) {
    for (const request of [
      { headers: { ...JSON_POST, ...headers }, body },
      { method: "GET", headers: { ...STREAM, ...headers } },
      { method: "DELETE", headers },
    ]) {
      const { status, body: answer } = await ask(request);
      assert.equal(status, 403, JSON.stringify(request));
      assert.match(answer, /tooltrim mcp: (?:host|origin|sec-fetch-site): /);
    }
  }
  assert.deepEqual(server.seen, []);
  for (const headers of [
    { origin: `http://127.0.0.1:${port}` },
    { origin: `http://localhost:${port}`, host: `localhost:${port}` },
    { host: `[::1]:${port}` },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
  ]) {
    assert.equal((await post(port, initialize, headers)).status, 200, JSON.stringify(headers));
  }
});

test("a POST without application/json is refused", async (t) => {
  const { ask, port, server } = await unasked(t);
  const types = [
    undefined,
    "",
    "text/plain",
    "text/plain; application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json, text/plain",
    "application/jsonp",
    "text/json",
  ];
  for (const type of types) {
    const { status, body: answer } = await ask({ headers: { ...JSON_POST, "content-type": type }, body });
    assert.equal(status, 415, `${type}`);
    assert.match(answer, /tooltrim mcp: content-type: .* is not application\/json/);
  }
  assert.deepEqual(server.seen, []);
  for (const type of ["application/json; charset=utf-8", "Application/JSON"]) {
    assert.equal((await post(port, initialize, { "content-type": type })).status, 200, type);
  }
});

test("a GET that does not ask for a stream of events is refused", async (t) => {
  const { ask, server } = await unasked(t);
  for (const accept of [
    undefined,
    "",
    "*/*",
    "text/*",
    "text/html,application/xhtml+xml,*/*;q=0.8",
    "text/event-streams",
  ]) {
    const { status, headers, body: answer } = await ask({ method: "GET", headers: { accept } });
    assert.equal(status, 405, accept);
    assert.equal(headers.allow, "POST, DELETE");
    assert.match(answer, /tooltrim mcp: accept: .* does not name text\/event-stream/);
  }
  assert.deepEqual(server.seen, []);
  for (const accept of ["text/event-stream", "application/json, Text/Event-Stream;q=0.9"]) {
    await ask({ method: "GET", headers: { accept } });
  }
  assert.equal(server.seen.length, 2);
});

test("methods other than POST, GET and DELETE are refused", async (t) => {
  const { ask, server } = await unasked(t);
  for (const method of ["TRACE", "OPTIONS", "PUT", "PATCH", "HEAD", "PROPFIND", "CONNECT"]) {
    const preflight = { "access-control-request-method": "POST", "access-control-request-headers": "content-type" };
    const { status, headers } = await ask({ method, headers: { ...JSON_POST, ...preflight } });
    assert.equal(status, 405, method);
    assert.equal(headers.allow, "POST, GET, DELETE");
    assert.equal(headers["access-control-allow-origin"], undefined);
  }
  assert.deepEqual(server.seen, []);
});

test("cookies and what concerns pages only pass in neither direction", async (t) => {
  const server = await serving(t, (_request, response) => {
    response.writeHead(200, {
      "content-type": "application/json",
      "set-cookie": ["a=1", "b=2"],
      "access-control-allow-origin": "*",
      "access-control-allow-credentials": "true",
      "access-control-allow-headers": "*",
      "alt-svc": 'h2="example.com:443"',
      "service-worker-allowed": "/",
      "x-own": "stays",
    });
    response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
  });
  const { port } = await proxyFor(t, server.url);
  const { headers } = await post(
    port,
    { method: "ping" },
    {
      cookie: "c=3",
      referer: "http://127.0.0.1/x",
      origin: `http://127.0.0.1:${port}`,
      "sec-fetch-site": "same-origin",
      "proxy-authorization": "Basic x",
      "x-own": "stays",
    },
  );
  const dropped = ["set-cookie", "alt-svc", "service-worker-allowed"];
  assert.deepEqual(
    Object.keys(headers).filter((name) => dropped.includes(name) || name.startsWith("access-control-")),
    [],
  );
  assert.equal(headers["x-own"], "stays");
  const [{ headers: sent }] = server.seen;
  assert.deepEqual(
    ["cookie", "referer", "origin", "sec-fetch-site", "proxy-authorization"].filter((name) => name in sent),
    [],
  );
  assert.equal(sent["x-own"], "stays");
});
