// Servers at a URL: one of the SDK, and some that misbehave.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { byLines, charsOf, connect, freePort, refsIn, retrieved, servers, serving, until } from "./support.mjs";

const skip = !existsSync("/proc/self/status") && "no /proc to read memory from";
const residentMegabytes = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;

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
  [307, "", /Redirect to https:\/\/elsewhere\.example\/ not followed/],
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
  const { url: to } = await serving(t, (_request, response) => {
    response.socket.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
  });
  await assert.rejects(connect(t, { options: ["--url", to] }), /cannot be reached: /);
});

const initialized =
  '"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}';

/** Answers with the JSON that `resultFor` gives; to `initialize` as a server with sessions. */
const answering =
  (resultFor, type = "application/json") =>
  ({ method, body }, response) => {
    const message = JSON.parse(body || "{}");
    if (method !== "POST") return response.writeHead(405).end();
    if (message.id === undefined) return response.writeHead(202).end();
    const isFirst = message.method === "initialize";
    const members = isFirst ? initialized : resultFor(message);
    const json = `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},${members}}`;
    response.writeHead(200, { "content-type": isFirst ? "application/json" : type, "mcp-session-id": "s1" });
    response.end(type === "application/json" || isFirst ? json : `event: message\ndata: ${json}\n\n`);
  };

for (const type of ["application/json", "text/event-stream"]) {
  test(`messages pass in both directions as they are written: ${type}`, async (t) => {
    const odd = '"result": {"b":9007199254740993, "a" : 1.50,"é":"\\u00e9\\/", "a":1.50},"more":1';
    const { url: to, seen } = await serving(
      t,
      answering(() => odd, type),
    );
    const { ask, raw } = byLines(t, ["--url", to, "--header", "x-key: k"]);
    await ask('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}');
    raw('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    const request = '{ "id" :"x", "params":{"n":9007199254740993,"n":1.50},"method":"tools/call","jsonrpc":"2.0"}';
    assert.equal(await ask(request), `{"jsonrpc":"2.0","id":"x",${odd}}`);
    const sent = seen.find(({ body }) => body === request);
    assert.equal(sent.headers["mcp-session-id"], "s1");
    assert.equal(sent.headers["mcp-protocol-version"], "2025-06-18");
    assert.ok(seen.every(({ headers }) => headers["x-key"] === "k"));
  });
}

test("an answer in several lines arrives in one", async (t) => {
  const { url: to } = await serving(
    t,
    answering(() => '"result":{\n"content":\r\n[]}'),
  );
  const { ask } = byLines(t, ["--url", to]);
  await ask('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}');
  assert.deepEqual(JSON.parse(await ask('{"jsonrpc":"2.0","id":1,"method":"tools/call"}')).result, { content: [] });
});

for (const type of ["application/json", "text/event-stream"]) {
  test(`an answer of 40 MB is an error for its request, and the next one works: ${type}`, async (t) => {
    const result = (length) => `"result":{"content":[{"type":"text","text":"${"x".repeat(length)}"}]}`;
    const resultFor = ({ params }) => result(params.length);
    const { url: to } = await serving(t, answering(resultFor, type));
    const { ask } = byLines(t, ["--url", to]);
    await ask('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}');
    const call = (length) => ask(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"length":${length}}}`);
    assert.match(await call(40_000_000), /"id":1,"error".*the server's answer has 4\d{7} bytes/);
    assert.match(await call(3), /"text":"xxx"/);
    const { length } = await call(10_000_000);
    assert.ok(length < 31_000, `${length}`);
  });
}

test("the server's own messages arrive by the stream that the transport opens", async (t) => {
  const note = '{"jsonrpc":"2.0", "method":"notifications/message", "params":{"n":1.50}}';
  const { url: to } = await serving(t, (request, response) => {
    if (request.method !== "GET") return answering(() => '"result":{}')(request, response);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`: a comment\r\nevent: message\r\ndata: ${note}\r\n\r\nevent: other\ndata: {"method":"x"}\n\n`);
  });
  const { ask, raw, lines } = byLines(t, ["--url", to]);
  await ask('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}');
  raw('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  await until(() => lines.length > 1, "the message");
  await ask('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  assert.deepEqual(lines.slice(1), [note, '{"jsonrpc":"2.0","id":1,"result":{}}']);
});

test("a stream with event ids that breaks off is resumed, and the session ends with the client", async (t) => {
  const result = '"result":{"content":[{"type":"text","text":"late"}]}';
  const { url: to, seen } = await serving(t, ({ method, headers, body }, response) => {
    if (method === "DELETE") return response.writeHead(200).end();
    response.setHeader("content-type", "text/event-stream");
    if (headers["last-event-id"] === "e1") return response.end(`data: {"jsonrpc":"2.0","id":1,${result}}\n\n`);
    if (method === "GET") return response.writeHead(405).end();
    const { id } = JSON.parse(body);
    if (id === 1) return response.write("retry: 10\nid: e1\ndata:\n\n", () => response.destroy());
    return answering(() => "")({ method, body }, response);
  });
  const { ask, proxy, ended } = byLines(t, ["--url", to]);
  await ask('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}');
  assert.match(await ask('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}'), /"text":"late"/);
  proxy.stdin.end();
  assert.equal(await ended, 0);
  const last = seen.at(-1);
  assert.deepEqual([last.method, last.headers["mcp-session-id"]], ["DELETE", "s1"]);
});

for (const [name, respond] of [
  ["has no answer", (response) => response.end()],
  ["cannot be resumed", (response) => response.end("retry: 10\nid: e1\ndata:\n\n")],
]) {
  test(`a stream that ${name} is an error for its request`, async (t) => {
    const { url: to } = await serving(t, ({ method, body }, response) => {
      if (method !== "POST") return response.writeHead(405).end();
      if (JSON.parse(body).id === 0) return answering(() => "")({ method, body }, response);
      respond(response.writeHead(200, { "content-type": "text/event-stream" }));
    });
    const { ask } = byLines(t, ["--url", to]);
    await ask('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}');
    assert.match(await ask('{"jsonrpc":"2.0","id":1,"method":"ping"}'), /stream ended before the answer/);
  });
}

for (const [status, headers, body] of [
  [202, {}, ""],
  [200, { "content-type": "text/html" }, "<html>"],
  [200, { "content-type": "application/json" }, '{"jsonrpc":"2.0","id":"other","result":{}}'],
]) {
  test(`a response ${status} ${Object.values(headers)} without the answer is an error for its request`, async (t) => {
    const { url: to } = await serving(t, (_request, response) => response.writeHead(status, headers).end(body));
    const { raw, lines } = byLines(t, ["--url", to]);
    raw('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    await until(() => lines.some((line) => /"id":1,"error".*(?:is no answer|has another id)/.test(line)), "an error");
  });
}

test("credentials never go to another host, and a redirect within the host is followed", async (t) => {
  const other = await serving(t, (_request, response) => response.end());
  const { url: to, seen } = await serving(t, ({ method, url: path, body }, response) => {
    if (path === "/mcp") return response.writeHead(307, { location: "/there" }).end();
    if (body.includes('"away"')) return response.writeHead(307, { location: other.url }).end();
    return answering(() => '"result":{}')({ method, body }, response);
  });
  const { ask } = byLines(t, ["--url", to, "--header", "authorization: Bearer x"]);
  assert.match(await ask('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}'), /"id":0,"result"/);
  assert.match(await ask('{"jsonrpc":"2.0","id":1,"method":"away"}'), /Redirect to http.* not followed/);
  assert.deepEqual(other.seen, []);
  assert.equal(seen[1].headers.authorization, "Bearer x");
});

const INITIALIZE = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}';
const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
const answerTo = (id) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}`;
const callOf = (id) => `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"x"}}`;

/**
 * A server that answers calls by streams of events: `begin` gets each call's id and stream, `resume` the last event id and
 * the stream that is to go on. There is none after the event `gone`.
 */
const streaming = (t, begin, resume) =>
  serving(t, ({ method, headers, body }, response) => {
    const after = headers["last-event-id"];
    if (method !== "POST" && (!resume || after === undefined || after === "gone")) return response.writeHead(405).end();
    const { id, method: asked } = JSON.parse(body || "{}");
    if (method === "POST" && asked !== "tools/call") return answering(() => "")({ method, body }, response);
    response.writeHead(200, { "content-type": "text/event-stream" });
    return method === "POST" ? begin(id, response) : resume(after, response);
  });

test("a stream is resumed though another request is answered while the client is behind", async (t) => {
  const streams = new Map();
  const note = `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${"n".repeat(3_000_000)}"}}`;
  const { url: to } = await streaming(
    t,
    (id, response) => streams.set(id, response.write("id: e1\ndata:\n\n") && response),
    (after, response) => response.end(after === "e2" ? `data: ${answerTo(1)}\n\n` : ""),
  );
  const { ask, raw, lines, proxy } = byLines(t, ["--url", to]);
  await ask(INITIALIZE);
  raw(callOf(1));
  raw(callOf(2));
  await until(() => streams.size === 2, "both streams");
  proxy.stdout.pause();
  streams.get(1).write(`id: e2\ndata: ${note}\n\n`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  streams.get(2).end(`data: ${answerTo(2)}\n\n`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  proxy.stdout.resume();
  await until(() => lines.includes(answerTo(2)), "the other answer");
  streams.get(1).destroy();
  await until(() => lines.includes(answerTo(1)), "the answer of the resumed stream");
});

test("a stream that is answered is not resumed, and keeps nothing of its request", { skip }, async (t) => {
  const { url: to, seen } = await streaming(t, (id, response) => response.end(`id: 1\ndata: ${answerTo(id)}\n\n`));
  const { ask, proxy } = byLines(t, ["--url", to]);
  await ask(INITIALIZE);
  const large = (id) => callOf(id).replace('"x"', `"x","arguments":{"text":"${"x".repeat(1_000_000)}"}`);
  for (let id = 1; id <= 20; id += 1) await ask(large(id));
  const before = residentMegabytes(proxy.pid);
  for (let id = 21; id <= 150; id += 1) await ask(large(id));
  const grown = residentMegabytes(proxy.pid) - before;
  assert.ok(grown < 70, `${grown} MB`);
  assert.ok(seen.every(({ method }) => method === "POST"));
});

test("only the requests of a stream that cannot be resumed are failed", async (t) => {
  const { url: to } = await streaming(
    t,
    (id, response) => response.end(`id: ${id === 1 ? "gone" : "there"}\ndata:\n\n`),
    (_after, response) => setTimeout(() => response.end(`data: ${answerTo(2)}\n\n`), 1000),
  );
  const { ask, raw, lines } = byLines(t, ["--url", to]);
  await ask(INITIALIZE);
  raw(callOf(1));
  raw(callOf(2));
  await until(() => lines.length === 3, "both answers");
  assert.match(lines[1], /"id":1,"error".*could not be resumed/);
  assert.equal(lines[2], answerTo(2));
});

for (const [what, line] of [
  ["empty lines", "data:\n"],
  ["ids", `id: ${"x".repeat(500)}\n`],
]) {
  test(`an event of millions of ${what} takes bounded memory`, { skip }, async (t) => {
    const { url: to } = await streaming(t, async (id, response) => {
      const piece = line.repeat(Math.ceil(100_000 / line.length));
      for (let sent = 0; sent < 40_000_000; sent += piece.length) {
        if (!response.write(piece)) await new Promise((resolve) => response.once("drain", resolve));
      }
      setTimeout(() => response.end(`\n\ndata: ${answerTo(id)}\n\n`), 500);
    });
    const { ask, lines, raw, proxy } = byLines(t, ["--url", to]);
    await ask(INITIALIZE);
    const before = residentMegabytes(proxy.pid);
    let most = before;
    raw(callOf(1));
    const isAnswered = () => {
      most = Math.max(most, residentMegabytes(proxy.pid));
      return lines.includes(answerTo(1));
    };
    await until(isAnswered, "the answer", 30_000);
    assert.ok(most - before < 100, `${most - before} MB`);
  });
}

for (const [what, size, isResumed] of [
  ["700 bytes", 700, true],
  ["more than 8 KiB", 8193, false],
]) {
  test(`an event id of ${what} ${isResumed ? "resumes" : "does not resume"} a stream`, async (t) => {
    const eventId = "e".repeat(size);
    const { url: to, seen } = await streaming(
      t,
      (_id, response) => response.end(`id: ${eventId}\ndata:\n\n`),
      (_after, response) => response.end(`data: ${answerTo(1)}\n\n`),
    );
    const { ask } = byLines(t, ["--url", to]);
    await ask(INITIALIZE);
    assert.match(await ask(callOf(1)), isResumed ? /"result"/ : /stream ended before the answer"/);
    assert.equal(
      seen.some(({ headers }) => headers["last-event-id"] === eventId),
      isResumed,
    );
  });
}

for (const [what, eventOf] of [
  ["begins with a byte order mark", (data) => `\ufeffdata: ${data}\n\n`],
  ["ends its lines with CR", (data) => `data: ${data}\r\r`],
  ["ends its lines with CR LF", (data) => `event: message\r\ndata: ${data}\r\n\r\n`],
]) {
  test(`a stream of events that ${what} is read`, async (t) => {
    const { url: to } = await streaming(t, async (id, response) => {
      // Byte by byte, so that marks and line ends come in parts.
      for (const byte of Buffer.from(eventOf(answerTo(id)))) {
        response.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
      response.end();
    });
    const { ask } = byLines(t, ["--url", to]);
    await ask(INITIALIZE);
    assert.equal(await ask(callOf(1)), answerTo(1));
  });
}

test("blank lines of the client are no requests", async (t) => {
  const { url: to, seen } = await serving(
    t,
    answering(() => '"result":{}'),
  );
  const { ask, raw } = byLines(t, ["--url", to]);
  raw("");
  raw(" \r");
  await ask(INITIALIZE);
  assert.deepEqual(
    seen.map(({ body }) => body),
    [INITIALIZE],
  );
});

test("a stream that ends at once is resumed, but not without rest", async (t) => {
  let count = 0;
  const { url: to } = await streaming(
    t,
    (_id, response) => response.end("retry: 0\nid: e0\ndata:\n\n"),
    (after, response) => {
      count += 1;
      // Without an id of its own the next try still names the last one.
      if (count < 3) response.end(count === 1 ? "retry: 0\ndata:\n\n" : "retry: 99999999999999\nretry: 1\nid: e1\n\n");
      else response.end(`data: ${answerTo(after === "e1" ? 1 : 9)}\n\n`);
    },
  );
  const { ask } = byLines(t, ["--url", to]);
  await ask(INITIALIZE);
  const began = Date.now();
  assert.equal(await ask(callOf(1)), answerTo(1));
  assert.ok(Date.now() - began > 2500);
  assert.equal(count, 3);
});

test("the proxy ends with its client though the server takes nothing more", async (t) => {
  const { url: to } = await serving(t, ({ method, body }, response) => {
    // The server never responds to the notification, for which the request behind it waits.
    if (body !== INITIALIZED) answering(() => "")({ method, body }, response);
  });
  const { ask, raw, proxy, ended } = byLines(t, ["--url", to]);
  await ask(INITIALIZE);
  raw(INITIALIZED);
  raw(callOf(1));
  proxy.stdin.end();
  assert.equal(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 25_000, "hangs").unref())]), 0);
});
