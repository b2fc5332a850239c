// The laws of truncation, with random histories and random configurations.
import fc from "fast-check";
import {
  categorizeToolCall,
  computeTruncation,
  estimateTokens,
  type ToolCallEntry,
  type TruncationConfig,
} from "tooltrim";
import * as dropIn from "tooltrim/tool-history";
import { describe, expect, test, vi } from "vitest";
import { account, configs, histories, LEAST } from "../support/calls.js";

vi.setConfig({ testTimeout: 120_000 });

const entries = [
  {
    entry: "tooltrim",
    decide: computeTruncation,
    tokens: estimateTokens,
    // Who drops calls by id keeps these, too.
    stay: ({ callId }: ToolCallEntry, { recentCallIds }: dropIn.TruncationDecision) => recentCallIds.has(callId),
  },
  {
    entry: "tooltrim/tool-history",
    decide: (calls: ToolCallEntry[], config: TruncationConfig) =>
      dropIn.computeTruncation(calls as dropIn.ToolCallEntry[], config as dropIn.TruncationConfig),
    tokens: dropIn.estimateTokens,
    stay: () => false,
  },
];

const limitOf = ({ maxHistorySummaryTokens = 500 }: TruncationConfig) => Math.floor(maxHistorySummaryTokens);
const keptOf = ({ recentCallsToKeep = 6 }: TruncationConfig) => Math.floor(recentCallsToKeep);

describe.each(entries)("$entry", ({ decide, tokens, stay }) => {
  const law = (
    check: (calls: ToolCallEntry[], config: TruncationConfig, decision: dropIn.TruncationDecision) => void,
  ) =>
    fc.assert(
      fc.property(histories, configs, (calls, config) => check(calls, config, decide(calls, config))),
      { numRuns: 500 },
    );

  /** The calls that the summary stands for. */
  const truncated = (calls: ToolCallEntry[], config: TruncationConfig, decision: dropIn.TruncationDecision) =>
    calls.slice(0, Math.max(0, calls.length - keptOf(config))).filter((call) => !stay(call, decision));

  test("every id is kept or truncated; kept are those of the last calls", () => {
    law((calls, config, { shouldTruncate, recentCallIds, truncatedCallIds }) => {
      const ids = calls.map(({ callId }) => callId);
      const recent = shouldTruncate ? ids.slice(Math.max(0, ids.length - keptOf(config))) : ids;
      expect(recentCallIds).toEqual(new Set(recent));
      expect(truncatedCallIds).toEqual(new Set(ids.filter((id) => !recentCallIds.has(id))));
      if (truncatedCallIds.size > 0) expect(shouldTruncate).toBe(true);
    });
  });

  test("the summary is within its limit", () => {
    law((_, config, { shouldTruncate, summary }) => {
      // A summary whose limit has no room for a line is none.
      if (!shouldTruncate || limitOf(config) >= 12) expect(summary !== null).toBe(shouldTruncate);
      expect(tokens(summary ?? "")).toBeLessThanOrEqual(limitOf(config));
    });
  });

  test("tokens saved are those of what is truncated less those of the summary, and not less than none", () => {
    law((calls, config, decision) => {
      const { shouldTruncate, summary, tokensSaved } = decision;
      expect(tokensSaved).toBeGreaterThanOrEqual(0);
      const counts = truncated(calls, config, decision).map(({ tokenCount }) => tokenCount);
      if (!shouldTruncate) expect(tokensSaved).toBe(0);
      else if (counts.every((count) => count !== undefined)) {
        const sum = counts.reduce((all, count) => all + count, 0);
        expect(tokensSaved).toBeCloseTo(Math.max(0, sum - tokens(summary ?? "")), 6);
      }
    });
  });

  test("the same calls give the same", () => {
    law((calls, config, decision) => {
      expect(decide(calls, config)).toEqual(decision);
      expect(decide(structuredClone(calls), structuredClone(config))).toEqual(decision);
    });
  });

  test("the summary is well-formed text without control chars, in lines that LF alone breaks", () => {
    law((_, __, { summary }) => {
      expect((summary ?? "").replaceAll("\n", "")).not.toMatch(/[\p{Surrogate}\p{Cc}\u2028\u2029]/u);
    });
  });

  test("no line of it is a tool's", () => {
    law((_, __, { summary }) => {
      if (summary) expect(account(summary).categories.length).toBeLessThanOrEqual(5);
    });
  });

  test("its lines count the calls of their categories, in the order in which these first appear", () => {
    law((calls, config, decision) => {
      if (!decision.summary) return;
      const counts = new Map<string, number>();
      for (const call of truncated(calls, config, decision)) {
        const category = call.category ?? categorizeToolCall(call.name, config.categories ?? {});
        counts.set(category, (counts.get(category) ?? 0) + (call.isError ? 0 : 1));
      }
      const said = account(decision.summary).categories.map(({ category, count }) => [category, count]);
      const actual = [...counts].filter(([, count]) => count > 0);
      const missing = actual.filter(([category]) => !said.some(([name]) => name === category));
      expect(actual.filter((line) => !missing.includes(line))).toEqual(said);
      if (limitOf(config) >= 1000) expect(missing).toEqual([]);
    });
  });

  test("every failure has a line or is counted, unless there is no room even for the number", () => {
    law((calls, config, decision) => {
      const { summary } = decision;
      if (summary === null) return;
      const failures = truncated(calls, config, decision).filter(({ isError }) => isError).length;
      const least = `[Earlier in this session:]${failures > 0 ? `\n+${failures} more failure(s)` : ""}`;
      if (tokens(least) > limitOf(config)) {
        if (!LEAST.test(summary)) expect(summary).toBe("[Earlier in this session:]");
        return;
      }
      const { failures: lines, more } = account(summary);
      expect(lines.reduce((sum, count) => sum + count, more)).toBe(failures);
    });
  });

  test("with room for all, every failure that is quoted has its own line", () => {
    law((calls, config, decision) => {
      const roomy = decide(calls, { ...config, maxHistorySummaryTokens: 1e6, preserveErrorsVerbatim: true });
      const failures = truncated(calls, config, decision).filter(({ isError }) => isError);
      if (roomy.summary) expect(account(roomy.summary).failures).toEqual(failures.map(() => 1));
    });
  });

  test("a history that is not over its threshold, or short, is left alone", () => {
    law((calls, config) => {
      const left = { shouldTruncate: false, summary: null, tokensSaved: 0 };
      expect(decide(calls, { ...config, truncationThreshold: 1e12 })).toMatchObject(left);
      expect(decide(calls, { ...config, recentCallsToKeep: calls.length })).toMatchObject(left);
    });
  });
});
