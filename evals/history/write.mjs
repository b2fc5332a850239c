// Writing into messages of six formats: other strings everywhere.

import { isDeepStrictEqual } from "node:util";
import { partsOf } from "../../compare/history/read.mjs";
import { withResult } from "../../compare/history/with-result.mjs";

/**
 * A copy of the message in which each text of an assistant, each result and each string of a call's arguments is what
 * `map` makes of `{ kind, text, failed }`; the message itself where nothing changes.
 */
export function mapParts(message, map) {
  let changed = message;
  let results = 0;
  for (const { kind, text, failed } of partsOf(message)) {
    if (kind !== "result") continue;
    const after = map({ kind, text, failed });
    if (after !== text) changed = withResult(changed, results, after);
    results += 1;
  }
  const kinds = new Set(partsOf(message).map(({ kind }) => kind));
  for (const kind of ["call", "assistant", "thinking"]) {
    if (kinds.has(kind)) changed = mapOwn(changed, kind, (text) => map({ kind, text }));
  }
  return changed;
}

const CALLS = new Set(["tool_use", "toolCall", "tool-call", "function_call", "custom_tool_call", "function"]);
const THOUGHTS = new Set(["thinking", "reasoning", "summary_text"]);

/** The strings of one kind: `part.input.content`, `part.text`. */
function mapOwn(value, kind, map, inside = "") {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return mapList(value, (each) => mapOwn(each, kind, map, inside));
  if (value === null || typeof value !== "object") return value;
  const type = value.type ?? value.kind;
  const isCall = CALLS.has(type) || value.functionCall !== undefined || inside === "functionCall";
  const isThought = THOUGHTS.has(type) || value.thought === true;
  return mapMembers(value, (each, key) => {
    if (kind === "call" && isCall && ARGUMENTS.has(key)) return mapArguments(each, map);
    const isText = ["text", "value", "thinking"].includes(key) || (key === "content" && value.role === "assistant");
    if (typeof each !== "string") return mapOwn(each, kind, map, key);
    return isText && !isCall && kind === (isThought ? "thinking" : "assistant") ? map(each) : each;
  });
}

function mapArguments(value, map) {
  const after = typeof value === "string" ? mapJson(value, map) : mapStrings(value, { text: map, id: map }, "", true);
  return isDeepStrictEqual(after, value) ? value : after;
}

function mapList(list, map) {
  const after = list.map(map);
  return after.every((each, index) => each === list[index]) ? list : after;
}

function mapMembers(object, map) {
  const entries = Object.entries(object).map(([key, each]) => [key, map(each, key)]);
  return entries.every(([key, each]) => each === object[key]) ? object : Object.fromEntries(entries);
}

const ARGUMENTS = new Set(["input", "args", "arguments"]);
const RESULTS = new Set(["output", "response"]);
const IDS = new Set(["id", "call_id", "tool_call_id", "tool_use_id", "toolCallId", "callId"]);

/** Each string through `text`, each id of a call or item through `id`. Arguments that are JSON stay JSON. */
export function mapStrings(value, { text, id }, key = "", isData = false) {
  if (typeof value === "string") {
    if (IDS.has(key) && !isData) return id(value);
    if (["type", "kind", "role", "name", "toolName", "signature"].includes(key) && !isData) return value;
    return key === "arguments" ? mapJson(value, text) : text(value);
  }
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, { text, id }, key, isData));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      mapStrings(each, { text, id }, name, isData || ARGUMENTS.has(name) || RESULTS.has(name)),
    ]),
  );
}

function mapJson(json, text) {
  try {
    return JSON.stringify(mapStrings(JSON.parse(json), { text, id: text }, "", true));
  } catch {
    return text(json);
  }
}
