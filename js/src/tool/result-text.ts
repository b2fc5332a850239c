import { isArrayBuffer, isBytes, isDataView } from "../bytes.js";
import { decode } from "../text/decode.js";
import { isObject } from "./copy.js";
import { looseJson } from "./loose-json.js";
import { isBlank, plainFailure, shortenPlaces, toolFailure, toolWords } from "./words.js";

/**
 * Converts a tool's result to text: `undefined` and `null` to a sentence, bytes to UTF-8 text (with `lossy` even if
 * invalid) or a line with their number, other objects to JSON, or to a plain string if they have no JSON. What JSON
 * cannot hold inside an object becomes digits or a marker. Strings stay, other primitives become plain strings. Never
 * throws.
 */
export function resultText(result: unknown, lossy = false): string {
  if (typeof result === "string") return result;
  if (result === undefined || result === null) return toolWords().noResult;
  if (typeof result !== "object") return plainText(result);
  try {
    return bytesText(result, lossy) ?? jsonText(result) ?? plainText(result);
  } catch {
    // A BigInt, a cycle, a getter that throws, or too many levels: the rest stays.
    const text = looseJson(result);
    // A text or a marker for the whole is not JSON of it.
    return text === undefined || !/^[[{]/.test(text) ? plainText(result) : text;
  }
}

/** Returns `String(value)`, or a fallback if that throws. */
export function plainText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return tagOf(value);
  }
}

/** Returns the class of a value as `[object Map]`, or its type if that throws. */
export function tagOf(value: unknown): string {
  try {
    return Object.prototype.toString.call(value);
  } catch {
    return typeof value;
  }
}

/** Returns the bytes of an `ArrayBuffer`, `Uint8Array` or `DataView` without copying; else `undefined`. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (isBytes(value)) return value;
  if (isDataView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return isArrayBuffer(value) ? new Uint8Array(value) : undefined;
}

function bytesText(value: object, lossy: boolean): string | undefined {
  const bytes = bytesOf(value);
  if (!bytes) return undefined;
  try {
    return decode(bytes, lossy);
  } catch {
    const { binary, oneBinary } = toolWords();
    return bytes.length === 1 ? oneBinary : binary.replace("{bytes}", String(bytes.length));
  }
}

/** Returns the JSON text, or the plain string of an object that is empty as JSON; `undefined` if it has no JSON. */
function jsonText(value: object): string | undefined {
  // JSON.stringify writes typed arrays as objects with a key for each number.
  const given = ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<unknown>) : value;
  // The own `toJSON` first: an object without JSON has none because of it.
  let text = JSON.stringify(given, null, 2);
  // Only if the text shows signs of values that JSON cannot represent: a replacer takes several times as long.
  if (text !== undefined && (UNREADABLE.test(text) || holdsError(given, 2)))
    text = JSON.stringify(given, readableMember, 2);
  // An invalid date, for example.
  if (text === undefined || text === "null") return undefined;
  // A date or a URL: its JSON is a string.
  if (text.startsWith('"')) return JSON.parse(text) as string;
  if (text !== "{}" || value instanceof Map || isHeaders(value)) return text;
  const plain = plainText(value);
  return plain === "[object Object]" ? text : plain;
}

/** Most members in which errors are looked for. */
const MOST_MEMBERS = 1000;

/** Returns `true` if an error is within that many levels: JSON writes its own members, and not its message. */
function holdsError(value: object, levels: number): boolean {
  const members = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return members
    .slice(0, MOST_MEMBERS)
    .some((member) => member instanceof Error || (levels > 1 && isObject(member) && holdsError(member, levels - 1)));
}

/** An empty object, which may be one without members that JSON writes; and bytes: those of a `Buffer`, and of others. */
const UNREADABLE = /\{\}|\{\n *"type": "Buffer",\n|\{\n *"0": /;

/** `JSON.stringify` has called `toJSON` of a `Buffer` already; its holder still has the bytes. */
function readableMember(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const own = typeof value === "object" && value !== null ? this[name] : value;
  return readable(ArrayBuffer.isView(own) ? own : value);
}

/**
 * Returns the text of an error; with own members, a cause or errors of its own an object of them and the text. Places of
 * the host are shortened, as in the message of an error that is thrown.
 */
function errorContents(error: Error): unknown {
  const text = shortenPlaces(String(error));
  const [cause, errors] = [member(error, "cause"), member(error, "errors")];
  const members: Record<string, unknown> = {
    ...(cause === undefined ? {} : { cause }),
    ...(errors === undefined ? {} : { errors }),
    ...error,
  };
  if (Object.keys(members).length === 0) return text;
  const shorter = Object.entries(members).map(([name, value]) => [
    name,
    typeof value === "string" ? shortenPlaces(value) : value,
  ]);
  return { message: text, ...Object.fromEntries(shorter) };
}

/** Returns the JSON-like value for one that JSON would write as `{}`, or as a number for each byte. */
export function readable(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const bytes = bytesText(value, false);
  if (bytes !== undefined) return bytes;
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>);
  if (value instanceof Map) {
    return [...value.keys()].every((key) => typeof key === "string") ? Object.fromEntries(value) : [...value];
  }
  if (value instanceof Set) return [...value];
  if (value instanceof Error) return errorContents(value);
  if (value instanceof RegExp) return String(value);
  if (isHeaders(value)) return Object.fromEntries(value as Iterable<[string, unknown]>);
  // A promise, a response or a weak map is not empty, as `{}` would say. `new Number(1)` has JSON.
  if (Object.keys(value).length > 0 || Array.isArray(value) || !isObject(value.valueOf?.())) return value;
  const plain = plainText(value);
  return plain === "[object Object]" ? value : plain;
}

const isHeaders = (value: object) => tagOf(value) === "[object Headers]";

/** Detail of errors shown to the model: messages of the error and its causes, or also their stacks. */
export type ErrorDetail = "message" | "stack";

/** Returns the text for a tool that threw. */
export function failureText(thrown: unknown, errors: ErrorDetail): string {
  const own = errorText(thrown);
  const outputs = printed(thrown);
  const withOutput = (text: string) => (outputs.length === 0 ? text : [text.trimEnd(), ...outputs].join("\n"));
  if (errors === "stack") return withOutput(toolFailure(own, traces(thrown).map(shortenPlaces)));
  const causes = errorsOf(thrown)
    .slice(1)
    .map((error) => errorText(error));
  // A wrapper often repeats the message of its cause.
  return withOutput(
    plainFailure(
      own,
      causes.filter((cause, at) => cause !== own && causes.indexOf(cause) === at),
    ),
  );
}

/**
 * Returns the output of a failed command, which Node's `child_process` puts on its errors, without what the message
 * repeats of it: Node's messages are the command and its stderr.
 */
function printed(thrown: unknown): string[] {
  if (!isError(thrown)) return [];
  const outputs = [member(thrown, "stdout"), member(thrown, "stderr")];
  const texts = outputs.map((output) => (isBytes(output) ? new TextDecoder().decode(output) : output));
  const command = member(thrown, "cmd");
  // The command may contain the output by chance: `echo done; exit 1`.
  const rest = message(thrown).replace(typeof command === "string" ? command : /^.*/, () => "");
  const repeated = `${rest.trimEnd()}\n`;
  return texts
    .filter((text): text is string => typeof text === "string" && !isBlank(text))
    .map((text) => text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd())
    .filter((text) => !repeated.includes(`\n${text}\n`));
}

/** Returns the message of any thrown value, with places of the host shortened. */
export function errorText(thrown: unknown): string {
  const text = message(thrown);
  return isBlank(text) ? toolWords().noMessage : shortenPlaces(text);
}

function message(thrown: unknown): string {
  if (thrown === undefined || thrown === null) return String(thrown);
  const own = isError(thrown) ? member(thrown, "message") : undefined;
  if (own === undefined) return isError(thrown) ? plainText(thrown) : resultText(thrown);
  return typeof own === "string" && !isBlank(own) ? own : plainText(thrown);
}

/** Returns `true` for an error that a tool returns in place of throwing it. */
export const isReturnedError = (result: unknown): boolean =>
  typeof result === "object" && result !== null && (result instanceof Error || tagOf(result) === "[object Error]");

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

/** Returns an error, its causes and the errors of an aggregate: each once, and not a thousand. */
function errorsOf(thrown: unknown): unknown[] {
  // A chain may be cyclic.
  const found = new Set<unknown>([thrown]);
  for (const error of found) {
    if (!isError(error)) continue;
    const [cause, errors] = [member(error, "cause"), member(error, "errors")];
    if (cause !== undefined) found.add(cause);
    for (const each of Array.isArray(errors) ? errors.slice(0, MOST_ERRORS) : []) found.add(each);
    if (found.size >= MOST_ERRORS) break;
  }
  return [...found].slice(0, MOST_ERRORS);
}

function traces(thrown: unknown): string[] {
  if (!isError(thrown)) return [];
  return errorsOf(thrown).map((error, at) => {
    const stack = isError(error) ? member(error, "stack") : undefined;
    const own = typeof stack === "string" ? ownStack(stack) : "";
    return own === "" && at > 0 ? resultText(error) : own;
  });
}

/** Returns a stack without our frames and those of our callers. */
function ownStack(stack: string): string {
  const lines = stack.split("\n");
  // V8 writes "    at async Object.name (place)"; other engines "name@place" and "async*name@place".
  const ours = /^(?:\s+at .*\b|(?:async\*)?)toolified(?:Call|Stream|Steps)(?:@|\b)/;
  const end = lines.findIndex((line) => ours.test(line));
  return end === -1 ? stack : lines.slice(0, end).join("\n");
}
