// Options of the verbs, what they do, and in which words what is wrong with them is said.
import {
  detectFormat,
  extractToolCalls,
  inspectMessages,
  type MessageFormat,
  renderAsText,
  repairMessages,
  validateMessages,
} from "tooltrim/messages";
import { describe, expect, test } from "vitest";
import { failure } from "../support/errors.js";
import type { Loose } from "./support.js";

const messages = [
  { role: "user", content: "hi" },
  { role: "assistant", content: [{ type: "tool_use", id: "a", name: "ls", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "x" }] },
];
const names = ["openai-chat", "openai-responses", "anthropic", "gemini", "ai-sdk", "vscode"] as const;
const oneOf = names.map((name) => `"${name}"`).join(", ");

const verbs: [name: string, call: (options: Loose) => unknown][] = [
  ["extractToolCalls", (options) => extractToolCalls(messages, options)],
  ["inspectMessages", (options) => inspectMessages(messages, options)],
  ["validateMessages", (options) => validateMessages(messages, options)],
  ["repairMessages", (options) => repairMessages<Loose>(messages, options)],
  ["renderAsText", (options) => renderAsText<Loose>(messages, options)],
];

describe.each(verbs)("%s", (name, call) => {
  test("takes no options, none that say anything, and the format", () => {
    for (const options of [undefined, {}, { format: undefined }, { format: "anthropic" }, Object.freeze({})]) {
      expect(() => call(options)).not.toThrow();
    }
  });

  test.each([
    ["a format that is none", { format: "claude" }, `format: "claude" is not one of ${oneOf}`],
    ["another writing of one", { format: "Anthropic" }, `format: "Anthropic" is not one of ${oneOf}`],
    ["an empty format", { format: "" }, `format: "" is not one of ${oneOf}`],
    ["a number as format", { format: 7 }, `format: "7" is not one of ${oneOf}`],
    ["null as format", { format: null }, `format: "null" is not one of ${oneOf}`],
    ["the format instead of options", "anthropic", 'options: "anthropic" is not an object'],
    ["null instead of options", null, "options: null is not an object"],
  ])("refuses %s", (_, options, message) => {
    expect(failure(() => call(options))).toBe(`INVALID_OPTION: ${message}`);
  });

  test("refuses an option that is none", () => {
    const refusal = failure(() => call({ formats: "anthropic" }));
    expect(refusal).toContain("INVALID_OPTION: formats: is not an option; known are format");
  });

  test("takes `create` where it writes, and only a function", () => {
    const writes = name === "repairMessages" || name === "renderAsText";
    const wrong = writes ? "create: 7 is not a function" : "create: is not an option";
    expect(failure(() => call({ create: 7 }))).toContain(`INVALID_OPTION: ${wrong}`);
    if (writes) expect(() => call({ create: () => ({}) })).not.toThrow();
  });

  test("takes `rendering` where it renders, and only one of two", () => {
    const refusal = failure(() => call({ rendering: "markdown" }));
    if (name !== "renderAsText")
      expect(refusal).toContain("INVALID_OPTION: rendering: is not an option; known are format");
    else expect(refusal).toBe('INVALID_OPTION: rendering: "markdown" is not one of "comments", "brackets"');
  });
});

describe("format", () => {
  const plain = [
    { role: "user", content: "hi" },
    { role: "assistant", content: "" },
    { role: "user", content: "so?" },
  ];

  test("names what cannot be told from the messages", () => {
    expect(detectFormat(plain)).toBe("openai-chat");
    const rules = (format: MessageFormat) => validateMessages(plain, { format }).map(({ rule }) => rule);
    expect(rules("anthropic")).toEqual(["empty-message"]);
    expect(rules("ai-sdk")).toEqual([]);
  });

  test("is believed, also against what the messages look like", () => {
    expect(extractToolCalls(messages, { format: "anthropic" })).toHaveLength(1);
    expect(extractToolCalls(messages, { format: "gemini" })).toEqual([]);
  });

  test("makes messages that look like nothing readable, as far as they go", () => {
    const strange = [{ text: "hi" }, { payload: 1 }];
    expect(failure(() => validateMessages(strange))).toMatch(/^UNKNOWN_FORMAT: /);
    for (const format of names) {
      expect(Array.isArray(validateMessages(strange, { format }))).toBe(true);
      expect(extractToolCalls(strange, { format })).toEqual([]);
    }
  });
});

describe("detectFormat", () => {
  const signs: [MessageFormat, object[]][] = [
    ["openai-chat", [{ role: "assistant", content: null, tool_calls: [] }]],
    ["openai-chat", [{ role: "tool", tool_call_id: "a", content: "x" }]],
    ["openai-chat", [{ type: "human", content: "hi" }]],
    ["openai-responses", [{ type: "message", role: "user", content: "hi" }]],
    [
      "openai-responses",
      [
        { role: "user", content: "hi" },
        { type: "function_call", call_id: "a" },
      ],
    ],
    ["anthropic", messages],
    ["anthropic", [{ role: "user", content: [{ type: "image", source: { type: "url", url: "https://e.org" } }] }]],
    ["gemini", [{ role: "user", parts: [{ text: "hi" }] }]],
    [
      "ai-sdk",
      [
        { role: "user", content: "hi" },
        { role: "tool", content: [{ type: "tool-result" }] },
      ],
    ],
    ["ai-sdk", [{ id: "1", role: "user", parts: [{ type: "text", text: "hi" }] }]],
    ["vscode", [{ role: 1, content: [{ value: "hi" }] }]],
    ["vscode", [{ role: "user", content: [{ kind: "text", value: "hi" }] }]],
  ];
  test.each(signs)("%s, by %j", (format, some) => {
    expect(detectFormat(some)).toBe(format);
  });

  test("is not misled by what no format knows", () => {
    expect(detectFormat([{ x: 1 }, ...messages])).toBe("anthropic");
    expect(detectFormat([{ role: "user", content: [{ type: "hologram" }] }, ...messages])).toBe("anthropic");
  });
});

test("a format that cannot be theirs changes nothing, and the reason names it", () => {
  const messages = [
    { role: "user", parts: [{ text: "Which files are there?" }] },
    { role: "model", parts: [{ functionCall: { name: "ls", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { name: "ls", response: { output: "lib.rs" } } }] },
  ];
  for (const format of ["anthropic", "openai-chat", "openai-responses"] as const) {
    const repaired = repairMessages<object>(messages, { format });
    expect(repaired.messages).toBe(messages);
    expect([repaired.changed, repaired.edits, repaired.repairs]).toEqual([false, [], []]);
    expect(repaired.reason).toContain("`format` may name the wrong one");
  }
});
