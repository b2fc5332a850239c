// The tool by which a model reads what was cut, in each library's own hands.

import { ToolNode } from "@langchain/langgraph/prebuilt";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Agent, type Model, type ModelRequest, Runner, Usage } from "@openai/agents-core";
import { asSchema, generateText, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { Ajv } from "ajv";
import { AIMessage, createAgent, fakeModel, HumanMessage, ToolMessage } from "langchain";
import { trim } from "tooltrim";
import { OutputStore, type RetrieveTools, retrieveTool } from "tooltrim/store";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { refOf } from "../support/refs.js";

const log = Array.from({ length: 5000 }, (_, at) => `step ${at + 1} ok\n`).join("");
const REF = refOf(log);
function filled() {
  const store = new OutputStore();
  const { ref, text } = trim(log, { maxChars: 4000, store });
  expect([ref, text.includes(REF)]).toEqual([REF, true]);
  return store;
}
const asked = { ref: REF, lines: "2500-2501" };
const answered = `[${REF}: lines 2,500-2,501 of 5,000]\nstep 2500 ok\nstep 2501 ok\n`;
const formats = [
  "text",
  "openai-chat",
  "openai-responses",
  "anthropic",
  "gemini",
  "ai-sdk",
  "mcp",
  "langchain",
  "openai-agents",
] as const;

describe("what a model asks for, and what it is told", () => {
  const { handler } = retrieveTool(filled(), "text");

  test("the first line says what it sees", async () => {
    expect(await handler(asked)).toBe(answered);
    expect(await handler({ ref: REF, pattern: "step 4999" })).toMatch(/^\[#\w{8}: .*\]\n4999:step 4999 ok\n$/);
  });

  test("refs, lines and JSON are read leniently", async () => {
    for (const ref of [REF, REF.slice(1), REF.toUpperCase(), ` ${REF} `, `[${REF}].`, `(# ${REF.slice(1)})`]) {
      for (const lines of [
        "2500-2501",
        "2500 - 2501",
        "L2500-L2501",
        "2500:2501",
        "2,500-2,501",
        "lines 2500 to 2501",
        [2500, 2501],
      ]) {
        expect(await handler({ ref, lines }), `${ref} ${lines}`).toBe(answered);
      }
    }
    expect(await handler(JSON.stringify(asked))).toBe(answered);
    expect(await handler({ ...asked, pattern: "", page: null, ignore_case: false, why: "to see" })).toBe(answered);
    expect(await handler({ ref: REF, lines: 4999 })).toContain("\nstep 4999 ok\n");
    expect(await handler({ ref: REF, lines: "4999-" })).toContain("step 4999 ok\nstep 5000 ok\n");
    expect(await handler({ ref: REF, pattern: "STEP 17 ", ignore_case: "true", context: "1" })).toContain("step 18 ok");
  });

  test("a large text comes in pages, each within the limit, and the last line says how to go on", async () => {
    const { handler: small } = retrieveTool(filled(), "text", { maxChars: 1000 });
    const seen: string[] = [];
    for (let page = 1; ; page += 1) {
      const text = await small({ ref: REF, page });
      expect(text.length).toBeLessThanOrEqual(1000);
      seen.push(...text.split("\n").filter((line) => line.startsWith("step ")));
      if (!text.includes(`page ${(page + 1).toLocaleString("en")} goes on`)) break;
    }
    expect(seen.map((line) => `${line}\n`).join("")).toBe(log);
    expect((await handler({ ref: REF })).length).toBeLessThanOrEqual(20_000);
  });

  test("one line of a megabyte, and a pattern of any length, are limited", async () => {
    const store = new OutputStore();
    const ref = store.put("x".repeat(1_000_000));
    const { handler: other } = retrieveTool(store, "text");
    for (const args of [{ ref }, { ref, lines: "1" }, { ref, pattern: "x" }, { ref, pattern: "y".repeat(50_000) }]) {
      expect((await other(args)).length).toBeLessThanOrEqual(20_000);
    }
  });

  test("what is wrong is a text for the model, never a throw", async () => {
    const unknown = await handler({ ref: "#k3f9a2bx" });
    expect(unknown).toMatch(/^Error: .*#k3f9a2bx/);
    for (const args of [
      undefined,
      null,
      7,
      "",
      "{",
      "[]",
      [],
      {},
      { ref: "" },
      { ref: {} },
      { ref: "log" },
      Object.create(null),
    ]) {
      expect(await handler(args), String(JSON.stringify(args))).toMatch(/^Error: /);
    }
    for (const more of [
      { lines: "all" },
      { lines: "0" },
      { lines: "9000" },
      { page: 99 },
      { page: "two" },
      { context: -1, pattern: "1" },
    ]) {
      expect(await handler({ ref: REF, ...more }), JSON.stringify(more)).toMatch(/^Error: /);
    }
    expect((await handler({ ref: "x".repeat(100_000) })).length).toBeLessThanOrEqual(500);
  });

  test("a text that is only in the backend is loaded; a backend that fails is a text", async () => {
    const backend = new Map<string, string>();
    const first = new OutputStore({ backend });
    first.put(log);
    await first.flush();
    const again = new OutputStore({ backend });
    expect(again.has(REF)).toBe(false);
    expect(await retrieveTool(again, "text").handler(asked)).toBe(answered);

    const broken = {
      get: backend.get.bind(backend),
      set: backend.set.bind(backend),
      delete: backend.delete.bind(backend),
    };
    const other = new OutputStore({ backend: broken });
    broken.get = () => {
      throw new Error("connection refused ".repeat(1000));
    };
    const { content, isError } = await retrieveTool(other, "mcp").handler(asked);
    expect(isError).toBe(true);
    expect(content[0]?.text).toMatch(/^Error: /);
    expect(content[0]?.text.length).toBeLessThanOrEqual(500);
  });
});

describe("each format", () => {
  test("has the schema of the arguments, and answers the same text", async () => {
    const store = filled();
    for (const format of formats) {
      const { name, definition, handler } = retrieveTool(store, format, { name: "recall" });
      const [schema] = /\{"type":"object".*?"additionalProperties":false\}/.exec(JSON.stringify(definition)) ?? [];
      const validate = new Ajv().compile(JSON.parse(schema ?? ""));
      expect([format, name, validate(asked), validate({}), validate({ ref: REF, no: 1 })]).toEqual([
        format,
        "recall",
        true,
        false,
        false,
      ]);
      if (format !== "ai-sdk") expect(JSON.stringify(definition)).toContain('"recall"');
      expect(JSON.stringify(await handler(asked))).toContain(JSON.stringify(answered).slice(1, -1));
    }
  });

  test("errors are marked where the library has a mark", async () => {
    const store = filled();
    expect(await retrieveTool(store, "anthropic").handler({ ref: "9" })).toMatchObject({ is_error: true });
    expect(await retrieveTool(store, "anthropic").handler(asked)).toEqual({ content: answered, is_error: false });
    expect(Object.keys(await retrieveTool(store, "gemini").handler({ ref: "9" }))).toEqual(["error"]);
    expect(await retrieveTool(store, "gemini").handler(asked)).toEqual({ output: answered });
    expect(await retrieveTool(store, "mcp").handler(asked)).toEqual({ content: [{ type: "text", text: answered }] });
  });

  test("AI SDK: a tool that generateText runs", async () => {
    const { name, definition } = retrieveTool(filled(), "ai-sdk");
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    };
    const sent: unknown[] = [];
    const model = new MockLanguageModelV3({
      doGenerate: async ({ prompt, tools }) => {
        sent.push(tools, prompt);
        const input = JSON.stringify(asked);
        return sent.length > 2
          ? {
              content: [{ type: "text", text: "Done." }],
              finishReason: { unified: "stop", raw: "" },
              usage,
              warnings: [],
            }
          : {
              content: [{ type: "tool-call", toolCallId: "c", toolName: name, input }],
              finishReason: { unified: "tool-calls", raw: "" },
              usage,
              warnings: [],
            };
      },
    });
    const { steps } = await generateText({
      model,
      prompt: "Go.",
      tools: { [name]: definition },
      stopWhen: stepCountIs(3),
    });
    expect(steps[0]?.toolResults[0]?.output).toBe(answered);
    expect(JSON.stringify(sent[0])).toContain('"required":["ref"]');
    // As a library reads it that knows the standard and not the symbol.
    const { "~standard": standard } = definition.inputSchema;
    expect(await asSchema({ "~standard": standard } as never).jsonSchema).toMatchObject({ required: ["ref"] });
  });

  test("LangChain: a tool that an agent runs", async () => {
    const { name, definition } = retrieveTool(filled(), "langchain");
    const call = { type: "tool_call" as const, id: "c", name, args: asked };
    const model = fakeModel()
      .respond(new AIMessage({ content: "", tool_calls: [call] }))
      .respond(new AIMessage("Done."));
    const agent = createAgent({ model, tools: [definition] });
    const { messages } = await agent.invoke({ messages: [new HumanMessage("Go.")] });
    expect(messages.find((message) => ToolMessage.isInstance(message))?.text).toBe(answered);
  });

  test("LangChain: a node of a graph runs it, and it has what a tool has", async () => {
    const { name, definition } = retrieveTool(filled(), "langchain");
    const call = { type: "tool_call" as const, id: "c", name, args: asked };
    const state = { messages: [new AIMessage({ content: "", tool_calls: [call] })] };
    const { messages } = await new ToolNode([definition]).invoke(state);
    expect(messages.at(-1).content).toBe(answered);

    expect([definition.getName(), definition.getName("_2"), definition.lc_id.at(-1)]).toEqual([
      name,
      `${name}_2`,
      name,
    ]);
    expect([await definition.call(asked), ...(await definition.batch([asked, call]))]).toEqual(Array(3).fill(answered));
    const pieces: string[] = [];
    for await (const piece of await definition.stream(asked)) pieces.push(piece);
    const streamed = await (await definition.stream(asked)).getReader().read();
    const asks = async function* () {
      yield* [{ ref: "#k3f9a2bx" }, asked];
    };
    for await (const piece of definition.transform(asks())) pieces.push(piece);
    expect([...pieces, streamed.value]).toEqual(Array(3).fill(answered));
  });

  test("OpenAI Agents: a tool that a run calls", async () => {
    const { name, definition } = retrieveTool(filled(), "openai-agents");
    let sent: ModelRequest | undefined;
    const model: Model = {
      async getResponse(request) {
        sent = request;
        const isDone = Array.isArray(request.input) && request.input.length > 1;
        const text = { type: "output_text" as const, text: "Done." };
        const args = { callId: "c", name, arguments: JSON.stringify(asked), status: "completed" as const };
        const message = {
          type: "message" as const,
          role: "assistant" as const,
          status: "completed" as const,
          content: [text],
        };
        return { usage: new Usage(), output: [isDone ? message : { type: "function_call" as const, ...args }] };
      },
      getStreamedResponse: () => {
        throw new Error("not streamed");
      },
    };
    const agent = new Agent({ name: "a", model, tools: [definition] });
    await new Runner({ tracingDisabled: true }).run(agent, "Go.");
    expect(JSON.stringify(sent?.input)).toContain(JSON.stringify(answered));
    expect(JSON.stringify(sent?.tools)).toContain('"required":["ref"]');
  });

  test("MCP: on the plain server, and on McpServer through a schema of zod", async () => {
    const { name, definition, handler } = retrieveTool(filled(), "mcp");
    const plain = new Server({ name: "a", version: "1" }, { capabilities: { tools: {} } });
    plain.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [definition] }));
    plain.setRequestHandler(CallToolRequestSchema, ({ params }) => handler(params.arguments));
    const rich = new McpServer({ name: "a", version: "1" });
    const inputSchema = z.fromJSONSchema(definition.inputSchema as never) as z.ZodObject;
    rich.registerTool(name, { ...definition, inputSchema }, handler);
    for (const server of [plain, rich]) {
      const [one, other] = InMemoryTransport.createLinkedPair();
      const client = new Client({ name: "test", version: "1" });
      await Promise.all([server.connect(one), client.connect(other)]);
      const { tools } = await client.listTools();
      expect(tools[0]).toMatchObject({ name, annotations: { readOnlyHint: true }, inputSchema: { required: ["ref"] } });
      const { content } = (await client.callTool({ name, arguments: asked })) as CallToolResult;
      expect(content).toEqual([{ type: "text", text: answered }]);
    }
  });

  test("VS Code: a tool to register, what the manifest says of it, and pages within the token budget", async () => {
    class LanguageModelTextPart {
      constructor(readonly value: string) {}
    }
    class LanguageModelToolResult {
      constructor(readonly content: LanguageModelTextPart[]) {}
    }
    const vscode = { LanguageModelTextPart, LanguageModelToolResult };
    const { name, definition, handler } = retrieveTool(filled(), "vscode", { vscode });
    expect(definition).toMatchObject({ name, inputSchema: { required: ["ref"] } });
    expect(definition.modelDescription).toContain("#k3f9a2bx");
    const result = await handler.invoke({ input: asked });
    expect(result).toEqual(new LanguageModelToolResult([new LanguageModelTextPart(answered)]));
    const within = await handler.invoke({ input: { ref: 1 }, tokenizationOptions: { tokenBudget: 500 } });
    expect(within.content[0]?.value.length).toBeLessThanOrEqual(1000);
    expect(handler.prepareInvocation().invocationMessage).not.toBe("");
  });
});

test("what is wrong in code is an error", () => {
  const store = new OutputStore();
  const code = (run: () => unknown) => {
    try {
      return run();
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect(code(() => retrieveTool(store, "openai" as keyof Pick<RetrieveTools, "text">))).toBe("UNKNOWN_FORMAT");
  expect(code(() => retrieveTool(store, "toString" as "text"))).toBe("UNKNOWN_FORMAT");
  expect(code(() => retrieveTool({} as OutputStore, "text"))).toBe("INVALID_OPTION");
  expect(code(() => retrieveTool(store, "text", { name: "no spaces" }))).toBe("INVALID_OPTION");
  expect(code(() => retrieveTool(store, "text", { maxChars: 10 }))).toBe("INVALID_OPTION");
  expect(code(() => retrieveTool(store, "vscode", {} as never))).toBe("INVALID_OPTION");
});
