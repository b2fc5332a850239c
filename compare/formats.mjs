// Neutral turns in six formats, as agents record them.

/** Folders of sessions, and what the library calls their formats. */
export const FORMATS = {
  chat: "openai-chat",
  responses: "openai-responses",
  anthropic: "anthropic",
  gemini: "gemini",
  aisdk: "ai-sdk",
  vscode: "vscode",
};

export const formats = Object.keys(FORMATS);

const SYSTEM = "You are a coding agent. Use the tools to read, change and test the repository.";

/** `{ kind: "user" | "assistant" | "results", … }` with an id for each call. */
function stepsOf(turns) {
  let count = 0;
  return turns.flatMap(({ user, text, calls = [] }) => {
    if (user !== undefined) return [{ user }];
    const made = calls.map((call) => {
      count += 1;
      return { ...call, id: `call_${String(count).padStart(4, "0")}` };
    });
    return [{ text, calls: made }];
  });
}

/** For each format the first messages, a message of the user, and a turn with its calls and their results. */
export const writers = {
  chat: {
    start: [{ role: "system", content: SYSTEM }],
    user: (text) => [{ role: "user", content: text }],
    turn: (text, calls) => [
      {
        role: "assistant",
        content: text ?? null,
        ...(calls.length > 0 && {
          tool_calls: calls.map(({ id, name, args }) => ({
            ...{ id, type: "function" },
            function: { name, arguments: JSON.stringify(args) },
          })),
        }),
      },
      ...calls.map(({ id, result }) => ({ role: "tool", tool_call_id: id, content: result })),
    ],
  },
  responses: {
    start: [{ type: "message", role: "developer", content: [{ type: "input_text", text: SYSTEM }] }],
    user: (text) => [{ type: "message", role: "user", content: [{ type: "input_text", text }] }],
    turn: (text, calls) => [
      ...(text === undefined
        ? []
        : [{ type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] }]),
      ...calls.map(({ id, name, args }) => ({
        ...{ type: "function_call", call_id: id, name },
        arguments: JSON.stringify(args),
      })),
      ...calls.map(({ id, result }) => ({ type: "function_call_output", call_id: id, output: result })),
    ],
  },
  anthropic: {
    start: [],
    user: (text) => [{ role: "user", content: text }],
    turn: (text, calls) => [
      {
        role: "assistant",
        content: [
          ...(text === undefined ? [] : [{ type: "text", text }]),
          ...calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args })),
        ],
      },
      ...results("user", calls, ({ id, result, failed }) => ({
        ...{ type: "tool_result", tool_use_id: id, content: result },
        ...(failed && { is_error: true }),
      })),
    ],
  },
  gemini: {
    start: [],
    user: (text) => [{ role: "user", parts: [{ text }] }],
    turn: (text, calls) => [
      {
        role: "model",
        parts: [
          ...(text === undefined ? [] : [{ text }]),
          ...calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } })),
        ],
      },
      ...results(
        "user",
        calls,
        ({ id, name, result, failed }) => ({
          functionResponse: { id, name, response: failed ? { error: result } : { output: result } },
        }),
        "parts",
      ),
    ],
  },
  aisdk: {
    start: [{ role: "system", content: SYSTEM }],
    user: (text) => [{ role: "user", content: [{ type: "text", text }] }],
    turn: (text, calls) => [
      {
        role: "assistant",
        content: [
          ...(text === undefined ? [] : [{ type: "text", text }]),
          ...calls.map(({ id, name, args }) => ({ type: "tool-call", toolCallId: id, toolName: name, input: args })),
        ],
      },
      ...results("tool", calls, ({ id, name, result, failed }) => ({
        ...{ type: "tool-result", toolCallId: id, toolName: name },
        output: { type: failed ? "error-text" : "text", value: result },
      })),
    ],
  },
  vscode: {
    start: [],
    user: (text) => [{ role: "user", content: [{ kind: "text", value: text }] }],
    turn: (text, calls) => [
      {
        role: "assistant",
        content: [
          ...(text === undefined ? [] : [{ kind: "text", value: text }]),
          ...calls.map(({ id, name, args }) => ({ kind: "toolCall", callId: id, name, input: args })),
        ],
      },
      ...results("user", calls, ({ id, result, failed }) => ({
        ...{ kind: "toolResult", callId: id, content: [{ kind: "text", value: result }] },
        ...(failed && { isError: true }),
      })),
    ],
  },
};

export function messagesOf(turns, format) {
  const { start, user, turn } = writers[format];
  return [...start, ...stepsOf(turns).flatMap((step) => (step.user ? user(step.user) : turn(step.text, step.calls)))];
}

const results = (role, calls, make, key = "content") => (calls.length === 0 ? [] : [{ role, [key]: calls.map(make) }]);
