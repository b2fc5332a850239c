// OpenAI Responses: the kinds of input items and how calls and outputs belong together.
// From the types of the `openai` package (resources/responses) and the list in the API's own error.
import { asList, first } from "./shared.mjs";

/** What the API lists when the type of an item is unknown (measured 2026-08-30). */
export const ITEM_TYPES = [
  "additional_tools",
  "agent_message",
  "apply_patch_call",
  "apply_patch_call_output",
  "code_interpreter_call",
  "compaction",
  "compaction_trigger",
  "computer_call",
  "computer_call_output",
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
  "multi_agent_call",
  "multi_agent_call_output",
  "program",
  "program_output",
  "reasoning",
  "shell_call",
  "shell_call_output",
  "tool_search_call",
  "tool_search_output",
  "web_search_call",
];

/**
 * Calls the client answers. `says` is the name in the error; `awaits` tells whether this very call needs an
 * answer from the client (hosted shells and server-side tool search are answered by the server).
 */
export const CALLS = {
  function_call: { output: "function_call_output", says: "function call" },
  custom_tool_call: { output: "custom_tool_call_output", says: "custom tool call" },
  computer_call: { output: "computer_call_output", says: "computer call" },
  local_shell_call: { output: "local_shell_call_output", says: "local shell call" },
  shell_call: {
    output: "shell_call_output",
    says: "shell call",
    awaits: (call) => call.environment?.type !== "container_reference",
  },
  apply_patch_call: { output: "apply_patch_call_output", says: "apply patch call" },
  tool_search_call: {
    output: "tool_search_output",
    says: "tool search call",
    awaits: (call) => call.execution === "client",
  },
};

export const OUTPUTS = Object.fromEntries(
  Object.entries(CALLS).map(([call, { output, says }]) => [output, { call, says }]),
);

/** Beginnings of item ids that are known from real answers. Outputs share the prefix of their call. */
export const ID_PREFIXES = {
  message: "msg",
  reasoning: "rs",
  function_call: "fc",
  function_call_output: "fc",
  custom_tool_call: "ctc",
  custom_tool_call_output: "ctc",
  web_search_call: "ws",
  computer_call: "cu",
};

/** Items the model makes itself: what may follow a reasoning item. */
const MODEL_MADE = new Set([
  ...Object.keys(CALLS),
  "web_search_call",
  "file_search_call",
  "image_generation_call",
  "code_interpreter_call",
  "mcp_call",
  "mcp_approval_request",
  "mcp_list_tools",
  "program",
  "multi_agent_call",
  "item_reference",
  "compaction",
]);

export const PART_TYPES = [
  "input_text",
  "input_image",
  "input_audio",
  "output_text",
  "refusal",
  "input_file",
  "computer_screenshot",
  "summary_text",
  "encrypted_content",
];

/** { role, content } without a type is a message; { id } alone refers to a stored item. */
export function typeOf(item) {
  if (item?.type != null) return item.type;
  if (item?.role === undefined && typeof item?.id === "string") return "item_reference";
  return "message";
}

export const isModelMade = (item) =>
  MODEL_MADE.has(typeOf(item)) || (typeOf(item) === "message" && item.role === "assistant");

/** A local shell output names its call in `id` (SDK type LocalShellCallOutput), every other output in `call_id`. */
export const answersTo = (item) =>
  typeOf(item) === "local_shell_call_output" ? (item.call_id ?? item.id) : item.call_id;

/** visit(item, type, index) until it finds something. */
export const eachItem = (body, visit) => first(asList(body.input), (item, i) => visit(item ?? {}, typeOf(item), i));
