import { readable } from "./result-text.js";
import { toolWords } from "./words.js";

/** Levels that are written; `JSON.stringify` overflows the stack at some thousands. */
const LEVELS = 500;

/**
 * Returns a value as JSON text, indented by 2 as `JSON.stringify` does it, also if that fails: a BigInt becomes its
 * digits; a cycle, a member that cannot be read and what is nested too deep become a marker. `undefined` for a value
 * that JSON leaves out.
 */
export function looseJson(value: unknown): string | undefined {
  return write("", value, "", new Set());
}

/** `holders`: the containers around the value. */
function write(key: string, given: unknown, indent: string, holders: Set<unknown>): string | undefined {
  const { circular, tooDeep, unreadable } = toolWords();
  try {
    const value = readable(ArrayBuffer.isView(given) ? given : withJson(key, given));
    if (typeof value === "bigint") return String(value);
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if (isBoxed(value)) return write(key, value.valueOf(), indent, holders);
    // A converted container is another object each time: the cycle leads through the given one.
    const holder = given;
    if (holders.has(holder)) return JSON.stringify(circular);
    if (holders.size >= LEVELS) return JSON.stringify(tooDeep);
    holders.add(holder);
    try {
      return Array.isArray(value) ? list(value, indent, holders) : members(value, indent, holders);
    } finally {
      holders.delete(holder);
    }
  } catch {
    return JSON.stringify(unreadable);
  }
}

function list(items: readonly unknown[], indent: string, holders: Set<unknown>): string {
  const inner = `${indent}  `;
  const lines: string[] = [];
  for (let at = 0; at < items.length; at += 1) {
    lines.push(inner + (written(items, String(at), inner, holders) ?? "null"));
  }
  return lines.length > 0 ? `[\n${lines.join(",\n")}\n${indent}]` : "[]";
}

function members(object: object, indent: string, holders: Set<unknown>): string {
  const inner = `${indent}  `;
  const lines: string[] = [];
  for (const key of Object.keys(object)) {
    const text = written(object, key, inner, holders);
    if (text !== undefined) lines.push(`${inner}${JSON.stringify(key)}: ${text}`);
  }
  return lines.length > 0 ? `{\n${lines.join(",\n")}\n${indent}}` : "{}";
}

/** Writes a member, which may be a getter that throws. */
function written(holder: object, key: string, indent: string, holders: Set<unknown>): string | undefined {
  let value: unknown;
  try {
    value = (holder as Record<string, unknown>)[key];
  } catch {
    return JSON.stringify(toolWords().unreadable);
  }
  return write(key, value, indent, holders);
}

/** Returns what `toJSON` of a value answers, as for `JSON.stringify`. */
function withJson(key: string, value: unknown): unknown {
  if ((typeof value !== "object" || value === null) && typeof value !== "bigint") return value;
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === "function" ? Reflect.apply(toJSON, value, [key]) : value;
}

const isBoxed = (value: object): boolean =>
  value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof BigInt;
