import { decode } from "../text/decode.js";
import { isBlank, toolFailure, toolWords } from "./words.js";

/**
 * What a tool answered, as text: nothing as a sentence that says so, a string as it is, numbers and the like plain,
 * bytes as UTF-8 (`lossy`: also where they are not) or as a line with their number, anything else as JSON. What has no
 * JSON becomes its plain string. Never throws.
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

/** `String(value)`; there is something also for what answers nothing but errors. */
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

/** The bytes of a buffer or of a view of bytes, without a copy. */
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

/** The JSON form, where there is one that says something. */
function jsonText(value: object): string | undefined {
  // Other lists of numbers would come out as objects with a key for each.
  const given = ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<unknown>) : value;
  let text = JSON.stringify(given, null, 2);
  // What JSON knows nothing of is looked at only where there seems to be some: a replacer takes several times as long.
  if (text?.includes("{}")) text = JSON.stringify(given, readable, 2);
  // A date that is none.
  if (text === undefined || text === "null") return undefined;
  // A date, an address: its JSON form is a text.
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

/** The text for a tool that threw this: its message, its stack, and those of what caused it. */
export function failureText(thrown: unknown): string {
  return toolFailure(errorText(thrown), traces(thrown));
}

/** The message of what was thrown, whatever it is. */
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

/** Errors of other realms, and those of libraries that look like errors, are errors. */
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

/** Errors of a chain or an aggregate that are listed. */
const MOST_ERRORS = 16;

function traces(thrown: unknown): string[] {
  if (!isError(thrown)) return [];
  const found = new Map<unknown, string>();
  const queue: unknown[] = [thrown];
  for (const error of queue) {
    if (found.size >= MOST_ERRORS) break;
    // A chain may lead back to where it began.
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
