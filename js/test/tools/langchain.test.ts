// Tools of LangChain, in its own agents and with its own classes.
import { DynamicTool, StructuredTool, ToolInputParsingException } from "@langchain/core/tools";
import { Command, getCurrentTaskInput, interrupt, isCommand, MemorySaver } from "@langchain/langgraph";
import { AIMessage, createAgent, fakeModel, HumanMessage, ToolMessage, tool } from "langchain";
import { limitLangChainTool } from "tooltrim/tools";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { expectLimited, LIMIT, LONG, MARKER, rejection, rows, ShopError } from "./support.js";

const schema = z.object({ path: z.string().optional() });
const fields = { name: "read", description: "Reads.", schema };
const call = (args: object = {}) => ({ type: "tool_call" as const, id: "call_1", name: "read", args: args as never });

/** What the model is sent for a tool that it calls. */
async function sentBy(given: unknown, options: object = {}) {
  const model = fakeModel()
    .respond(new AIMessage({ content: "", tool_calls: [call()] }))
    .respond(new AIMessage("Done."));
  const agent = createAgent({ model, tools: [given as never], ...options });
  const { messages } = await agent.invoke({ messages: [new HumanMessage("Go.")] });
  expect(messages.at(-1)?.text).toBe("Done.");
  const message = model.calls.at(-1)?.messages.find((each) => ToolMessage.isInstance(each));
  if (!message) throw new Error("no tool message");
  return message as ToolMessage;
}

describe("what an agent's model gets of a tool", () => {
  test("a long text is limited", async () => {
    const message = await sentBy(limitLangChainTool(tool(async () => LONG, fields)));
    expect(message.text.length).toBeLessThanOrEqual(LIMIT);
    expect(message.text).toContain(MARKER);
    expect([message.name, message.tool_call_id]).toEqual(["read", "call_1"]);
  });

  test("an object is limited before it becomes JSON", async () => {
    const message = await sentBy(limitLangChainTool(tool(async () => ({ items: rows(), next: 2 }), fields)));
    expect(message.text.length).toBeLessThanOrEqual(LIMIT);
    const { items, next } = JSON.parse(message.text);
    expect([items[0].id, items.at(-1).id, next]).toEqual([0, 1999, 2]);
  });

  test("a thrown error is limited", async () => {
    const failing = tool(async (): Promise<string> => {
      throw new ShopError(LONG);
    }, fields);
    const message = await sentBy(limitLangChainTool(failing));
    expect(message.status).toBe("error");
    expect(message.text.length).toBeLessThanOrEqual(LIMIT + 100);
    expect(message.text).toContain(MARKER);
  });

  test("an error about arguments that do not fit the schema is limited, and of its class", async () => {
    const strict = z.object({ list: z.array(z.number()) });
    const limited = limitLangChainTool(tool(async () => "", { ...fields, schema: strict }));
    const error = await rejection(limited.invoke({ list: Array.from({ length: 2000 }, () => "x") } as never));
    expect(error).toBeInstanceOf(ToolInputParsingException);
    expect(error.message.length).toBeLessThanOrEqual(LIMIT);
    expect(typeof error.output).toBe("string");
  });

  test("an error that repeats the result is limited", async () => {
    const wrong = tool(async () => LONG as never, { ...fields, responseFormat: "content_and_artifact" });
    const error = await rejection(limitLangChainTool(wrong).invoke({}));
    expect(error.message).toContain("two-tuple");
    expect(error.message.length).toBeLessThanOrEqual(LIMIT);
  });

  test("content and artifact: the content is limited, the artifact is the very same", async () => {
    const artifact = { log: LONG };
    const both = tool(async () => [LONG, artifact], { ...fields, responseFormat: "content_and_artifact" });
    const message = await sentBy(limitLangChainTool(both));
    expect(message.text.length).toBeLessThanOrEqual(LIMIT);
    expect(message.artifact).toBe(artifact);
  });

  test("content blocks share the limit, pictures stay whole", async () => {
    const image = { type: "image", data: "iVBORw0KGgo".repeat(1000), mimeType: "image/png" };
    const blocks = [{ type: "text", text: LONG }, image, { type: "text", text: LONG }];
    const message = await sentBy(limitLangChainTool(tool(async () => blocks, fields)));
    const content = message.content as { type: string; text?: string }[];
    expect(content.map(({ type }) => type)).toEqual(["text", "image", "text"]);
    expect(content.map(({ text = "" }) => text).join("").length).toBeLessThanOrEqual(LIMIT);
    expect(content[1]).toEqual(image);
  });

  test("a tool message of the tool's own is limited: a copy of its class, the tool's stays as it is", async () => {
    const own = new ToolMessage({ content: LONG, tool_call_id: "call_1", name: "read", artifact: 7 });
    const message = await sentBy(limitLangChainTool(tool(async () => own, fields)));
    expect(ToolMessage.isInstance(message)).toBe(true);
    expect(message.text.length).toBeLessThanOrEqual(LIMIT);
    expect(JSON.stringify(message).length).toBeLessThan(LIMIT + 1000);
    expect([message.artifact, own.text]).toEqual([7, LONG]);
  });

  test("what a generator returns in the end", async () => {
    const steps = tool(async function* () {
      yield "half";
      return LONG;
    }, fields);
    const message = await sentBy(limitLangChainTool(steps as never));
    expect(message.text.length).toBeLessThanOrEqual(LIMIT);
  });
});

describe("what steers the graph passes untouched", () => {
  test("a Command", async () => {
    const command = new Command({ update: { messages: [new ToolMessage({ content: LONG, tool_call_id: "call_1" })] } });
    const limited = limitLangChainTool(tool(async () => command, fields));
    const result = await limited.invoke(call());
    expect(result).toBe(command);
    expect(isCommand(result)).toBe(true);
  });

  test("an interrupt, with a question of any length, and going on from it", async () => {
    const asking = limitLangChainTool(tool(async () => `they said ${interrupt({ question: LONG })}`, fields));
    const model = fakeModel()
      .respond(new AIMessage({ content: "", tool_calls: [call()] }))
      .respond(new AIMessage("Done."));
    const agent = createAgent({ model, tools: [asking], checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "1" } };
    const first = (await agent.invoke({ messages: [new HumanMessage("Go.")] }, config)) as unknown as {
      __interrupt__: { value: { question: string } }[];
    };
    expect(first.__interrupt__[0]?.value.question).toBe(LONG);
    const { messages } = await agent.invoke(new Command({ resume: "yes" }), config);
    expect(messages.find((each) => ToolMessage.isInstance(each))?.text).toBe("they said yes");
  });

  test("a cancellation", async () => {
    const reason = new DOMException(LONG, "AbortError");
    const stopped = limitLangChainTool(tool(async (): Promise<string> => Promise.reject(reason), fields));
    expect(await rejection(stopped.invoke({}))).toBe(reason);
  });

  test("the state of the graph is in reach of the tool", async () => {
    const looking = limitLangChainTool(
      tool(async () => String((getCurrentTaskInput() as { messages: unknown[] }).messages.length), fields),
    );
    expect((await sentBy(looking)).text).toBe("2");
  });
});

class Shelf extends StructuredTool {
  name = "shelf";
  description = "Reads a shelf.";
  schema = schema;
  #books = LONG;
  protected async _call({ path }: z.infer<typeof schema>) {
    if (path === "fail") throw new ShopError(this.#books);
    return this.#books + (path ?? "");
  }
  get size() {
    return this.#books.length;
  }
}

describe("instances of classes", () => {
  test("instanceof, getters, private fields, invoke, call, batch and stream", async () => {
    const given = new Shelf();
    const limited = limitLangChainTool(given);
    expect(limited).toBeInstanceOf(Shelf);
    expect(limited.size).toBe(LONG.length);
    expect((await limited.invoke({ path: "end" })).endsWith("end")).toBe(true);
    const streamed: string[] = [];
    for await (const chunk of await limited.stream({})) streamed.push(chunk);
    for (const text of [
      await limited.invoke({}),
      await limited.call({}),
      ...(await limited.batch([{}, {}])),
      ...streamed,
    ]) {
      expect(text.length).toBeLessThanOrEqual(LIMIT);
      expect(text).toContain(MARKER);
    }
    expectLimited(await rejection(limited.invoke({ path: "fail" })));
    expectLimited(await rejection(limited.batch([{ path: "fail" }])));
    expect((await given.invoke({})).length).toBe(LONG.length);
  });

  test("a DynamicTool, which takes a text", async () => {
    const limited = limitLangChainTool(
      new DynamicTool({ name: "echo", description: "", func: async (text) => text + LONG }),
    );
    const text = await limited.invoke("first ");
    expect(text.startsWith("first ")).toBe(true);
    expect(text.length).toBeLessThanOrEqual(LIMIT);
  });

  test("a runnable as a tool, and a tool in a chain", async () => {
    const runnable = tool(async () => LONG, fields).asTool({ name: "read", schema });
    expect(String(await limitLangChainTool(runnable).invoke({})).length).toBeLessThanOrEqual(LIMIT);
    const chain = limitLangChainTool(tool(async () => LONG, fields)).pipe((text: unknown) => String(text).length);
    expect(await chain.invoke({})).toBeLessThanOrEqual(LIMIT);
  });

  test("callbacks hear the limited result", async () => {
    const outputs: string[] = [];
    const limited = limitLangChainTool(tool(async () => LONG, fields));
    await limited.invoke({}, { callbacks: [{ handleToolEnd: (output: string) => void outputs.push(output) }] });
    expect(outputs[0]?.length).toBeLessThanOrEqual(LIMIT);
  });
});

test("what fits is the very same, and fields stay", async () => {
  const blocks = [{ type: "text", text: "short" }];
  const limited = limitLangChainTool(tool(async () => blocks, { ...fields, metadata: { a: 1 } }));
  expect(await limited.invoke({})).toBe(blocks);
  expect([limited.name, limited.description, limited.schema, limited.metadata]).toEqual([
    "read",
    "Reads.",
    schema,
    { a: 1 },
  ]);
});
