// Access to an array of tool calls for the core. Helpers only: no rules, no names of tools. Calls are read by key as
// they are; members that are missing, throw or have another type count as absent.

import { align } from "./host.js";

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

let categoryNames = [""];

/** The names behind the numbers of categories; asked for once. */
export const categories = (names) => {
  categoryNames = names;
};

/**
 * Numbers per call: which of the names, units of the result, failed or not, tokens or NaN, which of the categories or
 * -1.
 */
export const rows = (calls, into) => {
  const names = [];
  const known = new Map();
  const add = (at, name, result, isError, tokens, category) => {
    const text = typeof name === "string" ? name : "";
    // Engines compare long keys slowly.
    const short = text.length < 1000;
    let index = short ? known.get(text) : undefined;
    if (index === undefined) {
      index = names.push(text) - 1;
      if (short) known.set(text, index);
    }
    const row = at * 5;
    into[row] = index;
    into[row + 1] = typeof result === "string" ? result.length : 0;
    into[row + 2] = isError ? 1 : 0;
    into[row + 3] =
      typeof tokens === "number" && tokens >= 0 && tokens < Number.POSITIVE_INFINITY ? tokens : Number.NaN;
    into[row + 4] = category === undefined ? -1 : categoryNames.indexOf(category);
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

/** Returns the id unchanged, because callers search for it. */
const rawId = (calls, at) => {
  try {
    return calls[at].callId ?? "";
  } catch {
    return get(get(calls, at), "callId") ?? "";
  }
};

/** The positions before `from` whose id occurs at `from` or later. */
export const repeated = (calls, from) => {
  const recent = new Set();
  for (let at = from; at < calls.length; at += 1) recent.add(rawId(calls, at));
  const positions = [];
  for (let at = 0; at < from; at += 1) if (recent.has(rawId(calls, at))) positions.push(at);
  return new Uint32Array(positions);
};

/** Returns the object in a JSON text, as OpenAI sends `function.arguments`; `undefined` for any other value. */
export const objectIn = (given) => {
  if (typeof given !== "string" || !/^\s*\{/.test(given)) return undefined;
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
};

/** Returns the arguments as compact JSON; values without JSON become a note. */
export const json = (calls, at) => {
  const args = get(get(calls, at), "args");
  // As written, since numbers may have more digits than a double holds. JSON has line breaks between tokens only.
  return objectIn(args) ? args.trim().replace(/[\n\r]+/g, " ") : written(args);
};

/** The same of all calls, a line each as JSON has no line breaks; of those with more than `large` units a sample. */
export const jsons = (calls, large) => {
  const lines = [];
  for (let at = 0; at < calls.length; at += 1)
    lines.push(jsonUnits(calls, at) > large ? jsonSample(calls, at, 4096) : json(calls, at));
  return lines.join("\n");
};

/** The same with the ends of long strings and lists only. */
export const jsonSample = (calls, at, most) => {
  const args = get(get(calls, at), "args");
  return written(objectIn(args) ?? args, (_, value) => {
    if (Array.isArray(value) && value.length > 64) return value.slice(0, 32).concat(value.slice(-32));
    if (typeof value !== "string" || value.length <= most) return value;
    const tail = value.length - most / 2;
    return value.slice(0, align(value, most / 2)) + value.slice(align(value, tail) < tail ? tail + 1 : tail);
  });
};

/** Returns a value as compact JSON; values without JSON become a note. */
export const written = (args, replacer) => {
  try {
    const text = JSON.stringify(args ?? null, replacer) ?? "null";
    // Only to learn whether it is too deep, which a short text cannot be.
    if (text.length > DEEPEST || replacer) units(args ?? null, { left: 5000 }, 0);
    return text;
  } catch {
    return NOT_JSON;
  }
};

const NOT_JSON = '"[not JSON]"';

/** UTF-16 units of a value as compact JSON, escapes not counted. */
export const unitsOf = (value) => {
  try {
    return Math.max(units(value, { left: 100_000 }, 0), 0);
  } catch {
    return NOT_JSON.length;
  }
};

/** UTF-16 units of the arguments as compact JSON, escapes not counted. */
export const jsonUnits = (calls, at) => {
  try {
    const { args } = calls[at];
    return Math.max(units(objectIn(args) ?? args ?? null, { left: 100_000 }, 0), 0);
  } catch {
    // A hole in the list has no arguments, and what throws has none that JSON could say.
    return get(calls, at) === undefined ? 4 : NOT_JSON.length;
  }
};

/** The same of many calls together. */
export const jsonUnitsOf = (calls, positions) => {
  let sum = 0;
  for (let index = 0; index < positions.length; index += 1) sum += jsonUnits(calls, positions[index]);
  return sum;
};

// Bounded by nodes, for what refers to itself. -1 for what JSON leaves out.
const units = (given, nodes, depth) => {
  nodes.left -= 1;
  if (nodes.left < 0) return 0;
  if (depth > DEEPEST) throw new RangeError();
  // The most common kind first, because the lookup of toJSON takes longest.
  if (typeof given === "string") return given.length + 2;
  if (typeof given === "number") {
    if (given >= 0 && given < 10_000 && Number.isInteger(given))
      return given < 10 ? 1 : given < 100 ? 2 : given < 1000 ? 3 : 4;
    return Number.isFinite(given) ? String(given).length : 4;
  }
  if (given === null || typeof given === "boolean") return String(given).length;
  let value = typeof given?.toJSON === "function" ? given.toJSON() : given;
  if (value instanceof String || value instanceof Number || value instanceof Boolean) value = value.valueOf();
  if (value === undefined || typeof value === "function" || typeof value === "symbol") return -1;
  if (typeof value !== "object" || value === null)
    return value === given ? String(value).length : units(value, nodes, depth + 1);
  let sum = 2;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      const size = units(item, nodes, depth + 1);
      sum += size < 0 ? 4 : size;
    }
    return sum + Math.max(value.length - 1, 0);
  }
  for (const key of Object.keys(value)) {
    const size = units(value[key], nodes, depth + 1);
    if (size < 0) continue;
    sum += size + key.length + 3;
    count += 1;
  }
  return sum + Math.max(count - 1, 0);
};
