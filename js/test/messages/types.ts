// The official types go in and come out: checked by tsc alone, nothing here is run.
/// <reference types="vscode" />
import type Anthropic from "@anthropic-ai/sdk";
import type { Content, Part } from "@google/genai";
import type { BaseMessage } from "@langchain/core/messages";
import type { AgentInputItem } from "@openai/agents-core";
import type { ModelMessage, ToolResultPart, UIMessage } from "ai";
import type OpenAI from "openai";
import {
  applyEdits,
  detectFormat,
  type Edit,
  extractToolCalls,
  renderAsText,
  repairMessages,
  toJsonPatch,
  validateMessages,
} from "tooltrim/messages";
import type { LanguageModelChatMessage, LanguageModelChatRequestMessage } from "vscode";

/** All verbs take messages of a type, and those that write give messages of that type. */
function takes<M>(messages: M[], fixed: readonly M[]): void {
  for (const some of [messages, fixed]) {
    repairMessages(some).messages satisfies readonly M[];
    repairMessages(some).edits satisfies readonly Edit<M>[];
    renderAsText(some) satisfies readonly M[];
    applyEdits(some, repairMessages(some).edits) satisfies readonly M[];
    applyEdits(some, []) satisfies readonly M[];
    toJsonPatch(repairMessages(some).edits);
    detectFormat(some);
    validateMessages(some);
    extractToolCalls(some);
  }
}

export const all = [
  takes<OpenAI.Chat.ChatCompletionMessageParam>,
  takes<OpenAI.Responses.ResponseInputItem>,
  takes<Anthropic.MessageParam>,
  takes<Anthropic.Beta.BetaMessageParam>,
  takes<Content>,
  takes<ModelMessage>,
  takes<UIMessage>,
  takes<LanguageModelChatMessage>,
  takes<LanguageModelChatRequestMessage>,
  takes<BaseMessage>,
  takes<AgentInputItem>,
];

/** Without naming a type: what is inferred can be sent. */
export function inferred(
  chat: OpenAI.Chat.ChatCompletionMessageParam[],
  items: OpenAI.Responses.ResponseInputItem[],
  blocks: Anthropic.MessageParam[],
  contents: Content[],
  model: ModelMessage[],
  ui: UIMessage[],
  code: readonly LanguageModelChatRequestMessage[],
  chain: BaseMessage[],
  agents: AgentInputItem[],
) {
  return [
    [...repairMessages(chat).messages] satisfies OpenAI.Chat.ChatCompletionCreateParams["messages"],
    [...renderAsText(items)] satisfies OpenAI.Responses.ResponseInput,
    [...repairMessages(blocks, { format: "anthropic" }).messages] satisfies Anthropic.MessageCreateParams["messages"],
    [...renderAsText(contents, { rendering: "brackets" })] satisfies Content[],
    [...repairMessages(model).messages] satisfies ModelMessage[],
    [...repairMessages(ui).messages] satisfies UIMessage[],
    [...repairMessages(code, { create: (kind, value) => ({ kind, ...value }) }).messages],
    [...renderAsText(chain)] satisfies BaseMessage[],
    [...applyEdits(agents, repairMessages(agents).edits)] satisfies AgentInputItem[],
  ];
}

// What is written, in the types of those who read it: src/format/write.rs and src/format/as_text.rs.

const said = "[No result was recorded for this call.]";

export const written = {
  chat: [
    { role: "tool", tool_call_id: "a", content: said },
    { role: "function", name: "f", content: said },
    { role: "user", content: "[Earlier messages are not shown.]" },
    { role: "assistant", content: "<!-- prior-tool: f | id: a | args: {} -->" },
  ] satisfies OpenAI.Chat.ChatCompletionMessageParam[],
  chatPart: { type: "text", text: said } satisfies OpenAI.Chat.ChatCompletionContentPartText,
  responses: [
    { type: "function_call_output", call_id: "a", output: said },
    { type: "custom_tool_call_output", call_id: "a", output: said },
    { type: "local_shell_call_output", id: "a", output: said },
    {
      type: "shell_call_output",
      call_id: "a",
      output: [{ stdout: "", stderr: said, outcome: { type: "exit", exit_code: 1 } }],
    },
    { type: "apply_patch_call_output", call_id: "a", status: "failed", output: said },
    { type: "message", role: "user", content: [{ type: "input_text", text: said }] },
  ] satisfies OpenAI.Responses.ResponseInputItem[],
  /** As the API takes it: the type wants an id and annotations of what it says itself. */
  responsesAssistant: { type: "message", role: "assistant", content: [{ type: "output_text", text: said }] } as const,
  agents: [
    {
      type: "function_call_result",
      callId: "a",
      name: "f",
      status: "incomplete",
      output: { type: "text", text: said },
    },
    {
      type: "shell_call_output",
      callId: "a",
      output: [{ stdout: "", stderr: said, outcome: { type: "exit", exitCode: 1 } }],
    },
    { type: "apply_patch_call_output", callId: "a", status: "failed", output: said },
    { type: "message", role: "user", content: [{ type: "input_text", text: said }] },
    { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: said }] },
  ] satisfies AgentInputItem[],
  anthropic: [
    { type: "tool_result", tool_use_id: "a", content: said, is_error: true } satisfies Anthropic.ToolResultBlockParam,
    { type: "text", text: said } satisfies Anthropic.TextBlockParam,
  ],
  gemini: [
    { functionResponse: { id: "a", name: "f", response: { error: said } } },
    { functionResponse: { name: "f", response: { error: said } } },
    { text: said },
  ] satisfies Part[],
  geminiContent: { role: "user", parts: [{ text: said }] } satisfies Content,
  aiSdk: { role: "tool", content: [aiSdkResult()] } satisfies ModelMessage,
};

function aiSdkResult() {
  return {
    type: "tool-result",
    toolCallId: "a",
    toolName: "f",
    output: { type: "error-text", value: said },
  } satisfies ToolResultPart;
}
