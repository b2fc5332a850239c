// The line for users: when there is one, and whether its numbers are those of the decision.
import { compactMessages, computeTruncation, estimateTokens, ToolHistoryManager } from "tooltrim";
import * as dropIn from "tooltrim/tool-history";
import { describe, expect, test } from "vitest";
import { all, history, many, recorded } from "../support/calls.js";

const pattern = /^⚠️ Context compacted to save tokens: (\d+) of (\d+) (.+), ([\d,]+) -> ([\d,]+) tokens$/u;

/** The notice in parts. */
function partsOf(notice: string | null) {
  const [, changed, of, how, before, after] = pattern.exec(notice ?? "") ?? [];
  const number = (text = "") => Number(text.replaceAll(",", ""));
  return { changed: number(changed), of: number(of), how, before: number(before), after: number(after) };
}

const counted = many(20, (at) => ["read_file", { path: `${at}.ts` }, "x".repeat(900), { tokenCount: 100 + at }]);

describe("computeTruncation", () => {
  test("names the calls in the summary, and the tokens before and after", () => {
    const { notice, tokensSaved, summary } = computeTruncation(counted, all);
    const before = counted.reduce((sum, { tokenCount = 0 }) => sum + tokenCount, 0);
    const after = estimateTokens(summary ?? "");
    expect(partsOf(notice)).toEqual({ changed: 20, of: 20, how: "tool calls summarized", before, after });
    expect(before - after).toBe(tokensSaved);
  });

  test("counts calls that stay on both sides, those with a repeated id too", () => {
    const calls = [...counted.slice(0, 10), { ...(counted[0] as (typeof counted)[0]) }];
    const { notice, tokensSaved } = computeTruncation(calls, { ...all, recentCallsToKeep: 1 });
    const { changed, of, before, after } = partsOf(notice);
    expect([changed, of, before]).toEqual([9, 11, 1045 + 100]);
    expect(before - after).toBe(tokensSaved);
  });

  test("rounds counts that are not whole", () => {
    const calls = counted.map((call) => ({ ...call, tokenCount: 0.3 }));
    expect(partsOf(computeTruncation(calls, { ...all, recentCallsToKeep: 19 }).notice).before).toBe(6);
  });

  test("says that calls are removed when the limit has no room for a summary", () => {
    const { notice, summary } = computeTruncation(counted, { ...all, maxHistorySummaryTokens: 0 });
    expect(summary).toBe(null);
    expect(partsOf(notice)).toMatchObject({ changed: 20, how: "tool calls removed", after: 0 });
  });

  test("has none when nothing is truncated", () => {
    expect(computeTruncation(counted, { truncationThreshold: { calls: 20 } }).notice).toBeNull();
    expect(computeTruncation([], all).notice).toBeNull();
  });

  test("words it as a compaction of messages does", () => {
    const messages = counted.flatMap(({ callId, name, args }) => [
      { role: "assistant", content: [{ type: "tool_use", id: callId, name, input: args }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: callId, content: "line\n".repeat(200) }] },
    ]);
    const { notice } = compactMessages(messages, { window: { chars: 8000 } });
    expect(partsOf(notice)).toMatchObject({ of: 20, how: "tool results shortened" });
  });
});

describe("a manager", () => {
  const manager = (config: object) => {
    const own = new ToolHistoryManager(config);
    for (const call of counted) own.addToolCall(call);
    return own;
  };

  test("names the calls in the summary, however small the history is", () => {
    const own = manager({ recentCallsToKeep: 2 });
    const { notice, summary } = own.getCompactedHistory();
    const after = estimateTokens(summary ?? "") + 118 + 119; // as they were counted, though we would count otherwise
    expect(partsOf(notice)).toMatchObject({ changed: 18, of: 20, before: own.getTotalTokens(), after });
  });

  test("counts recent results as they are trimmed", () => {
    const own = new ToolHistoryManager({ recentCallsToKeep: 1 });
    for (const call of history(["ls"], ["read_file", { path: "a" }, "a line of text\n".repeat(9000)])) {
      own.addToolCall(call);
    }
    expect(partsOf(own.getCompactedHistory(2000).notice).after).toBeLessThanOrEqual(2000);
  });

  test("has none without a summary", () => {
    expect(manager({ recentCallsToKeep: 20 }).getCompactedHistory().notice).toBeNull();
  });
});

test("the results of tooltrim/tool-history have no such member: they are the reference's", () => {
  const calls = recorded(counted, "read");
  const decision = dropIn.computeTruncation(calls, all);
  const members = ["shouldTruncate", "summary", "recentCallIds", "truncatedCallIds", "tokensSaved"];
  expect([decision.shouldTruncate, Object.keys(decision)]).toEqual([true, members]);
  const own = new dropIn.ToolHistoryManager();
  for (const call of calls) own.addToolCall(call);
  const written = ["summary", "recentCalls", "truncatedCount", "originalCount"];
  expect(Object.keys(own.getCompactedHistory())).toEqual(written);
});
