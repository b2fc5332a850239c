import { Items, type Json, Members, writeJson } from "./json/node.js";

/** Members of an answer; a server may add others of any size, which clients ignore. */
const OF_ANSWERS = new Set(["jsonrpc", "id", "result", "error"]);
const LONGEST_BESIDE = 1000;

/** Returns an answer with each member once, and without members outside the protocol if those are long. */
export function plain(message: Members): Members {
  const once = message.unique();
  const others = once.entries.filter(([name]) => !OF_ANSWERS.has(name));
  const version = once.get("jsonrpc");
  const beside = Members.of(Object.fromEntries(others));
  let short = once;
  if (writeJson(beside).length > LONGEST_BESIDE) for (const [name] of others) short = short.with(name, undefined);
  return version !== undefined && writeJson(version).length > 10 ? short.with("jsonrpc", "2.0") : short;
}

const WRITTEN_ID = /"id"\s*:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|"(?:[^"\\]|\\.)*")/g;
/** Text after an id at the end of a message. */
const AFTER_ID = /^\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*\]?\s*$/;

/** Finds the ids that an invalid line was to answer: not those within a result; in a batch, all of them. */
export function idsIn(start: string, end: string, isBatch: boolean): unknown[] {
  const idsOf = (text: string): unknown[] => [...text.matchAll(WRITTEN_ID)].map(([, id]) => parse(id ?? ""));
  if (isBatch) return idsOf(start + end);
  const result = start.search(/"(?:result|error)"/);
  const first = idsOf(result < 0 ? start : start.slice(0, result)).slice(0, 1);
  if (first.length > 0) return first;
  // Many servers write the id after the result.
  const last = [...end.matchAll(WRITTEN_ID)].at(-1);
  return last && AFTER_ID.test(end.slice(last.index + last[0].length)) ? [parse(last[1] ?? "")] : [];
}

/** Returns the message of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns an id for an answer: anything that is not a string or a number becomes `null`. */
export const idOf = (id: unknown): string | number | null =>
  typeof id === "string" || typeof id === "number" ? id : null;

/** Returns an error message of JSON-RPC that the proxy sends in place of the server. */
export function failure(id: unknown, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id: idOf(id), error: { code: -32000, message: `tooltrim mcp: ${message}` } });
}

/** Parses a JSON text; `undefined` if it is invalid. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns `true` if a tree is a message, or a batch of messages. */
export function isMessageTree(tree: Json): boolean {
  const isOne = (item: Json): boolean =>
    item instanceof Members && ["method", "result", "error"].some((name) => item.get(name) !== undefined);
  return tree instanceof Items ? tree.list.length > 0 && tree.list.every(isOne) : isOne(tree);
}

/** Returns `true` if a value is a message, or a batch of messages. */
export function isMessage(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => !Array.isArray(item) && isMessage(item));
  return typeof value === "object" && value !== null && ("method" in value || "result" in value || "error" in value);
}
