// Values of JSON as the limiter sees them: objects in memory, or the proxy's trees, which keep the spelling of numbers.
import { isObject } from "../copy.js";

/** Access to values of one kind. A string is a string in each of them. */
export interface Access<V> {
  /** Returns `true` for objects and lists. */
  holds(value: V): boolean;
  /** Returns a member of an object; `undefined` for other values. */
  get(value: V | undefined, name: string): V | undefined;
  /** Returns a copy of an object with some members replaced or added; `undefined` removes one. */
  with(object: V, members: Readonly<Record<string, V | string | undefined>>): V;
  /** Makes an object of the members that are defined. */
  make(members: Readonly<Record<string, V | string | undefined>>): V;
  /** Parses a JSON text; `undefined` if it is invalid. */
  read(json: string): V | undefined;
  /** Writes a value as JSON, compact or with an indentation; `undefined` if it has none. */
  json(value: V, indent?: string): string | undefined;
}

export const objects: Access<unknown> = {
  holds: isObject,
  get: (value, name) => (isObject(value) ? (value as Readonly<Record<string, unknown>>)[name] : undefined),
  with(object, members) {
    const copy: Record<string, unknown> = { ...(object as object), ...members };
    for (const name in members) if (members[name] === undefined) delete copy[name];
    return copy;
  },
  make: (members) => objects.with({}, members),
  read: parse,
  json(value, indent) {
    try {
      return JSON.stringify(value, undefined, indent);
    } catch {
      // A cycle, or too many levels.
      return undefined;
    }
  },
};

/** Parses a JSON text; `undefined` if it is invalid. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
