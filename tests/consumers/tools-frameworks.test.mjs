// Limited tools from the packed package, as ES module and as CommonJS, in the loops of the real frameworks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createProject } from "./project.mjs";

const project = createProject();
const packages = ["@langchain/core", "@modelcontextprotocol/sdk", "@openai/agents-core", "ai", "langchain", "zod"];
for (const name of packages) project.link(name);

const LONG = `const LONG = "a line of it\\n".repeat(5000);`;

test("AI SDK: generateText gets limited results, and the retrieval tool reads the rest", () => {
  const file = project.write(
    "ai.mjs",
    `import { generateText, jsonSchema, stepCountIs, tool } from "ai";
     import { MockLanguageModelV3 } from "ai/test";
     import { OutputStore, retrieveTool } from "tooltrim/store";
     import { limitAiSdkTools } from "tooltrim/tools";
     ${LONG}
     const store = new OutputStore();
     const recall = retrieveTool(store, "ai-sdk");
     const read = tool({ inputSchema: jsonSchema({ type: "object" }), execute: async () => LONG });
     const tools = { ...limitAiSdkTools({ read }, { store }), [recall.name]: recall.definition };
     const calls = [["read", "{}"], [recall.name, '{"ref":"30ekjcar","lines":"5000"}']];
     const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
     const model = new MockLanguageModelV3({
       doGenerate: async ({ prompt }) => {
         const [toolName, input] = calls[prompt.filter(({ role }) => role === "tool").length] ?? [];
         const content = toolName ? { type: "tool-call", toolCallId: toolName, toolName, input } : { type: "text", text: "done" };
         return { content: [content], finishReason: { unified: toolName ? "tool-calls" : "stop" }, usage, warnings: [] };
       },
     });
     const { steps } = await generateText({ model, prompt: "Go.", tools, stopWhen: stepCountIs(4) });
     const [first, second] = steps.map(({ toolResults }) => toolResults[0]?.output);
     console.log(first.length <= 5000, first.includes("#30ekjcar"), JSON.stringify(second));`,
  );
  assert.equal(project.node(file), 'true true "[#30ekjcar: line 5,000 of 5,000]\\na line of it\\n"');
});

test("MCP: McpServer and Client, by require", () => {
  const file = project.write(
    "mcp.cjs",
    `const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
     const { InMemoryTransport } = require("@modelcontextprotocol/sdk/inMemory.js");
     const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
     const { limitMcpHandler } = require("tooltrim/tools");
     ${LONG}
     (async () => {
       const server = new McpServer({ name: "a", version: "1" });
       server.registerTool("read", {}, limitMcpHandler(async () => ({ content: [{ type: "text", text: LONG }] })));
       server.registerTool("fail", {}, limitMcpHandler(async () => { throw new Error(LONG); }));
       const [one, other] = InMemoryTransport.createLinkedPair();
       const client = new Client({ name: "b", version: "1" });
       await Promise.all([server.connect(one), client.connect(other)]);
       for (const name of ["read", "fail"]) {
         const { content, isError } = await client.callTool({ name });
         console.log(content[0].text.length <= 5000, isError);
       }
     })();`,
  );
  assert.equal(project.node(file), "true undefined\ntrue true");
});

test("LangChain: an agent", () => {
  const file = project.write(
    "langchain.mjs",
    `import { AIMessage, createAgent, fakeModel, HumanMessage, tool } from "langchain";
     import { limitLangChainTool } from "tooltrim/tools";
     ${LONG}
     const schema = { type: "object", properties: {} };
     const read = limitLangChainTool(tool(async () => LONG, { name: "read", description: "Reads.", schema }));
     const call = { type: "tool_call", id: "c", name: "read", args: {} };
     const model = fakeModel().respond(new AIMessage({ content: "", tool_calls: [call] })).respond(new AIMessage("done"));
     const { messages } = await createAgent({ model, tools: [read] }).invoke({ messages: [new HumanMessage("Go.")] });
     console.log(messages.map(({ type, text }) => [type, text.length <= 5000].join()).join(" "));`,
  );
  assert.equal(project.node(file), "human,true ai,true tool,true ai,true");
});

test("OpenAI Agents: a function tool", () => {
  const file = project.write(
    "agents.mjs",
    `import { RunContext, tool } from "@openai/agents-core";
     import { limitAgentsTool } from "tooltrim/tools";
     ${LONG}
     const parameters = { type: "object", properties: {}, required: [], additionalProperties: false };
     const read = limitAgentsTool(tool({ name: "read", description: "Reads.", parameters, execute: async () => LONG }));
     console.log((await read.invoke(new RunContext(), "{}")).length <= 5000, read.type, read.name);`,
  );
  assert.equal(project.node(file), "true function read");
});
