// Messages of servers out of our own example data, as bytes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/env.mjs";

/** Bytes of an input that choose what is done with the rest. */
export const HEAD = 64;
export const LONGEST = 60_000;

const read = (file) => readFileSync(join(root, file), "utf8");
const text = (text) => ({ type: "text", text });

function results() {
  const issues = JSON.parse(read("examples/data/api-issues.json"));
  const list = Array.isArray(issues) ? issues : Object.values(issues).find(Array.isArray);
  const structured = { issues: list.slice(0, 3) };
  const log = read("examples/data/build.log").slice(0, 20_000);
  const terminal = read("examples/data/terminal.txt").slice(0, 8000);
  const odd = 'tooltrim:media:0: "\\ud83d" \u0001 [tooltrim: 5 chars left out.] 😀 ]}';
  return [
    { content: [text(log)] },
    { content: [text(terminal), text(""), text("short")], isError: true },
    { content: Array.from({ length: 60 }, (_, at) => text(`item ${at} ${"x".repeat(at * 3)}`)) },
    { content: [text(JSON.stringify(structured))], structuredContent: structured },
    { structuredContent: { rows: list.slice(0, 20).map(({ id, title }) => ({ id, title })), [odd]: odd } },
    { content: [{ type: "image", data: "iVBORw0KGgo".repeat(300), mimeType: "image/png" }, text(odd)] },
    { content: [{ type: "resource", resource: { uri: "file:///a", mimeType: "text/plain", text: log } }] },
    { content: [{ type: "resource_link", uri: "file:///a", name: "a" }], _meta: { note: terminal } },
    {
      contents: [
        { uri: "file:///a", text: log },
        { uri: "file:///b", blob: "AAAA".repeat(900) },
      ],
    },
    {
      messages: [
        { role: "user", content: text(log) },
        { role: "assistant", content: text("short") },
      ],
    },
    { tools: [{ name: "big", description: "d".repeat(50), inputSchema: { type: "object" } }] },
    { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
    { completion: { values: ["a", "b"] } },
  ];
}

/** Inputs to begin with. */
export function seeds() {
  const messages = results().map((result) => ({ jsonrpc: "2.0", id: 1, result }));
  messages.push({ jsonrpc: "2.0", id: 1, error: { code: -32000, message: "e".repeat(5000), data: { a: [1, 2] } } });
  messages.push({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } });
  messages.push({ jsonrpc: "2.0", id: 7, method: "sampling/createMessage", params: { name: "n", cursor: "c" } });
  messages.push(messages.slice(0, 3).map((message, id) => ({ ...message, id })));
  const written = messages.flatMap((message) => [JSON.stringify(message), JSON.stringify(message, null, 1)]);
  written.push('{"id":1,"result":', '"id": 1, "jsonrpc": "2.0"', "Listening on port 3000", "", '{"a":1e999}', "[[[]]]");
  return written.map((message, at) => Buffer.concat([Buffer.alloc(HEAD, at * 37), Buffer.from(message)]));
}
