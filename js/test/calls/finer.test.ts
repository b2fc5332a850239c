// The main entry's summary: lines about single calls below the line of their category, as far as there is room.
import { computeTruncation, estimateTokens, type ToolCallEntry } from "tooltrim";
import { describe, expect, test } from "vitest";
import { account, all, below, failed, history, many, type Spec } from "../support/calls.js";

const summaryOf = (calls: readonly ToolCallEntry[], maxHistorySummaryTokens = 2000) =>
  computeTruncation(calls, { ...all, maxHistorySummaryTokens }).summary ?? "";

/** The only finer line of a call. */
const lineOf = (...call: Spec) => {
  const lines = account(summaryOf(history(call))).categories.flatMap(({ finer }) => finer);
  expect(lines.length).toBeLessThanOrEqual(1);
  return lines[0];
};

const FAIL = `FAIL src/foo.test.ts
  \u2715 should handle edge case (15ms)
    Error: Expected 42 but got undefined
    at Object.<anonymous> (foo.test.ts:23:5)
`;

test("what was read, edited, run and searched stands below the line of its category, which stays as it is", () => {
  const calls = history(
    ["read_file", { filePath: "/src/foo.ts", startLine: 1, endLine: 50 }, "text"],
    ["run_in_terminal", { command: "npm run lint" }, "clean"],
    ["run_in_terminal", { command: "npm test" }, FAIL, failed],
    ["replace_string_in_file", { filePath: "/src/bar.ts", oldString: "a", newString: "b\nc" }, "done"],
    ["semantic_search", { query: "tokenRefresh" }, "4 matches"],
    ["think", { thought: "Next?" }, ""],
  );
  expect(summaryOf(calls).split("\n")).toEqual([
    "[Earlier in this session:]",
    "- Read 1 file(s): /src/foo.ts",
    "  [Earlier: Read /src/foo.ts lines 1-50]",
    "- Ran 1 terminal command(s): npm run lint",
    "  [Earlier: Ran `npm run lint`]",
    '  [Earlier: Ran `npm test` - FAILED: foo.test.ts:23 "Expected 42 but got undefined"]',
    "- Made 1 edit(s) to: /src/bar.ts",
    "  [Earlier: Edited /src/bar.ts, 1 line -> 2 lines]",
    "- Performed 1 search(es): tokenRefresh",
    '  [Earlier: Searched "tokenRefresh", 4 hits]',
    "- Used 1 other tool(s): think",
    "  [Earlier: Used think: Next?]",
    "",
    "[Errors encountered:]",
    `- run_in_terminal \`npm test\`: ${FAIL.trim().replaceAll("\n", "\\n")}`,
  ]);
});

describe("of a read", () => {
  test.each([
    [{ filePath: "a", startLine: 1, endLine: 50 }, "lines 1-50"],
    [{ file_path: "a", offset: 10, limit: 20 }, "lines 10-29"],
    [{ path: "a", start_line: 7 }, "from line 7"],
    [{ target_file: "a", end_line: 9 }, "lines 1-9"],
  ])("%j: %s", (args, range) => {
    expect(lineOf("read_file", args)).toBe(`[Earlier: Read a ${range}]`);
  });

  test("a count alone is one of lines where the path is that of a file", () => {
    expect(lineOf("read_file", { path: "a.ts", limit: 5 })).toBe("[Earlier: Read a.ts lines 1-5]");
    expect(lineOf("list_dir", { path: "src", limit: 100 })).toBe("[Earlier: Read src]");
    expect(lineOf("fetch_webpage", { url: "https://a.example/b", start: 1000, limit: 5000 })).toBe(
      "[Earlier: Read https://a.example/b]",
    );
  });

  test("what was searched for says more than where", () => {
    expect(lineOf("grep", { pattern: "foo", path: "src", limit: 20 })).toBe('[Earlier: Searched "foo" in src]');
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

describe("of a write", () => {
  test.each([
    ["edit_file", { path: "a", old_string: "1\n2\n", new_string: "1" }, "Edited a, 2 lines -> 1 line"],
    ["create_file", { filePath: "a", content: "1\n2\n3" }, "Wrote a, 3 lines"],
    ["delete_file", { path: "a" }, "Deleted a"],
    ["delete_lines", { path: "a", start_line: 1, end_line: 4 }, "Edited a"],
    ["delete_text_in_file", { path: "a", text: "b" }, "Edited a"],
    ["apply_patch", { input: "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch" }, "Edited a"],
  ])("%s %j", (name, args, line) => {
    expect(lineOf(name, args)).toBe(`[Earlier: ${line}]`);
  });

  test("several of one file are one line", () => {
    const calls = many(3, (at) => ["edit_file", { path: "a.ts", old_string: `${at}`, new_string: "x" }]);
    expect(account(summaryOf(calls)).categories).toEqual([
      { category: "write", count: 3, finer: ["[Earlier: Edited a.ts 3 times]"] },
    ]);
  });
});

describe("of a search", () => {
  test.each([
    ["12 results in 3 files", ", 12 hits"],
    ["No matches found", ", 0 hits"],
    ["src/a.ts:12: x\nsrc/b.ts:7: x\n", ", 2 hits"],
    ["nothing that says a number", ""],
    ["", ""],
  ])("%j", (result, hits) => {
    expect(lineOf("codebase_search", { query: "q" }, result)).toBe(`[Earlier: Searched "q"${hits}]`);
  });
});

test("what was read again is named once, and not when it was edited since", () => {
  const calls = history(
    ["read_file", { path: "a" }],
    ["read_file", { path: "b" }],
    ["read_file", { path: "a" }],
    ["edit_file", { path: "b" }],
  );
  expect(account(summaryOf(calls)).categories).toEqual([
    { category: "read", count: 3, finer: ["[Earlier: Read a]"] },
    { category: "write", count: 1, finer: ["[Earlier: Edited b]"] },
  ]);
});

test("a failure that the same call later did not have is said to have passed", () => {
  const calls = history(
    ["bash", { command: "npm test" }, "Error: boom", failed],
    ["bash", { command: "npm run lint" }, "Error: other", failed],
    ["bash", { command: "npm test" }, "ok"],
  );
  expect(below(summaryOf(calls)).slice(-2)).toEqual([
    "- bash `npm test`: Error: boom (passed later)",
    "- bash `npm run lint`: Error: other",
  ]);
});

describe("the limit", () => {
  const calls = many(30, (at) => [
    ["read_file", "edit_file", "bash"][at % 3] as string,
    { path: `src/${at}.ts`, command: `make ${at}` },
    at % 5 === 0 ? `Error: step ${at} failed\n` : "ok",
    at % 5 === 0 ? failed : {},
  ]);
  const limits = [0, 1, 5, 8, 9, 15, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1500, 1e9];

  test("holds for the whole summary, whatever it is", () => {
    for (const limit of limits) expect(estimateTokens(summaryOf(calls, limit))).toBeLessThanOrEqual(limit);
  });

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

test("a command failed by its exit code, whatever the caller's flag says", () => {
  const result = "> app@1.0.0 test\n\nError: Expected 42 but got 41\n\nCommand exited with code 1";
  expect(lineOf("run_in_terminal", { command: "npm test" }, result)).toBeUndefined();
  const summary = summaryOf(
    history(["run_in_terminal", { command: "ls" }, "a"], ["run_in_terminal", { command: "npm test" }, result]),
  );
  expect(summary).toContain("[Earlier: Ran `npm test` - FAILED: Expected 42 but got 41]");
  expect(summary).toContain("- Ran 1 terminal command(s): ls");
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

test("the body of a heredoc is not shown, nor a number for it", () => {
  const command = "python - <<'EOF'\nprint(1)\nEOF";
  expect(lineOf("run_in_terminal", { command })).toBe("[Earlier: Ran `python - <<...`]");
});
