// An answer as Chat Completions gives it: whole, or as a stream of events.
import { randomUUID } from "node:crypto";

/** @typedef {import("./script.mjs").Answer} Answer */
/** @typedef {{ prompt_tokens: number, completion_tokens: number, total_tokens: number }} Usage */

/** @param {Answer} answer */
const callsOf = ({ calls }) =>
  calls.map(({ name, input }) => ({
    id: `call_${randomUUID().replaceAll("-", "").slice(0, 24)}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));

const frame = (/** @type {string} */ object, /** @type {string} */ model) => ({
  id: `chatcmpl-${randomUUID()}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model,
});

/** @param {Answer} answer @param {string} model @param {Usage} usage */
export function completion(answer, model, usage) {
  const calls = callsOf(answer);
  const message = {
    role: "assistant",
    content: answer.text,
    refusal: null,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const choice = { index: 0, message, logprobs: null, finish_reason: calls.length > 0 ? "tool_calls" : "stop" };
  return { ...frame("chat.completion", model), choices: [choice], usage };
}

/** @param {Answer} answer @param {string} model @param {Usage | undefined} usage told when it was asked for */
export function* events(answer, model, usage) {
  const start = frame("chat.completion.chunk", model);
  const chunk = (/** @type {object} */ delta, /** @type {string | null} */ finish_reason = null) =>
    event({ ...start, choices: [{ index: 0, delta, logprobs: null, finish_reason }] });

  yield chunk({ role: "assistant", content: "" });
  for (const content of answer.text.match(/\S*\s*/g)?.filter(Boolean) ?? []) yield chunk({ content });
  const calls = callsOf(answer);
  for (const [index, call] of calls.entries()) {
    const { arguments: json, ...named } = call.function;
    yield chunk({ tool_calls: [{ index, ...call, function: { ...named, arguments: "" } }] });
    for (const piece of json.match(/.{1,40}/gsu) ?? [])
      yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  yield chunk({}, calls.length > 0 ? "tool_calls" : "stop");
  if (usage) yield event({ ...start, choices: [], usage });
  yield "data: [DONE]\n\n";
}

/** @param {object} data */
const event = (data) => `data: ${JSON.stringify(data)}\n\n`;
