// The manager of `tooltrim/tool-history` in place of the one it replaces.
import { type TokenCounter, ToolHistoryManager } from "tooltrim/tool-history";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { between, many } from "../support/calls.js";

const read = (history: ToolHistoryManager, at: number, result = "text") =>
  history.addToolCall(`call_${at}`, "read_file", { filePath: `/src/${at}.ts` }, result, false);

const withReads = (count: number, config = {}) => {
  const history = new ToolHistoryManager(config);
  for (let at = 0; at < count; at += 1) read(history, at);
  return history;
};

describe("tokens", () => {
  test("are four chars each of name, arguments as JSON and result, rounded up per call", () => {
    const history = new ToolHistoryManager();
    expect(history.getTotalTokens()).toBe(0);
    const sizes = [
      ["read_file", { path: 'a "quoted"\n\u2028 name' }, "x"],
      ["n", {}, ""],
      ["n", {}, "x"],
      ["n", {}, "xx"],
      ["\u{1f469}\u200d\u{1f680}", { a: [1, null, { b: true }] }, "\u{1f680}".repeat(999)],
    ] as const;
    let expected = 0;
    for (const [name, args, result] of sizes) {
      history.addToolCall("id", name, args, result, false);
      expected += Math.ceil((name.length + JSON.stringify(args).length + result.length) / 4);
      expect(history.getTotalTokens()).toBe(expected);
    }
  });

  test("are the counter's, of name, arguments and result with a space between, for claude", () => {
    const estimateTextTokens = vi.fn((text: string) => text.length);
    const history = new ToolHistoryManager({}, { estimateTextTokens });
    history.addToolCall("call_1", "read_file", { path: "/a.ts", n: [1] }, "two\nlines", false);
    expect(estimateTextTokens.mock.calls).toEqual([['read_file {"path":"/a.ts","n":[1]} two\nlines', "claude"]]);
    expect(history.getTotalTokens()).toBe('read_file {"path":"/a.ts","n":[1]} two\nlines'.length);
  });

  test("are counted once a call, by a counter that may use its own fields", () => {
    class Counter implements TokenCounter {
      #asked = 0;
      estimateTextTokens() {
        this.#asked += 1;
        return this.#asked;
      }
    }
    const history = new ToolHistoryManager({ truncationThreshold: 5 }, new Counter());
    for (const at of [1, 2, 3]) read(history, at);
    history.getCompactedHistory();
    expect([history.getTotalTokens(), history.shouldTruncate(), history.getTotalTokens()]).toEqual([6, true, 6]);
  });

  test("decide about truncation when they are over the threshold, however few calls there are", () => {
    const history = new ToolHistoryManager({ truncationThreshold: 100 });
    history.addToolCall("1", "n", {}, "x".repeat(397), false);
    expect([history.getTotalTokens(), history.shouldTruncate()]).toEqual([100, false]);
    history.addToolCall("2", "n", {}, "", false);
    expect([history.getTotalTokens(), history.shouldTruncate()]).toEqual([101, true]);
  });

  test("decide at 10,000 when nothing is said", () => {
    const history = new ToolHistoryManager({ truncationThreshold: undefined });
    history.addToolCall("1", "n", {}, "x".repeat(39_997), false);
    expect([history.getTotalTokens(), history.shouldTruncate()]).toEqual([10_000, false]);
    history.addToolCall("2", "n", {}, "", false);
    expect(history.shouldTruncate()).toBe(true);
  });
});

describe("the history as text", () => {
  test("of no calls is empty", () => {
    const empty = { summary: null, recentCalls: [], truncatedCount: 0, originalCount: 0 };
    expect(new ToolHistoryManager().getCompactedHistory()).toEqual(empty);
  });

  test("is all calls in full when there are not more than are kept", () => {
    const { recentCalls, ...rest } = withReads(3, { recentCallsToKeep: 3 }).getCompactedHistory();
    expect(rest).toEqual({ summary: null, truncatedCount: 0, originalCount: 3 });
    expect(recentCalls).toHaveLength(3);
  });

  test("is a summary and the last calls else, whether or not they are over the threshold", () => {
    expect(withReads(5, { recentCallsToKeep: 2 }).getCompactedHistory()).toEqual({
      summary: "[Earlier in this session:]\n- Read 3 file(s): /src/0.ts, /src/1.ts, /src/2.ts",
      recentCalls: [3, 4].map((at) => ({
        callText: `<!-- prior-tool: read_file | id: call_${at} | args: {"filePath":"/src/${at}.ts"} -->`,
        resultText: `<!-- prior-tool-result: call_${at} -->\ntext`,
        isError: false,
      })),
      truncatedCount: 3,
      originalCount: 5,
    });
  });

  test("keeps six when nothing is said", () => {
    expect(withReads(6).getCompactedHistory().truncatedCount).toBe(0);
    expect(withReads(7).getCompactedHistory()).toMatchObject({ truncatedCount: 1, originalCount: 7 });
  });

  test("has calls and results as they were", () => {
    const history = new ToolHistoryManager();
    const args = { city: "Paris", deep: { list: [1, 2.5, null, true], text: 'a "quoted"\nline\\' }, empty: {} };
    history.addToolCall("call_abc123", "get_weather", args, '{"temp": 22}\n\n  indented\r\n', false);
    history.addToolCall("call_2", "get_time", {}, "", true);
    expect(history.getCompactedHistory().recentCalls).toEqual([
      {
        callText: `<!-- prior-tool: get_weather | id: call_abc123 | args: ${JSON.stringify(args)} -->`,
        resultText: '<!-- prior-tool-result: call_abc123 -->\n{"temp": 22}\n\n  indented\r\n',
        isError: false,
      },
      {
        callText: "<!-- prior-tool: get_time | id: call_2 | args: {} -->",
        resultText: "<!-- prior-tool-result: call_2 -->\n",
        isError: true,
      },
    ]);
  });

  test("keeps calls apart whose ids repeat", () => {
    const history = new ToolHistoryManager({ recentCallsToKeep: 2 });
    for (const result of ["a", "b", "c"]) history.addToolCall("same", "read_file", { path: result }, result, false);
    const { summary, recentCalls, truncatedCount } = history.getCompactedHistory();
    expect(summary).toBe("[Earlier in this session:]\n- Read 1 file(s): a");
    expect([truncatedCount, recentCalls.map(({ resultText }) => resultText.at(-1))]).toEqual([1, ["b", "c"]]);
  });
});

describe("the shapes of the design record", () => {
  test("recentTurnsToKeep is how many calls are kept", () => {
    expect(withReads(5, { recentTurnsToKeep: 2 }).getCompactedHistory().recentCalls).toHaveLength(2);
  });

  test("an entry is a call; its own category and tokens win", () => {
    const history = new ToolHistoryManager({ recentCallsToKeep: 0 });
    const [entry] = many(1, () => ["read_file", { query: "what" }, "x", { category: "search", tokenCount: 12_345 }]);
    if (entry) history.addToolCall(entry);
    expect(history.getTotalTokens()).toBe(12_345);
    expect(history.getCompactedHistory().summary).toBe("[Earlier in this session:]\n- Performed 1 search(es): what");
  });

  test("an entry without tokens counts as its parts do", () => {
    const [byParts, byEntry] = [new ToolHistoryManager(), new ToolHistoryManager()];
    byParts.addToolCall("1", "bash", { command: "ls" }, "a\nb", true);
    byEntry.addToolCall({ callId: "1", name: "bash", args: { command: "ls" }, result: "a\nb", isError: true });
    expect(byEntry.getTotalTokens()).toBe(byParts.getTotalTokens());
    expect(byEntry.getCompactedHistory()).toEqual(byParts.getCompactedHistory());
  });

  test("a budget in tokens bounds all texts together, and trims the oldest result first", () => {
    const history = new ToolHistoryManager();
    for (const at of [1, 2, 3]) read(history, at, `${at}`.repeat(8000));
    const whole = history.getCompactedHistory();
    const { recentCalls } = history.getCompactedHistory(4500);
    const size = recentCalls.reduce((sum, { callText, resultText }) => sum + callText.length + resultText.length, 0);
    expect(size).toBeLessThanOrEqual(18_000);
    expect(size).toBeGreaterThan(17_900);
    expect(recentCalls.slice(1)).toEqual(whole.recentCalls.slice(1));
    const trimmed = between(recentCalls[0]?.resultText, "<!-- prior-tool-result: call_1 -->\n", "");
    expect(trimmed).toMatch(/^1+\n\.\.\. \[truncated \d+ chars] \.\.\.\n1+$/);
    expect(history.getCompactedHistory(1e6)).toEqual(whole);
  });
});

describe("a history that is cleared", () => {
  let history: ToolHistoryManager;
  beforeEach(() => {
    history = withReads(9);
    history.clear();
  });

  test("is as new", () => {
    expect([history.getHistoryLength(), history.getTotalTokens(), history.shouldTruncate()]).toEqual([0, 0, false]);
    expect(history.getCompactedHistory()).toEqual(new ToolHistoryManager().getCompactedHistory());
  });

  test("takes calls again", () => {
    read(history, 1);
    expect([history.getHistoryLength(), history.getCompactedHistory().originalCount]).toEqual([1, 1]);
  });
});

test("the length is the number of calls", () => {
  expect([0, 1, 10].map((count) => withReads(count).getHistoryLength())).toEqual([0, 1, 10]);
});

test("a logger is told of each call and of clearing", () => {
  const trace = vi.fn();
  const history = new ToolHistoryManager({}, undefined, { trace });
  history.addToolCall("1", "run_in_terminal", { command: "ls" }, "ok", true);
  history.addToolCall({ callId: "2", name: "think", args: {}, result: "", tokenCount: 7, category: "search" });
  history.clear();
  expect(trace.mock.calls).toEqual([
    ["[ToolHistory] Added run_in_terminal (terminal): 9 tokens, error=true"],
    ["[ToolHistory] Added think (search): 7 tokens, error=false"],
    ["[ToolHistory] Cleared all history"],
  ]);
});

test("neither a counter nor a logger is needed, nor a configuration", () => {
  const absent = [undefined, null] as unknown as undefined[];
  for (const none of absent) {
    const history = new ToolHistoryManager(none, none, none);
    read(history, 1);
    expect([history.getTotalTokens(), history.getHistoryLength()]).toEqual([10, 1]);
  }
});
