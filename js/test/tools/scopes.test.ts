// A thousand calls at once: each scope sees the cuts of its own call, and no other's.
import { tool as agentsTool, RunContext } from "@openai/agents-core";
import { tool as aiTool, jsonSchema } from "ai";
import { tool as langChainTool } from "langchain";
import { type CutEvent, onTruncation, truncationScope } from "tooltrim/signals";
import { OutputStore } from "tooltrim/store";
import { limitAgentsTool, limitAiSdkTool, limitLangChainTool, limitMcpHandler, limitVsCodeTool } from "tooltrim/tools";
import { expect, test } from "vitest";
import { z } from "zod";
import { refOf } from "../support/refs.js";
import { LONG, rows } from "./support.js";

type Input = { at: number };
const schema = z.object({ at: z.number() });
const pause = (at: number) => new Promise((resolve) => setTimeout(resolve, (at * 7) % 5));
const isLong = (at: number) => at % 3 === 0;

/** A text, an object or an error, short or far too long, after waiting in between. */
async function work({ at }: Input): Promise<unknown> {
  await pause(at);
  const text = isLong(at) ? `${at} ${LONG}` : `${at}`;
  if (at % 5 === 1) throw new Error(text);
  await pause(at + 1);
  return at % 5 === 2 ? { at, items: rows(isLong(at) ? 500 : 1) } : text;
}
const asText = async (input: Input) => {
  const result = await work(input);
  return typeof result === "string" ? result : JSON.stringify(result);
};

const named = { name: "work", description: "Works." };
const ai = limitAiSdkTool(aiTool({ inputSchema: jsonSchema<Input>({ type: "object" }), execute: work }), {
  name: "ai",
});
const langchain = limitLangChainTool(langChainTool(work, { ...named, schema }), { name: "langchain" });
const agents = limitAgentsTool(agentsTool({ ...named, parameters: schema, errorFunction: null, execute: work }), {
  name: "agents",
});
const mcp = limitMcpHandler(async (input: Input) => ({ content: [{ type: "text", text: await asText(input) }] }), {
  name: "mcp",
});
class TextPart {
  constructor(readonly value: string) {}
}
const vscode = limitVsCodeTool(
  { invoke: async ({ input }: { input: Input }) => ({ content: [new TextPart(await asText(input))] }) },
  { name: "vscode" },
);

const calls: Readonly<Record<string, (at: number) => unknown>> = {
  ai: (at) => ai.execute?.({ at }, { toolCallId: `${at}`, messages: [] }),
  langchain: (at) => langchain.invoke({ at }),
  agents: (at) => agents.invoke(new RunContext(), JSON.stringify({ at })),
  mcp: (at) => mcp({ at }),
  vscode: (at) => vscode.invoke({ input: { at } }),
};

test("1,000 interleaved calls of tools of all kinds keep their scopes apart", async () => {
  const heard: CutEvent[] = [];
  const stop = onTruncation((event) => heard.push(event));
  const names = Object.keys(calls);
  const runs = await Promise.all(
    Array.from({ length: 1000 }, async (_, at) => {
      const name = names[at % names.length] as string;
      const run = async () => {
        try {
          return await calls[name]?.(at);
        } catch (error) {
          return error;
        }
      };
      return { at, name, ...(await truncationScope(run)) };
    }),
  );
  stop();
  for (const { at, name, truncationApplied, events } of runs) {
    expect([at, name, truncationApplied]).toEqual([at, name, isLong(at)]);
    for (const { label } of events) expect(label?.startsWith(name), `${label} in a call of ${name}`).toBe(true);
  }
  expect(heard.length).toBe(runs.reduce((sum, { events }) => sum + events.length, 0));
});

test("an explicit scope is told as well, and each cut text is in the store under the ref that the event names", async () => {
  const store = new OutputStore();
  let inner: Promise<unknown> | undefined;
  const outer = truncationScope((scope) => {
    const limited = limitMcpHandler(() => ({ content: [{ type: "text", text: LONG }] }), { scope, store });
    // Out of reach of the scope but for the option.
    inner = new Promise((resolve) => queueMicrotask(() => resolve(limited())));
    return scope;
  });
  const { content } = (await inner) as { content: { text: string }[] };
  expect(outer.result.truncationApplied).toBe(true);
  const [event] = outer.result.events;
  expect(event?.ref).toBe(refOf(LONG));
  expect(store.get(refOf(LONG))).toBe(LONG);
  expect(content[0]?.text.length).toBeLessThanOrEqual(5000);
});

test("with a store, a value that was cut names the whole of it", async () => {
  const store = new OutputStore();
  const value = { items: rows(), total: 2000 };
  const execute = async ({ at }: Input) => (at ? value : value.items);
  const limited = limitAiSdkTool({ execute }, { store });
  const object = (await limited.execute({ at: 1 })) as typeof value & { full_output: string };
  expect(object.full_output).toBe(refOf(JSON.stringify(value)));
  expect(JSON.parse(store.get(object.full_output))).toEqual(value);
  expect(JSON.stringify(object).length).toBeLessThanOrEqual(5000);
  const list = (await limited.execute({ at: 0 })) as unknown[];
  expect(list.at(-1)).toBe(`[full output: ${refOf(JSON.stringify(value.items))}]`);
  expect(JSON.stringify(list).length).toBeLessThanOrEqual(5000);
});
