// What Rust wrote down about calls (tests/golden_calls.rs, tests/categories.rs): the package gives the very same.
import { readFileSync } from "node:fs";
import {
  type CompactedHistory,
  computeTruncation,
  type ToolCallEntry,
  ToolHistoryManager,
  type TruncationConfig,
} from "tooltrim";
import * as dropIn from "tooltrim/tool-history";
import { describe, expect, test } from "vitest";
import { outcome } from "../support/errors.js";

type Call = Omit<ToolCallEntry, "result"> & { readonly result: readonly [piece: string, times: number][] };

interface Case {
  readonly calls: string;
  readonly config: TruncationConfig;
  readonly reference: boolean;
  readonly result?: object;
  readonly compacted?: CompactedHistory;
  readonly compactedTo500?: CompactedHistory;
  readonly error?: { readonly code: string; readonly message: string };
}

const golden = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../../tests/golden/${file}`, import.meta.url), "utf8"));

const { histories, cases } = golden("calls.json") as { histories: Record<string, Call[]>; cases: Case[] };

const build = (name: string): ToolCallEntry[] =>
  (histories[name] ?? []).map((call) => ({
    ...call,
    result: call.result.map(([piece, times]) => piece.repeat(times)).join(""),
  }));

/** Of many ids only the number. */
const listed = (ids: Set<string>) => (ids.size > 25 ? ids.size : [...ids].sort());

function decide(calls: ToolCallEntry[], { config, reference }: Case) {
  const decision = reference
    ? dropIn.computeTruncation(calls as dropIn.ToolCallEntry[], config as dropIn.TruncationConfig)
    : computeTruncation(calls, config);
  const { recentCallIds, truncatedCallIds } = decision;
  return { ...decision, recentCallIds: listed(recentCallIds), truncatedCallIds: listed(truncatedCallIds) };
}

function manager(calls: ToolCallEntry[], { config, reference }: Case) {
  const history = reference
    ? new dropIn.ToolHistoryManager(config as dropIn.TruncationConfig)
    : new ToolHistoryManager(config);
  for (const call of calls) history.addToolCall(call);
  return history;
}

const name = ({ config, reference }: Case) => `${reference ? "tool-history" : "main"} ${JSON.stringify(config)}`;

describe.each(Object.keys(histories))("the history %s gives the golden results", (history) => {
  const calls = build(history);
  const own = cases.filter((one) => one.calls === history);

  test("as decisions", () => {
    expect(own.length).toBeGreaterThan(0);
    const expected = own.map((one) => [name(one), one.result ? { result: one.result } : { error: one.error }]);
    expect(own.map((one) => [name(one), outcome(() => decide(calls, one))])).toEqual(expected);
  });

  test("as text", () => {
    const texts = own.filter((one) => one.compacted);
    expect(texts.length).toBeGreaterThan(0);
    const expected = texts.map((one) => [name(one), one.compacted, one.compactedTo500]);
    const actual = texts.map((one) => {
      const own = manager(calls, one);
      return [name(one), own.getCompactedHistory(), own.getCompactedHistory(500)];
    });
    expect(actual).toEqual(expected);
  });
});

describe("tools have the golden categories", () => {
  const groups = golden("categories.json") as Record<string, Record<string, string>>;
  test.each(Object.entries(groups))("%s", (_, categories) => {
    const names = Object.keys(categories);
    expect(Object.fromEntries(names.map((tool) => [tool, dropIn.categorizeToolCall(tool)]))).toEqual(categories);
  });
});
