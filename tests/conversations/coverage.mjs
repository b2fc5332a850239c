// What kinds of messages and parts a format has, to see that the writers write them all.

const words = (text) => text.trim().split(/\s+/);

/**
 * The names of what is in these messages: types, kinds, roles, and the members that tell Gemini's and VS Code's parts.
 */
function found(messages) {
  const names = new Set();
  const members =
    /^(executable|code|function|inline|file|tool(Call$|Response$)|thought)|^(tool_calls|function_call|custom|reasoning_content|refusal|audio|cache_control|providerExecuted|rawInput|preliminary|isError|invalid_tool_calls|tool_call_chunks)$/;
  const visit = (value, depth) => {
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || depth > 8) return;
    if (/^LanguageModel/.test(value.constructor?.name)) names.add(value.constructor.name.slice(13));
    for (const key of ["type", "kind", "role", "state"]) if (typeof value[key] === "string") names.add(value[key]);
    if (typeof value.role === "number") names.add(`role ${value.role}`);
    for (const [key, own] of Object.entries(value)) {
      if (members.test(key) && own !== undefined) names.add(key);
      // What a tool is given may have any names.
      if (!/^(args|input|arguments|response|value)$/.test(key) || Array.isArray(own)) visit(own, depth + 1);
    }
    if (value.content && !Object.hasOwn(value, "content")) visit(value.content, depth + 1);
  };
  visit(messages, 0);
  return names;
}

const langchain = words(
  "image thinking redacted_thinking reasoning tool_use tool_call server_tool_call server_tool_call_result",
);
const responses = words(`
  system developer user assistant message input_text input_image input_file output_text reasoning summary_text reasoning_text
  refusal function_call function_call_output custom_tool_call custom_tool_call_output shell_call shell_call_output
  local_shell_call local_shell_call_output apply_patch_call apply_patch_call_output tool_search_call tool_search_output
  computer_call computer_call_output web_search_call file_search_call code_interpreter_call image_generation_call
  mcp_list_tools mcp_call mcp_approval_request mcp_approval_response item_reference compaction additional_tools
  configuration_update`);
const anthropic = words(`
  user assistant text image document search_result container_upload thinking redacted_thinking tool_use tool_result
  tool_reference server_tool_use web_search_tool_result web_fetch_tool_result tool_search_tool_result
  bash_code_execution_tool_result code_execution_tool_result text_editor_code_execution_tool_result
  web_search_tool_result_error mcp_tool_use mcp_tool_result cache_control`);

const expected = {
  "openai-chat": words(`
    system developer user assistant tool text image_url input_audio file tool_calls function custom refusal audio
    reasoning_content`),
  "openai-chat-legacy": words("system user assistant function function_call"),
  langchain: [...langchain, ...words("human ai tool system image_url tool_call_chunk tool_call_chunks tool_calls")],
  "langchain-plain": [...langchain, ...words("human user assistant ai tool system tool_calls")],
  "langchain-serialized": [...langchain, "constructor", "tool_calls"],
  "langchain-stored": [...langchain, ...words("human ai tool system tool_calls")],
  "openai-responses": [...responses, "program", "program_output"],
  "openai-responses-stored": responses,
  "openai-agents": words(`
    system user assistant message input_text input_image input_file audio output_text refusal image file reasoning
    reasoning_text function_call function_call_result hosted_tool_call computer_call computer_call_result shell_call
    shell_call_output apply_patch_call apply_patch_call_output tool_search_call tool_search_output program program_output
    compaction unknown`),
  anthropic,
  "anthropic-system": [...anthropic, "system"],
  gemini: words(`
    user model function functionCall functionResponse inlineData fileData executableCode codeExecutionResult toolCall
    toolResponse thought thoughtSignature`),
  "gemini-python": words(`
    user model function function_call function_response inline_data file_data executable_code code_execution_result
    thought thought_signature`),
  "ai-sdk": words(`
    system user assistant tool text image file reasoning tool-call tool-result tool-approval-request tool-approval-response
    json error-text error-json execution-denied content media file-data file-url file-id image-data image-url image-file-id
    custom providerExecuted`),
  "ai-sdk-ui": words(`
    system user assistant text reasoning file step-start source-url source-document data-context data-progress dynamic-tool
    tool-Bash input-streaming input-available approval-requested approval-responded output-available output-error
    output-denied providerExecuted rawInput preliminary`),
  vscode: words(`
    ChatMessage TextPart ToolCallPart ToolResultPart ToolResultPart2 ThinkingPart DataPart PromptTsxPart isError`).concat(
    ["role 1", "role 2", "role 3"],
  ),
  "vscode-plain": words("system user assistant text thinking toolCall toolResult isError"),
};

export const kinds = { found, expected };
