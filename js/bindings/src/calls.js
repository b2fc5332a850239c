// What the core reads of an array of tool calls. Helpers only: no rule and no name of a tool stands here. Calls are read
// as they are found, by keys; what is missing, throws or is of another type counts as absent.

import { align, newlines } from "./host.js";

/** So many units tell texts apart. */
const LONGEST = 2000;
/** Deeper arguments are no JSON for us: how deep a host can go differs. */
const DEEPEST = 500;

/** A member of anything; a getter may throw, and a proxy may be revoked. */
const get = (object, key) => {
  try {
    return object?.[key];
  } catch {
    return undefined;
  }
};

const argsOf = (calls, at) => {
  let args;
  try {
    args = calls[at].args;
  } catch {
    return undefined;
  }
  return typeof args === "object" && args !== null ? args : undefined;
};

/** Numbers per call: which of the names, units of the result, failed or not, tokens or NaN, which of the categories or -1. */
export const rows = (calls, categories, into) => {
  const names = [];
  const known = new Map();
  const add = (at, name, result, isError, tokens, category) => {
    const text = typeof name === "string" ? name : "";
    let index = known.get(text);
    if (index === undefined) {
      index = names.push(text) - 1;
      known.set(text, index);
    }
    const row = at * 5;
    into[row] = index;
    into[row + 1] = typeof result === "string" ? result.length : 0;
    into[row + 2] = isError ? 1 : 0;
    into[row + 3] =
      typeof tokens === "number" && tokens >= 0 && tokens < Number.POSITIVE_INFINITY ? tokens : Number.NaN;
    into[row + 4] = category === undefined ? -1 : categories.indexOf(category);
  };
  for (let at = 0; at * 5 < into.length; at += 1) {
    // By name, as engines are quick at it; by `get` where that throws.
    try {
      const call = calls[at];
      add(at, call.name, call.result, call.isError, call.tokenCount, call.category);
    } catch {
      const call = get(calls, at);
      const [name, result, isError] = [get(call, "name"), get(call, "result"), get(call, "isError")];
      add(at, name, result, isError, get(call, "tokenCount"), get(call, "category"));
    }
  }
  return names;
};

export const result = (calls, at) => {
  const text = get(get(calls, at), "result");
  return typeof text === "string" ? text : "";
};

export const id = (calls, at) => {
  let value;
  try {
    value = calls[at].callId;
  } catch {
    value = get(get(calls, at), "callId");
  }
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
};

/** The positions before `from` whose id occurs at `from` or later. */
export const repeated = (calls, from) => {
  const recent = new Set();
  for (let at = from; at < calls.length; at += 1) recent.add(id(calls, at));
  const positions = [];
  for (let at = 0; at < from; at += 1) if (recent.has(id(calls, at))) positions.push(at);
  return new Uint32Array(positions);
};

/** The first argument of these names that is a string with more than blanks in it, or a list of strings; its first units. */
export const text = (calls, at, names, most) => {
  const args = argsOf(calls, at);
  if (args === undefined) return undefined;
  for (const name of names) {
    let value;
    try {
      value = args[name];
      if (value === undefined) continue;
      if (Array.isArray(value) && value.every((item) => typeof item === "string")) value = value.join(" ");
    } catch {
      continue;
    }
    if (typeof value === "string" && value !== "")
      return value.length > most ? value.slice(0, align(value, most)) : value;
  }
  return undefined;
};

/** As {@link text} for many calls: a number for each, equal for equal texts, by first appearance, and -1 for none. */
export const numbered = (calls, positions, names) => {
  const known = new Map();
  return Int32Array.from(positions, (at) => {
    const value = text(calls, at, names, LONGEST);
    if (value === undefined) return -1;
    const number = known.get(value);
    if (number !== undefined) return number;
    known.set(value, known.size);
    return known.size - 1;
  });
};

const first = (calls, at, names, type) => {
  const args = argsOf(calls, at);
  return args && names.map((name) => get(args, name)).find((value) => typeof value === type);
};

/** The first argument of these names that is a number. */
export const number = (calls, at, names) => first(calls, at, names, "number");

/** The lines of the first argument of these names that is a string. */
export const lines = (calls, at, names) => {
  const value = first(calls, at, names, "string");
  if (value === undefined) return undefined;
  return newlines(value, 0, value.length) + (value === "" || value.endsWith("\n") ? 0 : 1);
};

/** The arguments as compact JSON; what JSON cannot say is said so. */
export const json = (calls, at) => written(get(get(calls, at), "args"));

/** The same with the ends of long strings only. */
export const jsonSample = (calls, at, most) =>
  written(get(get(calls, at), "args"), (_, value) => {
    if (typeof value !== "string" || value.length <= most) return value;
    const tail = value.length - most / 2;
    return value.slice(0, align(value, most / 2)) + value.slice(align(value, tail) < tail ? tail + 1 : tail);
  });

const written = (args, replacer) => {
  try {
    units(args ?? null, { left: 100_000 }, 0);
    return JSON.stringify(args ?? null, replacer) ?? "null";
  } catch {
    return NOT_JSON;
  }
};

const NOT_JSON = '"[not JSON]"';

/** UTF-16 units of the arguments as compact JSON, escapes not counted. */
export const jsonUnits = (calls, at) => {
  try {
    return Math.max(units(calls[at]?.args ?? null, { left: 100_000 }, 0), 0);
  } catch {
    return NOT_JSON.length;
  }
};

// Bounded by nodes, for what refers to itself. -1 for what JSON leaves out.
const units = (given, nodes, depth) => {
  nodes.left -= 1;
  if (nodes.left < 0) return 0;
  if (depth > DEEPEST) throw new RangeError();
  let value = typeof given?.toJSON === "function" ? given.toJSON() : given;
  if (value instanceof String || value instanceof Number || value instanceof Boolean) value = value.valueOf();
  if (typeof value === "string") return value.length + 2;
  if (typeof value === "number") return Number.isFinite(value) ? String(value).length : 4;
  if (value === undefined || typeof value === "function" || typeof value === "symbol") return -1;
  if (typeof value !== "object" || value === null) return String(value).length;
  let sum = 2;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      const size = units(item, nodes, depth + 1);
      sum += size < 0 ? 4 : size;
    }
    return sum + Math.max(value.length - 1, 0);
  }
  for (const key in value) {
    const size = Object.hasOwn(value, key) ? units(value[key], nodes, depth + 1) : -1;
    if (size < 0) continue;
    sum += size + key.length + 3;
    count += 1;
  }
  return sum + Math.max(count - 1, 0);
};
