// Wrong arguments are refused immediately, with an error that names them.
import {
  Compactor,
  CompactorPool,
  capToSchema,
  clean,
  compactMessages,
  compactMessagesAsync,
  computeTruncation,
  computeTruncationAsync,
  presets,
  type ToolCallEntry,
  ToolHistoryManager,
  type TooltrimError,
  Trimmer,
  TrimStream,
  toolify,
  toolifySync,
  trim,
  trimValue,
  truncateStringsForLlm,
  truncateStringToBytes,
} from "tooltrim";
import { extractToolCalls, inspectMessages, renderAsText, repairMessages, validateMessages } from "tooltrim/messages";
import { observeTruncation } from "tooltrim/opentelemetry";
import { disclaimerFor, sessionBytes, truncationScope } from "tooltrim/signals";
import { fileBackend, OutputStore, retrieveTool } from "tooltrim/store";
import * as tools from "tooltrim/tools";
import { expect, test } from "vitest";

const any = (value: unknown) => value as never;
const window = { chars: 1000 };

test("messages instead of calls are refused with the way out, in a request body, too", () => {
  const messages = [
    { role: "user", content: "go" },
    { role: "assistant", content: "done" },
  ];
  for (const given of [messages, { model: "m", messages }, { input: messages }]) {
    expect(() => computeTruncation(any(given))).toThrow("extractToolCalls(messages)");
  }
  expect(() => computeTruncation(any({ messages: 5 }))).toThrow('calls: {"messages":5} is not a list');
});

test("what is no tool or handler is refused when it is wrapped", () => {
  const { limitAiSdkTool, limitAgentsTool, limitLangChainTool, limitMcpHandler, limitVsCodeTool } = tools;
  const adapters = [limitAiSdkTool, limitAgentsTool, limitLangChainTool, limitVsCodeTool] as ((
    tool: never,
  ) => unknown)[];
  for (const limit of adapters) {
    for (const tool of [undefined, null, 5, "tool", [], {}, { run: () => 1 }, async () => 1]) {
      expect(() => limit(any(tool)), `${limit.name} of ${tool}`).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringMatching(/^tool: .* is not an? /s) }),
      );
    }
  }
  for (const handler of [undefined, null, {}, "handler"]) {
    expect(() => limitMcpHandler(any(handler))).toThrow("is not a function");
  }
  expect(() => tools.limitAiSdkTools(any(undefined))).toThrow("tools: undefined is not an object");
  expect(() => tools.limitAiSdkTools(any({ read: 5 }))).toThrow("tools.read: 5 is not an object");
});

test("options that are none are named, and those that are known are listed", async () => {
  const typo = any({ misspelt: 1 });
  const withWindow = any({ window, misspelt: 1 });
  const tool = { description: "reads", inputSchema: {}, execute: () => "" };
  const calls: ToolCallEntry[] = [];
  const store = new OutputStore();
  const compactor = new Compactor({ window });
  const pool = new CompactorPool({ window });
  const messages = [{ role: "user", content: "go" }];
  /** Calls, and names that the error lists. An option in an option is named by its path. */
  const rows: [what: string, call: () => unknown, known: string[], place?: string][] = [
    ["trim", () => trim("text", typo), ["maxChars", "rescue", "tokens", "store", "scope", "onTruncate"]],
    ["rescue", () => trim("text", { rescue: typo }), ["share", "include", "exclude"], "rescue."],
    ["clean of trim", () => trim("text", { clean: typo }), ["ansi", "longLines"], "clean."],
    ["Trimmer", () => new Trimmer(typo), ["maxChars", "snap"]],
    ["TrimStream", () => new TrimStream(typo), ["maxChars", "snap"]],
    ["clean", () => clean("text", typo), ["ansi", "carriageReturns"]],
    ["trimValue", () => trimValue({}, typo), ["maxTotalBytes", "base64", "flag", "scope", "onTruncate"]],
    ["strings", () => trimValue({}, { strings: typo }), ["maxChars", "keep"], "strings."],
    ["limits", () => trimValue({}, { limits: { a: typo } }), ["maxChars", "maxItems", "maxKeys"], "limits.a."],
    ["capToSchema", () => capToSchema({}, {}, typo), ["maxStringBytes"]],
    ["truncateStringToBytes", () => truncateStringToBytes("text", 5, typo), ["suffix", "sizeSignal", "scope"]],
    ["truncateStringsForLlm", () => truncateStringsForLlm({}, 5, "t", typo), ["scope", "onTruncate"]],
    ["computeTruncation", () => computeTruncation(calls, typo), ["recentCallsToKeep", "categories"]],
    ["computeTruncationAsync", () => computeTruncationAsync(calls, typo), ["recentCallsToKeep", "summarize", "redact"]],
    ["ToolHistoryManager", () => new ToolHistoryManager(typo), ["recentCallsToKeep", "rendering"]],
    [
      "getCompactedHistoryAsync",
      () => new ToolHistoryManager().getCompactedHistoryAsync(typo),
      ["summarize", "timeout", "signal", "redact", "budgetTokens"],
    ],
    ["compactMessages", () => compactMessages([], withWindow), ["window", "economics", "tokens", "create", "onEvent"]],
    ["compactMessagesAsync", () => compactMessagesAsync([], withWindow), ["window", "store", "summarize", "signal"]],
    ["Compactor", () => new Compactor(withWindow), ["window", "onInvalid", "redact", "state"]],
    ["CompactorPool", () => new CompactorPool(withWindow), ["window", "store", "max"]],
    ["tools", () => new Compactor({ window, tools: { ls: typo } }), ["category", "keep", "result"], "tools.ls."],
    [
      "result",
      () => new Compactor({ window, tools: { ls: { result: typo } } }),
      ["maxChars", "keep"],
      "tools.ls.result.",
    ],
    ["economics", () => new Compactor({ window, economics: typo }), ["cacheRead", "cacheWrite"], "economics."],
    ["Compactor.next", () => compactor.next([], typo), ["force", "compactTo", "reserve"], "request."],
    ["Compactor.observe", () => compactor.observe(typo), ["inputTokens", "outside"], "billed."],
    ["CompactorPool.next", () => pool.next([], typo), ["same", "force", "compactTo", "reserve"], "request."],
    ["CompactorPool.observe", () => pool.observe(pool.next(messages), typo), ["inputTokens", "outside"], "billed."],
    ["toolify", () => toolify(() => "", typo), ["name", "output", "invariants"]],
    ["toolifySync", () => toolifySync(() => "", { output: typo }), ["maxChars", "keep"]],
    ["extractToolCalls", () => extractToolCalls(messages, typo), ["format"]],
    ["validateMessages", () => validateMessages(messages, typo), ["format"]],
    ["repairMessages", () => repairMessages(messages, typo), ["format", "create"]],
    ["renderAsText", () => renderAsText(messages, typo), ["format", "create", "rendering"]],
    ["inspectMessages", () => inspectMessages(messages, typo), ["format", "tokens", "redact"]],
    ["truncationScope", () => truncationScope(() => 1, typo), ["scope"]],
    ["observeTruncation", () => observeTruncation(typo), ["meter"]],
    ["sessionBytes", () => sessionBytes({}, typo), ["name", "warnAt"]],
    ["disclaimerFor", () => disclaimerFor({}, typo), ["text"]],
    ["OutputStore", () => new OutputStore(typo), ["maxBytes", "namespace", "backend"]],
    ["retain", () => fileBackend("folder", { retain: typo }), ["bytes", "days"], "retain."],
    ["retrieve", () => store.retrieve(store.put("text"), typo), ["lines", "pattern", "where", "maxChars"]],
    ["retrieveTool", () => retrieveTool(store, "text", typo), ["name", "maxChars"]],
    ["limitAiSdkTool", () => tools.limitAiSdkTool(tool, typo), ["name", "output", "maxParts"]],
    ["limitMcpHandler", () => tools.limitMcpHandler(() => ({}), typo), ["output", "values", "outputSchema"]],
    ["limitCallToolResult", () => tools.limitCallToolResult({}, typo), ["output", "values", "outputSchema"]],
    ["limitVsCodeTool", () => tools.limitVsCodeTool({ invoke: () => 1 }, typo), ["output", "values", "textPart"]],
    ["values", () => tools.limitAiSdkTool(tool, { values: typo }), ["maxTotalBytes"]],
  ];
  for (const [what, call, known, place = ""] of rows) {
    const refusal = await errorOf(call);
    expect([what, refusal.code], what).toEqual([what, "INVALID_OPTION"]);
    const [name, list = ""] = refusal.message.split(": is not an option; known are ");
    expect(name, what).toBe(`${place}misspelt`);
    const listed = list.split(", ");
    expect(listed, what).toEqual(expect.arrayContaining(known));
    expect(new Set(listed).size, what).toBe(listed.length);
  }
});

test("a name with a dot is not the option after it", () => {
  expect(() => trim("text", any({ "x.marker": "!" }))).toThrow("x.marker: is not an option; known are maxChars, ");
  expect(() => trim("text", { rescue: any({ "x.share": 1 }) })).toThrow("rescue.x.share: is not an option");
});

test("what is no object is no options", () => {
  expect(() => sessionBytes({}, any("state"))).toThrow('options: "state" is not an object');
  expect(() => disclaimerFor({}, { text: any(5) })).toThrow("text: 5 is not a string");
  expect(() => validateMessages([], any([]))).toThrow("options: [] is not an object");
});

async function errorOf(call: () => unknown): Promise<TooltrimError> {
  try {
    await call();
  } catch (thrown) {
    return thrown as TooltrimError;
  }
  throw new Error("did not throw");
}

test("an error shows a wrong value as it was written", () => {
  const rows: [value: unknown, shown: string][] = [
    ["4000", '"4000"'],
    [[], "[]"],
    [["4000"], '["4000"]'],
    [5n, "5n"],
    [() => 1, "a function"],
    [Symbol("x"), "Symbol(x)"],
    [`${"x".repeat(90)}\n${"x".repeat(200)}`, `"${"x".repeat(90)}\\n${"x".repeat(107)}...`],
    [`${"x".repeat(198)}\u{1f680}`, `"${"x".repeat(198)}...`],
    [Array(1e6).fill(1), `[${"1,".repeat(99)}1...`],
  ];
  for (const [value, shown] of rows) {
    expect(() => trim("text", any(value)), shown).toThrow(`options: ${shown} is not an object or a number of chars`);
  }
  const stores: [value: unknown, shown: string][] = [
    [{}, "{}"],
    [{ maxBytes: 5 }, '{"maxBytes":5}'],
    [new Map(), "[object Map]"],
    [/a/, "/a/"],
    [Promise.resolve(new OutputStore()), "[object Promise]"],
  ];
  for (const [store, shown] of stores) {
    expect(() => trim("text", { store: any(store) }), shown).toThrow(`store: ${shown} is not an OutputStore`);
  }
});

test("the trimmer takes the names of modes as the reference spells them", () => {
  const { contextTrimmer } = presets;
  expect(contextTrimmer("center_lines")).toEqual(contextTrimmer("centerLines"));
  expect(contextTrimmer("CENTER_LINES", 100)).toEqual(contextTrimmer("centerLines", 100));
  expect([contextTrimmer("HEAD"), contextTrimmer("TAIL"), contextTrimmer("CENTER")]).toEqual([
    contextTrimmer("head"),
    contextTrimmer("tail"),
    contextTrimmer("center"),
  ]);
  expect(() => contextTrimmer(any("middle"))).toThrow('mode: "middle" is not one of');
});

test("the last checkpoint tells the scope that it is given", async () => {
  const { truncationApplied, events } = await truncationScope(async (scope) => {
    await truncationScope(() => 1);
    return new Promise((done) =>
      setTimeout(() => done(truncateStringsForLlm({ a: "x".repeat(50) }, 20, "t", { scope })), 1),
    );
  });
  expect([truncationApplied, events.map(({ label }) => label)]).toEqual([true, ["t.a"]]);
});
