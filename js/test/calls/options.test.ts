// The configuration of both entries: what is refused and how it says so, and what counts as absent.
import {
  categorizeToolCall,
  computeTruncation,
  computeTruncationAsync,
  type ToolCallEntry,
  ToolHistoryManager,
  type TruncationConfig,
} from "tooltrim";
import { extractToolCalls } from "tooltrim/messages";
import * as dropIn from "tooltrim/tool-history";
import { describe, expect, test } from "vitest";
import { many, recorded } from "../support/calls.js";
import { failure } from "../support/errors.js";

const size = "is not a number of 0 or more";
const threshold = `${size}, { chars }, { tokens }, { utf16 }, { calls } or { share, of }`;

const wrong: [field: string, value: unknown, message: string][] = [
  ["truncationThreshold", -1, `truncationThreshold: -1 ${size}`],
  ["truncationThreshold", -0.5, `truncationThreshold: -0.5 ${size}`],
  ["truncationThreshold", Number.NaN, `truncationThreshold: NaN ${size}`],
  ["preserveErrorsVerbatim", "false", 'preserveErrorsVerbatim: "false" is not true or false'],
  ["preserveErrorsVerbatim", 0, "preserveErrorsVerbatim: 0 is not true or false"],
  ["preserveErrorsVerbatim", null, "preserveErrorsVerbatim: null is not true or false"],
  ["truncationThreshold", "10000", `truncationThreshold: "10000" ${threshold}`],
  ["truncationThreshold", null, `truncationThreshold: null ${threshold}`],
  ["truncationThreshold", [100], `truncationThreshold: [100] ${threshold}`],
  ["truncationThreshold", {}, `truncationThreshold: {} ${threshold}`],
  ["truncationThreshold", { bytes: 5 }, `truncationThreshold: {"bytes":5} ${threshold}`],
  ["truncationThreshold", { chars: 1, tokens: 1 }, `truncationThreshold: {"chars":1,"tokens":1} ${threshold}`],
  ["truncationThreshold", { chars: 1, bytes: 1 }, `truncationThreshold: {"chars":1,"bytes":1} ${threshold}`],
  ["truncationThreshold", { share: 0.5 }, `truncationThreshold: {"share":0.5} ${threshold}`],
  ["truncationThreshold", { of: { chars: 5 } }, `truncationThreshold: {"of":{"chars":5}} ${threshold}`],
  ["truncationThreshold", { chars: -1 }, `truncationThreshold.chars: -1 ${size}`],
  ["truncationThreshold", { tokens: "5" }, `truncationThreshold.tokens: "5" ${size}`],
  ["truncationThreshold", { calls: Number.NaN }, `truncationThreshold.calls: NaN ${size}`],
  [
    "truncationThreshold",
    { share: 1.5, of: { chars: 1 } },
    "truncationThreshold.share: 1.5 is not a number from 0 to 1",
  ],
  ["truncationThreshold", { share: -0.1, of: 1 }, "truncationThreshold.share: -0.1 is not a number from 0 to 1"],
  [
    "truncationThreshold",
    { share: 0.5, of: 1000 },
    "truncationThreshold.of: 1000 is not { utf16 }, { chars } or { tokens }",
  ],
  ["truncationThreshold", { share: 0.5, of: { chars: -1 } }, `truncationThreshold.of.chars: -1 ${size}`],
  [
    "truncationThreshold",
    { share: 0.5, of: { calls: 9 } },
    "truncationThreshold.of: an object is not { utf16 }, { chars } or { tokens }",
  ],
  ["categories", "read", 'categories: "read" is not an object of tool names and categories'],
  ["categories", ["read"], 'categories: ["read"] is not an object of tool names and categories'],
  ["categories", null, "categories: null is not an object of tool names and categories"],
  [
    "categories",
    { think: "thinking" },
    'categories.think: "thinking" is not one of "read", "write", "terminal", "search", "other"',
  ],
  [
    "categories",
    { a: "read", "b.c": 5 },
    'categories.b.c: 5 is not one of "read", "write", "terminal", "search", "other"',
  ],
  ["rendering", "xml", 'rendering: "xml" is not one of "comments", "brackets"'],
];

describe("a wrong option is refused", () => {
  test.each(wrong.map(([field, value, message]) => ({ message, config: { [field]: value } as TruncationConfig })))(
    "$message",
    ({ message, config }) => {
      expect(failure(() => computeTruncation([], config))).toBe(`INVALID_OPTION: ${message}`);
      expect(failure(() => new ToolHistoryManager(config))).toBe(`INVALID_OPTION: ${message}`);
      const same = config as dropIn.TruncationConfig;
      expect(failure(() => dropIn.computeTruncation([], same))).toBe(`INVALID_OPTION: ${message}`);
      expect(failure(() => new dropIn.ToolHistoryManager(same))).toBe(`INVALID_OPTION: ${message}`);
    },
  );

  test("before the calls are looked at, and however few they are", () => {
    const calls = [
      {
        get callId(): string {
          throw new Error("read");
        },
        name: "x",
        args: {},
        result: "",
      },
    ];
    expect(failure(() => computeTruncation(calls, { recentCallsToKeep: -1 }))).toContain("recentCallsToKeep");
  });
});

test("an unknown option is refused by the main entry, and ignored where the reference ignores it", () => {
  const config = { recentcallstokeep: 3 } as TruncationConfig;
  const refusal = "INVALID_OPTION: recentcallstokeep: is not an option; known are recentCallsToKeep, ";
  expect(failure(() => computeTruncation([], config))).toContain(refusal);
  expect(failure(() => new ToolHistoryManager(config))).toContain(refusal);
  const same = config as dropIn.TruncationConfig;
  expect(() => [dropIn.computeTruncation([], same), new dropIn.ToolHistoryManager(same)]).not.toThrow();
});

test.each([
  ["{}", '"{}"'],
  [5, "5"],
  [true, "true"],
  [() => 1, "a function"],
])("%s is no configuration", (config, shown) => {
  const message = `INVALID_OPTION: config: ${shown} is not an object`;
  const given = config as TruncationConfig;
  expect(failure(() => computeTruncation([], given))).toBe(message);
  expect(failure(() => new ToolHistoryManager(given))).toBe(message);
});

test("a list is no configuration", () => {
  expect(failure(() => computeTruncation([], [1] as TruncationConfig))).toMatch(
    /^INVALID_OPTION: config: .* not an obj/,
  );
});

test.each([
  [undefined, "undefined"],
  [null, "null"],
  ["calls", '"calls"'],
  [{}, "{}"],
  [5, "5"],
  [new Set(), "[object Set]"],
])("%s is no list of calls", (calls, shown) => {
  const message = `INVALID_OPTION: calls: ${shown} is not a list`;
  expect(failure(() => computeTruncation(calls as never))).toBe(message);
  expect(failure(() => dropIn.computeTruncation(calls as never))).toBe(message);
});

describe("messages of a conversation are no calls", () => {
  const call = { id: "c1", type: "function", function: { name: "ls", arguments: "{}" } };
  const conversations: Record<string, object[]> = {
    "a question": [{ role: "user", content: "Which files are there?" }],
    "OpenAI Chat": [
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "a.ts" },
    ],
    "OpenAI Responses": [
      { type: "function_call", call_id: "c1", name: "ls", arguments: "{}" },
      { type: "function_call_output", call_id: "c1", output: "a.ts" },
      { type: "image_generation_call", id: "i1", result: "iVBORw0K" },
    ],
    "OpenAI Agents": [
      { type: "function_call", callId: "c1", name: "ls", arguments: "{}" },
      { type: "function_call_result", callId: "c1", name: "ls", output: { type: "text", text: "a.ts" } },
    ],
    Anthropic: [
      { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "ls", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "a.ts" }] },
    ],
    Gemini: [{ role: "model", parts: [{ functionCall: { name: "ls", args: {} } }] }],
    "AI SDK": [
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "ls", input: {} }] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName: "ls", output: { type: "text" } }] },
    ],
    "VS Code": [{ role: 2, content: [{ callId: "c1", name: "ls", input: {} }], name: undefined }],
  };

  test.each(Object.entries(conversations))("%s", async (_, messages) => {
    const rule = 'these look like messages, not tool calls; pass extractToolCalls(messages) from "tooltrim/messages"';
    const message = `INVALID_OPTION: calls: ${rule}`;
    const given = messages as unknown as ToolCallEntry[];
    expect(failure(() => computeTruncation(given))).toBe(message);
    const refused = await computeTruncationAsync(given).catch((error) => `${error.code}: ${error.message}`);
    expect(refused).toBe(message);
    const manager = new ToolHistoryManager();
    expect(failure(() => manager.addToolCall(given[0] as ToolCallEntry))).toBe(message);
    expect(manager.getHistoryLength()).toBe(0);
    // The import swap stays as its reference is.
    expect(() => dropIn.computeTruncation(given as dropIn.ToolCallEntry[])).not.toThrow();
    expect(() => computeTruncation(extractToolCalls(messages))).not.toThrow();
  });
});

test("options that are undefined are absent, those of a threshold too", () => {
  const calls = many(9, () => ["read_file", { path: "a" }, "x".repeat(2000)]);
  const absent = {
    recentCallsToKeep: undefined,
    maxHistorySummaryTokens: undefined,
    preserveErrorsVerbatim: undefined,
    truncationThreshold: undefined,
    categories: undefined,
    rendering: undefined,
  };
  expect(computeTruncation(calls, absent)).toEqual(computeTruncation(calls));
  expect(computeTruncation(calls, null)).toEqual(computeTruncation(calls));
  expect(computeTruncation(calls).shouldTruncate).toBe(true);
  const threshold = { chars: 100, tokens: undefined } as TruncationConfig["truncationThreshold"];
  expect(computeTruncation(calls, { truncationThreshold: threshold }).shouldTruncate).toBe(true);
});

test("a configuration is read when it is given: what is done to it later does not matter", () => {
  const config = { recentCallsToKeep: 1, truncationThreshold: { calls: 2 }, categories: { think: "read" as const } };
  const history = new ToolHistoryManager(Object.freeze(config));
  config.truncationThreshold.calls = 100;
  for (const call of many(3, () => ["think"])) history.addToolCall(call);
  expect(history.shouldTruncate()).toBe(true);
  expect(history.getCompactedHistory().truncatedCount).toBe(2);
});

test("many configurations in turn each count by themselves", () => {
  const calls = many(4, () => ["bash", { command: "ls" }]);
  for (let round = 0; round < 3; round += 1) {
    for (const keep of [0, 1, 2, 3]) {
      const config = { recentCallsToKeep: keep, truncationThreshold: 0 };
      expect(computeTruncation(calls, config).recentCallIds.size).toBe(keep);
      expect(dropIn.computeTruncation(recorded(calls, "terminal"), config).truncatedCallIds.size).toBe(4 - keep);
    }
  }
});

test("own categories are refused where they are no categories", () => {
  const rule = "is not an object of tool names and categories";
  expect(failure(() => categorizeToolCall("x", "read" as never))).toBe(`INVALID_OPTION: categories: "read" ${rule}`);
  expect(failure(() => categorizeToolCall("x", { x: "reads" as never }))).toContain("categories.x");
  expect(categorizeToolCall("deploy_all", { "deploy*": "terminal" })).toBe("terminal");
  expect(categorizeToolCall("deploy_all", undefined)).toBe("other");
});
