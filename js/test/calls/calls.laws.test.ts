// Histories of calls as JavaScript has them, lone surrogates included, in both entries. The laws of the core are drawn
// in Rust.
import fc from "fast-check";
import {
  computeTruncation,
  estimateTokens,
  type ToolCallEntry,
  ToolHistoryManager,
  type TruncationConfig,
} from "tooltrim";
import * as dropIn from "tooltrim/tool-history";
import { describe, expect, test } from "vitest";
import { configs, histories, linesOf } from "../support/calls.js";
import { runs } from "../support/runs.js";

const entries = [
  { entry: "tooltrim", decide: computeTruncation, tokens: estimateTokens, Manager: ToolHistoryManager },
  {
    entry: "tooltrim/tool-history",
    decide: (calls: ToolCallEntry[], config: TruncationConfig) =>
      dropIn.computeTruncation(calls as dropIn.ToolCallEntry[], config as dropIn.TruncationConfig),
    tokens: dropIn.estimateTokens,
    Manager: dropIn.ToolHistoryManager,
  },
];

describe.each(entries)("$entry", ({ decide, tokens, Manager }) => {
  test("ids are kept or truncated, and the summary is well-formed text within its limit", () => {
    const law = fc.property(histories, configs, (calls, config) => {
      const decision = decide(calls, config);
      const { shouldTruncate, summary, recentCallIds, truncatedCallIds } = decision;
      const { recentCallsToKeep = 6, maxHistorySummaryTokens = 500 } = config;
      const ids = calls.map(({ callId }) => callId);
      const kept = Math.max(0, ids.length - Math.floor(recentCallsToKeep));
      expect(recentCallIds).toEqual(new Set(shouldTruncate ? ids.slice(kept) : ids));
      expect(truncatedCallIds).toEqual(new Set(ids.filter((id) => !recentCallIds.has(id))));
      expect(tokens(summary ?? "")).toBeLessThanOrEqual(Math.floor(maxHistorySummaryTokens));
      expect((summary ?? "").replaceAll("\n", "")).not.toMatch(/[\p{Surrogate}\p{Cc}\u2028\u2029]/u);
      expect(decide(structuredClone(calls), structuredClone(config))).toEqual(decision);
    });
    fc.assert(law, runs(250));
  });

  test("recent calls are one well-formed line each with the same JSON, all of it within a budget", () => {
    const law = fc.property(histories, configs, fc.integer({ min: 0, max: 5000 }), (calls, config, budget) => {
      const own = new Manager(config as dropIn.TruncationConfig);
      for (const call of calls) own.addToolCall(call);
      const [start, end] = config.rendering === "brackets" ? ["(", ") -> call_id: "] : [" | args: ", " -->"];
      const { recentCalls, truncatedCount } = own.getCompactedHistory();
      for (const [at, { callText, resultText }] of recentCalls.entries()) {
        expect(linesOf(callText)).toHaveLength(1);
        expect(callText + resultText).not.toMatch(/\p{Surrogate}/u);
        expect(jsonsIn(callText, start, end)).toContain(JSON.stringify(calls[truncatedCount + at]?.args));
      }
      const size = (most: number) => {
        const { summary, recentCalls } = own.getCompactedHistory(most);
        const texts = recentCalls.flatMap(({ callText, resultText }) => [callText, resultText]);
        return [summary ?? "", ...texts].reduce((sum, text) => sum + tokens(text), 0);
      };
      // Each text's part of a token that four units a token round up.
      expect(size(budget)).toBeLessThanOrEqual(Math.max(budget + 2 * calls.length + 1, size(0)));
    });
    fc.assert(law, runs(150));
  });
});

/** Every JSON that stands between two texts, as `JSON.stringify` writes it. */
function jsonsIn(text: string, start: string, end: string): string[] {
  const found: string[] = [];
  for (let from = text.indexOf(start); from >= 0; from = text.indexOf(start, from + 1)) {
    for (let to = text.lastIndexOf(end); to > from; to = text.lastIndexOf(end, to - 1)) {
      try {
        found.push(JSON.stringify(JSON.parse(text.slice(from + start.length, to))));
      } catch {}
    }
  }
  return found;
}
