// The answer as the Responses API streams it: an event for each piece, in the order of the real ones.

/** A text in pieces of a few words, as models write. */
const pieces = (text, size = 12) => text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];

/** Yields `[type, data]` of each event; `usage` stands in the last one. */
export function* eventsOf({ id, model, step, usage }) {
  let number = 0;
  const event = (type, data) => [type, { type, sequence_number: number++, ...data }];
  const response = (status, output, more = {}) => ({
    id,
    object: "response",
    created_at: 1_790_000_000,
    status,
    error: null,
    incomplete_details: null,
    model,
    output,
    usage: null,
    ...more,
  });
  yield event("response.created", { response: response("in_progress", []) });
  yield event("response.in_progress", { response: response("in_progress", []) });
  const output = [];
  if (step.text) {
    const item = { id: `msg_${id}`, type: "message", role: "assistant" };
    yield* message(event, item, step.text, output);
  }
  for (const made of step.calls) yield* functionCall(event, made, output);
  yield event("response.completed", { response: response("completed", output, { usage }) });
}

function* message(event, item, text, output) {
  const at = { item_id: item.id, output_index: output.length, content_index: 0 };
  const part = (text) => ({ type: "output_text", text, annotations: [], logprobs: [] });
  yield event("response.output_item.added", {
    output_index: at.output_index,
    item: { ...item, status: "in_progress", content: [] },
  });
  yield event("response.content_part.added", { ...at, part: part("") });
  for (const delta of pieces(text)) yield event("response.output_text.delta", { ...at, delta, logprobs: [] });
  yield event("response.output_text.done", { ...at, text, logprobs: [] });
  yield event("response.content_part.done", { ...at, part: part(text) });
  const done = { ...item, status: "completed", content: [part(text)] };
  yield event("response.output_item.done", { output_index: at.output_index, item: done });
  output.push(done);
}

function* functionCall(event, { id, name, args }, output) {
  const item = { id: `fc_${id}`, type: "function_call", call_id: id, name };
  const at = { item_id: item.id, output_index: output.length };
  const json = JSON.stringify(args);
  yield event("response.output_item.added", {
    output_index: at.output_index,
    item: { ...item, status: "in_progress", arguments: "" },
  });
  for (const delta of pieces(json)) yield event("response.function_call_arguments.delta", { ...at, delta });
  yield event("response.function_call_arguments.done", { ...at, name, arguments: json });
  const done = { ...item, status: "completed", arguments: json };
  yield event("response.output_item.done", { output_index: at.output_index, item: done });
  output.push(done);
}
