// Style "summary" from request to request: undo, forks, and what stands around the calls that leave.
import { AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { type CompactOptions, compactMessages } from "tooltrim";
import { validateMessages } from "tooltrim/messages";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { least, lines, read, user } from "./chat.js";
import { HEAD } from "./support.js";

const options: CompactOptions = { window: { chars: 20_000 }, style: "summary", compactTo: 0.4 };
const turn = (name: string, count: number): Loose[] => [
  user(`look at ${name}`),
  ...Array.from({ length: count }, (_, at) => read(`${name}${at}`, `src/${name}${at}.ts`)).flat(),
];
const summaries = (messages: readonly Loose[]) =>
  messages.map(({ content }) => content).filter((content) => typeof content === "string" && content.startsWith(HEAD));
const sizeOf = (messages: readonly Loose[]) =>
  compactMessages(messages, { window: { chars: 1e12 } }).report.before.chars;

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
});
