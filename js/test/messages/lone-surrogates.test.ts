// Halves of surrogate pairs, which only strings of JavaScript have.
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { repairMessages, validateMessages } from "tooltrim/messages";
import { describe, expect, test } from "vitest";

const half = "🎉".slice(0, 1);
const whole = "\ufffd";

const anthropic = (torn: string, user: string) => [
  { role: "user", content: `Go${user}.` },
  {
    role: "assistant",
    content: [
      { type: "text", text: `I see${torn}.` },
      { type: "tool_use", id: "t1", name: "ls", input: { paths: [`src${torn}`], deep: { n: 1 } } },
      { type: "tool_use", id: "t2", name: "ls", input: {} },
    ],
  },
  {
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "t1", content: `a${torn}\nb` },
      { type: "tool_result", tool_use_id: "t2", content: [{ type: "text", text: `${torn}b` }] },
    ],
  },
];

describe("lone surrogates", () => {
  test("are reported, and repaired but in texts of the user", () => {
    const messages = anthropic(half, half);
    const problems = validateMessages(messages, { format: "anthropic" });
    expect(problems.map(({ path }) => path)).toEqual([
      "/0/content",
      "/1/content/0/text",
      "/1/content/1/input",
      "/2/content/0/content",
      "/2/content/1/content/0/text",
    ]);
    expect(new Set(problems.map(({ rule }) => rule))).toEqual(new Set(["lone-surrogate"]));
    const repaired = repairMessages(messages, { format: "anthropic" });
    expect(repaired.messages).toEqual(anthropic(whole, half));
    expect(repaired.problems.map(({ path }) => path)).toEqual(["/0/content"]);
  });

  test("in texts of the user are repaired when asked for", () => {
    const repaired = repairMessages(anthropic(half, half), { format: "anthropic", repairUserTexts: true });
    expect(repaired).toMatchObject({ reason: null, problems: [], changed: true });
    expect(repaired.messages).toEqual(anthropic(whole, whole));
    const valid = anthropic("🎉", "🎉");
    expect(repairMessages(valid, { format: "anthropic", repairUserTexts: true }).messages).toBe(valid);
  });

  test("in arguments that are JSON texts, raw or as escapes", () => {
    const call = (json: string) => [
      { role: "user", content: "Go." },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "ls", arguments: json } }],
      },
      { role: "tool", tool_call_id: "c1", content: "x" },
    ];
    for (const [torn, mended] of [
      [`{"a":"${half}"}`, `{"a":"${whole}"}`],
      ['{"a":"\\ud83c"}', '{"a":"\\ufffd"}'],
    ] as const) {
      expect(validateMessages(call(torn)).map(({ rule }) => rule)).toEqual(["lone-surrogate"]);
      expect(repairMessages(call(torn)).messages).toEqual(call(mended));
    }
    expect(validateMessages(call('{"a":"\\ud83c\\udf89"}'))).toEqual([]);
  });

  test("in LangChain's classes, which keep their class", () => {
    const messages = [
      new HumanMessage("Go."),
      new AIMessage({ content: "", tool_calls: [{ id: "c1", name: "ls", args: { path: half }, type: "tool_call" }] }),
      new ToolMessage({ content: `a${half}`, tool_call_id: "c1", name: "ls" }),
    ];
    const repaired = repairMessages(messages as never[], { format: "openai-chat" });
    expect(repaired).toMatchObject({ reason: null, problems: [], changed: true });
    const [, call, result] = repaired.messages as unknown as [HumanMessage, AIMessage, ToolMessage];
    expect(call.tool_calls?.[0]?.args).toEqual({ path: whole });
    expect(result).toBeInstanceOf(ToolMessage);
    expect(result.content).toBe(`a${whole}`);
  });
});

test("without prefill the user speaks last", () => {
  const messages = [
    { role: "user", content: "Go." },
    { role: "assistant", content: "Done" },
  ];
  expect(validateMessages(messages, { format: "anthropic" })).toEqual([]);
  expect(validateMessages(messages, { format: "anthropic", prefill: false }).map(({ rule }) => rule)).toEqual([
    "assistant-last",
  ]);
  const repaired = repairMessages(messages, { format: "anthropic", prefill: false });
  expect(repaired.messages.at(-1)).toEqual({ role: "user", content: "Continue." });
  expect(() => repairMessages(messages, { prefill: "no" as never })).toThrow('prefill: "no" is not a boolean');
});
