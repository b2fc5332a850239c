// A JavaScript value as the core walks it: read as JSON.stringify reads it. Helpers only: no limit, no default and no word of the
// library stands here; what is compared is compared with numbers from the core. What throws is unreadable, never an error.

const encoder = new TextEncoder();
const hasBuffer = typeof Buffer === "function" && typeof Buffer.byteLength === "function";
const byteLength = hasBuffer ? (text) => Buffer.byteLength(text) : (text) => encoder.encode(text).length;

// Values are handed to the core as places in a list. Beside each: the place of its container, and the names of its members.
const values = [undefined];
const parents = [0];
const names = [undefined];

// What a value is; the order is that of `form` in value.rs.
const [NOTHING, PLAIN, TEXT, LIST, OBJECT, BYTES, DIGITS, UNREADABLE, CYCLE] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** Numbers per member. */
const ROW = 4;

export const open = (value) => {
  const place = values.length;
  keep(undefined, 0);
  values[place] = value;
  return place;
};

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
    // A proxy that does not tell its prototype.
    return false;
  }
};

/** A value as JSON.stringify takes it: what `toJSON` answers, and what a boxed value holds. Raw bytes stay what they are. */
const taken = (value, name) => {
  if (typeof value === "bigint") {
    return typeof value.toJSON === "function" ? value.toJSON(name) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const isPlain = isOfNoClass(value);
  if (!isPlain && isRaw(value)) return value;
  const result = typeof value.toJSON === "function" ? value.toJSON(name) : value;
  return isPlain && result === value ? value : unboxed(result);
};

const prototypeOf = (value) => {
  try {
    return Object.getPrototypeOf(value);
  } catch {
    // A proxy that does not tell.
    return Object.prototype;
  }
};

const isOfNoClass = (value) => {
  const prototype = prototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
};

/** The names of the members that JSON knows. */
const keysOf = (object) => {
  const keys = Object.keys(object);
  return keys.some((key) => isNothing(object, key)) ? keys.filter((key) => !isNothing(object, key)) : keys;
};

const isNothingIn = (value) => value === undefined || typeof value === "function" || typeof value === "symbol";

const isNothing = (object, key) => {
  try {
    const value = object[key];
    if (typeof value === "object")
      return value !== null && typeof value.toJSON === "function" && isNothingIn(taken(value, key));
    return isNothingIn(value);
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
    // JSON has no word for the bytes of a buffer that nothing looks at.
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

export const holdsBase64 = (place, run) => mayHoldBase64(values[place], run);

/** By unit: whether base64 may hold it, in either alphabet. */
const alphabet = new Uint8Array(65536);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
  alphabet[char.charCodeAt(0)] = 1;

/** A run of so many units has one of its alphabet wherever half of it has gone by: only there is it looked at closely. */
const mayHoldBase64 = (text, run) => {
  const step = run >> 1;
  for (let at = step - 1; at < text.length; at += step) {
    if (alphabet[text.charCodeAt(at)] === 0) continue;
    let from = at;
    while (from > 0 && alphabet[text.charCodeAt(from - 1)] === 1) from -= 1;
    let to = at + 1;
    while (to - from < run && to < text.length && alphabet[text.charCodeAt(to)] === 1) to += 1;
    if (to - from >= run) return true;
    at = Math.max(at, to - step);
  }
  return text.includes(";base64,");
};

/** True when all is certainly within these limits: one loop over plain data, false for whatever needs a closer look. */
export const isWithin = (place, units, bytes, items, keys, nameUnits, depth, base64, total) => {
  try {
    const value = values[place];
    const limits = { units, bytes, items, keys, nameUnits, depth, base64 };
    if (total === Number.POSITIVE_INFINITY) return isEasy(value, limits);
    return mayFit(value, total) && isEasy(value, limits) && byteLength(JSON.stringify(value) ?? "") <= total;
  } catch {
    return false;
  }
};

/** Texts of fewer units hold no base64 that is looked for, and longer ones than these are looked through. */
const [SHORTEST, SEARCHED, RUN] = [200, 2000, 60];
const base64 = /^(?:data:|[\w+/-]{64})/;
const wide = /[^\0-\xff]/;

/** The limits of the look that is being taken: as variables of the module they cost least. */
let easy = { units: 0, bytes: 0, items: 0, keys: 0, nameUnits: 0, depth: 0, base64: true };

const isEasyText = (text) => {
  const { length } = text;
  if (length > easy.units) {
    if (length > easy.bytes) return false;
    // Engines keep texts without wide chars in one byte a char, and know without a look that these do not match: then a char is at most
    // two bytes of UTF-8.
    if ((length > easy.bytes / 2 || wide.test(text)) && byteLength(text) > easy.bytes) return false;
  }
  if (length < SHORTEST || !easy.base64) return true;
  if (length > SEARCHED && mayHoldBase64(text, RUN)) return false;
  // Most texts have a blank soon.
  for (let at = 0; at < 8; at += 1) if (text.charCodeAt(at) <= 32) return true;
  return !base64.test(text);
};

const isEasyValue = (value, level) => {
  if (typeof value === "string") return isEasyText(value);
  if (typeof value === "object") return value === null || isEasyContainer(value, level + 1);
  return typeof value !== "bigint";
};

/** Recursive, as that is twice as fast as a stack; the levels are limited. */
const isEasyContainer = (container, level) => {
  if (level > easy.depth) return false;
  if (Array.isArray(container)) {
    const { length } = container;
    if (length > easy.items || Object.getPrototypeOf(container) !== Array.prototype) return false;
    for (let index = 0; index < length; index += 1) {
      if (!isEasyValue(container[index], level)) return false;
    }
    return true;
  }
  const prototype = Object.getPrototypeOf(container);
  if (prototype !== Object.prototype && prototype !== null) return false;
  let count = 0;
  for (const name in container) {
    count += 1;
    if (name.length > easy.nameUnits || name === "toJSON" || !isEasyValue(container[name], level)) return false;
  }
  return count <= easy.keys;
};

/** Somebody may have given all objects, or all lists, a `toJSON`. */
const isEasy = (value, limits) => {
  // A getter may bound another value meanwhile.
  const before = easy;
  easy = limits;
  try {
    return Object.prototype.toJSON === undefined && Array.prototype.toJSON === undefined && isEasyValue(value, 0);
  } finally {
    easy = before;
  }
};

/** False where what JSON.stringify writes is longer than this for sure: as soon as the texts, or the items, alone are. */
const mayFit = (value, total) => {
  let least = 0;
  const open = [value];
  while (open.length > 0 && least <= total) {
    const container = open.pop();
    if (typeof container === "string") least += container.length + 2;
    else if (Array.isArray(container)) {
      least += container.length;
      for (let index = 0; index < container.length && least <= total; index += 1) {
        const member = container[index];
        if (typeof member === "string") least += member.length + 2;
        else if (typeof member === "object") open.push(member);
      }
    } else if (typeof container === "object" && container !== null) {
      for (const name in container) {
        least += name.length + 3;
        if (least > total) return false;
        open.push(container[name]);
      }
    }
  }
  return least <= total;
};

// What changes: for each value that is being changed, the containers that were entered, and what becomes of their members. A getter may
// change another value meanwhile.
const changing = [];

/** The containers that were entered of the value that is changed now. */
const entered = () => changing.at(-1);

const level = (value, keys) => ({
  value,
  keys,
  changes: new Map(),
  names: new Map(),
  kept: undefined,
  flag: undefined,
});

/** Begins to change a value. */
export const change = (value) => {
  changing.push([level([value], undefined)]);
};

/** A member as it was read; what throws now, and did not before, is nothing. */
const inner = ({ value, keys }, at) => {
  const name = keys ? keys[at] : at;
  try {
    return taken(value[name], entered().length === 1 ? "" : String(name));
  } catch {
    return undefined;
  }
};

export const enter = (at) => {
  const value = inner(entered().at(-1), at) ?? {};
  entered().push(level(value, Array.isArray(value) ? undefined : keysOf(value)));
};

export const leave = (at) => {
  const left = entered().pop();
  entered()
    .at(-1)
    .changes.set(at, left.keys ? copyOfObject(left) : copyOfList(left));
};

export const putText = (at, text) => {
  entered().at(-1).changes.set(at, text);
};

export const putPieces = (at, head, between, tail) => {
  const text = String(inner(entered().at(-1), at));
  entered()
    .at(-1)
    .changes.set(at, flat(text.slice(0, head) + between + text.slice(tail)));
};

/** Reading one unit makes a text flat: before, it is a chain of slices that hold on to all of the old one. */
const flat = (text) => {
  text.charCodeAt(0);
  return text;
};

export const rename = (at, name) => {
  entered().at(-1).names.set(at, name);
};

export const stay = (head, from, to, name, text) => {
  entered().at(-1).kept = { head, from, to, name, text };
};

export const flag = (name) => {
  entered().at(-1).flag = name;
};

/** The changed value. */
export const changed = () => {
  const [around] = changing.pop();
  return around.changes.has(0) ? around.changes.get(0) : around.value[0];
};

const copyOfList = ({ value, changes, kept }) => {
  const at = (index) => (changes.has(index) ? changes.get(index) : read(value, index));
  const { head, from, to, text } = kept ?? { head: value.length, from: 0, to: 0 };
  const result = [];
  for (let index = 0; index < head; index += 1) result.push(at(index));
  if (text !== undefined) result.push(text);
  for (let index = from; index < to; index += 1) result.push(at(index));
  return result;
};

/** A member that stays as it is. */
const read = (value, name) => {
  try {
    return value[name];
  } catch {
    return undefined;
  }
};

const copyOfObject = ({ value, keys, changes, names, kept, flag }) => {
  const prototype = prototypeOf(value);
  // A copy with the class's `toJSON` would be asked for what only the original has.
  const result = typeof read(value, "toJSON") === "function" ? {} : Object.create(prototype);
  const put = (name, member) => {
    Object.defineProperty(result, name, { value: member, writable: true, enumerable: true, configurable: true });
  };
  const count = kept ? Math.min(kept.head, keys.length) : keys.length;
  for (let index = 0; index < count; index += 1) {
    put(names.get(index) ?? keys[index], changes.has(index) ? changes.get(index) : read(value, keys[index]));
  }
  if (kept?.text !== undefined) put(kept.name, kept.text);
  if (flag !== undefined) put(flag, true);
  return result;
};
