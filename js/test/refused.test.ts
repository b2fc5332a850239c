// Wrong arguments are refused immediately, with an error that names them.
import { Compactor, CompactorPool, computeTruncation, presets, trim, truncateStringsForLlm } from "tooltrim";
import { disclaimerFor, sessionBytes, truncationScope } from "tooltrim/signals";
import { OutputStore, retrieveTool } from "tooltrim/store";
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

test("options that are none are named", () => {
  const rows: [() => unknown, string][] = [
    [() => new OutputStore(any({ maxByte: 5 })), "maxByte: is not an option; known are maxBytes, namespace, "],
    [() => new OutputStore(any({ retain: { day: 5 } })), "retain.day: is not an option; known are bytes, days"],
    [() => sessionBytes({}, any({ warn: 5 })), "warn: is not an option; known are name, warnAt"],
    [() => sessionBytes({}, any("state")), 'options: "state" is not an object'],
    [() => disclaimerFor({}, any({ paragraph: "x" })), "paragraph: is not an option; known are text"],
    [() => disclaimerFor({}, { text: any(5) }), "text: 5 is not a string"],
    [
      () => truncateStringsForLlm({}, 5, "t", any({ scopes: 1 })),
      "scopes: is not an option; known are scope, onTruncate",
    ],
    [
      () => retrieveTool(new OutputStore(), "text", any({ maxchars: 900 })),
      "maxchars: is not an option; known are name,",
    ],
    [
      () => new Compactor({ window }).next([], any({ forced: true })),
      "request.forced: is not an option; known are force",
    ],
    [() => new Compactor({ window }).next([], any({ same: () => true })), "request.same: is not an option"],
    [() => new CompactorPool({ window }).next([], any({ compactto: 0.1 })), "request.compactto: is not an option"],
  ];
  for (const [call, message] of rows) expect(call, message).toThrow(message);
});

test("an error shows a wrong value as it was written", () => {
  const rows: [value: unknown, shown: string][] = [
    ["4000", '"4000"'],
    [[], "[]"],
    [["4000"], '["4000"]'],
    [5n, "5n"],
    [() => 1, "a function"],
    [Symbol("x"), "Symbol(x)"],
    [`${"x".repeat(90)}\n${"x".repeat(90)}`, `"${"x".repeat(90)}\\nxxxxxxx...`],
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
