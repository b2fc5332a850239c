// Handlers of the Model Context Protocol, between the SDK's own server and client.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  McpError,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/sdk/types.js";
import { limitMcpHandler } from "tooltrim/tools";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { LIMIT, LONG, MARKER, rejection, rows, ShopError } from "./support.js";

async function connect(server: { connect(transport: InMemoryTransport): Promise<void> }) {
  const [one, other] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(one), client.connect(other)]);
  return client;
}

const text = (value: string): CallToolResult => ({ content: [{ type: "text", text: value }] });
const textOf = (result: unknown) =>
  (result as CallToolResult).content.map((block) => (block.type === "text" ? block.text : "")).join("");

async function callOnce(handler: (args: { path?: string | undefined }) => CallToolResult | Promise<CallToolResult>) {
  const server = new McpServer({ name: "test", version: "1" });
  server.registerTool("read", { inputSchema: { path: z.string().optional() } }, limitMcpHandler(handler));
  const client = await connect(server);
  return client.callTool({ name: "read", arguments: { path: "a.log" } });
}

describe("through McpServer and Client", () => {
  test("a long text is limited, with the handler's own arguments", async () => {
    const got = textOf(await callOnce(async ({ path }) => text(path + LONG)));
    expect(got.startsWith("a.loga line")).toBe(true);
    expect(got.length).toBeLessThanOrEqual(LIMIT);
    expect(got).toContain(MARKER);
  });

  test("what a handler throws is a limited error result", async () => {
    const result = await callOnce(() => {
      throw new ShopError(LONG);
    });
    expect(result.isError).toBe(true);
    expect(textOf(result).length).toBeLessThanOrEqual(LIMIT);
    expect(textOf(result)).toContain(MARKER);
    const other = await callOnce(async () => Promise.reject(LONG));
    expect([other.isError, textOf(other).length <= LIMIT]).toEqual([true, true]);
  });

  test("an error result stays one", async () => {
    const result = await callOnce(async () => ({ ...text(LONG), isError: true }));
    expect(result.isError).toBe(true);
    expect(textOf(result).length).toBeLessThanOrEqual(LIMIT);
  });

  test("structured content goes on to fit its schema, on both sides", async () => {
    const shape = {
      items: z.array(z.object({ id: z.number(), title: z.string(), open: z.boolean() })),
      total: z.number(),
    };
    const outputSchema = z.toJSONSchema(z.object(shape));
    const server = new McpServer({ name: "test", version: "1" });
    const value = { items: rows(), total: 2000 };
    const handler = async () => ({ ...text(JSON.stringify(value)), structuredContent: value });
    server.registerTool("list", { outputSchema: shape }, limitMcpHandler(handler, { outputSchema }));
    const client = await connect(server);
    // The client then holds results to the schema.
    await client.listTools();
    const result = (await client.callTool({ name: "list" })) as CallToolResult;
    const { items, total } = result.structuredContent as typeof value;
    expect(result.isError).toBeUndefined();
    expect(total).toBe(2000);
    expect(items.length).toBeGreaterThan(50);
    expect(items).toEqual(value.items.slice(0, items.length));
    expect(result.content).toEqual([
      { type: "text", text: JSON.stringify(result.structuredContent) },
      { type: "text", text: "(response truncated)" },
    ]);
    expect(textOf(result).length).toBeLessThanOrEqual(LIMIT);
  });

  test("a request handler of the plain server", async () => {
    const server = new Server({ name: "test", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [{ name: "read", inputSchema: { type: "object" } }],
    }));
    server.setRequestHandler(
      CallToolRequestSchema,
      limitMcpHandler(async ({ params }) => text(params.name + LONG)),
    );
    const got = textOf(await (await connect(server)).callTool({ name: "read" }));
    expect(got.startsWith("reada line")).toBe(true);
    expect(got.length).toBeLessThanOrEqual(LIMIT);
  });
});

describe("what is thrown on", () => {
  test("an error of the protocol, with a limited message", async () => {
    const error = await rejection(
      limitMcpHandler(async () => {
        throw new McpError(-32_602, LONG);
      })(),
    );
    expect(error).toBeInstanceOf(McpError);
    expect(error.code).toBe(-32_602);
    expect(error.message.length).toBeLessThanOrEqual(LIMIT);
  });

  test("what asks the user to open a page is the very same", async () => {
    const asking = new UrlElicitationRequiredError([
      { mode: "url", message: "Sign in", elicitationId: "1", url: "https://example.com/" },
    ]);
    expect(await rejection(limitMcpHandler(async () => Promise.reject(asking))())).toBe(asking);
  });

  test("a cancellation", async () => {
    const reason = new DOMException("stop", "AbortError");
    expect(await rejection(limitMcpHandler(async () => Promise.reject(reason))())).toBe(reason);
  });
});

test("a handler that is no async function answers at once", () => {
  expect(textOf(limitMcpHandler(() => text(LONG))()).length).toBeLessThanOrEqual(LIMIT);
});
