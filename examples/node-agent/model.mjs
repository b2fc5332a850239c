// One request to the endpoint, streamed.
import OpenAI from "openai";
import { definitions } from "./tools/index.mjs";

const tools = definitions.map((definition) => ({ type: /** @type {const} */ ("function"), function: definition }));

/** @typedef {import("openai/resources/chat/completions").ChatCompletionAssistantMessageParam} AssistantMessage */

/**
 * @typedef {object} Call
 * @property {string} id
 * @property {string} name
 * @property {unknown} input what the arguments say as JSON; their text when they say none
 */

/**
 * @param {{ url: string, key: string, model: string, answer: number }} endpoint
 */
export function createModel({ url, key, model, answer }) {
  const client = new OpenAI({ baseURL: url, apiKey: key, maxRetries: 2 });

  /**
   * @param {readonly import("openai/resources/chat/completions").ChatCompletionMessageParam[]} messages
   * @param {{ signal: AbortSignal, onText: (text: string) => void }} options
   * @returns {Promise<{ message: AssistantMessage, calls: Call[], finish: string, inputTokens: number | undefined }>}
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
      calls: toolCalls.map(({ id, function: { name, arguments: json } }) => ({ id, name, input: parsed(json) })),
      finish,
      inputTokens: usage?.prompt_tokens,
    };
  };
}

/** @param {string} json */
function parsed(json) {
  try {
    return JSON.parse(json || "{}");
  } catch {
    return json;
  }
}
