// One call of each format, in the shape that its provider has.
const call = (at) => `call_${at}`;
export const formats = {
  "openai-chat": [
    { role: "user", content: "List." },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: call(1), type: "function", function: { name: "ls", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: call(1), content: "lib.rs\n".repeat(90) },
  ],
  "openai-responses": [
    { type: "message", role: "user", content: [{ type: "input_text", text: "List." }] },
    { type: "function_call", call_id: call(1), name: "ls", arguments: "{}" },
    { type: "function_call_output", call_id: call(1), output: "lib.rs\n".repeat(90) },
  ],
  anthropic: [
    { role: "user", content: "List." },
    { role: "assistant", content: [{ type: "tool_use", id: call(1), name: "ls", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: call(1), content: "lib.rs\n".repeat(90) }] },
  ],
  gemini: [
    { role: "user", parts: [{ text: "List." }] },
    { role: "model", parts: [{ functionCall: { name: "ls", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { name: "ls", response: { output: "lib.rs\n".repeat(90) } } }] },
  ],
  "ai-sdk": [
    { role: "user", content: "List." },
    { role: "assistant", content: [{ type: "tool-call", toolCallId: call(1), toolName: "ls", input: {} }] },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: call(1),
          toolName: "ls",
          output: { type: "text", value: "lib.rs\n".repeat(90) },
        },
      ],
    },
  ],
  vscode: [
    { role: 1, content: [{ kind: "text", value: "List." }] },
    { role: 2, content: [{ kind: "toolCall", callId: call(1), name: "ls", input: {} }] },
    {
      role: 1,
      content: [{ kind: "toolResult", callId: call(1), content: [{ kind: "text", value: "lib.rs\n".repeat(90) }] }],
    },
  ],
  // LangChain's messages are read as OpenAI's.
  langchain: [
    { type: "human", data: { content: "List." } },
    { type: "ai", data: { content: "", tool_calls: [{ id: call(1), name: "ls", args: {} }] } },
    { type: "tool", data: { content: "lib.rs\n".repeat(90), tool_call_id: call(1), name: "ls" } },
  ],
};
