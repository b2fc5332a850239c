// Single values that are not what they should be: the rest of the conversation is read and mended all the same.
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import {
  applyEdits,
  detectFormat,
  extractToolCalls,
  type MessageFormat,
  renderAsText,
  repairMessages,
  validateMessages,
} from "tooltrim/messages";
import { describe, expect, test } from "vitest";
import { failure } from "../support/errors.js";
import type { Loose } from "./support.js";

const user = { role: "user", content: "hi" };
const contents = { role: "user", parts: [{ text: "hi" }] };
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

/** Mended, with nothing left to mend, be the format given or found again. */
function mended(messages: Loose[], format?: MessageFormat): readonly Loose[] {
  const repaired = repairMessages(messages, { format });
  expect(repaired).toMatchObject({ reason: null, problems: [], changed: true });
  expect(validateMessages(repaired.messages, { format })).toEqual([]);
  expect(repairMessages(repaired.messages, { format }).messages).toBe(repaired.messages);
  return repaired.messages;
}

describe("a call that is no object does not stop the repair", () => {
  test.each([{ call: 1 }, { call: "x" }, { call: true }, { call: ["f"] }])("of Chat Completions: $call", ({ call }) => {
    mended([user, { role: "assistant", content: "", tool_calls: [call] }]);
    mended([user, { role: "assistant", content: "a", tool_calls: [{ id: "c", type: "function", function: call }] }]);
    mended([user, { role: "assistant", content: "a", function_call: call }]);
  });

  test.each([{ call: 1 }, { call: "x" }, { call: ["f"] }])("of Gemini: $call", ({ call }) => {
    mended([contents, { role: "model", parts: [{ functionCall: call }] }, contents]);
    const asked = { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] };
    mended([contents, asked, { role: "user", parts: [{ functionResponse: call }] }]);
  });
});

test("a call of Chat Completions without any member becomes one that the API knows", () => {
  const [, assistant] = mended([user, { role: "assistant", content: "", tool_calls: [{}] }]);
  expect(assistant.tool_calls ?? []).toEqual(
    assistant.tool_calls && [{ id: "call_1", type: "function", function: { name: "unknown_tool", arguments: "{}" } }],
  );
});

test("a result before its call in the call's own message moves, and the call beside it is answered", () => {
  const calls = ["a", "b"].map((id) => ({ type: "tool_use", id, name: "f", input: {} }));
  const result = { type: "tool_result", tool_use_id: "a", content: "x" };
  const repaired = mended([user, { role: "assistant", content: [result, ...calls] }]);
  expect(repaired[1]).toEqual({ role: "assistant", content: calls });
  expect(repaired[2].content[0]).toBe(result);
  expect(repaired[2].content[1]).toMatchObject({ tool_use_id: "b", is_error: true });
});

test("what a repair leaves is of the format that was found before", () => {
  mended([{ role: "assistant", content: [{ type: "tool_use" }, { type: "tool-call" }] }]);
  mended([{ role: "user", content: [{ type: "tool_result" }, { callId: null }, { type: "text", text: "hi" }] }]);
});

test("thinking that was redacted is no sign of a format that calls of another one do not outweigh", () => {
  const thought = { role: "assistant", content: [{ type: "redacted_thinking", data: "x" }] };
  const call = { role: "assistant", content: "", tool_calls: [{ id: "a", name: "f", args: {} }] };
  expect(detectFormat([user, thought, call, { role: "tool", tool_call_id: "a", content: "x" }])).toBe("openai-chat");
  expect(detectFormat([user, thought])).toBe("anthropic");
});

test("an empty place in front of the parts hides no format", () => {
  expect(detectFormat([{ id: "1", role: "user", parts: [null, { type: "text", text: "hi" }] }])).toBe("ai-sdk");
});

describe("values that throw whenever they are looked at", () => {
  const revokedInput = [
    user,
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: revoked() }] },
  ];

  test("as arguments, count as none", () => {
    expect(extractToolCalls(revokedInput)).toMatchObject([{ callId: "a", name: "f", args: null }]);
  });

  test("in a part that an edit does not touch, are left alone", () => {
    const edited = applyEdits(revokedInput, [{ text: "/0/content", value: "bye" }]);
    expect(edited[1]).toBe(revokedInput[1]);
  });
});

test("an empty place among calls does not stop the rendering as text", () => {
  const call = { id: "a", type: "function", function: { name: "f", arguments: "{}" } };
  const messages = [user, { role: "assistant", content: [{ type: "text", text: "so" }], tool_calls: [null, call] }];
  expect(renderAsText<Loose>(messages)[1].content).toEqual([
    { type: "text", text: "so" },
    { type: "text", text: "<!-- prior-tool: f | id: a | args: {} -->" },
  ]);
});

test("of an object that cannot be copied, applyEdits says where it is", () => {
  class Sealed {
    role = "user";
    #content = "x";
    get content() {
      return this.#content;
    }
    set content(value: string) {
      this.#content = value;
    }
  }
  expect(failure(() => applyEdits([new Sealed()], [{ text: "/0/content", value: "y" }]))).toContain("/0/content");
});

test("a member that cannot be read counts as absent, and the rest is read", () => {
  const thrower = Object.defineProperty({ role: "assistant" }, "content", {
    get: () => {
      throw new Error("no");
    },
    enumerable: true,
  });
  const calls = { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] };
  const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "x" }] };
  expect(extractToolCalls([user, thrower, user, calls, result])).toMatchObject([{ callId: "a", result: "x" }]);
});

test("a class that is of no kind does not stand for the classes of the conversation", () => {
  class Anything {
    constructor(readonly content: string) {}
  }
  const messages = [
    new HumanMessage("hi"),
    new AIMessage({ content: "", tool_calls: [{ id: "a", name: "f", args: {} }] }),
    new ToolMessage({ content: "x", tool_call_id: "a" }),
  ];
  const repaired = repairMessages<object>([...messages, new Anything("junk")], { format: "openai-chat" });
  expect(messages.every((message) => repaired.messages.includes(message))).toBe(true);
});

test("an output that changes its kind and has the id of another loses it once", () => {
  const call = { type: "function_call", call_id: "c1", name: "ls", arguments: "{}" };
  const patch = { type: "custom_tool_call", call_id: "c2", name: "apply_patch", input: "*** Begin Patch" };
  const output = (call_id: string) => ({
    type: "function_call_output",
    id: "fco_903098f37748c50c33f2",
    call_id,
    output: "ok",
  });
  const messages = [{ role: "user", content: "Go" }, call, patch, output("c1"), output("c2")];
  const { messages: mended, reason, repairs } = repairMessages<unknown>(messages, { format: "openai-responses" });
  expect(reason).toBeNull();
  expect(repairs.map(({ rule }) => rule)).toContain("result-type");
  expect(validateMessages(mended, { format: "openai-responses" })).toEqual([]);
  expect(mended[4]).toEqual({ type: "custom_tool_call_output", call_id: "c2", output: "ok" });
});
