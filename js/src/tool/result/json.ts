// JSON as the limiter reads and writes it.
import { isObject } from "../copy.js";

/** Reads and writes the values of a host: objects in memory, or what the proxy makes of a message. */
export interface Access {
  /** Parses a JSON text; `undefined` if it is invalid. */
  read(json: string): unknown;
  /** Writes a value as JSON, compact or with an indentation; `undefined` if it has none. */
  json(value: unknown, indent?: string): string | undefined;
}

export const objects: Access = { read: parse, json: jsonOf };

/** Parses a JSON text; `undefined` if it is invalid. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a member of an object; `undefined` for other values. */
export const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

/** Returns a member that is a string. */
export function stringOf(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === "string" ? member : undefined;
}

/** Returns a copy of an object with other members; `undefined` removes one. */
export const withMembers = (object: unknown, members: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries({ ...(object as object), ...members }).filter(([, value]) => value !== undefined));

/** Writes a value as JSON, also one that is nested too deep for `JSON.stringify`; `undefined` for a cycle. */
function jsonOf(value: unknown, indent?: string): string | undefined {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    return error instanceof RangeError ? deepJson(value) : undefined;
  }
}

/** Not recursive. Compact, since the white space of deep values would be longer than they are. */
function deepJson(value: unknown): string | undefined {
  const written: string[] = [];
  const entered = new Set<unknown>();
  const open: { readonly of: unknown; readonly rest: Iterator<unknown>; readonly end: string; isFirst: boolean }[] = [];
  const put = (inner: unknown): void => {
    if (!isObject(inner)) written.push(JSON.stringify(inner) ?? "null");
    else {
      const isList = Array.isArray(inner);
      written.push(isList ? "[" : "{");
      entered.add(inner);
      open.push({
        of: inner,
        rest: (isList ? inner : Object.entries(inner)).values(),
        end: isList ? "]" : "}",
        isFirst: true,
      });
    }
  };
  put(value);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const { done, value: entry } = top.rest.next();
    if (done) {
      open.pop();
      entered.delete(top.of);
      written.push(top.end);
      continue;
    }
    written.push(top.isFirst ? "" : ",");
    top.isFirst = false;
    const [name, inner] = top.end === "}" ? (entry as [string, unknown]) : [undefined, entry];
    if (name !== undefined) written.push(JSON.stringify(name), ":");
    if (entered.has(inner)) return undefined;
    put(inner);
  }
  return written.join("");
}

/** Returns `true` for a text that begins as JSON longer than a literal. */
export const looksLikeJson = (text: string): boolean => /^\s*[[{"]/.test(text.slice(0, 100));

/** A string of a JSON text that is not the name of a member. */
interface JsonString {
  /** Position of its quote, and after the other one. */
  readonly start: number;
  readonly end: number;
  /** Its number among the strings, lists and objects. */
  readonly index: number;
}

/** Finds the strings in a compact JSON text, names left out. Not recursive, since the text may be nested deep. */
export function* stringsIn(json: string): Generator<JsonString> {
  const opening = /["[{]/g;
  let index = -1;
  for (let found = opening.exec(json); found; found = opening.exec(json)) {
    const start = found.index;
    if (json[start] === '"') {
      const end = endOfString(json, start);
      opening.lastIndex = end;
      if (json[end] === ":") continue;
      index += 1;
      yield { start, end, index };
    } else index += 1;
  }
}

/** Returns the position after the quote that ends the string at `start`. */
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); ; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
}

/** Replaces strings of a compact JSON text; `change` returns the new JSON of one, or `undefined` if it stays. */
export function withStrings(json: string, change: (string: JsonString) => string | undefined): string {
  const pieces: string[] = [];
  let done = 0;
  for (const string of stringsIn(json)) {
    const after = change(string);
    if (after === undefined) continue;
    pieces.push(json.slice(done, string.start), after);
    done = string.end;
  }
  return pieces.length === 0 ? json : pieces.join("") + json.slice(done);
}
