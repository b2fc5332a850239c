// Servers behind an address, the proxy on a port of its own, and requests written byte by byte.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { connect as dial } from "node:net";
import { bin, until } from "./support.mjs";

/** A port that nobody listens on. */
export async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  const { port } = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

/** An HTTP server of the test's own. `seen` lists the requests it got, with their bodies. */
export async function serving(t, answer) {
  const seen = [];
  const listener = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const entry = { method, url, headers, body: "" };
    seen.push(entry);
    try {
      for await (const piece of request) entry.body += piece;
    } catch {
      // The client is gone.
      return;
    }
    await answer(entry, response);
  });
  // A tunnel counts as a request as well.
  listener.on("connect", ({ method, url, headers }, socket) => {
    seen.push({ method, url, headers, body: "" });
    socket.destroy();
  });
  listener.listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  t.after(() => listener.closeAllConnections());
  t.after(() => listener.close());
  const { port } = listener.address();
  return { port, url: `http://127.0.0.1:${port}/mcp`, seen };
}

/** The proxy between a server and a port of its own. */
export async function proxyFor(t, url, options = []) {
  const proxy = spawn(bin, ["mcp", "--url", url, "--port", "0", ...options], { stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  proxy.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  t.after(() => proxy.kill());
  await until(() => /listening on (\S+)/.test(stderr), "the proxy listens");
  const [, address] = /listening on (\S+)/.exec(stderr);
  const port = Number(new URL(address).port);
  return { proxy, address, port, stderr: () => stderr, ask: (request) => ask(port, request) };
}

/** Sends a request as it is written here, and reads the response to its end. */
export function ask(port, { method = "POST", target = "/mcp", headers = {}, body = "" }) {
  const all = { host: `127.0.0.1:${port}`, connection: "close", ...headers };
  if (body !== "") all["content-length"] = Buffer.byteLength(body);
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => `${name}: ${one}\r\n`),
  );
  return new Promise((resolve, reject) => {
    const socket = dial(port, "127.0.0.1", () =>
      socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body}`),
    );
    let text = "";
    socket.setTimeout(10_000, () => socket.destroy(new Error(`${method} ${target}: no response`)));
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const [, head, rest] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(text) ?? [undefined, "", ""];
      const [first, ...fields] = head.split("\r\n");
      const named = fields.map((field) => /^([^:]*): ?(.*)$/.exec(field).slice(1));
      resolve({
        status: Number(first.split(" ")[1] ?? 0),
        headers: Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value])),
        body: rest,
      });
    });
  });
}

export const JSON_POST = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** Posts a JSON-RPC message. `message` is the parsed answer. */
export async function post(port, message, headers = {}, target = "/mcp") {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...message });
  const response = await ask(port, { target, headers: { ...JSON_POST, ...headers }, body });
  return { ...response, message: messageIn(response.body) };
}

/** Bodies may come in chunks, and as an event. */
function messageIn(body) {
  const line = body.split(/\r?\n/).find((one) => /^(?:data: )?\{/.test(one));
  return line === undefined ? undefined : JSON.parse(line.replace(/^data: /, ""));
}

export const call = (name, args = {}) => ({ method: "tools/call", params: { name, arguments: args } });

export const initialize = {
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

/** Answers as an MCP server does: `echo` repeats its argument, `session` gives ids to those who initialize. */
export function mcpServer({ session = () => undefined, held = async () => {} } = {}) {
  return async ({ body, headers }, response) => {
    const { id, method, params } = JSON.parse(body || "{}");
    await held({ id, method, params, headers });
    const given = method === "initialize" ? session() : undefined;
    const fields = { "content-type": "application/json", ...(given === undefined ? {} : { "mcp-session-id": given }) };
    if (id === undefined) return response.writeHead(202, fields).end();
    response.writeHead(200, fields).end(JSON.stringify({ jsonrpc: "2.0", id, result: resultOf(method, params) }));
  };
}

function resultOf(method, params) {
  if (method === "initialize") {
    return { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "small", version: "1" } };
  }
  if (method === "tools/list") return { tools: [{ name: "echo", inputSchema: { type: "object" } }] };
  const { message = "", times = 1 } = params?.arguments ?? {};
  return { content: [{ type: "text", text: message.repeat(times) }] };
}

/** Calls a tool whose result is cut; the ref of the whole. */
export async function cutFor(port, secret, headers, target) {
  const { message } = await post(port, call("echo", { message: `${secret}\n`, times: 20_000 }), headers, target);
  const [ref] = /#R\d+/.exec(JSON.stringify(message)) ?? [];
  if (ref === undefined) throw new Error(`nothing was cut: ${JSON.stringify(message).slice(0, 300)}`);
  return ref;
}

/** What somebody reads under a ref. */
export const readBack = async (port, ref, headers, target) =>
  (await post(port, call("tooltrim_retrieve", { ref }), headers, target)).body;
