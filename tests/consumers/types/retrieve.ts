// Compiled by provider-types.test.mjs: the tool that reads what was cut is one of each library's own tools.
import type Anthropic from "@anthropic-ai/sdk";
import type { FunctionDeclaration, FunctionResponse, ToolListUnion } from "@google/genai";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import type { ChatOpenAI } from "@langchain/openai";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult, ListToolsResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { Agent, type Tool as AgentsTool } from "@openai/agents-core";
import { createAgent } from "langchain";
import type OpenAI from "openai";
import { OutputStore, retrieveTool } from "tooltrim/store";
import * as vscode from "vscode";
import { z } from "zod";

const store = new OutputStore();

export async function openai(client: OpenAI, call: OpenAI.Chat.ChatCompletionMessageFunctionToolCall) {
  const chat = retrieveTool(store, "openai-chat");
  const tools: OpenAI.Chat.ChatCompletionTool[] = [chat.definition];
  await client.chat.completions.create({ model: "gpt-5", messages: [], tools });
  await client.chat.completions.create({ model: "gpt-5", messages: [], tools: [chat.definition] });
  const content: string = await chat.handler(call.function.arguments);
  const { definition } = retrieveTool(store, "openai-responses");
  await client.responses.create({ model: "gpt-5", input: [], tools: [definition] });
  return [content, definition satisfies OpenAI.Responses.FunctionTool];
}

export async function anthropic(
  client: Anthropic,
  call: Anthropic.ToolUseBlock,
): Promise<Anthropic.ToolResultBlockParam> {
  const { definition, handler } = retrieveTool(store, "anthropic");
  const tools: Anthropic.Tool[] = [definition];
  await client.messages.create({ model: "claude", max_tokens: 1, messages: [], tools });
  await client.beta.messages.create({ model: "claude", max_tokens: 1, messages: [], tools: [definition] });
  return { type: "tool_result", tool_use_id: call.id, ...(await handler(call.input)) };
}

export async function gemini(args: Record<string, unknown>): Promise<FunctionResponse> {
  const { definition, handler, name } = retrieveTool(store, "gemini");
  const declarations: FunctionDeclaration[] = [definition];
  [{ functionDeclarations: declarations }] satisfies ToolListUnion;
  return { name, response: await handler(args) };
}

export async function langchain(model: ChatOpenAI) {
  const { definition } = retrieveTool(store, "langchain");
  model.bindTools([definition]);
  return [new ToolNode([definition]), createAgent({ model, tools: [definition] })];
}

export function agents() {
  const { definition } = retrieveTool(store, "openai-agents");
  const tools: AgentsTool[] = [definition];
  return [new Agent({ name: "coder", tools }), new Agent({ name: "coder", tools: [definition] })];
}

export function mcp(server: McpServer) {
  const { name, definition, handler } = retrieveTool(store, "mcp");
  const listed: ListToolsResult = { tools: [definition] };
  server.registerTool(name, { ...definition, inputSchema: z.fromJSONSchema(definition.inputSchema) }, handler);
  const answer: Promise<CallToolResult> = handler({ ref: "#k3f9a2bx" });
  return [listed, answer, definition satisfies Tool];
}

export function code() {
  const { name, handler } = retrieveTool(store, "vscode", { vscode });
  return vscode.lm.registerTool(name, handler);
}

export const schemas = [
  z.fromJSONSchema(retrieveTool(store, "text").definition.parameters),
  z.fromJSONSchema(retrieveTool(store, "openai-chat").definition.function.parameters),
  z.fromJSONSchema(retrieveTool(store, "anthropic").definition.input_schema),
  z.fromJSONSchema(retrieveTool(store, "gemini").definition.parametersJsonSchema),
  z.fromJSONSchema(retrieveTool(store, "langchain").definition.schema),
  z.fromJSONSchema(retrieveTool(store, "vscode", { vscode }).definition.inputSchema),
];
