// What the core reads of an array of tool calls. Helpers only: no rule and no name of a tool stands here. Calls are read
// as they are found, by keys; what is missing or of another type counts as absent.

/** So many units tell texts apart. */
const LONGEST = 2000;

const argsOf = (calls, at) => {
  const args = calls[at]?.args;
  return typeof args === "object" && args !== null ? args : undefined;
};

/** Numbers per call: which of the names, units of the result, failed or not, tokens or NaN, which of the categories or -1. */
export const rows = (calls, categories, into) => {
  const names = [];
  const known = new Map();
  let at = 0;
  for (const call of calls) {
    const name = typeof call?.name === "string" ? call.name : "";
    let index = known.get(name);
    if (index === undefined) {
      index = names.push(name) - 1;
      known.set(name, index);
    }
    const tokens = call?.tokenCount;
    into[at] = index;
    into[at + 1] = typeof call?.result === "string" ? call.result.length : 0;
    into[at + 2] = call?.isError ? 1 : 0;
    into[at + 3] = typeof tokens === "number" && tokens >= 0 && tokens < Number.POSITIVE_INFINITY ? tokens : Number.NaN;
    into[at + 4] = categories.indexOf(call?.category);
    at += 5;
  }
  return names;
};

export const result = (calls, at) => {
  const text = calls[at]?.result;
  return typeof text === "string" ? text : "";
};

export const id = (calls, at) => {
  const value = calls[at]?.callId;
  return typeof value === "string" ? value : String(value ?? "");
};

/** The positions before `from` whose id occurs at `from` or later. */
export const repeated = (calls, from) => {
  const recent = new Set();
  for (let at = from; at < calls.length; at += 1) recent.add(id(calls, at));
  const positions = [];
  for (let at = 0; at < from; at += 1) if (recent.has(id(calls, at))) positions.push(at);
  return new Uint32Array(positions);
};

/** The first argument of these names that is a string with something in it, or a list of strings; its first units. */
export const text = (calls, at, names, most) => {
  const args = argsOf(calls, at);
  if (args === undefined) return undefined;
  for (const name of names) {
    let value = args[name];
    if (value === undefined) continue;
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) value = value.join(" ");
    if (typeof value === "string" && value !== "") return value.length > most ? value.slice(0, most) : value;
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

/** The first argument of these names that is a number. */
export const number = (calls, at, names) => {
  const args = argsOf(calls, at);
  return args && names.map((name) => args[name]).find((value) => typeof value === "number");
};

/** The lines of the first argument of these names that is a string. */
export const lines = (calls, at, names) => {
  const args = argsOf(calls, at);
  const value = args && names.map((name) => args[name]).find((value) => typeof value === "string");
  if (value === undefined) return undefined;
  let count = value === "" || value.endsWith("\n") ? 0 : 1;
  for (let at = value.indexOf("\n"); at >= 0; at = value.indexOf("\n", at + 1)) count += 1;
  return count;
};

/** The arguments as compact JSON; what JSON cannot say is said so. */
export const json = (calls, at) => written(calls[at]?.args);

/** The same with the ends of long strings only. */
export const jsonSample = (calls, at, most) =>
  written(calls[at]?.args, (_, value) => {
    if (typeof value !== "string" || value.length <= most) return value;
    return value.slice(0, most / 2) + value.slice(value.length - most / 2);
  });

const written = (args, replacer) => {
  try {
    return JSON.stringify(args ?? null, replacer) ?? "null";
  } catch {
    return '"[not JSON]"';
  }
};

/** UTF-16 units of the arguments as compact JSON, escapes not counted. */
export const jsonUnits = (calls, at) => {
  try {
    return units(calls[at]?.args ?? null, { left: 100_000 });
  } catch {
    return 12;
  }
};

// Bounded by nodes, for what refers to itself.
const units = (given, nodes) => {
  nodes.left -= 1;
  if (nodes.left < 0) return 0;
  const value = typeof given?.toJSON === "function" ? given.toJSON() : given;
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) {
    if (typeof value === "number" && !Number.isFinite(value)) return 4;
    return value === undefined || typeof value === "function" || typeof value === "symbol" ? -1 : String(value).length;
  }
  let sum = 2;
  let count = 0;
  const list = Array.isArray(value);
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    const size = units(value[key], nodes);
    // JSON leaves such a member out, and writes null for such an item.
    if (size < 0 && !list) continue;
    sum += (size < 0 ? 4 : size) + (list ? 0 : key.length + 3);
    count += 1;
  }
  return sum + Math.max(count - 1, 0);
};
