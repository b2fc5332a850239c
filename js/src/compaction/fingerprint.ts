import { member } from "../calls/calls.js";

/** Maximum number of values to read of a message, which also bounds cycles and huge lists. */
const VALUES = 5000;
const DEPTH = 24;
/** Texts up to this length are read whole; longer ones at both ends and at some units in between. */
const WHOLE = 192;
const END = 64;

/** Members that vary between requests: prompt cache marks and metadata. */
const beside = new Set([
  ...["cache_control", "cacheControl", "cachePoint", "providerOptions", "providerMetadata"],
  ...["metadata", "createdAt", "timestamp", "lc_kwargs", "response_metadata", "usage_metadata"],
]);

/** Members that classes may define as accessors. */
const behind = [
  ...["role", "type", "name", "id", "content", "parts", "text", "value", "thinking", "data", "mimeType", "href"],
  ...["callId", "toolCallId", "toolName", "input", "args", "arguments", "output", "result", "tool_calls", "isError"],
];

const textTypes = new Set<unknown>(["text", "input_text", "output_text"]);

// Fingerprints are odd for texts and even for everything else.
const UNREADABLE = 2;
const NULL = 4;
const NONE = 6;

let left = 0;

/**
 * Returns a 32-bit fingerprint of a message, equal for copies of it: structure, ids, and the length and both ends of
 * each text.
 *
 * A list of one text counts as the text, and prompt cache marks are ignored: callers add and remove both.
 */
export function fingerprint(message: unknown): number {
  left = VALUES;
  return (print(message, DEPTH) ?? NONE) >>> 0;
}

/** Returns `undefined` for a value without content. */
function print(value: unknown, depth: number): number | undefined {
  left -= 1;
  if (left < 0 || depth === 0) return UNREADABLE;
  switch (typeof value) {
    case "string":
      return sampled(value) | 1;
    case "number":
    case "bigint":
    case "boolean":
      return sampled(String(Number(value))) & ~1;
    case "object":
      if (value === null) return NULL;
      try {
        if (Array.isArray(value)) return ofList(value, depth - 1);
        if (ArrayBuffer.isView(value)) return ofBytes(value) & ~1;
        return ofObject(value, depth - 1);
      } catch {
        // A revoked proxy.
        return UNREADABLE;
      }
    default:
      return undefined;
  }
}

function ofList(items: readonly unknown[], depth: number): number {
  let [all, count, last] = [NONE, 0, 0];
  for (let at = 0; at < items.length && left > 0; at += 1) {
    const item = print(items[at], depth);
    if (item === undefined) continue;
    all = Math.imul(all, 31) + item;
    count += 1;
    last = item;
  }
  return count === 1 && last & 1 ? last : mixed(all ^ count) & ~1;
}

function ofBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): number {
  return sampled(new Uint8Array(buffer, byteOffset, byteLength));
}

function ofObject(value: object, depth: number): number | undefined {
  const names = namesOf(value);
  let [all, count] = [NONE, 0];
  let text: number | undefined;
  for (const name of names) {
    if (beside.has(name)) continue;
    const held = member(value, name);
    const one = print(held, depth);
    if (one === undefined) continue;
    // A part that is a prompt cache mark.
    if (name === "mimeType" && held === "cache_control") return undefined;
    // A sum, so that the order of members does not matter.
    all += mixed(Math.imul(sampled(name), 0x9e3779b1) ^ one);
    if (name === "text" && one & 1) text = one;
    else if (name !== "type" || !textTypes.has(held)) count += 1;
  }
  if (text !== undefined && count === 0) return text;
  return all === NONE && names.length > 0 ? undefined : mixed(all) & ~1;
}

/** Returns the names of own members and of known accessors of the class. */
function namesOf(value: object): string[] {
  const own = Object.keys(value);
  const prototype = Object.getPrototypeOf(value) as object | null;
  const accessors = prototype === null || prototype === Object.prototype ? [] : accessorsOf(prototype);
  if (accessors.length === 0) return own;
  // `_content` is the field behind an accessor `content`.
  const kept = own.filter((name) => !(name.startsWith("_") && accessors.includes(name.slice(1))));
  return [...kept, ...accessors.filter((name) => !own.includes(name))];
}

const known = new WeakMap<object, string[]>();

function accessorsOf(prototype: object): string[] {
  let names = known.get(prototype);
  if (!names) {
    names = behind.filter((name) => name in prototype);
    known.set(prototype, names);
  }
  return names;
}

function sampled(text: string | Uint8Array): number {
  const { length } = text;
  let print = length;
  if (length <= WHOLE) {
    for (let at = 0; at < length; at += 1) print = step(print, text, at);
  } else {
    const between = Math.floor((length - END) / END);
    for (let at = 0; at < END; at += 1) {
      print = step(print, text, at);
      print = step(print, text, END + at * Math.max(1, between - 1));
      print = step(print, text, length - END + at);
    }
  }
  return mixed(print);
}

function step(print: number, text: string | Uint8Array, at: number): number {
  const unit = typeof text === "string" ? text.charCodeAt(at) : (text[at] ?? 0);
  return Math.imul(print ^ unit, 0x01000193);
}

/** Mixes all bits (the finalizer of MurmurHash3). */
function mixed(number: number): number {
  let print = number | 0;
  print = Math.imul(print ^ (print >>> 16), 0x85ebca6b);
  print = Math.imul(print ^ (print >>> 13), 0xc2b2ae35);
  return print ^ (print >>> 16);
}
