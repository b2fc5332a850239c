// Reads messages of six formats as one list of parts, without the library: a measure must not depend on the reader that
// it measures.
//
// A part is `{ kind, … }`: "system", "user", "assistant" and "thinking" have a `text`; a "call" has `id`, `name`,
// `args` and its arguments as `text`; a "result" has `id`, `text` and `failed`, `undefined` where the format carries no
// flag.

import { stripEscapes } from "../metrics/lines.mjs";

/**
 * @typedef {object} Part
 * @property {"system" | "user" | "assistant" | "thinking" | "call" | "result"} kind
 * @property {string} text
 * @property {string} [id]
 * @property {string} [name]
 * @property {Record<string, unknown>} [args]
 * @property {boolean} [failed]
 */

/** Caches the result of `make` for the lifetime of a message: compaction shares what it does not change. */
export function cached(make) {
  const known = new WeakMap();
  return (message) => {
    if (!known.has(message)) known.set(message, make(message));
    return known.get(message);
  };
}

/** @type {(message: object) => Part[]} */
export const partsOf = cached((message) => [...readMessage(message)]);

/**
 * UTF-16 units of texts, arguments and results.
 *
 * @type {(message: object) => number}
 */
export const unitsOf = cached((message) => partsOf(message).reduce((sum, { text }) => sum + text.length, 0));
export const unitsOfAll = (messages) => messages.reduce((sum, message) => sum + unitsOf(message), 0);

/** The texts in which things are looked for: of arguments their strings, without the escapes of JSON. */
export const stringsOf = cached((message) =>
  partsOf(message)
    .flatMap((part) => (part.kind === "call" ? stringsIn(part.args ?? part.text) : [part.text]))
    .map(stripEscapes),
);
export const textOfAll = (messages) => messages.flatMap(stringsOf).join("\n");

export function stringsIn(value) {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(stringsIn);
}

const SPEAKERS = { system: "system", developer: "system", user: "user", assistant: "assistant", model: "assistant" };

function* readMessage(message) {
  if (message.type !== undefined && message.type !== "message") {
    yield* readItem(message);
    return;
  }
  const { role, content, parts, tool_calls } = message;
  if (role === "tool" && message.tool_call_id !== undefined) {
    yield { kind: "result", id: message.tool_call_id, text: flat(content), failed: undefined };
    return;
  }
  const kind = SPEAKERS[role] ?? "assistant";
  if (typeof content === "string") yield { kind, text: content };
  for (const part of Array.isArray(content) ? content : (parts ?? [])) yield* readPart(part, kind);
  for (const { id, function: called, custom } of tool_calls ?? []) {
    yield call(id, (called ?? custom).name, called?.arguments ?? custom.input);
  }
}

/** Items of Responses. */
function* readItem(item) {
  if (/(?:^|_)call_output$/.test(item.type)) {
    yield { kind: "result", id: item.call_id, text: flat(item.output), failed: undefined };
  } else if (item.type === "reasoning") {
    for (const { text } of [...(item.summary ?? []), ...(item.content ?? [])]) yield { kind: "thinking", text };
  } else if (/(?:^|_)call$/.test(item.type)) {
    yield call(item.call_id, item.name, item.arguments ?? item.input);
  }
}

function* readPart(part, kind) {
  const type = part.type ?? part.kind;
  if (part.functionCall) yield call(part.functionCall.id, part.functionCall.name, part.functionCall.args);
  else if (part.functionResponse) yield geminiResult(part.functionResponse);
  else if (type === "thinking" || type === "reasoning" || part.thought === true) {
    yield { kind: "thinking", text: part.thinking ?? part.text ?? part.value };
  } else if (type === "tool_use" || type === "toolCall") yield call(part.id ?? part.callId, part.name, part.input);
  else if (type === "tool-call") yield call(part.toolCallId, part.toolName, part.input);
  else if (type === "tool_result") yield result(part.tool_use_id, part.content, part.is_error);
  else if (type === "toolResult") yield result(part.callId, part.content, part.isError);
  else if (type === "tool-result") yield result(part.toolCallId, part.output?.value, /error/.test(part.output?.type));
  else if (typeof (part.text ?? part.value) === "string") yield { kind, text: part.text ?? part.value };
}

const result = (id, content, failed) => ({ kind: "result", id, text: flat(content), failed: failed === true });

function geminiResult({ id, name, response = {} }) {
  const { output, error, ...rest } = response;
  const text = output ?? error ?? (Object.keys(rest).length === 0 ? "" : rest);
  return result(id ?? name, text, error !== undefined);
}

function call(id, name, given) {
  const text = typeof given === "string" ? given : JSON.stringify(given ?? {});
  return { kind: "call", id, name: name ?? "", args: typeof given === "string" ? parsed(given) : (given ?? {}), text };
}

/** A patch or a script is no JSON: then it is the only argument. */
export function parsed(text) {
  try {
    const value = JSON.parse(text);
    if (value !== null && typeof value === "object") return value;
  } catch {
    // As it is.
  }
  return { input: text };
}

function flat(content) {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map((part) => part.text ?? part.value ?? "").join("\n");
  return content === undefined || content === null ? "" : JSON.stringify(content);
}
