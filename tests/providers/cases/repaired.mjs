// Conversations that break one thing, in words of the refusal. `todo` says why one is not found or not mended yet.
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";

const user = { role: "user", content: "hi" };
const call = (id) => ({ type: "function_call", call_id: id, name: "f", arguments: "{}" });
const output = (id, more) => ({ type: "function_call_output", call_id: id, output: "x", ...more });
const custom = { type: "custom_tool_call", call_id: "a", name: "f", input: "x" };
const screenshot = { type: "computer_screenshot", image_url: "data:image/png;base64,AA==" };
const chatCall = { id: "a", type: "function", function: { name: "f", arguments: "{}" } };
const aiCall = { type: "tool-call", toolCallId: "a", toolName: "f", input: {} };
const aiResult = (value) => [
  user,
  { role: "assistant", content: [aiCall] },
  { role: "tool", content: [{ type: "tool-result", toolCallId: "a", toolName: "f", output: value }] },
];
const uiPart = (part) => [
  { id: "0", role: "user", parts: [{ type: "text", text: "hi" }] },
  { id: "1", role: "assistant", parts: [part] },
];

const chat = { format: "openai-chat", client: "chat", formats: ["openai-chat", "openai-chat-legacy"] };
const legacy = { ...chat, format: "openai-chat-legacy" };
const responses = {
  format: "openai-responses",
  client: "responses",
  formats: ["openai-responses", "openai-responses-stored", "openai-agents"],
};
const anthropic = { format: "anthropic", client: "anthropic", formats: ["anthropic", "anthropic-system"] };
const anthropicSystem = { ...anthropic, format: "anthropic-system" };
const gemini = { format: "gemini", client: "gemini", formats: ["gemini"] };
const langchain = { format: "langchain", client: "langchain", formats: [] };
const agents = { format: "openai-agents", client: "agentsResponses", formats: ["openai-agents"] };
const aiSdk = { format: "ai-sdk", client: "aisdkOpenAIChat", formats: ["ai-sdk", "ai-sdk-ui"] };
const ui = { ...aiSdk, format: "ai-sdk-ui" };

const agentCall = { type: "function_call", callId: "a", name: "f", arguments: "{}", status: "completed" };
const agentResult = { type: "function_call_result", callId: "a", name: "f", status: "completed", output: "x" };

const schema = /do not match the ModelMessage\[\] schema/;
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
    ...gemini,
    what: "a role that is null",
    messages: [{ role: null, parts: [{ text: "a" }] }],
    says: /Please use a valid role/,
    todo: "it counts as no role, which a single content may have",
  },
  {
    ...gemini,
    what: "arguments that are null",
    messages: [
      { role: "user", parts: [{ text: "a" }] },
      { role: "model", parts: [{ functionCall: { name: "f", args: null } }] },
      { role: "user", parts: [{ functionResponse: { name: "f", response: {} } }] },
    ],
    says: /Invalid value at 'contents\[\d+\].parts\[\d+\].function_call.args'/,
    todo: "they count as none; the API, which reads protocol buffers, may well do so too",
  },
  ...[{ type: "text" }, { type: "text", value: 7 }, { type: "?", value: "x" }, { type: "content", value: "x" }].map(
    (value) => ({
      ...aiSdk,
      what: `an output that is ${JSON.stringify(value)}`,
      messages: aiResult(value),
      says: schema,
      todo: "of an output only its type is looked at",
    }),
  ),
  {
    ...aiSdk,
    what: "a text that is a number",
    messages: [user, { role: "user", content: [{ type: "text", text: 7 }] }],
    says: schema,
    todo: types,
  },
  {
    ...aiSdk,
    what: "a text among the results of tools",
    messages: [user, { role: "tool", content: [{ type: "text", text: "x" }] }],
    says: schema,
    todo: roles,
  },
  {
    ...aiSdk,
    what: "reasoning of the user",
    messages: [user, { role: "user", content: [{ type: "reasoning", text: "x" }] }],
    says: schema,
    todo: roles,
  },
  {
    ...ui,
    what: "a call of a UI message without its id",
    messages: uiPart({ type: "tool-f", state: "output-available", input: {}, output: 1 }),
    says: schema,
    todo: "ids and names of UI parts are not looked at",
  },
  {
    ...ui,
    what: "a call of a UI message without its name",
    messages: uiPart({ type: "dynamic-tool", toolCallId: "a", state: "output-available", input: {}, output: 1 }),
    says: schema,
    todo: "ids and names of UI parts are not looked at",
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
    todo: "it gets a `call_id`, and a result in snake case",
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
  {
    ...aiSdk,
    what: "a result behind another message of the assistant",
    messages: [
      user,
      { role: "assistant", content: [aiCall] },
      { role: "assistant", content: "Let me see." },
      ...aiResult({ type: "text", value: "x" }).slice(2),
    ],
    says: /must be a response to|unexpected `tool_use_id`|equal to the number of function call/,
    todo: "the AI SDK takes it; no provider behind it does",
  },
  {
    ...aiSdk,
    client: "aisdkGoogle",
    what: "calls that nobody asked for, as a cut leaves them",
    messages: aiResult({ type: "text", value: "x" }).slice(1),
    says: /function call turn comes immediately after a user turn/,
    todo: "the AI SDK takes it; Google and Anthropic behind it do not",
  },
  {
    ...aiSdk,
    what: "a request for approval of a call that is not there",
    messages: [
      user,
      { role: "assistant", content: [{ type: "tool-approval-request", approvalId: "p", toolCallId: "a" }] },
      { role: "tool", content: [{ type: "tool-approval-response", approvalId: "p", approved: false }] },
    ],
    says: /not found for approval request/,
    todo: "requests are not paired with calls; a call that gets another id leaves its request behind",
  },
  {
    ...aiSdk,
    client: "aisdkAnthropic",
    what: "a search by the provider, without what it found",
    messages: [
      user,
      {
        role: "assistant",
        content: [
          {
            type: "tool-call",
            toolCallId: "srvtoolu_1",
            toolName: "web_search",
            input: { query: "q" },
            providerExecuted: true,
          },
          { type: "text", text: "a" },
        ],
      },
      user,
    ],
    says: /was found without a corresponding/,
    todo: "the AI SDK takes it; Anthropic behind it does not",
  },
  {
    ...langchain,
    what: "a call that LangChain keeps in the API's own words, too, as text",
    messages: [
      new HumanMessage("hi"),
      new AIMessage({
        content: "",
        tool_calls: [{ id: "a", name: "f", args: {}, type: "tool_call" }],
        additional_kwargs: { tool_calls: [chatCall] },
      }),
      new ToolMessage({ content: "x", tool_call_id: "a" }),
    ],
    rendered: true,
    says: /must be followed by tool messages/,
    todo: "`additional_kwargs.tool_calls` stay, and LangChain sends them when there are no others",
  },
  {
    ...langchain,
    what: "a call that LangChain keeps as Anthropic has it, too, as text",
    messages: [
      new HumanMessage("hi"),
      new AIMessage({
        content: [
          { type: "text", text: "b" },
          { type: "tool_use", id: "a", name: "f", input: {} },
        ],
        tool_calls: [{ id: "a", name: "f", args: {}, type: "tool_call" }],
      }),
      new ToolMessage({ content: "x", tool_call_id: "a" }),
    ],
    rendered: true,
    says: /must be followed by tool messages|Invalid value: 'tool_use'/,
    todo: "`tool_use` blocks in the content stay",
  },
];
