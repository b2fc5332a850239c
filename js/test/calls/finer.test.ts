// The main entry's summary: lines about single calls below the line of their category, as far as there is room.
import { computeTruncation, estimateTokens, type ToolCallEntry } from "tooltrim";
import { describe, expect, test } from "vitest";
import { account, all, failed, history, many, type Spec } from "../support/calls.js";

const summaryOf = (calls: readonly ToolCallEntry[], maxHistorySummaryTokens = 2000) =>
  computeTruncation(calls, { ...all, maxHistorySummaryTokens }).summary ?? "";

/** The only finer line of a call. */
const lineOf = (...call: Spec) => {
  const lines = account(summaryOf(history(call))).categories.flatMap(({ finer }) => finer);
  expect(lines.length).toBeLessThanOrEqual(1);
  return lines[0];
};

describe("of a read", () => {
  test("a count alone is one of lines where the path is that of a file", () => {
    expect(lineOf("read_file", { path: "a.ts", limit: 5 })).toBe("[Earlier: Read a.ts lines 1-5]");
    expect(lineOf("list_dir", { path: "src", limit: 100 })).toBe("[Earlier: Read src]");
    expect(lineOf("fetch_webpage", { url: "https://a.example/b", start: 1000, limit: 5000 })).toBe(
      "[Earlier: Read https://a.example/b]",
    );
  });

  test("an editor that was asked for a view reads", () => {
    expect(lineOf("str_replace_editor", { command: "view", path: "/a.py", view_range: [3, 9] })).toBe(
      "[Earlier: Read /a.py lines 3-9]",
    );
  });

  test.each([[{ path: "a" }], [{ path: "a", startLine: "1", endLine: null }], [{ path: "a", offset: -5, limit: 0 }]])(
    "%j: no lines are said",
    (args) => {
      expect(lineOf("read_file", args)).toBe("[Earlier: Read a]");
    },
  );

  test("nothing is said that its category does not say, without a path", () => {
    expect(lineOf("read_file", {})).toBeUndefined();
  });
});

describe("of a search", () => {
  test.each([
    ["No matches found", ", 0 hits"],
    ["nothing that says a number", ""],
    ["", ""],
  ])("%j", (result, hits) => {
    expect(lineOf("codebase_search", { query: "q" }, result)).toBe(`[Earlier: Searched "q"${hits}]`);
  });
});

describe("the limit", () => {
  const calls = many(30, (at) => [
    ["read_file", "edit_file", "bash"][at % 3] as string,
    { path: `src/${at}.ts`, command: `make ${at}` },
    at % 5 === 0 ? `Error: step ${at} failed\n` : "ok",
    at % 5 === 0 ? failed : {},
  ]);
  const limits = [0, 1, 5, 8, 9, 15, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1500, 1e9];

  test("is made use of: more room never says less", () => {
    const said = limits.map((limit) => estimateTokens(summaryOf(calls, limit)));
    expect(said).toEqual([...said].sort((a, b) => a - b));
    expect(summaryOf(calls, 1e9)).toBe(summaryOf(calls, 1500));
  });

  test("takes finer lines first, category lines and failures stay longer", () => {
    const fine = account(summaryOf(calls, 1500));
    const coarse = account(summaryOf(calls, 200));
    const lines = ({ categories }: typeof fine) => categories.flatMap(({ finer }) => finer).length;
    expect(lines(fine)).toBeGreaterThan(lines(coarse));
    expect(coarse.categories.map(({ category, count }) => [category, count])).toEqual(
      fine.categories.map(({ category, count }) => [category, count]),
    );
    expect(coarse.failures.length + coarse.more).toBe(6);
  });

  test("of nothing leaves no summary of calls that are truncated all the same", () => {
    const { shouldTruncate, summary, truncatedCallIds } = computeTruncation(calls, {
      ...all,
      maxHistorySummaryTokens: 0,
    });
    expect([shouldTruncate, summary, truncatedCallIds.size]).toEqual([true, null, 30]);
  });
});

test("without a flag a call failed by its result, and a given flag is final", () => {
  const result = "> app@1.0.0 test\n\nError: Expected 42 but got 41\n\nCommand exited with code 1";
  expect(lineOf("run_in_terminal", { command: "npm test" }, result)).toBeUndefined();
  const summary = summaryOf(
    history(["run_in_terminal", { command: "ls" }, "a"], ["run_in_terminal", { command: "npm test" }, result]),
  );
  expect(summary).toContain("[Earlier: Ran `npm test` - FAILED: Expected 42 but got 41]");
  expect(summary).toContain("- Ran 1 terminal command(s): ls");
  for (const isError of [false, true])
    expect(summaryOf(history(["bash", {}, result, { isError }])).includes("[Errors encountered:]")).toBe(isError);
  expect(summaryOf(history(["edit_file", { path: "a" }, "Error: a: no such file"]))).toContain("- edit_file: ");
  const passed = history(["run_in_terminal", { command: "npm test" }, "ok\n\nCommand exited with code 0"]);
  expect(summaryOf(passed)).not.toContain("FAILED");
});

test("of long arguments only the ends are read: no lines are counted, and 2 GB of them take no memory", () => {
  const content = "a line\n".repeat(1_500_000);
  const calls = many(200, (at) => ["create_file", { filePath: `src/${at}.ts`, content }]);
  const { categories } = account(summaryOf(calls));
  expect(categories[0]).toMatchObject({ category: "write", count: 200 });
  expect(categories[0]?.finer[0]).toMatch(/^\[Earlier: Wrote src\/\d+\.ts\]$/);
  expect(lineOf("create_file", { filePath: "a.ts", content: "a line\n".repeat(1000) })).toBe(
    "[Earlier: Wrote a.ts, 1000 lines]",
  );
});

test.each([
  ["cat NOTES.md", "The tool prints exit code 2 when it fails.\n"],
  ["grep -n 'exit code' log", "12: exit code 1 seen\n13: exit code 0"],
])("%s speaks of an exit code, and has not failed", (command, result) => {
  expect(summaryOf(history(["run_in_terminal", { command }, result]))).not.toContain("FAILED");
});
