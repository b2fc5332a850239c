import { parse } from "../core.js";
import { writeJson } from "./json.js";

/** Outermost members of a message, which classify it. */
export interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** An object of JSON. */
export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the messages of a parsed line: older protocols send several at once. */
export const messagesIn = (parsed: unknown): Message[] =>
  (Array.isArray(parsed) ? parsed : [parsed]).filter((item) => typeof item === "object" && item !== null);

export const isRequest = ({ id, method }: Message): boolean => id !== undefined && method !== undefined;

export const isAnswer = ({ result, error }: Message): boolean => result !== undefined || error !== undefined;

/** Reads a line of the server without its contents; `undefined` if it is neither a message nor a batch of messages. */
export function outlinesIn(text: string): Message[] | undefined {
  const parsed = parse(text);
  const items: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const outlines = messagesIn(items).flatMap((item) => {
    const { id, method, result, error } = item;
    const isMessage = !Array.isArray(item) && ("method" in item || "result" in item || "error" in item);
    return isMessage
      ? [{ id, method, result: result !== undefined || undefined, error: error !== undefined || undefined }]
      : [];
  });
  return items.length === 0 || outlines.length < items.length ? undefined : outlines;
}

/** Members of an answer; a server may add others of any size, which clients ignore. */
const OF_ANSWERS = new Set(["jsonrpc", "id", "result", "error"]);
const LONGEST_BESIDE = 1000;

/** Returns an answer without members outside the protocol if those are long. */
export function plain(answer: Members): Members {
  const entries = Object.entries(answer);
  const others = Object.fromEntries(entries.filter(([name]) => !OF_ANSWERS.has(name)));
  const isLong = writeJson(others).length > LONGEST_BESIDE;
  const isVersion = answer.jsonrpc === undefined || writeJson(answer.jsonrpc).length <= 10;
  if (!isLong && isVersion) return answer;
  const kept = isLong ? Object.fromEntries(entries.filter(([name]) => OF_ANSWERS.has(name))) : answer;
  return isVersion ? kept : { ...kept, jsonrpc: "2.0" };
}

const WRITTEN_ID = /"id"\s*:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|"(?:[^"\\]|\\.)*")/g;
/** Text after an id at the end of a message. */
const AFTER_ID = /^\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*\]?\s*$/;

/** Finds the ids of an unreadable line by its start and end: not those within its contents; in a batch, all of them. */
export function idsIn(start: string, end: string): unknown[] {
  const idsOf = (text: string): unknown[] => [...text.matchAll(WRITTEN_ID)].map(([, id]) => parse(id ?? ""));
  if (/^\s*\[/.test(start)) return [...new Set(idsOf(start + end))];
  const contents = start.search(/"(?:result|error|params)"/);
  const first = idsOf(contents < 0 ? start : start.slice(0, contents)).slice(0, 1);
  if (first.length > 0) return first;
  // Many servers write the id last.
  const last = [...end.matchAll(WRITTEN_ID)].at(-1);
  return last && AFTER_ID.test(end.slice(last.index + last[0].length)) ? [parse(last[1] ?? "")] : [];
}

/** Returns the message of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns an id for an answer: anything that is not a string or a number becomes `null`. */
export const idOf = (id: unknown): string | number | null =>
  typeof id === "string" || typeof id === "number" ? id : null;

/** Returns an error message of JSON-RPC that the proxy sends in place of the server. */
export const failure = (id: unknown, message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id: idOf(id), error: { code: -32000, message: `tooltrim mcp: ${message}` } });
