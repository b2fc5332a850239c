// Access to a JavaScript value for the core, read as JSON.stringify reads it. Helpers only: no limits, no defaults, no
// words of the library. A member that throws is unreadable, never an error. value-scan.js tests a value quickly,
// value-change.js changes one.

const encoder = new TextEncoder();
// Not by its bare name, for which some bundlers install a substitute.
const { Buffer } = globalThis;
const hasBuffer = typeof Buffer === "function" && typeof Buffer.byteLength === "function";
export const byteLength = hasBuffer ? (text) => Buffer.byteLength(text) : (text) => encoder.encode(text).length;

// Values are handed to the core as places in a list. Beside each: the place of its container, and the names of its
// members.
const values = [undefined];
const parents = [0];
const names = [undefined];

// Kinds of values, in the order of `form` in value.rs.
const [NOTHING, PLAIN, TEXT, LIST, OBJECT, BYTES, DIGITS, UNREADABLE, CYCLE] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** Numbers per member. */
const ROW = 4;

export const open = (value) => {
  const place = values.length;
  if (place === 1) opened = new WeakMap();
  keep(undefined, 0);
  values[place] = value;
  names[place] = replaced;
  return place;
};

/** Returns the value at an open place with all replaced that JSON has no form for, if any of it was met since. */
export const rewritten = (place) => (names[place] === replaced ? undefined : inPlain(values[place], []));

/** Counts what was met that JSON would write as `{}`. */
let replaced = 0;

/** The contents of values that were met, so that a value within itself is found. */
let opened = new WeakMap();

/** The text of an error; with own members, a cause or errors of its own an object of them and the text. */
const errorContents = (error) => {
  const { cause, errors } = error;
  const members = { ...(cause === undefined ? {} : { cause }), ...(errors === undefined ? {} : { errors }), ...error };
  return Object.keys(members).length > 0 ? { message: String(error), ...members } : String(error);
};

/** The contents of values of a class that JSON would write as `{}`. */
const contents = {
  Map: (map) => ([...map.keys()].every((key) => typeof key === "string") ? Object.fromEntries(map) : [...map]),
  Set: (set) => [...set],
  Headers: Object.fromEntries,
  Error: errorContents,
  DOMException: String,
  RegExp: String,
};

/** The contents of a value, or the value itself. */
const contentsOf = (value) => {
  if (typeof value !== "object" || value === null || isOfNoClass(value) || typeof value.toJSON === "function")
    return value;
  const name = Object.prototype.toString.call(value).slice(8, -1);
  if (!Object.hasOwn(contents, name)) return value;
  replaced += 1;
  if (!opened.has(value)) opened.set(value, contents[name](value));
  return opened.get(value);
};

/** A copy of all containers that hold such a value, at most as deep as values are read. */
const inPlain = (value, around) => {
  if (typeof value !== "object" || value === null || around.length > 1000 || around.includes(value)) return value;
  try {
    const given = isRaw(value) ? value : contentsOf(value);
    if (typeof given !== "object" || isRaw(given) || typeof given.toJSON === "function") return given;
    const inner = (member) => inPlain(member, [...around, value]);
    const copy = Array.isArray(given)
      ? given.map(inner)
      : Object.entries(given).map(([name, member]) => [name, inner(member)]);
    const isSame = Array.isArray(given)
      ? copy.every((member, at) => member === given[at])
      : copy.every(([name, member]) => member === given[name]);
    if (isSame) return given;
    return Array.isArray(given) ? copy : Object.fromEntries(copy);
  } catch {
    // A member that throws: it is unreadable where the value is read.
    return value;
  }
};

export const valueAt = (place) => values[place];

/** Forgets all from a place on. */
export const release = (place) => {
  values.length = place;
  parents.length = place;
  names.length = place;
};

const keep = (value, parent) => {
  parents.push(parent);
  names.push(undefined);
  return values.push(value) - 1;
};

const isRaw = (value) => {
  try {
    return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
  } catch {
    // A proxy that throws for its prototype.
    return false;
  }
};

/**
 * A value as JSON.stringify takes it: what `toJSON` answers, and what a boxed value holds. Raw bytes stay what they
 * are.
 */
export const taken = (value, name) => {
  if (typeof value === "bigint") {
    return typeof value.toJSON === "function" ? value.toJSON(name) : value;
  }
  if (typeof value === "function") return typeof value.toJSON === "function" ? unboxed(value.toJSON(name)) : value;
  if (typeof value !== "object" || value === null) return value;
  const isPlain = isOfNoClass(value);
  if (!isPlain && isRaw(value)) return value;
  const result = typeof value.toJSON === "function" ? value.toJSON(name) : value;
  return isPlain && result === value ? value : contentsOf(unboxed(result));
};

export const prototypeOf = (value) => {
  try {
    return Object.getPrototypeOf(value);
  } catch {
    // A proxy that throws.
    return Object.prototype;
  }
};

const isOfNoClass = (value) => {
  const prototype = prototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
};

/** The names of the members that JSON knows. */
export const keysOf = (object) => {
  const keys = Object.keys(object);
  return keys.some((key) => isNothing(object, key)) ? keys.filter((key) => !isNothing(object, key)) : keys;
};

const isNothingIn = (value) => value === undefined || typeof value === "function" || typeof value === "symbol";

const isNothing = (object, key) => {
  try {
    const value = object[key];
    return isNothingIn(typeof value?.toJSON === "function" ? taken(value, key) : value);
  } catch {
    return false;
  }
};

const unboxed = (value) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  // By what it is, not by its class: it may come from another realm, or only claim to be one.
  for (const type of [String, Number, Boolean, BigInt]) {
    try {
      const held = type.prototype.valueOf.call(value);
      return type === Number ? Number(value) : type === String ? String(value) : held;
    } catch {
      // Another type.
    }
  }
  return value;
};

/** Writes what a value is, its size and its place. */
const write = (value, parent, into, at) => {
  into[at + 2] = 0;
  switch (typeof value) {
    case "string":
      into[at] = TEXT;
      into[at + 1] = value.length;
      into[at + 2] = keep(value, parent);
      return;
    case "number":
      into[at] = PLAIN;
      into[at + 1] = Number.isFinite(value) ? String(value === 0 ? 0 : value).length : 4;
      return;
    case "boolean":
      into[at] = PLAIN;
      into[at + 1] = value ? 4 : 5;
      return;
    case "bigint":
      into[at] = DIGITS;
      into[at + 2] = keep(String(value), parent);
      return;
    case "object":
      if (value === null) {
        into[at] = PLAIN;
        into[at + 1] = 4;
      } else {
        container(value, parent, into, at);
      }
      return;
    default:
      into[at] = NOTHING;
  }
};

const container = (value, parent, into, at) => {
  for (let around = parent; around > 0; around = parents[around]) {
    if (values[around] === value) {
      into[at] = CYCLE;
      return;
    }
  }
  if (isRaw(value)) {
    // The bytes of a detached buffer have no JSON.
    const seen = ArrayBuffer.isView(value);
    into[at] = seen ? BYTES : OBJECT;
    into[at + 1] = seen ? value.byteLength : 0;
    into[at + 2] = keep(seen ? value : {}, parent);
    return;
  }
  const isList = Array.isArray(value);
  const keys = isList ? undefined : keysOf(value);
  into[at] = isList ? LIST : OBJECT;
  into[at + 1] = isList ? value.length : keys.length;
  into[at + 2] = keep(value, parent);
  names[into[at + 2]] = keys;
};

const member = (value, name, parent, into, at) => {
  readable(() => taken(value[name], String(name)), parent, into, at);
};

const readable = (read, parent, into, at) => {
  const before = values.length;
  try {
    write(read(), parent, into, at);
  } catch {
    release(before);
    into[at] = UNREADABLE;
    into[at + 1] = 0;
    into[at + 2] = 0;
  }
};

/** The value itself; what was opened last. */
export const root = (place, into) => {
  readable(() => taken(values[place], ""), 0, into, 0);
  into[3] = 0;
};

const plainName = /^[ !#-[\]-~]*$/;

/** Rows of members from one on. */
export const members = (place, from, most, into) => {
  const value = values[place];
  const keys = names[place];
  const end = Math.min(from + most, keys ? keys.length : value.length);
  for (let index = from; index < end; index += 1) {
    const at = (index - from) * ROW;
    if (keys) {
      const name = keys[index];
      into[at + 3] = plainName.test(name) ? name.length + 2 : byteLength(JSON.stringify(name));
      member(value, name, place, into, at);
    } else {
      into[at + 3] = 0;
      member(value, index, place, into, at);
    }
  }
  return end - from;
};

export const name = (place, at) => names[place]?.[at] ?? "";

/** A number, a boolean or null among the members of a container, as JSON writes it. */
export const plain = (place, at) => {
  try {
    const name = names[place]?.[at] ?? at;
    return String(taken(values[place][name], String(name)));
  } catch {
    return "";
  }
};

/** Most levels of a value whose words are read at once. */
const MOST_LEVELS = 100;

/** With `'` for a quote in a text, so that those of JSON are the only ones. */
const quoted = (text) => `"${text.includes('"') ? text.replaceAll('"', "'") : text}"`;

/** A value as JSON without escapes; throws for one with members that JSON takes as something else, or not at all. */
const wordsOf = (value, levels) => {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "null";
  if (typeof value === "boolean" || value === null) return String(value);
  if (typeof value !== "object" || levels === 0 || !isOfNoClass(value) || typeof value.toJSON === "function")
    throw value;
  const item = (each) => (isNothingIn(each) ? "null" : wordsOf(each, levels - 1));
  if (Array.isArray(value)) return `[${value.map(item).join(",")}]`;
  return `{${keysOf(value)
    .map((name) => `${quoted(name)}:${wordsOf(value[name], levels - 1)}`)
    .join(",")}}`;
};

/** The words of a container, if it is plain data: then nothing of it has to be read for a question. */
export const words = (place) => {
  try {
    return wordsOf(values[place], MOST_LEVELS);
  } catch {
    return undefined;
  }
};

export const position = (place, name) => {
  const keys = names[place];
  try {
    return keys && Object.hasOwn(values[place], name) ? keys.indexOf(name) : -1;
  } catch {
    return keys.indexOf(name);
  }
};

export const text = (place) => String(values[place]);

export const jsonBytes = (place, most) => {
  const value = values[place];
  try {
    if (typeof value === "string") return value.length > most ? value.length + 2 : byteLength(JSON.stringify(value));
    // At least `"0":0,` for each of its numbers.
    return value.length * 6 > most ? value.length * 6 : byteLength(JSON.stringify(value));
  } catch {
    // JSON has no word for it: it is too long for any limit.
    return most + 1;
  }
};

export const pieceJsonBytes = (place, from, to) => byteLength(JSON.stringify(values[place].slice(from, to))) - 2;
