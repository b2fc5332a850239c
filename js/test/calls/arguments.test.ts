// Arguments as JSON text, as OpenAI sends `function.arguments`, count as the object in it; a missing result as empty.
import { computeTruncation, type ToolCallEntry, ToolHistoryManager } from "tooltrim";
import * as dropIn from "tooltrim/tool-history";
import { expect, test } from "vitest";
import { all } from "../support/calls.js";

const paths = ["src/a.ts", "src/b.ts", "src/c.ts"];
const calls = (args: (path: string) => unknown, result: unknown = "text") =>
  paths.map((filePath, at) => ({
    callId: `c${at}`,
    name: "read_file",
    args: args(filePath),
    result,
  })) as ToolCallEntry[];
const objects = calls((filePath) => ({ filePath, startLine: 1 }));
const texts = calls((filePath) => JSON.stringify({ filePath, startLine: 1 }));
const spaced = calls((filePath) => `\n${JSON.stringify({ filePath, startLine: 1 }, null, 2)}\n`);

test("the text of an object names what the object names, in every entry", () => {
  const { summary } = computeTruncation(objects, all);
  expect(summary).toContain("- Read 3 file(s): src/a.ts, src/b.ts, src/c.ts");
  expect(computeTruncation(texts, all)).toEqual(computeTruncation(objects, all));
  expect(computeTruncation(spaced, all).summary).toBe(summary);
  const reference = (given: unknown) =>
    dropIn.computeTruncation(given as dropIn.ToolCallEntry[], { truncationThreshold: 0 });
  expect(reference(texts)).toEqual(reference(objects));
  const config = { truncationThreshold: 0, recentCallsToKeep: 1 };
  for (const Manager of [ToolHistoryManager, dropIn.ToolHistoryManager]) {
    const filled = (given: ToolCallEntry[]) => {
      const manager = new Manager(config);
      for (const { callId, name, args, result } of given) manager.addToolCall(callId, name, args, result);
      return manager;
    };
    expect(filled(texts).getCompactedHistory()).toEqual(filled(objects).getCompactedHistory());
    const native = new dropIn.NativeStrategy();
    expect(filled(texts).renderAsItems(native)).toEqual(filled(objects).renderAsItems(native));
    expect(filled(texts).getTotalTokens()).toBe(filled(objects).getTotalTokens());
  }
});

test("a counter of the caller's own gets the text as it is, not quoted once more", () => {
  const seen: string[] = [];
  const manager = new ToolHistoryManager(undefined, (text) => seen.push(text));
  manager.addToolCall("c", "ls", '{"path":"src"}', "a.ts");
  expect(seen).toEqual(['ls {"path":"src"} a.ts']);
});

test("digits that no double holds stay as they were written", () => {
  const manager = new ToolHistoryManager();
  manager.addToolCall("c", "get_order", '{"id":12345678901234567890}', "ok");
  expect(manager.getCompactedHistory().recentCalls[0]?.callText).toContain('args: {"id":12345678901234567890}');
});

test("a text that is no JSON object stays a text and names nothing", () => {
  for (const text of ['{"filePath":', '["src/a.ts"]', '"src/a.ts"', "{}}", ""]) {
    const { summary } = computeTruncation(
      calls(() => text),
      all,
    );
    expect(summary?.split("\n")[1], text).toBe("- Read 3 file(s)");
  }
});

test("a result that is missing, or is no text, counts as an empty one", () => {
  const config = { truncationThreshold: 1, recentCallsToKeep: 1 };
  const empty = computeTruncation(
    calls((filePath) => ({ filePath }), ""),
    config,
  );
  expect(empty.shouldTruncate).toBe(true);
  for (const result of [null, 5, { content: "x" }]) {
    expect(
      computeTruncation(
        calls((filePath) => ({ filePath }), result),
        config,
      ),
    ).toEqual(empty);
  }
  const without = calls((filePath) => ({ filePath })).map(({ result: _, ...call }) => call as ToolCallEntry);
  expect(computeTruncation(without, config)).toEqual(empty);
});
