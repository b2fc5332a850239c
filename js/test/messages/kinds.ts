// Every kind of item, block and part in the official types. A kind that a new version brings is missing here, and tsc
// says so.
import type Anthropic from "@anthropic-ai/sdk";
import type { Part } from "@google/genai";
import type { AgentInputItem } from "@openai/agents-core";
import type {
  AssistantModelMessage,
  DynamicToolUIPart,
  ToolModelMessage,
  ToolResultPart,
  ToolUIPart,
  UIMessage,
  UserModelMessage,
} from "ai";
import type OpenAI from "openai";

/** A list of all members of a union: none may be missing, and none be there that it does not have. */
const listed =
  <All extends string>() =>
  <const List extends readonly All[]>(
    list: List & ([All] extends [List[number]] ? unknown : { missing: Exclude<All, List[number]> }),
  ): readonly string[] =>
    list;

type Kind<T> = T extends { type?: infer Type } ? Extract<Type, string> : never;
type Parts<T> = T extends readonly (infer Item)[] ? Item : never;

export const responsesItems = listed<Kind<OpenAI.Responses.ResponseInputItem>>()([
  "additional_tools",
  "apply_patch_call",
  "apply_patch_call_output",
  "code_interpreter_call",
  "compaction",
  "compaction_trigger",
  "computer_call",
  "computer_call_output",
  "configuration_update",
  "custom_tool_call",
  "custom_tool_call_output",
  "file_search_call",
  "function_call",
  "function_call_output",
  "image_generation_call",
  "item_reference",
  "local_shell_call",
  "local_shell_call_output",
  "mcp_approval_request",
  "mcp_approval_response",
  "mcp_call",
  "mcp_list_tools",
  "message",
  "program",
  "program_output",
  "reasoning",
  "shell_call",
  "shell_call_output",
  "tool_search_call",
  "tool_search_output",
  "web_search_call",
]);

export const responsesParts = listed<
  Kind<OpenAI.Responses.ResponseInputContent> | Kind<OpenAI.Responses.ResponseOutputMessage["content"][number]>
>()(["input_file", "input_image", "input_text", "output_text", "refusal"]);

export const chatRoles = listed<OpenAI.Chat.ChatCompletionMessageParam["role"]>()([
  "assistant",
  "developer",
  "function",
  "system",
  "tool",
  "user",
]);

export const chatParts = listed<
  | Kind<OpenAI.Chat.ChatCompletionContentPart>
  | Kind<Parts<OpenAI.Chat.ChatCompletionAssistantMessageParam["content"]>>
  | Kind<OpenAI.Chat.ChatCompletionMessageToolCall>
>()(["custom", "file", "function", "image_url", "input_audio", "refusal", "text"]);

export const anthropicBlocks = listed<Kind<Anthropic.ContentBlockParam> | Kind<Anthropic.Beta.BetaContentBlockParam>>()(
  [
    "advisor_tool_result",
    "bash_code_execution_tool_result",
    "code_execution_tool_result",
    "compaction",
    "container_upload",
    "document",
    "fallback",
    "image",
    "mcp_tool_listing",
    "mcp_tool_result",
    "mcp_tool_use",
    "redacted_thinking",
    "search_result",
    "server_tool_use",
    "text",
    "text_editor_code_execution_tool_result",
    "thinking",
    "tool_addition",
    "tool_removal",
    "tool_result",
    "tool_search_tool_result",
    "tool_use",
    "web_fetch_tool_result",
    "web_search_tool_result",
  ],
);

export const geminiParts = listed<keyof Part>()([
  "audioTranscription",
  "codeExecutionResult",
  "executableCode",
  "fileData",
  "functionCall",
  "functionResponse",
  "inlineData",
  "mediaProcessing",
  "mediaResolution",
  "partMetadata",
  "speechMetadata",
  "text",
  "thought",
  "thoughtSignature",
  "toolCall",
  "toolResponse",
  "videoMetadata",
]);

export const aiSdkParts = listed<
  Kind<Parts<AssistantModelMessage["content"] | ToolModelMessage["content"] | UserModelMessage["content"]>>
>()([
  "file",
  "image",
  "reasoning",
  "text",
  "tool-approval-request",
  "tool-approval-response",
  "tool-call",
  "tool-result",
]);

export const aiSdkOutputs = listed<ToolResultPart["output"]["type"]>()([
  "content",
  "error-json",
  "error-text",
  "execution-denied",
  "json",
  "text",
]);

export const aiSdkOutputParts = listed<
  Extract<ToolResultPart["output"], { type: "content" }>["value"][number]["type"]
>()(["custom", "file-data", "file-id", "file-url", "image-data", "image-file-id", "image-url", "media", "text"]);

export const uiParts = listed<Exclude<Kind<UIMessage["parts"][number]>, `tool-${string}` | `data-${string}`>>()([
  "dynamic-tool",
  "file",
  "reasoning",
  "source-document",
  "source-url",
  "step-start",
  "text",
]);

export const uiStates = listed<DynamicToolUIPart["state"] | ToolUIPart["state"]>()([
  "approval-requested",
  "approval-responded",
  "input-available",
  "input-streaming",
  "output-available",
  "output-denied",
  "output-error",
]);

export const agentItems = listed<Kind<AgentInputItem>>()([
  "apply_patch_call",
  "apply_patch_call_output",
  "compaction",
  "computer_call",
  "computer_call_result",
  "function_call",
  "function_call_result",
  "hosted_tool_call",
  "message",
  "program",
  "program_output",
  "reasoning",
  "shell_call",
  "shell_call_output",
  "tool_search_call",
  "tool_search_output",
  "unknown",
]);
