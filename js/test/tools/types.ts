// Compiled by types.test.ts: a limited tool has the type of the tool.

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { tool as agentsTool } from "@openai/agents-core";
import { tool as aiTool, generateText, type InferUITools, type Tool } from "ai";
import { createAgent, tool as langChainTool } from "langchain";
import { trim } from "tooltrim";
import { truncationScope } from "tooltrim/signals";
import { OutputStore, retrieveTool } from "tooltrim/store";
import {
  type limitAgentsTool,
  limitAiSdkTool,
  limitAiSdkTools,
  limitLangChainTool,
  limitMcpHandler,
  type limitVsCodeTool,
} from "tooltrim/tools";
import { z } from "zod";

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const same = <One, Other>(_: Same<One, Other>) => undefined;

const store = new OutputStore();
const schema = z.object({ path: z.string(), lines: z.number().optional() });
type Input = { path: string; lines?: number | undefined };

const read = aiTool({ inputSchema: schema, execute: async ({ path }) => ({ path, size: 1 }) });
const limitRead = limitAiSdkTool(read, { store });
same<typeof limitRead, typeof read>(true);
const tools = limitAiSdkTools({ read, other: read });
same<InferUITools<typeof tools>["read"], { input: Input; output: { path: string; size: number } }>(true);
export const accepted: Tool<Input, { path: string; size: number }> = limitRead;
export const run = (model: Parameters<typeof generateText>[0]["model"]) =>
  generateText({ model, prompt: "", tools: { ...tools, recall: retrieveTool(store, "ai-sdk").definition } });

const chained = langChainTool(async ({ path }) => path, { name: "read", schema });
const limitChained = limitLangChainTool(chained);
same<typeof limitChained, typeof chained>(true);
export const agent = createAgent({ model: "openai:gpt-5", tools: [limitChained] });

const agents = agentsTool({ name: "read", description: "", parameters: schema, execute: async ({ path }) => path });
same<ReturnType<typeof limitAgentsTool<typeof agents>>, typeof agents>(true);

const server = new McpServer({ name: "a", version: "1" });
const handler = async ({ path }: { path: string }): Promise<CallToolResult> => ({
  content: [{ type: "text", text: path }],
});
same<ReturnType<typeof limitMcpHandler<typeof handler>>, typeof handler>(true);
server.registerTool("read", { inputSchema: { path: z.string() } }, limitMcpHandler(handler));
// Parameters are inferred through the wrapper.
server.registerTool(
  "size",
  { inputSchema: { path: z.string() } },
  limitMcpHandler(async ({ path }) => {
    path satisfies string;
    return { content: [{ type: "text" as const, text: path }] };
  }),
);

class Reader {
  async invoke(options: { input: { path: string } }) {
    return { content: [{ value: options.input.path }] };
  }
}
same<ReturnType<typeof limitVsCodeTool<Reader>>, Reader>(true);

truncationScope((scope) => limitAiSdkTool(read, { scope, store, output: { maxChars: 1000, store } }));
export const text: string = trim("", { store }).text;
// @ts-expect-error: not an option
limitAiSdkTool(read, { maxPart: 1 });
// @ts-expect-error: not a tool
limitAiSdkTool("read");
// @ts-expect-error: not a format
retrieveTool(store, "openai");
// @ts-expect-error: VS Code's classes are needed
retrieveTool(store, "vscode");
