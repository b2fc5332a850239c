// What the endpoint bills: a tokenizer's count, where the agent only has an estimate.
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** Each request has the texts of the one before. @type {Map<string, number>} */
const counted = new Map();

/** @param {string} text */
function tokensOf(text) {
  const known = counted.get(text);
  if (known !== undefined) return known;
  // Nothing in a text is a special token, whatever it looks like.
  const tokens = countTokens(text, { disallowedSpecial: new Set() });
  counted.set(text, tokens);
  return tokens;
}

/** @param {unknown} content */
const textOf = (content) => (typeof content === "string" ? content : content == null ? "" : JSON.stringify(content));

/**
 * Three a message, and what it says, as OpenAI's cookbook counts.
 *
 * @param {{ messages: any[], tools?: unknown[] }} body
 * @returns {{ messages: number, tools: number }}
 */
export function promptTokens({ messages, tools }) {
  let sum = 3;
  for (const { content, tool_calls: calls = [] } of messages) {
    sum += 3 + tokensOf(textOf(content));
    for (const call of calls ?? []) sum += 4 + tokensOf(call.function.name) + tokensOf(call.function.arguments);
  }
  return { messages: sum, tools: tools?.length ? tokensOf(JSON.stringify(tools)) : 0 };
}

/** @param {string} text */
export const answerTokens = (text) => tokensOf(text);
