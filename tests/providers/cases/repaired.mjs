// Conversations that break one thing, in words of the refusal. `todo` says why one is not found or not mended yet.
import { cases as ofLibraries } from "./repaired-libraries.mjs";

const user = { role: "user", content: "hi" };
const call = (id) => ({ type: "function_call", call_id: id, name: "f", arguments: "{}" });
const output = (id, more) => ({ type: "function_call_output", call_id: id, output: "x", ...more });
const custom = { type: "custom_tool_call", call_id: "a", name: "f", input: "x" };
const screenshot = { type: "computer_screenshot", image_url: "data:image/png;base64,AA==" };
const chatCall = { id: "a", type: "function", function: { name: "f", arguments: "{}" } };
const agentCall = { type: "function_call", callId: "a", name: "f", arguments: "{}", status: "completed" };
const agentResult = { type: "function_call_result", callId: "a", name: "f", status: "completed", output: "x" };

const chat = { format: "openai-chat", client: "chat", formats: ["openai-chat", "openai-chat-legacy"] };
const legacy = { ...chat, format: "openai-chat-legacy" };
const responses = {
  format: "openai-responses",
  client: "responses",
  formats: ["openai-responses", "openai-responses-stored", "openai-agents"],
};
const agents = { format: "openai-agents", client: "agentsResponses", formats: ["openai-agents"] };
const anthropic = { format: "anthropic", client: "anthropic", formats: ["anthropic", "anthropic-system"] };
const anthropicSystem = { ...anthropic, format: "anthropic-system" };
const gemini = { format: "gemini", client: "gemini", formats: ["gemini"] };

const types = "the type of a value that is no call and no result's envelope is not looked at";
const roles = "which parts a role can have is not looked at";
const pairs = "an output is paired by its id alone, of whatever kind it is";

export const cases = [
  {
    ...chat,
    what: "a message of no known role between a call and its result",
    messages: [
      user,
      { role: "assistant", content: null, tool_calls: [chatCall] },
      { type: "future_call", id: "x" },
      { role: "tool", tool_call_id: "a", content: "x" },
    ],
    says: /^Missing required parameter: 'messages\[\d+\].role'/,
  },
  {
    ...chat,
    what: "a part that is no object",
    messages: [user, { role: "user", content: ["", { type: "text", text: "and?" }] }],
    says: /^Invalid value: 'undefined'\. Supported values are: 'text'/,
    todo: types,
  },
  {
    ...legacy,
    what: "the result of a function without the name of the function",
    messages: [
      user,
      { role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } },
      { role: "function", content: "x" },
    ],
    says: /^Missing parameter 'name'/,
    todo: "the call before it has the name",
  },
  {
    ...responses,
    what: "a reference that is there twice",
    messages: [user, { id: "msg_1" }, { id: "msg_1" }],
    says: /^Duplicate item found/,
    todo: "ids of references are not compared",
  },
  {
    ...responses,
    what: "an output with the id of another kind of item",
    messages: [user, call("a"), output("a", { id: "out_1" })],
    says: /Expected an ID that begins with 'fc'/,
    todo: "ids of outputs are not looked at",
  },
  {
    ...responses,
    what: "a user who says what models put out",
    messages: [user, { role: "user", content: [{ type: "output_text", text: "a" }] }],
    says: /^Invalid value: 'output_text'/,
    todo: roles,
  },
  {
    ...responses,
    what: "a model that says what is put in",
    messages: [user, { role: "assistant", content: [{ type: "input_text", text: "a" }] }],
    says: /^Invalid value: 'input_\w+'/,
    todo: roles,
  },
  {
    ...responses,
    what: "the output of a function for a custom tool's call",
    messages: [user, custom, output("a")],
    says: /^No tool call found for function call output/,
    todo: pairs,
  },
  {
    ...responses,
    what: "the output of a custom tool for a function's call",
    messages: [user, call("a"), { type: "custom_tool_call_output", call_id: "a", output: "x" }],
    says: /^No tool call found for custom tool call output/,
    todo: pairs,
  },
  {
    ...responses,
    what: "a screenshot for a function's call",
    messages: [user, call("a"), { type: "computer_call_output", call_id: "a", output: screenshot }],
    says: /^No tool call found for computer call output/,
    todo: pairs,
  },
  {
    ...anthropic,
    what: "thinking of the user",
    messages: [user, { role: "user", content: [{ type: "thinking", thinking: "a", signature: "s" }] }, user],
    says: /`thinking` blocks can only be in `assistant` messages/,
    todo: roles,
  },
  {
    ...anthropicSystem,
    what: "a system message that follows the model",
    messages: [user, { role: "assistant", content: "a" }, { role: "system", content: "s" }],
    says: /a system message must immediately follow a user turn/,
    todo: "where system messages stand is not looked at",
  },
  {
    ...responses,
    what: "found tools for a function's call",
    messages: [user, call("a"), { type: "tool_search_output", call_id: "a", execution: "client", tools: [] }],
    says: /^No tool call found for tool search call output/,
    todo: pairs,
  },
  {
    ...agents,
    what: "a call without an id, among calls in camel case",
    messages: [user, agentCall, agentResult, { ...agentCall, callId: undefined }],
    says: /^(Unsupported item|Missing required parameter: 'input\[\d+\]\.call_id')/,
  },
  {
    ...agents,
    what: "the call of a shell without its action",
    messages: [
      user,
      { type: "shell_call", callId: "a", status: "completed" },
      {
        type: "shell_call_output",
        callId: "a",
        output: [{ stdout: "x", stderr: "", outcome: { type: "exit", exitCode: 0 } }],
      },
    ],
    says: /reading 'commands'/,
    todo: "arguments of such calls are not looked at",
  },
  {
    ...agents,
    what: "reasoning without its content",
    messages: [user, { type: "reasoning", content: null }, agentCall, agentResult],
    says: /reading 'map'/,
    todo: types,
  },
  {
    ...agents,
    what: "a message, without its type, that has the id of a call",
    messages: [
      user,
      { role: "assistant", id: "fc_1", status: "completed", content: [{ type: "output_text", text: "a" }] },
    ],
    says: /Expected an ID that begins with 'msg'/,
    todo: "ids of messages without a type are not looked at",
  },
  {
    ...gemini,
    what: "a thought without a char",
    messages: [
      { role: "user", parts: [{ text: "a" }] },
      { role: "model", parts: [{ text: "", thought: true }, { text: "b" }] },
    ],
    says: /required oneof field 'data'/,
    todo: "empty texts are not looked at",
  },
  ...ofLibraries,
];
