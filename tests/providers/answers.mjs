// What a model says, in the format of each endpoint: whole, and as the events of a stream.
import { check as checkAnthropic } from "./rules/anthropic.mjs";
import { check as checkGemini } from "./rules/gemini.mjs";
import { check as checkChat } from "./rules/openai-chat.mjs";
import { check as checkResponses } from "./rules/openai-responses.mjs";

/**
 * @typedef {object} Said
 * @property {string} [text]
 * @property {{ id: string, name: string, input: object }[]} calls parallel ones
 * @property {string} model
 * @property {number} number of the request
 * @property {number} tokens of the request
 */

const OUTPUT = 9;

function chatFrame({ model, number }, object) {
  return { id: `chatcmpl-${number}`, object, created: 0, model };
}
const chatCalls = ({ calls }) =>
  calls.map(({ id, name, input }) => ({ id, type: "function", function: { name, arguments: JSON.stringify(input) } }));
const chatUsage = ({ tokens }) => ({
  usage: { prompt_tokens: tokens, completion_tokens: OUTPUT, total_tokens: tokens + OUTPUT },
});
const chatReason = ({ calls }) => (calls.length > 0 ? "tool_calls" : "stop");

function chat(said) {
  const called = said.calls.length > 0 && { tool_calls: chatCalls(said) };
  const message = { role: "assistant", content: said.text ?? null, refusal: null, ...called };
  const choice = { index: 0, message, logprobs: null, finish_reason: chatReason(said) };
  return { ...chatFrame(said, "chat.completion"), choices: [choice], ...chatUsage(said) };
}

function chatEvents(said) {
  const chunk = (more) => ({ ...chatFrame(said, "chat.completion.chunk"), ...more });
  const choice = (delta, finish_reason = null) => chunk({ choices: [{ index: 0, delta, finish_reason }] });
  const tool_calls = chatCalls(said).map((call, index) => ({ index, ...call }));
  const delta = tool_calls.length > 0 ? { tool_calls } : { content: said.text };
  return [
    choice({ role: "assistant", ...delta }),
    choice({}, chatReason(said)),
    chunk({ choices: [], ...chatUsage(said) }),
  ];
}

function response({ text, calls, model, number, tokens }) {
  const state = { status: "completed" };
  const content = [{ type: "output_text", text, annotations: [], logprobs: [] }];
  const output = calls.map(({ id, name, input }, at) => ({
    ...{ id: `fc_${number}_${at}`, type: "function_call", call_id: id, name, arguments: JSON.stringify(input) },
    ...state,
  }));
  if (calls.length === 0) output.push({ id: `msg_${number}`, type: "message", role: "assistant", content, ...state });
  const details = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } };
  const usage = { input_tokens: tokens, output_tokens: OUTPUT, total_tokens: tokens + OUTPUT, ...details };
  const head = { id: `resp_${number}`, object: "response", created_at: 0, model, ...state };
  return { ...head, error: null, incomplete_details: null, output, usage };
}

function responseEvents(said) {
  const whole = response(said);
  return [
    { type: "response.created", response: { ...whole, status: "in_progress", output: [] } },
    ...whole.output.map((item, output_index) => ({ type: "response.output_item.done", output_index, item })),
    { type: "response.completed", response: whole },
  ];
}

function message({ text, calls, model, number, tokens }) {
  const content = calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input }));
  if (calls.length === 0) content.push({ type: "text", text });
  const usage = {
    input_tokens: Math.min(5, tokens),
    cache_read_input_tokens: Math.max(0, tokens - 5),
    output_tokens: OUTPUT,
  };
  const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
  const head = { id: `msg_${number}`, type: "message", role: "assistant", model, stop_sequence: null };
  return { ...head, content, stop_reason, usage };
}

function messageEvents(said) {
  const { content, stop_reason, usage, ...head } = message(said);
  const blocks = content.flatMap((block, index) => {
    const { input, text } = block;
    const [start, delta] =
      block.type === "text"
        ? [
            { type: "text", text: "" },
            { type: "text_delta", text },
          ]
        : [
            { ...block, input: {} },
            { type: "input_json_delta", partial_json: JSON.stringify(input) },
          ];
    return [
      { type: "content_block_start", index, content_block: start },
      { type: "content_block_delta", index, delta },
      { type: "content_block_stop", index },
    ];
  });
  return [
    { type: "message_start", message: { ...head, content: [], stop_reason: null, usage } },
    ...blocks,
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
}

function generated({ text, calls, model, tokens }) {
  const parts =
    calls.length > 0 ? calls.map(({ name, input }) => ({ functionCall: { name, args: input } })) : [{ text }];
  return {
    candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: tokens, candidatesTokenCount: OUTPUT, totalTokenCount: tokens + OUTPUT },
    modelVersion: model,
  };
}

const formats = [
  { path: /\/chat\/completions$/, check: checkChat, whole: chat, events: chatEvents, end: "data: [DONE]\n\n" },
  { path: /\/responses$/, check: checkResponses, whole: response, events: responseEvents },
  { path: /\/v1\/messages$/, check: checkAnthropic, whole: message, events: messageEvents },
  {
    path: /^\/v1beta\/models\/([^/:]+):(?:g|streamG)enerateContent$/,
    check: checkGemini,
    whole: generated,
    events: (said) => [generated(said)],
  },
];

/** Returns the format of a path, and the model that the path names. */
export function formatOf(path) {
  const format = formats.find((each) => each.path.test(path));
  const model = format?.path.exec(path)[1];
  return format && { ...format, ...(model && { model: decodeURIComponent(model) }) };
}

/** A stream's events as they are sent. */
export const written = ({ events, end = "" }, said) =>
  events(said)
    .map((event) => `${event.type ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`)
    .join("") + end;
