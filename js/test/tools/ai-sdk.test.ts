// Tools of the AI SDK, in its own loops and with its own classes.
import { convertToModelMessages, dynamicTool, generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai/test";
import { limitAiSdkTool, limitAiSdkTools } from "tooltrim/tools";
import { describe, expect, test } from "vitest";
import { expectLimited, LIMIT, LONG, MARKER, rejection, rows, ShopError } from "./support.js";

const inputSchema = jsonSchema<{ path: string }>({ type: "object", properties: { path: { type: "string" } } });
const call = { toolCallId: "call_1", messages: [] };
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;
type Prompt = MockLanguageModelV3["doGenerateCalls"][number]["prompt"];

/** A model that calls one tool, and the tool messages that it then gets. */
function modelCalling(toolName: string) {
  const seen: Prompt[] = [];
  const part = { type: "tool-call" as const, toolCallId: "call_1", toolName, input: '{"path":"a.log"}' };
  const next = (prompt: Prompt) => {
    seen.push(prompt);
    return prompt.some(({ role }) => role === "tool");
  };
  const model = new MockLanguageModelV3({
    doGenerate: async ({ prompt }) =>
      next(prompt)
        ? {
            content: [{ type: "text", text: "Done." }],
            finishReason: { unified: "stop", raw: "stop" },
            usage,
            warnings: [],
          }
        : { content: [part], finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] },
    doStream: async ({ prompt }) => ({
      stream: convertArrayToReadableStream<StreamPart>(
        next(prompt)
          ? [{ type: "finish" as const, finishReason: { unified: "stop" as const, raw: "stop" }, usage }]
          : [
              part,
              { type: "finish" as const, finishReason: { unified: "tool-calls" as const, raw: "tool_calls" }, usage },
            ],
      ),
    }),
  });
  const output = () => {
    const message = seen.at(-1)?.find(({ role }) => role === "tool");
    const [first] = Array.isArray(message?.content) ? message.content : [];
    if (first?.type !== "tool-result") throw new Error("no tool result");
    return first.output;
  };
  return { model, output };
}

async function outputOf(tools: Parameters<typeof generateText>[0]["tools"]) {
  const { model, output } = modelCalling(Object.keys(tools ?? {})[0] as string);
  const { text } = await generateText({ model, prompt: "Go.", tools: tools ?? {}, stopWhen: stepCountIs(3) });
  expect(text).toBe("Done.");
  return output();
}

describe("what the model gets of a tool", () => {
  test("a long text is limited", async () => {
    const output = await outputOf({ read: limitAiSdkTool(tool({ inputSchema, execute: async () => LONG })) });
    expect(output.type).toBe("text");
    expect((output as { value: string }).value.length).toBeLessThanOrEqual(LIMIT);
    expect((output as { value: string }).value).toContain(MARKER);
  });

  test("an object stays an object of the same shape, within the limit in bytes", async () => {
    const list = limitAiSdkTool(tool({ inputSchema, execute: () => ({ items: rows(), next: "/page/2" }) }));
    const output = await outputOf({ list });
    expect(output.type).toBe("json");
    const { value } = output as unknown as { value: { items: unknown[]; next: string } };
    expect(JSON.stringify(value).length).toBeLessThanOrEqual(LIMIT);
    expect(value.next).toBe("/page/2");
    expect(value.items[0]).toEqual({ id: 0, title: "Issue 0", open: true });
    expect(value.items.at(-1)).toEqual({ id: 1999, title: "Issue 1999", open: true });
  });

  test("a thrown error is limited", async () => {
    const failing = tool({
      inputSchema,
      execute: async (): Promise<string> => {
        throw new ShopError(LONG);
      },
    });
    const output = await outputOf({ failing: limitAiSdkTool(failing) });
    expect(output.type).toBe("error-text");
    expect((output as { value: string }).value.length).toBeLessThanOrEqual(LIMIT);
    expect((output as { value: string }).value).toContain(MARKER);
  });

  test("a thrown object that is no error is limited", async () => {
    const failing = tool({
      inputSchema,
      execute: async (): Promise<string> => {
        throw { detail: LONG };
      },
    });
    const output = await outputOf({ failing: limitAiSdkTool(failing) });
    const { value } = output as { value: string };
    expect(value.length).toBeLessThanOrEqual(LIMIT);
    expect(LONG.startsWith(JSON.parse(value).detail.slice(0, 1000))).toBe(true);
  });

  test("what toModelOutput makes is limited: texts together, media whole or not at all", async () => {
    const screenshot = limitAiSdkTool(
      tool({
        inputSchema,
        execute: async () => ({ log: LONG, picture: "iVBORw0KGgo".repeat(1000) }),
        toModelOutput: ({ output: { log, picture } }) => ({
          type: "content",
          value: [
            { type: "text", text: log },
            { type: "image-data", data: picture, mediaType: "image/png" },
            { type: "text", text: log },
          ],
        }),
      }),
    );
    const output = await outputOf({ screenshot });
    if (output.type !== "content") throw new Error(output.type);
    const texts = output.value.flatMap((part) => (part.type === "text" ? [part.text] : []));
    expect(texts.join("").length).toBeLessThanOrEqual(LIMIT);
    expect(texts.length).toBe(2);
    expect(output.value[1]).toEqual({ type: "image-data", data: "iVBORw0KGgo".repeat(1000), mediaType: "image/png" });
  });

  test("the last of a generator's results, and each before it", async () => {
    const progress = limitAiSdkTool(
      tool({
        inputSchema,
        async *execute() {
          yield LONG;
          yield `${LONG}done`;
        },
      }),
    );
    const { model, output } = modelCalling("progress");
    const result = streamText({ model, prompt: "Go.", tools: { progress }, stopWhen: stepCountIs(3) });
    const sizes: number[] = [];
    for await (const part of result.fullStream) if (part.type === "tool-result") sizes.push(String(part.output).length);
    expect(sizes.length).toBe(3);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(LIMIT);
    expect((output() as { value: string }).value.endsWith("done")).toBe(true);
  });
});

describe("what passes through", () => {
  test("a result that fits is the very same, the tool given stays as it is, fields stay", async () => {
    const result = { deep: { id: 1 } };
    const given = tool({ description: "d", inputSchema, needsApproval: true, execute: async () => result });
    const before = given.execute;
    const limited = limitAiSdkTool(given);
    expect(await limited.execute?.({ path: "" }, call)).toBe(result);
    expect(given.execute).toBe(before);
    expect({ ...limited, execute: undefined }).toEqual({ ...given, execute: undefined });
  });

  test("input, call options and the abort signal", async () => {
    let got: unknown[] = [];
    const given = tool({
      inputSchema,
      execute: async (...args) => {
        got = args;
        return "";
      },
    });
    const options = { ...call, abortSignal: new AbortController().signal, experimental_context: {} };
    await limitAiSdkTool(given).execute?.({ path: "x" }, options);
    expect(got[0]).toEqual({ path: "x" });
    expect(got[1]).toBe(options);
  });

  test("a tool that a provider or a client runs is the very same", () => {
    const client = tool({ inputSchema });
    expect(limitAiSdkTool(client)).toBe(client);
  });

  test("a cancellation is thrown on, however long its message", async () => {
    const reason = new DOMException(LONG, "AbortError");
    const stopped = dynamicTool({ inputSchema, execute: () => Promise.reject(reason) });
    const run = limitAiSdkTool(stopped).execute as (...args: unknown[]) => Promise<unknown>;
    expect(await rejection(run({}, call))).toBe(reason);
  });

  test("the result of a tool with toModelOutput goes to the user interface as it is, unless values are given", async () => {
    const result = { data: "x".repeat(20_000) };
    const given = tool({
      inputSchema,
      execute: async () => result,
      toModelOutput: () => ({ type: "text", value: LONG }),
    });
    expect(await limitAiSdkTool(given).execute?.({ path: "" }, call)).toBe(result);
    const limited = await limitAiSdkTool(given, { values: { maxStringBytes: 100 } }).execute?.({ path: "" }, call);
    expect((limited as typeof result).data.length).toBeLessThanOrEqual(100);
  });
});

test("an error keeps its class and fields, its message and stack are limited, the original is its cause", async () => {
  const original = new ShopError(LONG);
  const execute = (): string => {
    throw original;
  };
  let thrown: unknown;
  try {
    limitAiSdkTool({ inputSchema, execute }).execute();
  } catch (error) {
    thrown = error;
  }
  expectLimited(thrown as Error);
  expect((thrown as Error).cause).toBe(original);
  expect(original.message).toBe(LONG);

  const small = new ShopError("small");
  const other = limitAiSdkTool({ inputSchema, execute: async () => Promise.reject(small) });
  expect(await rejection(other.execute())).toBe(small);
});

test("a generator that fails half way is limited, and one that is left cleans up", async () => {
  let isClosed = false;
  const given = tool({
    inputSchema,
    async *execute() {
      try {
        yield LONG;
        throw new ShopError(LONG);
      } finally {
        isClosed = true;
      }
    },
  });
  const limited = limitAiSdkTool(given);
  const results = (await limited.execute?.({ path: "" }, call)) as AsyncIterable<string>;
  expectLimited(
    await rejection(
      (async () => {
        for await (const result of results) expect(result.length).toBeLessThanOrEqual(LIMIT);
      })(),
    ),
  );
  isClosed = false;
  const again = (await limited.execute?.({ path: "" }, call)) as AsyncIterable<string>;
  for await (const _ of again) break;
  expect(isClosed).toBe(true);
});

test("a record of tools: each is named by its key for listeners", async () => {
  const labels: (string | undefined)[] = [];
  const execute = async () => LONG;
  const tools = limitAiSdkTools(
    { read: tool({ inputSchema, execute }), search: tool({ inputSchema, execute }), client: tool({ inputSchema }) },
    { onTruncate: ({ label }) => labels.push(label) },
  );
  await tools.read.execute?.({ path: "" }, call);
  await tools.search.execute?.({ path: "" }, call);
  expect(labels).toEqual(["read", "search"]);
});

test("a class with private fields goes on to work", async () => {
  class Files {
    readonly inputSchema = inputSchema;
    #root = LONG;
    get description() {
      return this.#root.slice(0, 6);
    }
    async execute() {
      return this.#root;
    }
    needsApproval() {
      return this.#root.length > 0;
    }
  }
  const limited = limitAiSdkTool(new Files());
  expect(limited).toBeInstanceOf(Files);
  expect(limited.description).toBe("a line");
  expect(limited.needsApproval()).toBe(true);
  expect((await limited.execute()).length).toBeLessThanOrEqual(LIMIT);
});

test("what convertToModelMessages makes of a stored conversation is limited by toModelOutput", async () => {
  const read = limitAiSdkTool(
    tool({ inputSchema, execute: async () => LONG, toModelOutput: ({ output }) => ({ type: "text", value: output }) }),
  );
  const part = {
    type: "tool-read" as const,
    toolCallId: "c",
    state: "output-available" as const,
    input: { path: "" },
    output: LONG,
  };
  const messages = await convertToModelMessages([{ role: "assistant", parts: [part] }], { tools: { read } });
  expect(JSON.stringify(messages).length).toBeLessThan(LIMIT + 500);
});
