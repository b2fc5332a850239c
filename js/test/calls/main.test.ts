// The main entry: when a history of calls is truncated, which calls go, and what that saves.
import { computeTruncation, estimateTokens, type ToolCallEntry, type TruncationConfig } from "tooltrim";
import { describe, expect, test } from "vitest";
import { all, below, failed, history, many, untyped, written } from "../support/calls.js";

type Threshold = TruncationConfig["truncationThreshold"];

const isOver = (calls: readonly ToolCallEntry[], truncationThreshold: Threshold) =>
  computeTruncation(calls, { recentCallsToKeep: 0, truncationThreshold }).shouldTruncate;

describe("a bare threshold counts names, arguments as JSON writes them, and results", () => {
  const args: Record<string, unknown> = {
    nothing: {},
    null: null,
    text: { a: "b" },
    quotes: { a: '"'.repeat(500), '"key"': "" },
    "line breaks and tabs": { a: "\n\r\t".repeat(200) },
    backslashes: { a: "\\".repeat(500) },
    "control chars": { a: "\0\u0001\u001b[31m".repeat(100) },
    "separators that need no escape": { a: "\u2028\u2029\u0085\u007f".repeat(100) },
    "lone surrogates": { a: "\ud800".repeat(50), "\udc00": "\udfff\ud83d" },
    emoji: { a: "\u{1f469}\u200d\u{1f680}".repeat(100) },
    numbers: { a: [0, -0, 1.5, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY] },
    "nested values": { a: { b: [[], {}, [null, true, false, { c: "d" }]] } },
    "values that JSON leaves out": { a: undefined, b: () => 1, c: Symbol("c"), d: [undefined, () => 1], e: 1 },
    dates: { a: new Date(0) },
    "toJSON of the whole": { toJSON: () => ({ a: '"'.repeat(300) }) },
    "a long list": { a: Array.from({ length: 5000 }, (_, at) => at) },
    "a list with holes": { a: new Array(50), b: 1 },
    "bytes and maps": { a: new Uint8Array(20), b: new Map([[1, 2]]) },
    "boxed values": { a: new String("text"), b: new Boolean(false) },
  };

  test.each(Object.entries(args))("%s", (_, value) => {
    const calls = [
      ...history(["read_file", value as object, 'a result with "quotes" and\nlines \ud83d']),
      ...history(["\u{1f680}\ud800", {}, "x".repeat(37)]),
    ];
    const size = calls.reduce((sum, call) => sum + written(call), 0);
    expect([size - 1, size, size + 0.9, size + 1].map((threshold) => isOver(calls, threshold))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test("10,000 of them when nothing is said", () => {
    const calls = many(8, (at) => ["n", {}, "x".repeat(at === 0 ? 10_000 - 8 * 3 : 0)]);
    expect(calls.reduce((sum, call) => sum + written(call), 0)).toBe(10_000);
    expect(computeTruncation(calls).shouldTruncate).toBe(false);
    expect(computeTruncation([...calls.slice(1), ...history(["nn", {}, calls[0]?.result ?? ""])]).shouldTruncate).toBe(
      true,
    );
  });
});

describe("a threshold may be", () => {
  test("chars: the same without what JSON escapes", () => {
    const calls = history(["read_file", { path: "a/b.ts", n: [1, null] }, "text"], ["bash", { a: '"\n\\' }, ""]);
    const size = calls.reduce((sum, call) => sum + written(call), 0) - 3;
    expect([size - 1, size].map((chars) => isOver(calls, { chars }))).toEqual([true, false]);
  });

  test("tokens: those of name, arguments and result and 8 a call", () => {
    const calls = history(
      ["read_file", { path: "src/index.ts" }, "export const answer = 42;\n"],
      ["bash", { command: "npm test -- --run" }, "ok\n".repeat(100)],
    );
    const tokens = calls
      .flatMap(({ name, args, result }) => [name, JSON.stringify(args), result].map(estimateTokens))
      .reduce((sum, count) => sum + count, 16);
    expect([tokens - 1, tokens].map((limit) => isOver(calls, { tokens: limit }))).toEqual([true, false]);
  });

  test("tokens, of a long result by its ends and by windows between them", () => {
    const prose = "a word or two ".repeat(100);
    const result = `${prose}${"0x1f,".repeat(9_000)}${prose}`;
    const whole = estimateTokens(result);
    const calls = history(["n", {}, result]);
    expect([0.9, 1.1].map((share) => isOver(calls, { tokens: share * whole }))).toEqual([true, false]);
  });

  test("tokens as they were counted, where they were", () => {
    const calls = many(3, () => ["bash", {}, "x".repeat(9999), { tokenCount: 33.5 }]);
    expect([100, 100.5, 101].map((tokens) => isOver(calls, { tokens }))).toEqual([true, true, false]);
  });

  test("a number of calls", () => {
    const calls = many(4, () => ["think"]);
    expect([0, 3, 3.9, 4, 5].map((count) => isOver(calls, { calls: count }))).toEqual([true, true, true, false, false]);
  });

  test("a share of tokens", () => {
    const calls = many(2, () => ["bash", {}, "", { tokenCount: 50 }]);
    const shares = [0, 0.24, 0.25, 1].map((share) => isOver(calls, { share, of: { tokens: 400 } }));
    expect(shares).toEqual([true, true, false, false]);
  });

  test("a share of chars", () => {
    const calls = history(["n", {}, "x".repeat(97)]);
    const shares = [0.249, 0.25, 0.2525, 1].map((share) => isOver(calls, { share, of: { chars: 400 } }));
    expect(shares).toEqual([true, false, false, false]);
  });

  test("without end", () => {
    const calls = history(["n", {}, "x".repeat(1_000_000)]);
    const endless = Number.POSITIVE_INFINITY;
    const thresholds: Threshold[] = [endless, { chars: endless }, { tokens: endless }, { calls: endless }];
    expect(thresholds.map((threshold) => isOver(calls, threshold))).toEqual([false, false, false, false]);
  });
});

describe("which calls go", () => {
  test("all but the last six when nothing is said", () => {
    const decision = computeTruncation(many(8, () => ["n", {}, "x".repeat(2000)]));
    expect([...decision.truncatedCallIds]).toEqual(["c1", "c2"]);
    expect([...decision.recentCallIds]).toEqual(["c3", "c4", "c5", "c6", "c7", "c8"]);
  });

  test("none when there are not more than are to be kept, however large", () => {
    const calls = many(6, () => ["n", {}, "x".repeat(100_000)]);
    expect(computeTruncation(calls)).toEqual({
      shouldTruncate: false,
      summary: null,
      recentCallIds: new Set(["c1", "c2", "c3", "c4", "c5", "c6"]),
      truncatedCallIds: new Set(),
      tokensSaved: 0,
      notice: null,
    });
  });

  test("a fraction of a call is not kept", () => {
    expect(
      computeTruncation(
        many(4, () => ["n"]),
        { ...all, recentCallsToKeep: 1.9 },
      ).recentCallIds.size,
    ).toBe(1);
  });

  test("those whose id a call that stays has, too, are not counted in the summary", () => {
    const calls = many(4, (at) => ["read_file", { path: `${at}` }, "", { callId: at % 3 === 0 ? "again" : `c${at}` }]);
    const { summary, truncatedCallIds, tokensSaved } = computeTruncation(
      calls.map((call) => ({ ...call, tokenCount: 100 })),
      { ...all, recentCallsToKeep: 1, maxHistorySummaryTokens: 30 },
    );
    expect(below(summary)[0]).toBe("- Read 2 file(s): 1, 2");
    expect([...truncatedCallIds]).toEqual(["c1", "c2"]);
    expect(tokensSaved).toBe(200 - estimateTokens(summary ?? ""));
    const same = calls.map((call) => ({ ...call, callId: "again" }));
    expect(computeTruncation(same, { ...all, recentCallsToKeep: 1 }).shouldTruncate).toBe(false);
  });

  test("none without calls, and of a frozen list as of any", () => {
    expect(computeTruncation([], all)).toMatchObject({ shouldTruncate: false, summary: null });
    expect(computeTruncation(Object.freeze(history(["n"])), all).shouldTruncate).toBe(true);
  });
});

describe("tokens saved are those of the truncated calls less those of the summary", () => {
  test("as counted", () => {
    const calls = many(5, (at) => ["read_file", { path: `${at}` }, "x", { tokenCount: 100 + at }]);
    const { summary, tokensSaved } = computeTruncation(calls, { ...all, recentCallsToKeep: 2 });
    expect(tokensSaved).toBe(303 - estimateTokens(summary ?? ""));
  });

  test("as estimated, and never less than none", () => {
    const one = (result: string) => computeTruncation(history(["think", {}, result]), all);
    const result = "a line of a result\n".repeat(50);
    const tokens = 8 + estimateTokens("think") + estimateTokens("{}") + estimateTokens(result);
    expect(one(result).tokensSaved).toBe(tokens - estimateTokens(one(result).summary ?? ""));
    expect(one("").tokensSaved).toBe(0);
  });

  test("where a count is no count as estimated", () => {
    const saved = (tokenCount: unknown) =>
      computeTruncation(untyped({ ...history(["think", {}, "text ".repeat(99)])[0], tokenCount }), all).tokensSaved;
    for (const wrong of [Number.NaN, -1, Number.POSITIVE_INFINITY, "12", null]) {
      expect(saved(wrong)).toBe(saved(undefined));
    }
  });
});

describe("what a tool does", () => {
  const lines = (calls: ToolCallEntry[], categories: TruncationConfig["categories"]) =>
    below(computeTruncation(calls, { ...all, categories, maxHistorySummaryTokens: 60 }).summary)
      .filter((line) => line.startsWith("- "))
      .map((line) => line.split(":")[0]);

  test("follows from its name, or is said by name", () => {
    const calls = history(["read_file", { path: "a" }], ["deploy", { command: "up" }]);
    expect(lines(calls, undefined)).toEqual(["- Read 1 file(s)", "- Used 1 other tool(s)"]);
    expect(lines(calls, { deploy: "terminal" })).toEqual(["- Read 1 file(s)", "- Ran 1 terminal command(s)"]);
    expect(lines(calls, { read_file: "other" })).toEqual(["- Used 2 other tool(s)"]);
  });

  test("is said for all names that begin so with a * at the end; the longest counts, a whole name most", () => {
    const calls = history(["mcp__a__find"], ["mcp__a__b"], ["mcp__c"], ["think"]);
    const categories = { "mcp__*": "write", "mcp__a__*": "read", mcp__a__find: "terminal", "th*nk": "read" } as const;
    expect(lines(calls, categories)).toEqual([
      "- Ran 1 terminal command(s)",
      "- Read 1 file(s)",
      "- Made 1 edit(s) to",
      "- Used 1 other tool(s)",
    ]);
    expect(lines(calls, { "*": "search" })).toEqual(["- Performed 4 search(es)"]);
  });

  test("is what a call says before all that, unless it is no category", () => {
    const calls = history(["bash", {}, "", { category: "read" }], ["bash", {}, "", failed]);
    expect(lines(calls, { bash: "search" })).toEqual(["- Read 1 file(s)", "- bash"]);
    const wrong = untyped({ ...calls[0], category: "bogus" }, { ...calls[0], category: "toString" });
    expect(lines(wrong, undefined)).toEqual(["- Ran 2 terminal command(s)"]);
  });
});

test("a limit without room for a line never gives an empty summary", () => {
  const calls = Array.from({ length: 20 }, (_, n) => ({
    ...{ callId: `c${n}`, name: "read_file", args: { filePath: `src/${n}.ts` }, result: "x".repeat(900) },
  }));
  const summaries = Array.from({ length: 20 }, (_, limit) =>
    computeTruncation(calls, { maxHistorySummaryTokens: limit }),
  );
  for (const { summary, shouldTruncate } of summaries) {
    expect(shouldTruncate).toBe(true);
    expect(summary === null || /\d+ (tool calls|file\(s\))/.test(summary), String(summary)).toBe(true);
  }
  expect(summaries.map(({ summary }) => summary)).toContain("[Earlier: 14 tool calls]");
  expect(summaries[0]?.summary).toBe(null);
});
