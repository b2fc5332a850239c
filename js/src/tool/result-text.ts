import { decode } from "../text/decode.js";
import { isBlank, toolFailure, toolWords } from "./words.js";

/**
 * Converts a tool's result to text: `undefined` and `null` to a sentence, bytes to UTF-8 text (with `lossy` even if
 * invalid) or a line with their number, other objects to JSON, or to a plain string if they have no JSON. Strings stay,
 * other primitives become plain strings. Never throws.
 */
export function resultText(result: unknown, lossy = false): string {
  if (typeof result === "string") return result;
  if (result === undefined || result === null) return toolWords().noResult;
  if (typeof result !== "object") return plainText(result);
  try {
    return bytesText(result, lossy) ?? jsonText(result) ?? plainText(result);
  } catch {
    return plainText(result);
  }
}

/** Returns `String(value)`, or a fallback if that throws. */
export function plainText(value: unknown): string {
  try {
    return String(value);
  } catch {
    try {
      return Object.prototype.toString.call(value);
    } catch {
      return typeof value;
    }
  }
}

/** Returns the bytes of an `ArrayBuffer`, `Uint8Array` or `DataView` without copying; else `undefined`. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  if (value instanceof DataView) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined;
}

function bytesText(value: object, lossy: boolean): string | undefined {
  const bytes = bytesOf(value);
  if (!bytes) return undefined;
  try {
    return decode(bytes, lossy);
  } catch {
    return toolWords().binary.replace("{bytes}", String(bytes.length));
  }
}

/** Returns the JSON text, or the plain string of an object that is empty as JSON; `undefined` if it has no JSON. */
function jsonText(value: object): string | undefined {
  // JSON.stringify writes typed arrays as objects with a key for each number.
  const given = ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<unknown>) : value;
  let text = JSON.stringify(given, null, 2);
  // Only if the text shows signs of values that JSON cannot represent: a replacer takes several times as long.
  if (text?.includes("{}")) text = JSON.stringify(given, readable, 2);
  // An invalid date, for example.
  if (text === undefined || text === "null") return undefined;
  // A date or a URL: its JSON is a string.
  if (text.startsWith('"')) return JSON.parse(text) as string;
  if (text !== "{}" || value instanceof Map) return text;
  const plain = plainText(value);
  return plain === "[object Object]" ? text : plain;
}

function readable(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Map) {
    return [...value.keys()].every((key) => typeof key === "string") ? Object.fromEntries(value) : [...value];
  }
  if (value instanceof Set) return [...value];
  return value instanceof Error || value instanceof RegExp ? String(value) : value;
}

/** Returns the text for a tool that threw: the message, the stack, and the stacks of its causes. */
export function failureText(thrown: unknown): string {
  return toolFailure(errorText(thrown), traces(thrown));
}

/** Returns the message of any thrown value. */
export function errorText(thrown: unknown): string {
  const text = message(thrown);
  return isBlank(text) ? toolWords().noMessage : text;
}

function message(thrown: unknown): string {
  if (thrown === undefined || thrown === null) return String(thrown);
  const own = isError(thrown) ? member(thrown, "message") : undefined;
  if (own === undefined) return isError(thrown) ? plainText(thrown) : resultText(thrown);
  return typeof own === "string" && !isBlank(own) ? own : plainText(thrown);
}

/** Returns `true` for errors, including those of other realms and error-like objects of libraries. */
function isError(value: unknown): value is object {
  try {
    return value instanceof Error || typeof member(value, "stack") === "string";
  } catch {
    return false;
  }
}

function member(value: unknown, name: string): unknown {
  try {
    return (value as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}

/** Maximum number of errors listed from a chain or an aggregate. */
const MOST_ERRORS = 16;

function traces(thrown: unknown): string[] {
  if (!isError(thrown)) return [];
  const found = new Map<unknown, string>();
  const queue: unknown[] = [thrown];
  for (const error of queue) {
    if (found.size >= MOST_ERRORS) break;
    // A chain may be cyclic.
    if (found.has(error)) continue;
    const stack = isError(error) ? member(error, "stack") : undefined;
    const own = typeof stack === "string" ? stack : "";
    found.set(error, own === "" && found.size > 0 ? resultText(error) : own);
    if (!isError(error)) continue;
    const [cause, errors] = [member(error, "cause"), member(error, "errors")];
    if (cause !== undefined) queue.push(cause);
    if (Array.isArray(errors)) queue.push(...errors.slice(0, MOST_ERRORS));
  }
  return [...found.values()];
}
