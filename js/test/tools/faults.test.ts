// What must not be repeated of the wrapper that these adapters replace, one test per fault and all adapters in each.

import { type TooltrimError, trim } from "tooltrim";
import type { LimitOptions } from "tooltrim/tools";
import {
  limitAgentsTool,
  limitAiSdkTool,
  limitAiSdkTools,
  limitCallToolResult,
  limitLangChainTool,
  limitMcpHandler,
  limitVsCodeTool,
} from "tooltrim/tools";
import { describe, expect, test } from "vitest";
import { LIMIT, LONG, rejection, ShopError } from "./support.js";

type Run = (args: unknown) => unknown;
/** Each adapter around a function: what its caller gets. */
const adapters: Readonly<Record<string, (run: Run, options?: LimitOptions) => (args: unknown) => Promise<unknown>>> = {
  "AI SDK": (execute, options) => async (args) => limitAiSdkTool({ execute }, options).execute(args),
  LangChain: (invoke, options) => async (args) => limitLangChainTool({ name: "t", invoke }, options).invoke(args),
  Agents: (invoke, options) => async (args) => limitAgentsTool({ name: "t", invoke }, options).invoke(args),
  MCP: (run, options) => async (args) => {
    const handler = (given: unknown) => {
      const answer = (text: unknown) => ({ content: [{ type: "text", text }] });
      const result = run(given);
      return result instanceof Promise ? result.then(answer) : answer(result);
    };
    const { content, isError } = (await limitMcpHandler(handler, options)(args)) as {
      content: { text: string }[];
      isError?: boolean;
    };
    if (isError) throw new ShopError(content[0]?.text);
    return content[0]?.text;
  },
  "VS Code": (run, options) => async (args) => {
    const invoke = async (given: unknown) => ({ content: [{ value: await run(given) }] });
    const { content } = await limitVsCodeTool({ invoke }, options).invoke(args);
    return content[0]?.value;
  },
};

describe.each(Object.entries(adapters))("%s", (_, adapt) => {
  test("thrown errors do not escape the limit", async () => {
    for (const failure of [new ShopError(LONG), LONG]) {
      const thrown: unknown = await rejection(adapt(() => Promise.reject(failure))({}));
      const text = typeof thrown === "string" ? thrown : (thrown as Error).message;
      expect(text.length).toBeLessThanOrEqual(LIMIT);
      expect(text.startsWith("a line of a log")).toBe(true);
    }
  });

  test("a stack that is long although the message is short does not either", async () => {
    const error = new ShopError("short");
    error.stack = `ShopError: short\n${"    at somewhere (file.js:1:1)\n".repeat(5000)}`;
    const thrown = await rejection(adapt(() => Promise.reject(error))({}));
    expect(thrown.message).toBe("short");
    expect(String(thrown.stack).length).toBeLessThanOrEqual(LIMIT);
  });

  test("a number as output counts chars, as in toolify; of a function, too", async () => {
    for (const output of [100, () => 100, { maxChars: 100 }])
      expect(((await adapt(() => LONG, { output })({})) as string).length).toBe(trim(LONG, 100).text.length);
    expect(await adapt(() => LONG, { output: 0 })({})).toBe("");
  });

  test("a keep size of 0 keeps nothing", async () => {
    const output = { maxChars: 500, headChars: 0, tailChars: 0, marker: "[cut]" };
    expect(await adapt(() => LONG, { output })({})).toBe("[cut]");
  });

  test("keep sizes larger than the threshold never make the output longer than the limit", async () => {
    const output = { maxChars: 1000, headChars: 5000, tailChars: 5000 };
    const text = (await adapt(() => "x".repeat(1001), { output })({})) as string;
    expect(text.length).toBeLessThanOrEqual(1000);
  });

  test("the promise of an async tool is awaited, not printed", async () => {
    expect(await adapt(async () => "the answer")({})).toBe("the answer");
  });

  test("a text of exactly the limit, an empty one, and one more char", async () => {
    expect(await adapt(() => "x".repeat(5000))({})).toBe("x".repeat(5000));
    expect(await adapt(() => "")({})).toBe("");
    const cut = (await adapt(() => "x".repeat(5001))({})) as string;
    expect(cut.length).toBe(4081);
  });

  test("the arguments reach the tool as the very same object", async () => {
    const args = { deep: { list: [1] } };
    let got: unknown;
    await adapt((given) => {
      got = given;
      return "";
    })(args);
    expect(got).toBe(args);
  });

  test("a listener that throws harms nobody", async () => {
    const onTruncate = () => {
      throw new Error("listener");
    };
    expect(((await adapt(() => LONG, { onTruncate })({})) as string).length).toBeLessThanOrEqual(LIMIT);
  });

  // An unhandled rejection fails the whole run.
  test("two listeners that reject later are both heard, without an unhandled rejection", async () => {
    const heard = new Set<string>();
    const rejecting = (name: string) => async () => {
      heard.add(name);
      throw new Error(name);
    };
    const options = { output: { maxChars: LIMIT, onTruncate: rejecting("own") }, onTruncate: rejecting("all") };
    await adapt(() => LONG, options)({});
    expect([...heard].sort()).toEqual(["all", "own"]);
  });

  test("no broken surrogate is made", async () => {
    const text = (await adapt(() => "🚤".repeat(9000))({})) as string;
    expect(text).toBe(Buffer.from(text).toString());
  });
});

test("a total is limited, although each of a thousand strings is under its own limit", async () => {
  const many = Array.from({ length: 1000 }, (_, at) => `${at} ${"x".repeat(1900)}`);
  const list = (await limitAiSdkTool({ execute: async () => many }).execute()) as unknown[];
  expect(JSON.stringify(list).length).toBeLessThanOrEqual(LIMIT);
  const content = many.map((text) => ({ type: "text", text }));
  const texts = limitCallToolResult({ content }).content.map(({ text }) => text);
  expect(texts.join("").length).toBeLessThanOrEqual(LIMIT);
});

test("values that hold themselves, and values that are deep, do not crash the wrapper", async () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  expect(await limitAiSdkTool({ execute: async () => cycle }).execute()).toBe(cycle);
  let deep: unknown = LONG;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(JSON.stringify(await limitAiSdkTool({ execute: async () => deep }).execute()).length).toBeLessThanOrEqual(
    LIMIT,
  );
});

test("wrong options are an error when the tool is wrapped, not when it runs", () => {
  const wrap = (options: object) => () => limitAiSdkTool({ execute: () => "" }, options);
  expect(wrap({ output: { maxChars: -1 } })).toThrow(/maxChars/);
  expect(wrap({ output: { maxChars: 10, marker: "[the rest was cut]" } })).toThrow(/marker/);
  expect(wrap({ values: { maxItems: "x" } })).toThrow(/maxItems/);
  expect(wrap({ maxPart: 1 })).toThrow(/maxPart/);
  expect(wrap({ maxParts: Number.NaN })).toThrow(/maxParts/);
});

describe("options of a wrong type are refused by each adapter, with the field, the value and the rule", () => {
  const tool = { execute: () => "", invoke: async () => ({ content: [] }), name: "t" };
  const all: Readonly<Record<string, (options: never) => unknown>> = {
    limitAiSdkTool: (options) => limitAiSdkTool(tool, options),
    limitAiSdkTools: (options) => limitAiSdkTools({ tool }, options),
    limitLangChainTool: (options) => limitLangChainTool(tool, options),
    limitAgentsTool: (options) => limitAgentsTool(tool, options),
    limitVsCodeTool: (options) => limitVsCodeTool(tool, options),
    limitMcpHandler: (options) => limitMcpHandler(() => ({}), options),
    limitCallToolResult: (options) => limitCallToolResult({ content: [] }, options),
  };
  const refused = (wrap: (options: never) => unknown, options: unknown, message: string) => {
    let thrown: unknown;
    try {
      wrap(options as never);
    } catch (error) {
      thrown = error;
    }
    const { code, message: found } = (thrown ?? {}) as TooltrimError;
    expect([code, found]).toEqual(["INVALID_OPTION", message]);
  };

  test.each(Object.entries(all))("%s", (_, wrap) => {
    const rule = "is not an object, a number of chars or a function";
    for (const [output, shown] of [
      [true, "true"],
      [5n, "5n"],
      [Symbol("s"), "Symbol(s)"],
      ["100", '"100"'],
      [[], "[]"],
    ] as const)
      refused(wrap, { output }, `output: ${shown} ${rule}`);
    refused(wrap, { output: -1 }, "maxChars: -1 is not a number of 0 or more");
    refused(wrap, { values: 5 }, "values: 5 is not an object");
    refused(wrap, 5, "options: 5 is not an object");
    // As for no options, and for no output.
    for (const none of [undefined, null, { output: null }, { values: null }, { output: 100 }])
      expect(() => wrap(none as never)).not.toThrow();
  });

  test("members of one adapter alone", () => {
    for (const wrap of [all.limitMcpHandler, all.limitCallToolResult] as const) {
      for (const [outputSchema, shown] of [
        [5, "5"],
        ["x", '"x"'],
        [null, "null"],
        [[], "[]"],
      ])
        refused(wrap as never, { outputSchema }, `outputSchema: ${shown} is not a JSON Schema`);
    }
    refused(all.limitVsCodeTool as never, { textPart: 5 }, "textPart: 5 is not a class");
  });
});
