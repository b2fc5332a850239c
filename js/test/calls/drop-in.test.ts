// `tooltrim/tool-history` in place of the module it replaces: which calls go, and the summary's words.
import { computeTruncation, estimateTokens, type ToolCallEntry } from "tooltrim/tool-history";
import { describe, expect, test } from "vitest";
import { all, below, failed, history, many, recorded } from "../support/calls.js";

const reads = (count: number, tokenCount = 100) =>
  recorded(
    many(count, (at) => ["read_file", { filePath: `/src/${at}.ts` }, "text", { tokenCount }]),
    "read",
  );

const summaryOf = (calls: readonly ToolCallEntry[], config = {}) =>
  computeTruncation(calls, { ...all, ...config }).summary;

describe("calls are truncated", () => {
  test("when their tokens are over the threshold, not when they are just there", () => {
    expect(computeTruncation(reads(10), { truncationThreshold: 999 }).shouldTruncate).toBe(true);
    expect(computeTruncation(reads(10), { truncationThreshold: 1000 })).toEqual({
      shouldTruncate: false,
      summary: null,
      recentCallIds: new Set(reads(10).map(({ callId }) => callId)),
      truncatedCallIds: new Set(),
      tokensSaved: 0,
    });
  });

  test("by the tokens that were recorded, whatever the texts are", () => {
    const huge = reads(10, 1).map((call) => ({ ...call, result: "x".repeat(100_000) }));
    expect(computeTruncation(huge).shouldTruncate).toBe(false);
    expect(computeTruncation(reads(10, 1001)).shouldTruncate).toBe(true);
  });

  test("when there are more than are to be kept, and only then", () => {
    expect(computeTruncation(reads(3, 1e6), { recentCallsToKeep: 3 }).shouldTruncate).toBe(false);
    expect(computeTruncation(reads(4, 1e6), { recentCallsToKeep: 3 })).toMatchObject({
      shouldTruncate: true,
      truncatedCallIds: new Set(["c1"]),
      recentCallIds: new Set(["c2", "c3", "c4"]),
    });
  });

  test("by default when they are over 10,000 tokens, but for the last six", () => {
    expect(computeTruncation(reads(10, 1000)).shouldTruncate).toBe(false);
    const { shouldTruncate, recentCallIds, truncatedCallIds } = computeTruncation(reads(10, 1000.1));
    expect(shouldTruncate).toBe(true);
    expect([...truncatedCallIds]).toEqual(["c1", "c2", "c3", "c4"]);
    expect([...recentCallIds]).toEqual(["c5", "c6", "c7", "c8", "c9", "c10"]);
  });

  test("never when there are none", () => {
    expect(computeTruncation([], all)).toMatchObject({ shouldTruncate: false, summary: null, tokensSaved: 0 });
    expect(computeTruncation([]).recentCallIds.size).toBe(0);
  });

  test("with a configuration whose unknown keys do not matter, and whose undefined ones are the defaults", () => {
    const config = { recentCallsToKeep: undefined, truncationThreshold: undefined, enabled: true, colour: null };
    expect(computeTruncation(reads(10, 1001), config)).toEqual(computeTruncation(reads(10, 1001)));
    expect(computeTruncation(reads(10, 1000), config).shouldTruncate).toBe(false);
  });
});

test("tokens saved are those of the older calls less a quarter of the summary's length, rounded up", () => {
  const { summary, tokensSaved } = computeTruncation(reads(8), { recentCallsToKeep: 3, truncationThreshold: 0 });
  expect(summary).toBe("[Earlier in this session:]\n- Read 5 file(s): /src/0.ts, /src/1.ts, /src/2.ts, +2 more");
  expect(tokensSaved).toBe(500 - Math.ceil((summary ?? "").length / 4));
});

test("tokens saved are not less than none", () => {
  expect(computeTruncation(reads(8, 1), all).tokensSaved).toBe(0);
});

test("four chars are a token", () => {
  expect(["", "a", "test", "tests", "longer text", "A".repeat(100)].map(estimateTokens)).toEqual([0, 1, 1, 2, 3, 25]);
});

describe("a line says what a category did", () => {
  const lines = {
    read: [
      ["read_file", "filePath"],
      "- Read 1 file(s): x0",
      "- Read 2 file(s): x0, x1",
      "- Read 3 file(s): x0, x1, x2",
      "- Read 4 file(s): x0, x1, x2, +1 more",
      "- Read 5 file(s): x0, x1, x2, +2 more",
    ],
    write: [
      ["replace_string_in_file", "filePath"],
      "- Made 1 edit(s) to: x0",
      "- Made 2 edit(s) to: x0, x1",
      "- Made 3 edit(s) to: x0, x1, x2",
      "- Made 4 edit(s) to: x0, x1, x2...",
      "- Made 5 edit(s) to: x0, x1, x2...",
    ],
    terminal: [
      ["run_in_terminal", "command"],
      "- Ran 1 terminal command(s): x0",
      "- Ran 2 terminal command(s): x0; x1",
      "- Ran 3 terminal command(s): x0; x1; ...",
      "- Ran 4 terminal command(s): x0; x1; ...",
      "- Ran 5 terminal command(s): x0; x1; ...",
    ],
    search: [
      ["semantic_search", "query"],
      "- Performed 1 search(es): x0",
      "- Performed 2 search(es): x0, x1",
      "- Performed 3 search(es): x0, x1...",
      "- Performed 4 search(es): x0, x1...",
      "- Performed 5 search(es): x0, x1...",
    ],
    other: [
      ["x", "thought"],
      "- Used 1 other tool(s): x0",
      "- Used 2 other tool(s): x0, x1",
      "- Used 3 other tool(s): x0, x1, x2",
      "- Used 4 other tool(s): x0, x1, x2...",
      "- Used 5 other tool(s): x0, x1, x2...",
    ],
  } as const;

  test.each(Object.entries(lines))("%s", (category, [[name, argument], ...expected]) => {
    const actual = expected.map((_, last) => {
      const calls = many(last + 1, (at) => [category === "other" ? `x${at}` : name, { [argument]: `x${at}` }]);
      return below(summaryOf(recorded(calls, category as ToolCallEntry["category"]))).join("\n");
    });
    expect(actual).toEqual(expected);
  });

  test("with paths and tools named once, commands and queries each time, and every call counted", () => {
    const twice = (name: string, args: object) => [[name, args] as const, [name, args] as const];
    const lineOf = (category: ToolCallEntry["category"], name: string, args: object) =>
      below(summaryOf(recorded(history(...twice(name, args)), category))).join("\n");
    expect(lineOf("read", "read_file", { path: "a.ts" })).toBe("- Read 2 file(s): a.ts");
    expect(lineOf("write", "edit_file", { filePath: "a.ts" })).toBe("- Made 2 edit(s) to: a.ts");
    expect(lineOf("terminal", "bash", { command: "ls" })).toBe("- Ran 2 terminal command(s): ls; ls");
    expect(lineOf("search", "list_code_usages", { symbolName: "f" })).toBe("- Performed 2 search(es): f, f");
    expect(lineOf("other", "think", {})).toBe("- Used 2 other tool(s): think");
  });

  test("with words for arguments that are not there", () => {
    const lineOf = (category: ToolCallEntry["category"]) =>
      below(summaryOf(recorded(history(["tool"], ["tool"]), category))).join("\n");
    expect(lineOf("read")).toBe("- Read 2 file(s)");
    expect(lineOf("write")).toBe("- Made 2 edit(s) to: unknown");
    expect(lineOf("terminal")).toBe("- Ran 2 terminal command(s): command; command");
    expect(lineOf("search")).toBe("- Performed 2 search(es): search, search");
  });

  test("with commands cut at 50 chars", () => {
    const lineOf = (command: string) => below(summaryOf(recorded(history(["bash", { command }]), "terminal")))[0];
    expect(lineOf("c".repeat(50))).toBe(`- Ran 1 terminal command(s): ${"c".repeat(50)}`);
    expect(lineOf("c".repeat(51))).toBe(`- Ran 1 terminal command(s): ${"c".repeat(50)}...`);
  });
});

test("categories stand in the order in which they first appear, one with failures only not at all", () => {
  const calls = [
    ...recorded(history(["bash", { command: "make" }, "boom", failed]), "terminal"),
    ...recorded(history(["think"]), "other"),
    ...recorded(history(["semantic_search", { query: "q" }, "boom", failed]), "search"),
    ...recorded(history(["read_file", { path: "a" }]), "read"),
    ...recorded(history(["bash", { command: "ls" }]), "terminal"),
    ...recorded(history(["edit_file", { filePath: "b" }]), "write"),
  ].map((call, at) => ({ ...call, callId: `c${at}` }));
  expect(summaryOf(calls)).toBe(
    [
      "[Earlier in this session:]",
      "- Ran 1 terminal command(s): ls",
      "- Used 1 other tool(s): think",
      "- Read 1 file(s): a",
      "- Made 1 edit(s) to: b",
      "",
      "[Errors encountered:]",
      "- bash: boom",
      "- semantic_search: boom",
    ].join("\n"),
  );
});

test("failures only make a summary of failures", () => {
  const calls = recorded(history(["bash", {}, "first", failed], ["bash", {}, "second", failed]), "terminal");
  expect(summaryOf(calls)).toBe("[Earlier in this session:]\n\n[Errors encountered:]\n- bash: first\n- bash: second");
});

test("a failure is cut at 200 chars", () => {
  const lineOf = (result: string) =>
    below(summaryOf(recorded(history(["bash", {}, result, failed]), "terminal"))).at(-1);
  expect(lineOf("e".repeat(200))).toBe(`- bash: ${"e".repeat(200)}`);
  expect(lineOf("e".repeat(201))).toBe(`- bash: ${"e".repeat(200)}...`);
  expect(lineOf("e".repeat(5_000_000))).toBe(`- bash: ${"e".repeat(200)}...`);
});

test("a category that was recorded wins over the name", () => {
  const calls = recorded(history(["read_file", { query: "what", path: "a" }]), "search");
  expect(below(summaryOf(calls))).toEqual(["- Performed 1 search(es): what"]);
});

test("no line is finer than that of a category", () => {
  const calls = recorded(history(["read_file", { path: "a", startLine: 1, endLine: 5 }], ["read_file"]), "read");
  expect(summaryOf(calls, { maxHistorySummaryTokens: 10_000 })).not.toContain("[Earlier: ");
});
