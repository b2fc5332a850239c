// As repaired.mjs, for messages of the AI SDK and of LangChain, which several providers stand behind.
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";

const user = { role: "user", content: "hi" };
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

const langchain = { format: "langchain", client: "langchain", formats: [] };
const aiSdk = { format: "ai-sdk", client: "aisdkOpenAIChat", formats: ["ai-sdk", "ai-sdk-ui"] };
const ui = { ...aiSdk, format: "ai-sdk-ui" };

const schema = /do not match the ModelMessage\[\] schema/;
const types = "the type of a value that is no call and no result's envelope is not looked at";
const roles = "which parts a role can have is not looked at";

export const cases = [
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
  },
  {
    ...langchain,
    format: "langchain-stored",
    formats: ["langchain-stored"],
    what: "a result by itself, as LangChain stores it: what stands in for it is stored like it",
    messages: [{ type: "tool", data: { content: "x", tool_call_id: "a" } }],
    says: /must be a response to|Got unexpected type/,
    todo: "it is a message of Chat Completions",
  },
];
