// Texts that are JSON, and texts that a structured value repeats, in each adapter.
import { OutputStore } from "tooltrim/store";
import {
  type LimitOptions,
  limitAgentsTool,
  limitAiSdkTool,
  limitCallToolResult,
  limitLangChainTool,
  limitMcpHandler,
  limitVsCodeTool,
} from "tooltrim/tools";
import { describe, expect, test } from "vitest";
import { LIMIT, LONG, rejection, rows } from "./support.js";

interface Block {
  readonly type: string;
  readonly text: string;
}
const content = (texts: readonly string[]) => texts.map((text): Block => ({ type: "text", text }));
const textsOf = (blocks: readonly Block[]) => blocks.map(({ text }) => text);

/** Each way for texts to reach a model: as a list of parts, or as one text. */
const adapters: Readonly<Record<string, (texts: readonly string[], options?: LimitOptions) => Promise<string[]>>> = {
  "AI SDK, a text": async ([text], options) =>
    [await limitAiSdkTool({ execute: async () => text }, options).execute()] as string[],
  "AI SDK, content": async (texts, options) => {
    const toModelOutput = () => ({ type: "content", value: content(texts) });
    return textsOf(limitAiSdkTool({ toModelOutput }, options).toModelOutput().value);
  },
  LangChain: async (texts, options) =>
    textsOf((await limitLangChainTool({ invoke: async () => content(texts) }, options).invoke()) as Block[]),
  Agents: async (texts, options) =>
    textsOf((await limitAgentsTool({ invoke: async () => content(texts) }, options).invoke()) as Block[]),
  MCP: async (texts, options) =>
    textsOf((await limitMcpHandler(async () => ({ content: content(texts) }), options)()).content),
  "VS Code": async (texts, options) => {
    const invoke = async () => ({ content: texts.map((value) => ({ value })) });
    return (await limitVsCodeTool({ invoke }, options).invoke()).content.map(({ value }) => value);
  },
};

describe.each(Object.entries(adapters))("%s", (name, adapt) => {
  const several = !name.endsWith("a text");

  test("JSON stays JSON", async () => {
    const values = [{ items: rows(), next: "/2" }, rows(), LONG, { log: LONG }];
    for (const value of values) {
      for (const indent of [undefined, 2]) {
        const given = [
          JSON.stringify(value, null, indent),
          ...(several ? [JSON.stringify(rows(100)), "a plain text"] : []),
        ];
        const texts = await adapt(given);
        expect(texts.length).toBe(given.length);
        expect(texts.join("").length).toBeLessThanOrEqual(LIMIT);
        expect(texts.join("").length).toBeGreaterThan(LIMIT / 2);
        expect(typeof JSON.parse(texts[0] as string)).toBe(typeof value);
        if (several) expect([Array.isArray(JSON.parse(texts[1] as string)), texts[2]]).toEqual([true, "a plain text"]);
      }
    }
  });

  test("what only begins like JSON is a text", async () => {
    const [text] = await adapt([`[INFO] ${LONG}`]);
    expect(text?.startsWith("[INFO] a line")).toBe(true);
    expect(text?.length).toBe(4081);
  });

  test("with a store, JSON that is cut names the whole of it", async () => {
    const store = new OutputStore();
    const whole = JSON.stringify({ items: rows() });
    const [text] = await adapt([whole], { store });
    const { full_output: ref } = JSON.parse(text as string);
    expect(store.get(ref)).toBe(whole);
    expect(text?.length).toBeLessThanOrEqual(LIMIT);
    const [taken] = await adapt([JSON.stringify({ full_output: "theirs", items: rows() })], { store });
    expect(taken?.match(/"full_output"/g)).toHaveLength(1);
    expect(JSON.parse(taken as string).full_output).toBe("theirs");
    const list = JSON.stringify(rows());
    const [cut] = await adapt([list], { store });
    const [, second = ""] = /^\[full output: (#\w+)\]$/.exec(JSON.parse(cut as string).at(-1)) ?? [];
    expect(store.get(second)).toBe(list);
    expect(cut?.length).toBeLessThanOrEqual(LIMIT);
    // What fits names nothing, however near it is to the limit.
    const near = JSON.stringify("x".repeat(LIMIT - 2));
    expect(await adapt([near], { store })).toEqual([near]);
  });
});

test("the message of an error is JSON as well", async () => {
  const message = JSON.stringify({ errors: rows() });
  const failing = limitAiSdkTool({ execute: async () => Promise.reject(new Error(message)) });
  const error = await rejection(failing.execute());
  expect(JSON.parse(error.message).errors[0]).toEqual(rows(1)[0]);
});

describe("a text that is a member of structuredContent, too", () => {
  const result = (text: string, more: object = {}) => ({
    content: content([text]),
    structuredContent: { result: text, ...more } as { result: string },
  });

  test("is cut once, so that both say the same", () => {
    for (const text of [LONG, '"quoted"\n'.repeat(3000), "é🚤\t".repeat(5000)]) {
      const limited = limitCallToolResult(result(text, { lines: 2000 }));
      expect(limited.structuredContent).toEqual({ result: limited.content[0]?.text, lines: 2000 });
      expect(limited.content[1]?.text).toBe("(response truncated)");
      expect(textsOf(limited.content).join("").length).toBeLessThanOrEqual(LIMIT);
      expect(Buffer.byteLength(JSON.stringify(limited.structuredContent))).toBeLessThanOrEqual(LIMIT);
      expect(limited.content[0]?.text.length).toBeGreaterThan(LIMIT / 4);
      expect(limitCallToolResult(limited)).toBe(limited);
    }
  });

  test("is cut by itself where the schema says what it is, or other members take the room", () => {
    const outputSchema = { type: "object", properties: { result: { enum: [LONG] } } };
    const fixed = limitCallToolResult(result(LONG), { outputSchema });
    expect([fixed.structuredContent, (fixed as { isError?: boolean }).isError]).toEqual([undefined, true]);
    const full = limitCallToolResult(result(LONG, { items: rows() }));
    expect(textsOf(full.content).join("").length).toBeLessThanOrEqual(LIMIT);
    expect(JSON.stringify(full.structuredContent).length).toBeLessThanOrEqual(LIMIT);
    expect(full.content[0]?.text.length).toBe(4081);
  });

  test("is cut by itself where the caller has limits for values", () => {
    const { content, structuredContent } = limitCallToolResult(result(LONG, { items: rows(90) }), {
      values: { maxItems: 50 },
    });
    expect((structuredContent as unknown as { items: object[] }).items.length).toBeLessThanOrEqual(50);
    expect(content[0]?.text.length).toBe(4081);
  });

  test("with a store both forms and the note name what is whole", () => {
    const store = new OutputStore();
    const limited = limitCallToolResult(result(LONG), { store });
    const [note = ""] = textsOf(limited.content).slice(-1);
    const [ref = ""] = /#\w+/.exec(note) ?? [];
    expect(JSON.parse(store.get(ref))).toEqual({ result: LONG });
    expect(limited.structuredContent?.result).toBe(limited.content[0]?.text);
  });
});
