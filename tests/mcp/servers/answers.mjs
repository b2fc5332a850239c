// A server that answers what it is asked to answer, whatever that is.
import { createInterface } from "node:readline";

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "hostile", version: "1.0.0" },
  }),
  "tools/list": () => ({ tools: [{ name: "answer", inputSchema: { type: "object" } }] }),
  "tools/call": ({ arguments: { result } }) => result,
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) {
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: methods[method]?.(params) ?? {} })}\n`);
  }
}
