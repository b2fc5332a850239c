// The laws of a history as text, with random calls: what tools print and are called with stays what it is.
import fc from "fast-check";
import { estimateTokens, type ToolCallEntry, ToolHistoryManager, type TruncationConfig } from "tooltrim";
import * as dropIn from "tooltrim/tool-history";
import { describe, expect, test, vi } from "vitest";
import { configs, histories, linesOf, markers } from "../support/calls.js";

vi.setConfig({ testTimeout: 120_000 });

const entries = [
  { entry: "tooltrim", Manager: ToolHistoryManager, tokens: estimateTokens },
  { entry: "tooltrim/tool-history", Manager: dropIn.ToolHistoryManager, tokens: dropIn.estimateTokens },
];

const truncation = /^\.\.\. \[truncated \d+ chars] \.\.\.$/;
const budgets = fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined });

describe.each(entries)("$entry", ({ Manager, tokens }) => {
  const manager = (calls: ToolCallEntry[], config: TruncationConfig) => {
    const own = new Manager(config as dropIn.TruncationConfig);
    for (const call of calls) own.addToolCall(call);
    return own;
  };
  type Check = (
    calls: ToolCallEntry[],
    history: dropIn.CompactedHistory,
    config: TruncationConfig,
    budget?: number,
  ) => void;

  /** What holds of the recent calls, `calls` being those. */
  const law = (check: Check) =>
    fc.assert(
      fc.property(histories, configs, budgets, (calls, config, budget) => {
        const history = manager(calls, config).getCompactedHistory(budget);
        check(calls.slice(history.truncatedCount), history, config, budget);
      }),
      { numRuns: 500 },
    );

  test("all calls are there: the last ones in full, the others in the summary", () => {
    law((recent, { summary, recentCalls, truncatedCount, originalCount }, { recentCallsToKeep = 6 }) => {
      expect(recentCalls).toHaveLength(recent.length);
      expect(recentCalls.map(({ isError }) => isError)).toEqual(recent.map(({ isError }) => isError ?? false));
      expect(truncatedCount).toBe(Math.max(0, originalCount - Math.floor(recentCallsToKeep)));
      if (truncatedCount === 0) expect(summary).toBeNull();
    });
  });

  test("a call is one line, a comment that ends at its end", () => {
    law((_, { recentCalls }, { rendering }) => {
      for (const { callText } of recentCalls) {
        expect(linesOf(callText)).toHaveLength(1);
        expect(callText).not.toMatch(/\p{Surrogate}|\p{Cc}/u);
        if (rendering === "brackets") expect(callText).toMatch(/^\[Tool Call: .*]$/);
        else {
          expect(callText).toMatch(/^<!-- prior-tool: .* -->$/);
          expect(callText.indexOf("-->")).toBe(callText.length - 3);
        }
      }
    });
  });

  test("the arguments of a call are the same JSON", () => {
    law((recent, { recentCalls }, { rendering }) => {
      for (const [at, { args }] of recent.entries()) {
        const text = recentCalls[at]?.callText ?? "";
        const [start, end] = rendering === "brackets" ? ["(", ") -> call_id: "] : [" | args: ", " -->"];
        expect(jsonsIn(text, start, end)).toContainEqual(JSON.parse(JSON.stringify(args)));
      }
    });
  });

  test("a result stands below a line of ours, none of its own looks like one", () => {
    law((_, { recentCalls }, { rendering }) => {
      for (const { resultText } of recentCalls) {
        expect(resultText).not.toMatch(/\p{Surrogate}/u);
        const [first = "", ...rest] = linesOf(resultText);
        expect(first).toMatch(
          rendering === "brackets" ? /^\[Tool Result for .*]: / : /^<!-- prior-tool-result: .* -->$/,
        );
        if (rendering !== "brackets") expect(first.indexOf("-->")).toBe(first.length - 3);
        const ours = rest.filter((line) => markers.test(line));
        expect(ours.length).toBeLessThanOrEqual(1);
        for (const line of ours) expect(line).toMatch(truncation);
      }
    });
  });

  test("a result that is not cut is as it was, but for backslashes before what looks like ours", () => {
    law((recent, { recentCalls }, { rendering }, budget) => {
      if (budget !== undefined || rendering === "brackets") return;
      for (const [at, { result }] of recent.entries()) {
        if (result.length > 8000) continue;
        const text = (recentCalls[at]?.resultText ?? "").replace(/^<!-- prior-tool-result: .* -->\n/, "");
        const lines = (of: string) =>
          of.replace(/\p{Surrogate}/gu, "\ufffd").split(/(?<=[\n\r\v\f\u0085\u2028\u2029])/);
        expect(lines(text)).toEqual(lines(result).map((line) => (markers.test(line) ? `\\${line}` : line)));
      }
    });
  });

  test("a budget holds for all texts together, unless it is too small for any", () => {
    fc.assert(
      fc.property(histories, configs, fc.integer({ min: 0, max: 5000 }), (calls, config, budget) => {
        const own = manager(calls, config);
        const size = (most: number) => {
          const { summary, recentCalls } = own.getCompactedHistory(most);
          const texts = recentCalls.flatMap(({ callText, resultText }) => [callText, resultText]);
          return [summary ?? "", ...texts].reduce((sum, text) => sum + tokens(text), 0);
        };
        // Each text's part of a token that four units a token round up.
        expect(size(budget)).toBeLessThanOrEqual(Math.max(budget + 2 * calls.length + 1, size(0)));
      }),
      { numRuns: 500 },
    );
  });

  test("asking changes nothing", () => {
    fc.assert(
      fc.property(histories, configs, budgets, (calls, config, budget) => {
        const own = manager(calls, config);
        const [first, tokens] = [own.getCompactedHistory(budget), own.getTotalTokens()];
        expect([own.shouldTruncate(), own.shouldTruncate()]).toEqual([own.shouldTruncate(), own.shouldTruncate()]);
        expect([own.getCompactedHistory(budget), own.getTotalTokens()]).toEqual([first, tokens]);
        expect(manager(structuredClone(calls), config).getCompactedHistory(budget)).toEqual(first);
      }),
      { numRuns: 300 },
    );
  });
});

/** Every JSON that stands between two texts. */
function jsonsIn(text: string, start: string, end: string): unknown[] {
  const found: unknown[] = [];
  for (let from = text.indexOf(start); from >= 0; from = text.indexOf(start, from + 1)) {
    for (let to = text.lastIndexOf(end); to > from; to = text.lastIndexOf(end, to - 1)) {
      try {
        found.push(JSON.parse(text.slice(from + start.length, to)));
      } catch {}
    }
  }
  return found;
}
