// A server of the official SDK whose tools answer a query, in both forms, with and without a schema.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "search", version: "1.0.0" });
const lease = "The lease of the north depot ends in May 2031.";
const answer = (value, text = JSON.stringify(value, null, 2)) => ({
  content: [{ type: "text", text }],
  structuredContent: value,
});
const results = Array.from({ length: 900 }, (_, id) => ({
  id,
  title: `Page ${id}`,
  says: id === 611 ? lease : "Notes on the parcels of a week, of no use to anyone.",
}));
const lines = Array.from({ length: 3000 }, (_, n) => (n === 1700 ? lease : `Clause ${n} is void.`)).join("\n");
const inputSchema = { query: z.string() };
const result = z.object({ id: z.number().int(), title: z.string().min(1), says: z.string() }).strict();

server.registerTool(
  "search",
  { inputSchema, outputSchema: { total: z.number(), results: z.array(result).min(1) } },
  async () => answer({ total: results.length, results }),
);
server.registerTool("open", { inputSchema }, async () => answer({ total: results.length, results }));
server.registerTool("read", { inputSchema, outputSchema: { result: z.string() } }, async () =>
  answer({ result: lines }, lines),
);
server.registerTool("file", { inputSchema, outputSchema: { result: z.string() } }, async () => ({
  content: [],
  structuredContent: { result: lines },
}));

await server.connect(new StdioServerTransport());
