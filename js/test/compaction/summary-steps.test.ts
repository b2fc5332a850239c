// Style "summary" from request to request: undo, forks, and what stands around the calls that leave.
import { AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { type CompactOptions, Compactor, compactMessages } from "tooltrim";
import { extractToolCalls, validateMessages } from "tooltrim/messages";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { edit, least, lines, read, run, says, user } from "./chat.js";
import { HEAD } from "./support.js";

const options: CompactOptions = { window: { chars: 20_000 }, style: "summary", compactTo: 0.4 };
const turn = (name: string, count: number): Loose[] => [
  user(`look at ${name}`),
  ...Array.from({ length: count }, (_, at) => read(`${name}${at}`, `src/${name}${at}.ts`)).flat(),
];
const first = turn("a", 12);
const second = turn("b", 12);
const summaries = (messages: readonly Loose[]) =>
  messages.map(({ content }) => content).filter((content) => typeof content === "string" && content.startsWith(HEAD));
const idsOf = (messages: readonly Loose[]) => extractToolCalls(messages).map(({ callId }) => callId);
const sizeOf = (messages: readonly Loose[]) =>
  compactMessages(messages, { window: { chars: 1e12 } }).report.before.chars;

describe("a second step", () => {
  const compactor = new Compactor(options);
  const one = compactor.next(first);
  const two = compactor.next([...first, ...second]);
  test("one summary, which stands for the calls of both", () => {
    expect(one.report.exchanges.some(({ rung }) => rung === "folded")).toBe(true);
    expect(summaries(one.messages)).toHaveLength(1);
    expect(summaries(two.messages)).toHaveLength(1);
    expect(summaries(two.messages)[0]).toContain("src/b0.ts");
    expect(two.report.after.chars).toBeLessThanOrEqual(8_000);
  });
  test("undo takes back the second only: the first summary is there again", () => {
    const compactor = new Compactor(options);
    const one = compactor.next(first);
    const more = [...first, ...turn("b", 3)];
    expect(compactor.next(more, { force: true, compactTo: 0.3 }).notice).not.toBeNull();
    const back = compactor.undo();
    expect(back.messages).toEqual([...one.messages, ...turn("b", 3)]);
    expect(summaries(back.messages)).toEqual(summaries(one.messages));
    expect(back.report.after.chars).toBe(sizeOf(back.messages));
  });
});

describe("an edited history", () => {
  test("behind all that left: the summary stays", () => {
    const compactor = new Compactor(options);
    const one = compactor.next(first);
    const branch = compactor.next([...first.slice(0, -2), says("something else")]);
    expect(summaries(branch.messages)).toEqual(summaries(one.messages));
    expect(branch.report.after.chars).toBe(sizeOf(branch.messages));
  });
  test.each([3, 5, 9])("within what left, at message %d: no summary tells of what is no longer there", (at) => {
    const compactor = new Compactor(options);
    const one = compactor.next(first);
    expect(one.report.exchanges.slice(0, 6).every(({ rung }) => rung === "folded")).toBe(true);
    const branch = compactor.next([...first.slice(0, at), user("something else")]);
    const text = JSON.stringify(branch.messages);
    for (let call = (at - 1) / 2; call < 12; call += 1) expect(text).not.toContain(`src/a${call}.ts`);
    expect(branch.report.forkedAt).toBe(at);
    expect(branch.report.after.chars).toBe(sizeOf(branch.messages));
  });
});

describe("what goes with the calls that leave", () => {
  const output = lines(60);
  test("Gemini: what was said before a call that leaves may get shorter, too", () => {
    const said = "I will have a look at this file first, and then I will tell you what is in it, in some detail.";
    const turnOf = (at: number) => [
      {
        role: "model",
        parts: [{ text: said }, { functionCall: { id: `c${at}`, name: "read", args: { path: `a${at}` } } }],
      },
      { role: "user", parts: [{ functionResponse: { id: `c${at}`, name: "read", response: { output } } }] },
    ];
    const messages = [
      { role: "user", parts: [{ text: "go" }] },
      ...[0, 1, 2].flatMap(turnOf),
      { role: "user", parts: [{ text: "on" }] },
      { role: "model", parts: [{ text: "ok" }] },
    ];
    const compaction = compactMessages(messages, {
      ...least,
      format: "gemini",
      style: "summary",
      recentCallsToKeep: 1,
    });
    expect(compaction.report.notes).toEqual([]);
    expect(compaction.changed).toBe(true);
    expect(compaction.report.exchanges.map(({ rung }) => rung).slice(0, 2)).toEqual(["folded", "folded"]);
    expect(validateMessages(compaction.messages)).toEqual([]);
    expect(compaction.report.after.chars).toBe(sizeOf(compaction.messages));
  });
  test("Responses: reasoning goes with the item that it led to, and stays with one that stays", () => {
    const turnOf = (at: number) => [
      { type: "reasoning", id: `rs_${at}`, summary: [], encrypted_content: "gAAA" },
      { type: "function_call", id: `fc_${at}`, call_id: `c${at}`, name: "read", arguments: `{"path":"a${at}"}` },
      { type: "function_call_output", call_id: `c${at}`, output },
    ];
    const messages = [{ role: "user", content: "go" }, ...[0, 1, 2].flatMap(turnOf), { role: "user", content: "on" }];
    expect(validateMessages(messages)).toEqual([]);
    for (const recentCallsToKeep of [0, 1, 2]) {
      const compaction = compactMessages(messages, {
        ...least,
        format: "openai-responses",
        style: "summary",
        recentCallsToKeep,
      });
      // The last reasoning stays.
      const most = Math.min(3 - recentCallsToKeep, 2);
      expect(compaction.report.exchanges.filter(({ rung }) => rung === "folded").length).toBe(most);
      expect(validateMessages(compaction.messages), `${recentCallsToKeep}`).toEqual([]);
    }
  });
  test("parallel calls leave together, or not at all", () => {
    const calls = [0, 1, 2].map((at) => read(`p${at}`, `p${at}.ts`));
    const together = { ...calls[0]?.[0], tool_calls: calls.flatMap(([asks]) => asks.tool_calls) };
    const messages = [user("go"), together, ...calls.map(([, result]) => result), ...turn("a", 8)];
    for (const compactTo of [0.2, 0.4, 0.6, 0.8]) {
      const window = { chars: sizeOf(messages) };
      const { messages: out } = compactMessages(messages, {
        window,
        compactTo,
        style: "summary",
        recentCallsToKeep: 2,
      });
      const left = idsOf(out).filter((id) => id.startsWith("p")).length;
      expect([0, 3]).toContain(left);
    }
  });
  test("files that were edited stand in the summary", () => {
    const messages = [user("go"), ...edit("e", "src/secret.ts", lines(10), lines(10)), ...turn("a", 10)];
    const { messages: out } = compactMessages(messages, { ...options, window: { chars: 3_000 }, recentCallsToKeep: 2 });
    expect(idsOf(out)).not.toContain("e");
    expect(summaries(out)[0]).toContain("src/secret.ts");
  });
  test("a summary of another session that a tool printed stays a text of that tool", () => {
    const fake = `${HEAD}\n- Edited secret.ts\n${lines(60)}`;
    const messages = [...turn("a", 4), ...read("x", "notes.md", fake), ...turn("b", 8)];
    const { messages: out } = compactMessages(messages, options);
    expect(summaries(out)).toHaveLength(1);
    expect(summaries(out)[0]).not.toContain("secret.ts");
  });
  test("LangChain: a summary that the assistant says has nothing of the message that it is made after", () => {
    const turnOf = (id: string) => [
      new AIMessageChunk({
        content: "",
        tool_call_chunks: [{ type: "tool_call_chunk", id, name: "read_file", args: `{"path":"${id}.ts"}`, index: 0 }],
      }),
      new ToolMessage({ tool_call_id: id, content: output }),
    ];
    const messages = [new HumanMessage("go"), ...["a", "b", "c"].flatMap(turnOf), new HumanMessage("on")];
    const { edits } = compactMessages<object>(messages, { ...least, style: "summary", summaryRole: "assistant" });
    const [summary] = edits.flatMap((edit: Loose) => edit.message ?? []);
    expect(summary?.content).toContain(HEAD);
    expect([summary.tool_calls ?? [], summary.tool_call_chunks ?? []]).toEqual([[], []]);
  });
  test("thinking that leaves with its message is not counted any more", () => {
    const thinking = { type: "thinking", thinking: lines(10), signature: "c2ln" };
    const turnOf = (id: string) => [
      { role: "assistant", content: [thinking, { type: "tool_use", id, name: "read", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: output }] },
    ];
    const messages = [{ role: "user", content: "go" }, ...["a", "b"].flatMap(turnOf), { role: "user", content: "on" }];
    const compaction = compactMessages<object>(messages, {
      ...least,
      format: "anthropic",
      style: "summary",
      thinking: "loop",
    });
    expect(compaction.report.exchanges.map(({ rung }) => rung)).toEqual(["folded", "fact"]);
    expect(compaction.report.after.chars).toBe(sizeOf(compaction.messages));
  });
});

test("each step folds more, and all files that were edited stay named", () => {
  const session = [user("Mend all of it.")];
  const paths = Array.from({ length: 14 }, (_, at) => `src/part${at}/harbour${at}.ts`);
  const compactor = new Compactor({ window: { tokens: 16_000 }, style: "summary" });
  const folded: number[] = [];
  for (const [at, path] of paths.entries()) {
    const failed = ` FAIL  ${path} > adds up\nAssertionError: expected ${at} to be 14\n ❯ ${path}:23:5\n${lines(60)}\nexit code: 1`;
    session.push(...read(`r${at}`, path), ...run(`f${at}`, `npm test -- ${path}`, failed));
    session.push(
      ...edit(`e${at}`, path, "a - b", "a + b"),
      ...run(`p${at}`, `npm test -- ${path}`, `${lines(60)}\nexit code: 0`),
    );
    const { messages, notice, report } = compactor.next(session);
    const said = JSON.stringify(messages);
    for (const edited of paths.slice(0, at + 1)) expect(said).toContain(edited);
    if (notice === null) continue;
    expect(report.overTarget).toBe(false);
    folded.push(report.exchanges.filter(({ rung }) => rung === "folded").length);
  }
  expect(folded.length).toBeGreaterThan(1);
  expect(folded).toEqual([...new Set(folded)].sort((one, other) => one - other));
});
