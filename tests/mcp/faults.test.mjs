// Servers on a bad day: the client hears what happened, and nothing stays behind.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { test } from "node:test";
import { bin, byLines, connect, isAlive, servers, until } from "./support.mjs";

const server = servers.odd();

/** The processes below one. */
const below = (pid) =>
  spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    .stdout.trim()
    .split(/\s+/)
    .map(Number);

/** The proxy without a client of the SDK: how does it end? */
function bare(args, input) {
  const proxy = spawn(bin, ["mcp", ...args], { stdio: ["pipe", "pipe", "pipe"] });
  const out = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) proxy[name].on("data", (bytes) => (out[name] += bytes));
  if (input !== undefined) proxy.stdin.end(input);
  const ended = new Promise((resolve) => proxy.once("close", (code, signal) => resolve({ code, signal, ...out })));
  return { proxy, ended, out };
}
const line = (message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;

test("a crash gives every open request an error with the exit code and the last words, and later ones as well", async (t) => {
  const { client, call, stderr } = await connect(t, { server });
  const open = [call("never", {}), call("never", {}), call("crash", { code: 7 })];
  for (const request of open) {
    await assert.rejects(request, ({ code, message }) => {
      assert.equal(code, -32_000);
      assert.match(message, /exited with code 7; its last words:\nTraceback: it went wrong\nValueError: no such table/);
      return true;
    });
  }
  await assert.rejects(call("echo", { message: "anyone?" }), /exited with code 7/);
  assert.match(stderr(), /ValueError: no such table/, "stderr passes");
  await client.close();
});

test("a server that is killed is named by the signal, one that dies within a line as well", async (t) => {
  const killed = await connect(t, { server });
  await assert.rejects(killed.call("killed", {}), /was ended by SIGKILL/);
  const half = await connect(t, { server });
  await assert.rejects(half.call("half", {}), /not JSON|exited with code 3/);
});

test("the proxy's exit code says that the server failed", async () => {
  const initialize = line({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18" } });
  const crash = line({ id: 2, method: "tools/call", params: { name: "crash", arguments: { code: 7 } } });
  assert.equal((await bare(["--", ...server], initialize).ended).code, 0);
  const { code, stdout } = await bare(["--", ...server], initialize + crash).ended;
  assert.match(stdout, /"id":2,"error":\{"code":-32000/);
  assert.equal(code, 1);
});

test("a command that does not exist is an error for the client", async () => {
  const { proxy, ended, out } = bare(["--", "no-such-server-anywhere"]);
  proxy.stdin.write(line({ id: 1, method: "initialize", params: {} }));
  await until(() => out.stdout.includes("\n"), "an answer");
  assert.match(
    JSON.parse(out.stdout).error.message,
    /"no-such-server-anywhere" could not be started: command not found/,
  );
  proxy.stdin.end();
  assert.equal((await ended).code, 1);
});

test("garbage on stdout stays away from the client, and is reported", async (t) => {
  const { call, errors, stderr } = await connect(t, { server, options: ["--stats"] });
  assert.equal((await call("garbage", {})).content[0].text, "after the garbage");
  assert.deepEqual(errors, []);
  await until(() => stderr().split("it was dropped").length === 4, "three reports");
  assert.match(stderr(), /not a JSON-RPC message; it was dropped: "Loading model ... done"/);
});

test("an answer that is garbled becomes an error, and the next call goes on", async (t) => {
  const { call } = await connect(t, { server });
  await assert.rejects(call("garbled", {}), /the server's answer is not JSON/);
  assert.equal((await call("echo", { message: "next" })).content[0].text, "next");
});

for (const way of ["stdin", "SIGTERM", "SIGINT"]) {
  test(`no process stays behind after ${way}`, async () => {
    // A shell that does not pass signals on, with the server below it.
    const shell = ["sh", "-c", `"${server[0]}" "${server[1]}"; sleep 100`];
    const { proxy, ended, out } = bare(["--", ...shell]);
    proxy.stdin.write(line({ id: 1, method: "ping" }));
    await until(() => out.stdout.includes("\n"), "an answer");
    const [child] = below(proxy.pid);
    const [grandchild] = below(child);
    assert.ok(isAlive(grandchild));
    if (way === "stdin") proxy.stdin.end();
    else proxy.kill(way);
    await ended;
    await until(() => !isAlive(child) && !isAlive(grandchild), "no process left");
  });
}

test("a server that ignores all requests to end is made to", async () => {
  const stubborn = ["sh", "-c", "trap '' TERM INT HUP; while :; do sleep 0.1; done"];
  const { proxy, ended } = bare(["--", ...stubborn]);
  await until(() => below(proxy.pid)[0] > 0, "a child");
  const [child] = below(proxy.pid);
  proxy.stdin.end();
  await ended;
  await until(() => !isAlive(child), "no child");
});

test("a client that is gone ends the proxy", async () => {
  const { proxy, ended } = bare(["--", ...server]);
  proxy.stdout.destroy();
  proxy.stdin.write(line({ id: 1, method: "ping" }));
  const { code } = await ended;
  assert.equal(code, 0);
});

test("a server that leaves while what it started holds its output gives an error at once, and the proxy ends", async () => {
  const { proxy, ended, out } = bare(["--", "sh", "-c", "read x; sleep 30 & exit 3"]);
  proxy.stdin.write(line({ id: 1, method: "initialize", params: {} }));
  await until(() => out.stdout.includes('"id":1'));
  assert.match(out.stdout, /exited with code 3/);
  proxy.stdin.end();
  assert.equal((await ended).code, 1);
});

test("a result with hundreds of odd members is answered, and its isError stays", async (t) => {
  for (const count of [300, 3000]) {
    const { call, client } = await connect(t, { server });
    const result = await call("members", { count });
    assert.equal(result.isError, true);
    assert.ok(JSON.stringify(result).length < 60_000, `${JSON.stringify(result).length}`);
    assert.equal((await call("echo", { message: "still there" })).content[0].text, "still there");
    await client.close();
  }
});

test("a call that was cancelled is owed no answer when the client leaves", async () => {
  const { proxy, ended } = bare(["--", ...server]);
  proxy.stdin.write(line({ id: 1, method: "tools/call", params: { name: "never", arguments: {} } }));
  proxy.stdin.write(line({ method: "notifications/cancelled", params: { requestId: 1 } }));
  proxy.stdin.end();
  const { code, stdout } = await ended;
  assert.deepEqual({ code, stdout }, { code: 0, stdout: "" });
});

test("a result that just fits is not touched", async (t) => {
  const { call } = await connect(t, { server });
  const message = "x".repeat(29_950);
  assert.deepEqual((await call("echo", { message })).content, [{ type: "text", text: message }]);
});

test("a request that broke off is not passed on, and a whole one without a line feed is", async () => {
  const whole = '{"jsonrpc":"2.0","id":7,"method":"ping"}';
  const { stdout, stderr } = await bare(["--", ...servers.hostile()], `${whole}\n${whole.slice(0, -1)}`).ended;
  assert.equal(stdout.split("\n").filter((each) => /"result"/.test(each)).length, 1);
  assert.match(stdout, /"id":7,"error":.*the client's last message broke off; it was dropped/);
  assert.match(stderr, /the client's last message broke off/);
  // `cat` gives back all that it was sent.
  const note = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
  assert.equal((await bare(["--", "cat"], `${note}\n${note.slice(0, -1)}`).ended).stdout, `${note}\n`);
  assert.equal((await bare(["--", "cat"], note).ended).stdout, `${note}\n`);
});

test("what needs no limit passes as the very bytes that came", async (t) => {
  const { ask } = byLines(t, ["--", "cat"]);
  const lines = [
    '{ "method" : "x/y",\t"jsonrpc":"2.0" ,"params":{"b":9007199254740993,"a":1.50e+2,"b":-0.0} }  ',
    '{"jsonrpc":"2.0","id":1,"result":{"é":"\\u00e9\\/\\ud800","a":1,"a":2},"id":1,"more":[ ]}',
    '{"jsonrpc":"2.0","id":"\\u0031","method":"notifications/progress","params":null}',
    '[{"jsonrpc":"2.0","method":"a"} , {"method":"b","jsonrpc":"2.0"}]',
    `{"id":null,"error":{"code":-1,"message":"m"},"padding":"${" ".repeat(10_000)}"}`,
  ];
  for (const each of lines) assert.equal(await ask(each), each);
});

test("an answer of over 1 MiB that also has a method is limited", async (t) => {
  const { ask } = byLines(t, ["--", ...servers.hostile()]);
  const pieces = [['"method":"x","result":{"content":[{"type":"text","text":"'], ["x", 2_000_000], ['"}]}']];
  for (const idLast of [false, true]) {
    const params = { name: "shape", arguments: { pieces, idLast } };
    const answer = await ask(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
    assert.ok(answer.length < 31_000, `${answer.length}`);
  }
});

test("time is linear in the size of an answer, whatever its shape", async (t) => {
  const { ask } = byLines(t, ["--max-media", "50000", "--", ...servers.hostile()]);
  const many = (text, count) => Array.from({ length: count }, (_, at) => text.replaceAll("#", at)).join(",");
  const shapes = {
    "members beside the result": (count) => `"result":{"content":[]},${many('"m#":1', count)}`,
    "members of the result": (count) => `"result":{"content":[],${many('"m#":1', count)}}`,
    "long members of the result": (count) => `"result":{"content":[],${many(`"m#":"${"x".repeat(99)}"`, count)}}`,
    "the same member": (count) => `"result":{"content":[],${many('"m":#', count)}}`,
    "members of structuredContent": (count) => `"result":{"content":[],"structuredContent":{${many('"m#":1', count)}}}`,
    "members of an error": (count) => `"error":{"code":-1,"message":"m",${many('"m#":1', count)}}`,
    "members of an item": (count) => `"result":{"content":[{"type":"text","text":"t",${many('"m#":1', count)}}]}`,
    items: (count) => `"result":{"content":[${many('{"type":"text","text":"item #"}', count)}]}`,
    "equal images": (count) =>
      `"result":{"content":[${many(`{"type":"image","data":"${"QUJD".repeat(60)}"}`, count)}]}`,
  };
  for (const [name, shape] of Object.entries(shapes)) {
    const milliseconds = async (count) => {
      const params = { name: "shape", arguments: { pieces: [[shape(count)]] } };
      const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      const start = performance.now();
      assert.ok((await ask(request)).length < 400_000, name);
      return performance.now() - start;
    };
    await milliseconds(5000);
    const [few, all] = [await milliseconds(5000), await milliseconds(40_000)];
    t.diagnostic(`${name}: ${Math.round(few)} ms for 5,000, ${Math.round(all)} ms for 40,000`);
    // Quadratic time would be 64 times as much.
    assert.ok(all < 24 * few + 500, `${name}: ${few} ms, then ${all} ms`);
  }
});

test("the proxy ends with its client though the server reads nothing", async () => {
  const large = line({ id: 0, method: "initialize", params: { text: "y".repeat(1_000_000) } });
  const { proxy, ended } = bare(["--", "sleep", "1000"], large + line({ id: 1, method: "ping" }));
  const [server] = await new Promise((resolve) => setTimeout(() => resolve(below(proxy.pid)), 1000));
  const patience = new Promise((resolve) => setTimeout(resolve, 25_000, { code: "hangs" }).unref());
  const { code } = await Promise.race([ended, patience]);
  proxy.kill("SIGKILL");
  assert.equal(code, 0);
  assert.ok(!isAlive(server));
});
