// Function tools of the OpenAI Agents SDK, in its own runs.
import { Agent, type Model, type ModelRequest, RunContext, Runner, tool, Usage } from "@openai/agents-core";
import { limitAgentsTool } from "tooltrim/tools";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { expectLimited, LIMIT, LONG, MARKER, rejection, rows, ShopError } from "./support.js";

const parameters = z.object({ path: z.string() });
const fields = { name: "read", description: "Reads.", parameters };
const context = new RunContext();

/** A model that calls the tool once, and what it is then sent. */
class Calling implements Model {
  readonly inputs: ModelRequest["input"][] = [];
  async getResponse({ input }: ModelRequest) {
    this.inputs.push(input);
    const isDone = Array.isArray(input) && input.some(({ type }) => type === "function_call_result");
    const args = { callId: "call_1", name: "read", arguments: '{"path":"a.log"}', status: "completed" as const };
    const text = { type: "output_text" as const, text: "Done." };
    const message = {
      type: "message" as const,
      role: "assistant" as const,
      status: "completed" as const,
      content: [text],
    };
    return { usage: new Usage(), output: isDone ? [message] : [{ type: "function_call" as const, ...args }] };
  }
  // biome-ignore lint/correctness/useYield: runs here do not stream.
  async *getStreamedResponse(): AsyncGenerator<never> {
    throw new Error("not streamed");
  }
}

async function sentBy(given: unknown) {
  const model = new Calling();
  const agent = new Agent({ name: "a", model, tools: [given as never] });
  const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, "Go.");
  expect(finalOutput).toBe("Done.");
  const input = model.inputs.at(-1);
  const item = Array.isArray(input) ? input.find(({ type }) => type === "function_call_result") : undefined;
  return (item as { output: unknown }).output;
}
const textOf = (output: unknown) => (output as { text: string }).text;

describe("what the model of a run gets of a tool", () => {
  test("a long text is limited", async () => {
    const text = textOf(await sentBy(limitAgentsTool(tool({ ...fields, execute: async () => LONG }))));
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    expect(text).toContain(MARKER);
  });

  test("an object is limited before it becomes JSON", async () => {
    const text = textOf(await sentBy(limitAgentsTool(tool({ ...fields, execute: async () => ({ items: rows() }) }))));
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    expect(JSON.parse(text).items.at(-1).id).toBe(1999);
  });

  test("texts among pictures share the limit", async () => {
    const image = { type: "image" as const, image: `data:image/png;base64,${"iVBORw0KGgo".repeat(1000)}` };
    const parts = [{ type: "text" as const, text: LONG }, image, { type: "text" as const, text: LONG }];
    const sent = (await sentBy(limitAgentsTool(tool({ ...fields, execute: async () => parts })))) as {
      type: string;
      text?: string;
      image?: string;
    }[];
    expect(sent.map(({ type }) => type)).toEqual(["input_text", "input_image", "input_text"]);
    expect(sent.map(({ text = "" }) => text).join("").length).toBeLessThanOrEqual(LIMIT);
    expect(sent[1]?.image).toBe(image.image);
  });

  test("a picture that is too large becomes a text", async () => {
    const image = { type: "image" as const, image: `data:image/png;base64,${"A".repeat(6_000_000)}` };
    const sent = await sentBy(limitAgentsTool(tool({ ...fields, execute: async () => image })));
    expect(JSON.stringify(sent)).toContain("[image, 4,500,016 bytes left out]");
  });

  test("what errorFunction tells is limited", async () => {
    const failing = tool({
      ...fields,
      errorFunction: (_context, error) => `It failed: ${(error as Error).message}`,
      execute: async (): Promise<string> => {
        throw new ShopError(LONG);
      },
    });
    const text = textOf(await sentBy(limitAgentsTool(failing)));
    expect(text.startsWith("It failed: a line of a log")).toBe(true);
    expect(text.length).toBeLessThanOrEqual(LIMIT);
  });

  test("an output schema goes on to hold", async () => {
    const item = {
      type: "object",
      properties: { id: { type: "number" } },
      required: ["id"],
      additionalProperties: false,
    };
    const properties = { items: { type: "array", items: item } };
    const outputSchema = {
      type: "object" as const,
      properties,
      required: ["items"],
      additionalProperties: false as const,
    };
    const execute = async () => ({ items: Array.from({ length: 5000 }, (_, id) => ({ id })) });
    const given = tool({ ...fields, outputSchema, execute } as never);
    const text = textOf(await sentBy(limitAgentsTool(given)));
    expect(text.length).toBeLessThanOrEqual(LIMIT);
    const { items } = JSON.parse(text) as { items: { id: number }[] };
    expect(items.length).toBeGreaterThan(100);
    expect(items.every(({ id }, at) => id === at)).toBe(true);
  });

  test("a tool that needs approval still asks for it, and goes on when it is given", async () => {
    const agent = new Agent({
      name: "a",
      model: new Calling(),
      tools: [
        limitAgentsTool(
          tool({ ...fields, needsApproval: async (_run, { path }) => path === "a.log", execute: async () => LONG }),
        ),
      ],
    });
    const runner = new Runner({ tracingDisabled: true });
    const first = await runner.run(agent, "Go.");
    expect(first.interruptions.length).toBe(1);
    for (const each of first.interruptions) first.state.approve(each);
    const { finalOutput } = await runner.run(agent, first.state);
    expect(finalOutput).toBe("Done.");
  });

  test("a tool that takes too long says so", async () => {
    const slow = tool({
      ...fields,
      timeoutMs: 20,
      timeoutErrorFunction: () => LONG,
      execute: () => new Promise<string>((resolve) => setTimeout(resolve, 1000, "late")),
    });
    const text = textOf(await sentBy(limitAgentsTool(slow)));
    expect(text).toContain(MARKER);
    expect(text.length).toBeLessThanOrEqual(LIMIT);
  });
});

test("an error that is thrown keeps its class and is limited", async () => {
  const execute = async (): Promise<string> => {
    throw new ShopError(LONG);
  };
  const limited = limitAgentsTool(tool({ ...fields, errorFunction: null, execute }));
  expectLimited(await rejection(limited.invoke(context, '{"path":""}') as Promise<unknown>));
});

test("the options of tool() can be limited as well", async () => {
  const limited = tool(limitAgentsTool({ ...fields, execute: async ({ path }: { path: string }) => path + LONG }));
  const text = textOf(await sentBy(limited));
  expect(text.startsWith("a.loga line")).toBe(true);
  expect(text.length).toBeLessThanOrEqual(LIMIT);
});

test("what fits is the very same, fields stay, the tool given stays as it is", async () => {
  const result = { id: 1 };
  const given = tool({ ...fields, execute: async () => result });
  const { invoke } = given;
  const limited = limitAgentsTool(given);
  expect(await limited.invoke(context, '{"path":""}')).toBe(result);
  expect(given.invoke).toBe(invoke);
  expect({ ...limited, invoke }).toEqual({ ...given });
});
