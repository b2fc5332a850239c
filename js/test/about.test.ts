// What only JavaScript can break of `about`: how the question gets from a host's call to the core, and values that stay in JavaScript.

import { capToSchema, presets, Trimmer, TrimStream, toolify, toolifySync, trim, trimValue } from "tooltrim";
import { OutputStore, retrieveTool } from "tooltrim/store";
import {
  limitAgentsTool,
  limitAiSdkTool,
  limitCallToolResult,
  limitLangChainTool,
  limitMcpHandler,
  limitVsCodeTool,
} from "tooltrim/tools";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const answer = "08:31 parcel 7712 is held\n  reason: no street in the address";
const rows = Array.from({ length: 900 }, (_, n) => `08:${String(n % 60).padStart(2, "0")} parcel ${n} scanned`);
const log = [...rows.slice(0, 500), answer, ...rows.slice(500)].join("\n");
const query = "why was parcel 7712 held?";
const output = { maxChars: 300 };

describe("about", () => {
  test("reaches texts, trimmers, presets and streams, with the same result", async () => {
    const { text, truncated } = trim(log, { ...output, about: query });
    expect(text).toContain(answer);
    expect(truncated).toBe(true);
    expect(trim(log, 300).text).not.toContain("7712");
    expect(new Trimmer({ ...output, about: query }).trim(log).text).toBe(text);
    expect(trim(log, { ...presets.search, maxBytes: 300, about: query }).text).toContain(answer);
    const stream = new TrimStream({ ...output, about: query });
    for (let at = 0; at < log.length; at += 997) stream.push(log.slice(at, at + 997));
    expect(stream.finish().text).toBe(text);
  });

  test("without an answer changes nothing, whatever the question is", () => {
    for (const about of ["", "what is it?", "zebra giraffe", "\ud83d", "😀", undefined]) {
      expect(trim(log, { ...output, about })).toEqual(trim(log, output));
      expect(trim(log, { ...output, about, rescue: false })).toEqual(trim(log, { ...output, rescue: false }));
    }
    expect(() => trim(log, { about: 7 as never })).toThrow("about: 7 is not a string");
  });

  test("keeps values of JavaScript: numbers, big integers, and the same objects", () => {
    const orders = Array.from({ length: 400 }, (_, id) => ({ id, state: "paid", total: id / 4 }));
    const held = { id: 2n ** 60n, state: "held", total: 71.3, why: "no street" };
    const value = { orders: [...orders.slice(0, 200), held, ...orders.slice(200)], next: "c_9" };
    const cut = trimValue(value, { maxTotalBytes: 300, about: "which order is held, and why" });
    expect(
      JSON.stringify(cut.value, (_, one) => (typeof one === "bigint" ? String(one) : one)).length,
    ).toBeLessThanOrEqual(300);
    expect(cut.value.orders).toContainEqual(expect.objectContaining({ state: "held", total: 71.3, why: "no street" }));
    expect(cut.value.orders.at(-1)).toMatch(/^\[\d+ items omitted\]$/);
    expect(cut.cuts[0]).toMatchObject({ path: "/orders", kind: "items", before: 401 });
    const numbers = { weights: { a: 12, b: 5531, c: 7 }, text: "x".repeat(900) };
    expect(trimValue(numbers, { maxTotalBytes: 120, about: "where is 5531" }).value.weights).toMatchObject({ b: 5531 });
  });

  test("finds synonyms, unless they are switched off", () => {
    const purged = [...rows.slice(0, 500), "08:31 the entry for Lima was purged", ...rows.slice(500)].join("\n");
    const asked = { ...output, rescue: false, about: "what was deleted?" };
    expect(trim(purged, asked).text).toContain("purged");
    expect(trim(purged, { ...asked, synonyms: false }).text).not.toContain("purged");
    const value = purged.split("\n").map((says) => ({ says }));
    const within = { maxTotalBytes: 300, about: "what was deleted?" };
    expect(JSON.stringify(trimValue(value, within).value)).toContain("purged");
    expect(JSON.stringify(trimValue(value, { ...within, synonyms: false }).value)).not.toContain("purged");
    expect(() => trim(log, { synonyms: 1 as never })).toThrow("synonyms: 1 is not");
  });

  test("comes from the arguments of a call, in tools and in adapters", async () => {
    const of = (input: { readonly query: string }) => ({ ...output, about: input.query });
    const run = (_: { readonly query: string }) => log;
    expect(await toolify(run, { output: of })({ query })).toContain(answer);
    expect(toolifySync(run, { output: of })({ query })).toContain(answer);
    expect(await limitAiSdkTool({ execute: run }, { output: of }).execute({ query })).toContain(answer);
    expect(await limitLangChainTool({ name: "t", invoke: run }, { output: of }).invoke({ query })).toContain(answer);
    const call = { type: "tool_call", name: "t", id: "1", args: { query } };
    const invoke = (_: unknown) => log;
    expect(await limitLangChainTool({ name: "t", invoke }, { output: of }).invoke(call)).toContain(answer);
    const agents = limitAgentsTool({ name: "t", invoke: async (_: unknown, _json: string) => log }, { output: of });
    expect(await agents.invoke({}, JSON.stringify({ query }))).toContain(answer);
    const content = [{ type: "text", text: log }];
    const handler = limitMcpHandler(async (_: { readonly query: string }) => ({ content }), { output: of });
    expect(JSON.stringify(await handler({ query }))).toContain("no street");
    expect(JSON.stringify(limitCallToolResult({ content }, { output: of({ query }) }))).toContain("no street");
    const parts = { content: [{ value: log }] };
    const tool = limitVsCodeTool(
      { invoke: async (_: { readonly input: { readonly query: string } }) => parts },
      { output: of },
    );
    expect(JSON.stringify(await tool.invoke({ input: { query } }))).toContain("no street");
  });

  test("keeps records that answer within a schema, in both forms of a result", async () => {
    const result = z.object({ id: z.number(), title: z.string().min(1), says: z.string() }).strict();
    const outputSchema = z.toJSONSchema(z.object({ results: z.array(result).min(2) }).strict());
    const results = rows.map((says, id) => ({ id, title: `Page ${id}`, says }));
    results[517] = { id: 517, title: "Page 517", says: "parcel 7712 is held: no street in the address" };
    const value = { results };
    const capped = capToSchema(value, outputSchema, { maxTotalBytes: 600, about: query });
    expect(capped.value.results).toContain(results[517]);
    expect(JSON.stringify(capped.value).length).toBeLessThanOrEqual(600);
    expect(result.array().min(2).parse(capped.value.results)).toEqual(capped.value.results);
    const before = capToSchema(value, outputSchema, { maxTotalBytes: 600 }).value;
    expect(before.results).not.toContain(results[517]);
    const other = { maxTotalBytes: 600, about: "zebra giraffe" };
    expect(capToSchema(value, outputSchema, other).value).toEqual(before);

    const content = [{ type: "text", text: JSON.stringify(value, null, 2) }];
    const limit = { output: { maxChars: 900, about: query }, outputSchema };
    const both = limitCallToolResult({ content, structuredContent: value }, limit);
    expect(both.structuredContent.results).toContain(results[517]);
    expect(JSON.parse(both.content[0]?.text ?? "")).toEqual(both.structuredContent);
    const asked = { output: ({ query }: { query: string }) => ({ maxChars: 900, about: query }) };
    expect(await toolify((_: { query: string }) => value, asked)({ query })).toContain("no street in the address");
  });

  test("a function of the output that fails leaves the default limits", async () => {
    const failing = () => {
      throw new Error("no");
    };
    for (const output of [failing, () => ({ about: 7 }), () => ({ typo: 1 }), () => 7]) {
      expect((await toolify(() => log, { output: output as never })()).length).toBeLessThanOrEqual(5000);
      const tool = limitAiSdkTool({ execute: (_: unknown) => log }, { output: output as never });
      expect((await tool.execute({})).length).toBeLessThanOrEqual(5000);
    }
  });

  test("reads what is kept, for a program and for a model", async () => {
    const store = new OutputStore();
    const ref = store.put(log) as string;
    expect(store.retrieve(ref, { about: query }).text).toContain("501:08:31 parcel 7712 is held\n");
    const { handler } = retrieveTool(store, "openai-chat");
    expect(await handler(JSON.stringify({ ref, about: query }))).toContain(
      "lines answer the question, with neighbours]",
    );
  });
});
