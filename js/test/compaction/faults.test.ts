// Faults that were there once; each of these tests is one of them.
import { Compactor, compactMessages, estimateTokens } from "tooltrim";
import { expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { least, lines, read, resultOf, run, says, user } from "./chat.js";

const window = { chars: 20_000 };
/** A turn with so many results of some 2,000 units each. */
const turn = (name: string, count: number): Loose[] => [
  user(`look at ${name}`),
  ...Array.from({ length: count }, (_, at) => read(`${name}${at}`, `src/${name}${at}.ts`)).flat(),
];

test("results that are JSON count as the tokens of their text", () => {
  const items = Array.from({ length: 200 }, (_, id) => ({ id, name: `item ${id}` }));
  const messages = [
    { role: "user", parts: [{ text: "go" }] },
    { role: "model", parts: [{ functionCall: { id: "a", name: "list", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { id: "a", name: "list", response: { items } } }] },
  ];
  const { tokens } = compactMessages(messages, { window: { tokens: 1e9 } }).report.before;
  const expected = estimateTokens(JSON.stringify({ items }));
  expect(tokens).toBeGreaterThan(0.8 * expected);
  expect(tokens).toBeLessThan(1.2 * expected + 50);
});

test("an object that takes no change: all goes out as it came, the report says why, and nothing is decided", () => {
  const messages = turn("a", 10);
  messages[2] = new Proxy(messages[2], {
    ownKeys: () => {
      throw new Error("of no interest");
    },
  });
  const compactor = new Compactor({ window, format: "openai-chat" });
  const before = compactor.state();
  const compaction = compactor.next(messages);
  expect(compaction.messages).toBe(messages);
  expect([compaction.changed, compaction.edits, compaction.notice]).toEqual([false, [], null]);
  expect(compaction.report.after).toEqual(compaction.report.before);
  expect(compaction.report.notes.join("\n")).toContain("nothing was changed: ");
  expect(compactor.state()).toEqual(before);
});

test("what is read again is noticed when nothing but the new messages is looked at", () => {
  const compactor = new Compactor({ window });
  const messages = turn("a", 10);
  compactor.next(messages);
  const grown = [...messages, ...read("again", "src/a0.ts")];
  const { notice, report } = compactor.next(grown);
  expect([notice, report.reReads]).toEqual([null, ["src/a0.ts"]]);
});

test("what was billed for one request, told twice, is told once", () => {
  const options = { window: { tokens: 10_000 } };
  const [one, two] = [new Compactor(options), new Compactor(options)];
  const messages = turn("a", 4);
  for (const compactor of [one, two]) compactor.next(messages).report;
  one.observe({ inputTokens: 5000 });
  two.observe({ inputTokens: 5000 });
  two.observe({ inputTokens: 5000 });
  expect(two.state()).toEqual(one.state());
  const billed = one.next(messages).report.after.tokens;
  expect(Math.abs(billed - 5000)).toBeLessThan(50);
  one.observe({ inputTokens: 5000 });
  expect(Math.abs(one.next(messages).report.after.tokens - 5000)).toBeLessThan(50);
});

test("what would get less than 16 units shorter stays", () => {
  const line = `Error: ${"e".repeat(157)}`;
  const of = (units: number) => run("a", "make", `${line}\n`.padEnd(units, "x"));
  const least16 = `[Earlier: FAILED, 210 chars]\n${line}`;
  const out = (units: number) => {
    const messages = [user("go"), ...of(units), user("on"), says("ok")];
    const { messages: compacted } = compactMessages(messages, { ...least, window: { chars: 100 } });
    expect(compactMessages(compacted, { ...least, window: { chars: 100 } }).messages).toBe(compacted);
    return resultOf(compacted, "a");
  };
  expect(least16.length + 16).toBe(209);
  expect(out(208)).toBe(`${line}\n`.padEnd(208, "x"));
  expect(out(210)).toBe(least16);
});

test("an output of OpenAI Agents that is one text keeps its shape", () => {
  const text = lines(60);
  const item = {
    type: "function_call_result",
    callId: "a",
    name: "read",
    status: "completed",
    output: { type: "text", text },
  };
  const messages = [
    { role: "user", content: "go" },
    { type: "function_call", callId: "a", name: "read", arguments: '{"path":"a.ts"}', status: "completed" },
    item,
  ];
  const { messages: out } = compactMessages(messages, { ...least, format: "openai-responses" });
  const { output } = out[2] as typeof item;
  expect(out[2]).toEqual({ ...item, output: { type: "text", text: output.text } });
  expect(output.text).toMatch(/^\[Earlier: /);
});
