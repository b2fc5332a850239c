// One request to the endpoint, streamed.
import OpenAI from "openai";

/** @typedef {import("openai/resources/chat/completions").ChatCompletionAssistantMessageParam} AssistantMessage */

/**
 * @typedef {object} Call
 * @property {string} id
 * @property {string} name
 * @property {unknown} input what the arguments say as JSON; their text when they say none
 */

/**
 * @param {object} endpoint
 * @param {string} endpoint.url
 * @param {string} endpoint.key
 * @param {string} endpoint.model
 * @param {number} endpoint.answer
 * @param {import("openai/resources/chat/completions").ChatCompletionTool[]} endpoint.tools
 */
export function createModel({ url, key, model, answer, tools }) {
  const client = new OpenAI({ baseURL: url, apiKey: key, maxRetries: 2 });

  /**
   * @param {readonly import("openai/resources/chat/completions").ChatCompletionMessageParam[]} messages
   * @param {{ signal: AbortSignal, onText: (text: string) => void }} options
   * @returns {Promise<{ message: AssistantMessage, finish: string, inputTokens: number | undefined }>}
   */
  return async (messages, { signal, onText }) => {
    const stream = client.chat.completions.stream(
      { model, messages: [...messages], tools, max_completion_tokens: answer, stream_options: { include_usage: true } },
      { signal },
    );
    stream.on("content", onText);
    const { choices, usage } = await stream.finalChatCompletion();
    const [{ message, finish_reason: finish }] = choices;
    const { content, tool_calls: found = [] } = message;
    // Only what endpoints take back: the client adds members of its own.
    const toolCalls = found.flatMap((call) => {
      if (call.type !== "function") return [];
      const { name, arguments: json } = call.function;
      return [{ id: call.id, type: call.type, function: { name, arguments: json } }];
    });
    return {
      message: { role: "assistant", content, ...(toolCalls.length > 0 && { tool_calls: toolCalls }) },
      finish,
      inputTokens: usage?.prompt_tokens,
    };
  };
}

/** @param {AssistantMessage} message @returns {Call[]} */
export function callsOf({ tool_calls: calls = [] }) {
  return calls.flatMap((call) =>
    call.type === "function" ? [{ id: call.id, name: call.function.name, input: parsed(call.function.arguments) }] : [],
  );
}

/** @param {string} json */
function parsed(json) {
  try {
    return JSON.parse(json || "{}");
  } catch {
    return json;
  }
}
