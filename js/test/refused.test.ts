// Wrong arguments are refused immediately, with an error that names them.
import { computeTruncation, presets, truncateStringsForLlm } from "tooltrim";
import { disclaimerFor, sessionBytes, truncationScope } from "tooltrim/signals";
import { OutputStore } from "tooltrim/store";
import * as tools from "tooltrim/tools";
import { expect, test } from "vitest";

const any = (value: unknown) => value as never;

test("messages instead of calls are refused with the way out, in a request body, too", () => {
  const messages = [
    { role: "user", content: "go" },
    { role: "assistant", content: "done" },
  ];
  for (const given of [messages, { model: "m", messages }, { input: messages }]) {
    expect(() => computeTruncation(any(given))).toThrow("extractToolCalls(messages)");
  }
  expect(() => computeTruncation(any({ messages: 5 }))).toThrow("calls: [object Object] is not a list");
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
    [() => sessionBytes({}, any("state")), "options: state is not an object"],
    [() => disclaimerFor({}, any({ paragraph: "x" })), "paragraph: is not an option; known are text"],
    [() => disclaimerFor({}, { text: any(5) }), "text: 5 is not a string"],
    [
      () => truncateStringsForLlm({}, 5, "t", any({ scopes: 1 })),
      "scopes: is not an option; known are scope, onTruncate",
    ],
  ];
  for (const [call, message] of rows) expect(call, message).toThrow(message);
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
