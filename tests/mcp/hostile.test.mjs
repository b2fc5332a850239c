// Servers and clients that mean harm, or send what nobody expects: each request gets its answer, and the next one
// works.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fewShapes, shapes } from "./shapes.mjs";
import { bin, servers, until } from "./support.mjs";

const LIMIT = 8000;
/** Limits are counted in chars of texts; written, one of them may be an escape of 6. */
const WRITTEN = 7;
const server = servers.hostile();

/** The proxy, spoken to by lines. */
function open(t, args) {
  const proxy = spawn(bin, ["mcp", ...(args.includes("--max-chars") ? [] : ["--max-chars", String(LIMIT)]), ...args], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const all = { stderr: "", lines: [] };
  const waiting = new Map();
  proxy.stderr.on("data", (bytes) => (all.stderr += bytes));
  proxy.stdin.on("error", () => {});
  createInterface({ input: proxy.stdout }).on("line", (line) => {
    all.lines.push(line);
    const parsed = JSON.parse(line);
    for (const message of Array.isArray(parsed) ? parsed : [parsed]) waiting.get(message.id)?.({ message, line });
  });
  t.after(() => proxy.kill());
  let last = 0;
  const raw = (text) => proxy.stdin.write(`${text}\n`);
  const answer = (id, milliseconds = Number(process.env.PATIENCE ?? 20_000)) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer; stderr: ${all.stderr.slice(-500)}`)), milliseconds);
      waiting.set(id, (heard) => {
        clearTimeout(timer);
        resolve(heard);
      });
    });
  const send = (method, params) => {
    last += 1;
    const heard = answer(last);
    raw(JSON.stringify({ jsonrpc: "2.0", id: last, method, params }));
    return heard;
  };
  const call = (name, args = {}) => send("tools/call", { name, arguments: args });
  return { proxy, send, call, raw, answer, all };
}

/** The next call works, and the server is the one that was there before. */
async function goesOn({ call }) {
  const { message } = await call("echo");
  const { text } = message.result.content[0];
  assert.match(text, /^echo of \d+$/);
  return text;
}

/** Base64 has a limit of its own. */
function isBounded(line, what, limit = LIMIT) {
  const { length } = line.replace(/QUJD(QUJD)+/g, "");
  assert.ok(length <= WRITTEN * limit, `${what}: ${length} chars were written, with --max-chars ${limit}`);
  assert.ok(line.length <= WRITTEN * limit + 200_000, `${what}: ${line.length} chars were written`);
}

for (const limit of [LIMIT, 30_000]) {
  test(`whatever a server answers over stdio is answered within ${limit} chars, and the next call works`, async (t) => {
    let [proxy, first] = [];
    for (const [name, pieces] of Object.entries(limit === LIMIT ? shapes : fewShapes)) {
      for (const idLast of [false, true]) {
        await t.test(`${name}${idLast ? ", the id last" : ""}`, async () => {
          if (!proxy) {
            proxy = open(t, ["--max-chars", String(limit), "--", ...server]);
            first = await goesOn(proxy);
          }
          try {
            const { message, line } = await proxy.call("shape", { pieces, idLast });
            assert.ok(message.result !== undefined || message.error !== undefined);
            isBounded(line, name, limit);
            assert.equal(await goesOn(proxy), first);
          } catch (error) {
            // The next shape is not to blame.
            proxy.proxy.kill();
            proxy = undefined;
            throw error;
          }
        });
      }
    }
  });
}

for (const method of ["resources/read", "prompts/get", "tools/list", "initialize", "ping", "custom/method"]) {
  test(`whatever a server answers to ${method} is answered, and the next call works`, async (t) => {
    const proxy = open(t, ["--", ...server]);
    const first = await goesOn(proxy);
    const names = { "resources/read": "contents", "prompts/get": "messages", "tools/list": "tools" };
    for (const [name, pieces] of Object.entries(fewShapes)) {
      const renamed = pieces.map(([text, count = 1]) => [
        text.replace(/"content":/, `"${names[method] ?? "content"}":`),
        count,
      ]);
      const { message, line } = await proxy.send(method, { arguments: { pieces: renamed } });
      assert.ok(message.result !== undefined || message.error !== undefined, name);
      if (names[method] && names[method] !== "tools") isBounded(line, name);
      assert.equal(await goesOn(proxy), first, name);
    }
  });
}

test("a tool whose schema is nested 100,000 levels deep is listed, and the next call works", async (t) => {
  const proxy = open(t, ["--", ...server]);
  const pieces = [['"result":{"tools":[{"name":"echo","inputSchema":{"type":"object"},"outputSchema":']];
  pieces.push(['{"items":', 100_000], ["true"], ["}", 100_000], ["}]}"]);
  const { message } = await proxy.send("tools/list", { arguments: { pieces } });
  assert.deepEqual(
    message.result.tools.map(({ name }) => name),
    ["echo", "tooltrim_retrieve"],
  );
  await goesOn(proxy);
  const rows = [['"result":{"content":[],"structuredContent":{"rows":["'], ["x", 100_000], ['"]}}']];
  isBounded((await proxy.call("echo", { pieces: rows })).line, "a call of that tool");
});

test("a batch of answers has one for each request, whatever stands in one of them", async (t) => {
  const proxy = open(t, ["--", ...server]);
  const call = (id, args) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "echo", arguments: args } });
  for (const [name, pieces] of Object.entries(fewShapes)) {
    const heard = [proxy.answer("a"), proxy.answer("b")];
    proxy.raw(JSON.stringify([call("a", { pieces }), call("b", {})]));
    const [a, b] = await Promise.all(heard);
    assert.ok(a.message.result !== undefined || a.message.error !== undefined, name);
    assert.match(b.message.result.content[0].text, /^echo of/, name);
    isBounded(a.line, name);
  }
});

const nested = (levels) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const request = (id, params) => `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}`;

test("requests of a client that are nested deep reach the server, and the next one works", async (t) => {
  const proxy = open(t, ["--", ...server]);
  const first = await goesOn(proxy);
  for (const levels of [10_000, 100_000, 1_000_000]) {
    const deep = proxy.answer("deep");
    proxy.raw(request('"deep"', `{"name":"deep","arguments":{"v":${nested(levels)}}}`));
    assert.match((await deep).message.result.content[0].text, /^deep of/);
    const own = proxy.answer("own");
    proxy.raw(request('"own"', `{"name":"tooltrim_retrieve","arguments":{"ref":${nested(levels)}}}`));
    assert.ok((await own).message);
    // A cancellation of nothing, and requests without an id that could be answered.
    proxy.raw(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${nested(levels)}}}`);
    proxy.raw(`{"jsonrpc":"2.0","id":null,"method":"ping","params":${nested(levels)}}`);
    assert.equal(await goesOn(proxy), first);
  }
});

test("a batch of which the proxy answers a part goes on to the server as it is written", async (t) => {
  const proxy = open(t, ["--", ...server]);
  const pieces = [['"result":{"content":[{"type":"text","text":"t"}]}']];
  const other = `{"name":"deep","arguments":{"n":9007199254740993,"v":${nested(100_000)}}}`;
  const heard = [proxy.answer("own"), proxy.answer("deep"), proxy.answer("next")];
  proxy.raw(
    `[${request('"own"', '{"name":"tooltrim_retrieve","arguments":{}}')}, ${request('"deep"', other)},` +
      `${request('"next"', JSON.stringify({ name: "echo", arguments: { pieces } }))}]`,
  );
  const [own, deep, next] = await Promise.all(heard);
  assert.equal(own.message.result.isError, true);
  assert.match(deep.message.result.content[0].text, /^deep of/);
  assert.equal(next.message.result.content[0].text, "t");
});

test("an id that the server makes up is nobody's answer, and the next call works", async (t) => {
  const proxy = open(t, ["--", ...server]);
  const first = await goesOn(proxy);
  for (const id of [nested(5000), nested(100_000), `"${"x".repeat(100_000)}"`, "{}", "true", "1e999", "[1]"]) {
    const pieces = [[`"result":{}},"later":{"id":1`], [`},"id":${id},"result":{"content":[]}`]];
    void proxy.call("shape", { pieces }).catch(() => {});
    assert.equal(await goesOn(proxy), first);
  }
});

test("an answer that is broken after a megabyte is an error for its request, though its id comes last", async (t) => {
  const proxy = open(t, ["--", ...server]);
  const first = await goesOn(proxy);
  for (const idLast of [false, true]) {
    const pieces = [['"result":{"content":[{"type":"text","text":"'], ["x", 3_000_000], ['" half a line, '], ['"}]}']];
    const { message } = await proxy.call("shape", { pieces, idLast });
    assert.match(message.error.message, /not JSON/);
    assert.equal(await goesOn(proxy), first);
  }
});

test("the proxy says on stderr what it could not bound", async (t) => {
  const proxy = open(t, ["--", ...server]);
  const pieces = [['"result":{"content":[{"type":"text","text":"'], ["x", 3_000_000], ['" broken, '], ['"}]}']];
  await proxy.call("shape", { pieces });
  await until(() => /tooltrim mcp: .*not a JSON-RPC message/.test(proxy.all.stderr), "a report");
});

/** The same server behind an address. */
async function behindAddress(t) {
  const listener = spawn(server[0], server.slice(1), {
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  t.after(() => listener.kill());
  let stderr = "";
  listener.stderr.on("data", (bytes) => (stderr += bytes));
  await until(() => stderr.includes("port "), "the server listens");
  return `http://127.0.0.1:${/port (\d+)/.exec(stderr)[1]}/mcp`;
}

for (const asEvents of [false, true]) {
  const form = asEvents ? "events" : "bodies";
  test(`whatever a server answers over HTTP as ${form} is answered to a client on stdio`, async (t) => {
    const proxy = open(t, ["--url", await behindAddress(t)]);
    const first = await goesOn(proxy);
    for (const [name, pieces] of Object.entries(fewShapes)) {
      const { message, line } = await proxy.call("shape", { pieces, asEvents });
      assert.ok(message.result !== undefined || message.error !== undefined, name);
      isBounded(line, name);
      assert.equal(await goesOn(proxy), first, name);
    }
  });
}
