// The command of the packed package between official clients and real servers.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createProject } from "../consumers/project.mjs";

export const project = createProject();
/** As npm links it. */
export const bin = join(project.folder, "node_modules/.bin/tooltrim");

const require = createRequire(import.meta.url);
const everything = require.resolve("@modelcontextprotocol/server-everything/package.json");
const serverOf = (name, file = "dist/index.js") => join(everything, `../../server-${name}`, file);

/** What starts each server. */
export const servers = {
  filesystem: (folder) => [process.execPath, serverOf("filesystem"), folder],
  everything: (transport = "stdio") => [process.execPath, serverOf("everything"), transport],
  memory: () => [process.execPath, serverOf("memory")],
  answers: () => [process.execPath, fileURLToPath(new URL("servers/answers.mjs", import.meta.url))],
  hostile: () => [process.execPath, fileURLToPath(new URL("servers/hostile.mjs", import.meta.url))],
  search: () => [process.execPath, fileURLToPath(new URL("servers/search.mjs", import.meta.url))],
  odd: () => [process.execPath, fileURLToPath(new URL("servers/odd.mjs", import.meta.url))],
};

/** A client of the SDK behind the proxy; it is closed when the test ends. */
export async function connect(t, { server, options = [], env = {}, capabilities = {}, prepare = () => {} }) {
  const args = server ? ["mcp", ...options, "--", ...server] : ["mcp", ...options];
  const transport = new StdioClientTransport({ command: bin, args, stderr: "pipe", env: { ...process.env, ...env } });
  const client = new Client({ name: "test", version: "1.0.0" }, { capabilities });
  let stderr = "";
  transport.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  const errors = [];
  client.onerror = (error) => errors.push(error);
  prepare(client);
  await client.connect(transport);
  const { pid } = transport;
  t.after(() => client.close());
  return {
    client,
    transport,
    pid,
    errors,
    stderr: () => stderr,
    call: (name, args) => client.callTool({ name, arguments: args }),
  };
}

/** All texts of a result. */
export const textsOf = ({ content }) => content.flatMap((item) => item.text ?? item.resource?.text ?? []);

/** Chars as the limits count them. */
export const charsOf = (result) => textsOf(result).reduce((sum, text) => sum + [...text].length, 0);

/** The refs that a result names. */
export const refsIn = (result) => [...new Set(JSON.stringify(result).match(/#[0-9a-z]{8}\b/g) ?? [])];

/** The whole text behind a ref, page by page, as a model would ask for it. It has to end with a line feed. */
export async function retrieved(call, ref) {
  let whole = "";
  for (let page = 1; ; page += 1) {
    const { content, isError } = await call("tooltrim_retrieve", { ref, page });
    const [{ text }] = content;
    if (isError) throw new Error(text);
    const [, part, , last = "1"] = /^\[[^\n]*\]\n([\s\S]*?)(\.\.\. \[page \d+ of (\d+)[^\n]*\] \.\.\.\n)?$/.exec(text);
    whole += part;
    if (page === Number(last)) return whole;
  }
}

/** Waits until something is so. */
export async function until(condition, what, milliseconds = 10_000) {
  for (const end = Date.now() + milliseconds; !(await condition()); ) {
    if (Date.now() > end) throw new Error(`it did not come to be: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

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
  listener.listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  t.after(() => listener.closeAllConnections());
  t.after(() => listener.close());
  const { port } = listener.address();
  return { port, url: `http://127.0.0.1:${port}/mcp`, seen };
}

/** A port that nobody listens on. */
export async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  const { port } = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

/** The proxy, spoken to by lines. `lines` are those that it wrote. */
export function byLines(t, args) {
  const proxy = spawn(bin, ["mcp", ...args], { stdio: ["pipe", "pipe", "pipe"] });
  const all = { proxy, lines: [], stderr: "" };
  proxy.stderr.on("data", (bytes) => (all.stderr += bytes));
  proxy.stdin.on("error", () => {});
  createInterface({ input: proxy.stdout }).on("line", (line) => all.lines.push(line));
  t.after(() => proxy.kill());
  all.raw = (text) => proxy.stdin.write(`${text}\n`);
  /** Sends a line, and returns the next one that comes back. */
  all.ask = async (text) => {
    const { length } = all.lines;
    all.raw(text);
    await until(() => all.lines.length > length, "an answer", 30_000);
    return all.lines[length];
  };
  all.ended = new Promise((resolve) => proxy.once("close", (code) => resolve(code)));
  return all;
}
