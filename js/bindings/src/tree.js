// Access to messages of any origin for the core: plain objects, classes with accessors, proxies. Helpers only: no
// formats and no names. Keys and words are numbers, with tables from the core. Members that throw count as absent.

import { align } from "./host.js";

export let keys = [""];
let tags = new Map();
/** How members weigh, by name: numbers of the core. */
let weights = new Map();

/** The names behind the numbers; asked for once. */
export const tables = (keyNames, tagNames, members, numbers) => {
  weights = new Map(members.map((name, at) => [name, numbers[at]]));
  keys = keyNames;
  tags = new Map(tagNames.map((name, number) => [name, number]));
  tags.delete(tagNames[0]);
};

// Values are handed to the core as numbers, too: places in a list that is emptied when a call into the core is over.
// References that cross one by one cost more than all the rest. Place 0 is nothing.
export const nodes = [undefined];
/** The words of each conversation that is being read. */
export const conversations = [];

/** Opens a conversation; a getter may ask for another one meanwhile. */
export const open = (root) => nodes.push(root) - 1;

/** Forgets all from a place on. */
export const close = (node) => {
  nodes.length = node;
  last.node = -1;
  last.list = undefined;
};

const keep = (value) => (value === undefined || value === null ? 0 : nodes.push(value) - 1);

/** A value, or its member: key 0 is the value itself. */
const at = (node, key) => (key === 0 ? nodes[node] : nodes[node][keys[key]]);

export const child = (node, key) => {
  try {
    return keep(at(node, key));
  } catch {
    return 0;
  }
};

/** The list that was asked for last: an accessor may take long to answer. */
const last = { node: -1, key: -1, list: undefined };

export const item = (node, key, index) => {
  try {
    const list = last.node === node && last.key === key ? last.list : at(node, key);
    return Array.isArray(list) ? keep(list[index]) : 0;
  } catch {
    return 0;
  }
};

// Kind of a value, plus 16 times its size.
const [ABSENT, NULL, FALSE, TRUE, NUMBER, TEXT, LIST, OBJECT, BYTES, OTHER] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

export const shape = (node, key) => {
  try {
    const member = at(node, key);
    switch (typeof member) {
      case "string":
        return TEXT + 16 * member.length;
      case "object":
        if (member === null) return NULL;
        if (Array.isArray(member)) {
          last.node = node;
          last.key = key;
          last.list = member;
          return LIST + 16 * member.length;
        }
        if (ArrayBuffer.isView(member) || member instanceof ArrayBuffer) return BYTES + 16 * member.byteLength;
        return OBJECT;
      case "undefined":
        return ABSENT;
      case "number":
        return NUMBER;
      case "boolean":
        return member ? TRUE : FALSE;
      default:
        return OTHER;
    }
  } catch {
    return ABSENT;
  }
};

export const has = (node, key) => {
  try {
    return keys[key] in nodes[node];
  } catch {
    return false;
  }
};

/** The number of a known word; 0 for none, 1 for another one. */
export const tag = (node, key) => {
  try {
    const member = at(node, key);
    if (typeof member === "string") return tags.get(member) ?? 1;
    return member === undefined || member === null ? 0 : 1;
  } catch {
    return 0;
  }
};

export const number = (node, key) => {
  try {
    const member = at(node, key);
    return typeof member === "number" ? member : undefined;
  } catch {
    return undefined;
  }
};

/** Words of one conversation: ids and names, each once. */
export const openWords = () => conversations.push({ known: new Map(), texts: [] }) - 1;

export const closeWords = (words) => {
  conversations.length = words;
};

export const add = (words, text) => {
  const all = conversations[words];
  let word = all.known.get(text);
  if (word === undefined) {
    word = all.texts.push(text) - 1;
    all.known.set(text, word);
  }
  return word;
};

/** The number of an id or a name, or -1. */
export const word = (node, key, words) => {
  try {
    const member = at(node, key);
    if (typeof member === "string") return member === "" ? -1 : add(words, member);
    return typeof member === "number" ? add(words, String(member)) : -1;
  } catch {
    return -1;
  }
};

export const wordText = (words, word) => conversations[words].texts[word] ?? "";

export const text = (node, key, most) => {
  try {
    const member = at(node, key);
    if (typeof member !== "string") return undefined;
    // Not between the halves of a pair.
    const end = most < member.length && /[\uD800-\uDBFF]/.test(member[most - 1] ?? "") ? most - 1 : most;
    return end < member.length ? member.slice(0, Math.max(end, 0)) : member;
  } catch {
    return undefined;
  }
};

/** A text, to be read by windows. */
export const value = (node, key) => {
  try {
    const member = at(node, key);
    return typeof member === "string" ? member : "";
  } catch {
    return "";
  }
};

export const decoded = (node, key) => {
  try {
    const member = at(node, key);
    return ArrayBuffer.isView(member) || member instanceof ArrayBuffer ? new TextDecoder().decode(member) : undefined;
  } catch {
    return undefined;
  }
};

export const isBlank = (node, key) => {
  try {
    const member = at(node, key);
    return typeof member === "string" && !/\S/.test(member);
  } catch {
    return false;
  }
};

export const endsBlank = (node, key) => {
  try {
    const member = at(node, key);
    return typeof member === "string" && /\s/.test(member.at(-1) ?? "");
  } catch {
    return false;
  }
};

export const jsonUnits = (node, key) => {
  try {
    const member = at(node, key);
    return member === undefined ? 0 : unitsOf(member);
  } catch {
    return 0;
  }
};

// The numbers of weights and of what a search begins at, as in src/tree/unread.rs.
const [READ, HOLDER, NEVER, THOUGHT, OPAQUE, UNKNOWN, SETTING] = [0, 1, 2, 3, 5, 6, 7];
const [PART, WHOLE] = [0, 1];
/** Members that hold the parts of a message, by what a search begins at. */
const PARTS = [[], [], ["content"], ["parts"], ["content", "tool_calls", "function_call"]];
const MARK = /^id$|(?:_ids?|Ids?|ID|ignatures?)$/;
const BASE64 = /^(?:data:[^,]*;base64,)?[\w+/=-]{256,}$/;
/** As deep, and as many values, as arguments may have. */
const [DEEPEST, MOST] = [500, 100_000];

/** How a member weighs. */
const weightOf = (name) => weights.get(name) ?? (MARK.test(name) ? NEVER : UNKNOWN);

/** Members that no reader counts, a line each: weight, units, media, name. */
export const unread = (node, reach) => {
  const found = [];
  try {
    const value = nodes[node];
    if (reach === WHOLE) {
      const { units, media } = weighed(value, { left: MOST }, 0);
      return `${UNKNOWN} ${units} ${media} `;
    }
    if (!isObject(value) || ArrayBuffer.isView(value)) return "";
    look(value, reach, { left: MOST }, 0, found);
  } catch {
    // The rest cannot be read.
  }
  return found.join("\n");
};

const look = (value, reach, budget, depth, found) => {
  const isPlain = !isOfClass(value);
  for (const name of Object.keys(value)) {
    if (PARTS[reach].includes(name)) continue;
    // Classes keep there what their accessors give: a message of VS Code has its content twice.
    if (name[0] === "_" && !isPlain) continue;
    let weight = weightOf(name);
    // What a message has beside its parts, a part of another format has as its text.
    if (weight === THOUGHT && reach === PART && name === "reasoning") weight = READ;
    // A message has what readers count in its parts alone.
    else if (weight === READ && reach !== PART) weight = UNKNOWN;
    // Of a message an SDK keeps it, of a part it may hold what is sent.
    else if (name === "metadata" && reach !== PART) continue;
    if (weight === READ || weight === NEVER || weight === SETTING) continue;
    const member = value[name];
    if (weight === HOLDER) {
      hold(member, reach, budget, depth, found);
      continue;
    }
    if (member === undefined || typeof member === "function" || typeof member === "symbol") continue;
    // Some builds shorten the names of such members to a letter.
    if (!isPlain && typeof member === "object" && member !== null && member === value.content) continue;
    let { units, media } = weighedAs(weight, member, budget, depth);
    if (weight === UNKNOWN) {
      // SDKs write members without a value.
      if (member === null || (typeof member === "object" && units === 2 && media === 0)) continue;
      units += name.length + 4;
    }
    found.push(`${weight} ${units} ${media} ${name.slice(0, 60).replace(/\s+/g, " ")}`);
  }
};

const hold = (value, reach, budget, depth, found) => {
  budget.left -= 1;
  if (typeof value !== "object" || value === null || depth > DEEPEST || budget.left < 0) return;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return;
  if (Array.isArray(value)) for (const item of value) hold(item, reach, budget, depth + 1, found);
  else look(value, reach, budget, depth + 1, found);
};

const weighedAs = (weight, member, budget, depth) =>
  weight === OPAQUE && typeof member === "string"
    ? { units: Math.floor((member.length * 3) / 4), media: 0 }
    : weighed(member, budget, depth);

/** UTF-16 units of compact JSON without what never counts, escapes not counted; and the number of media in it. */
const weighed = (given, budget, depth) => {
  budget.left -= 1;
  if (depth > DEEPEST || budget.left < 0) return { units: 0, media: 0 };
  if (typeof given === "string")
    return given.length >= 256 && BASE64.test(given) ? { units: 2, media: 1 } : { units: given.length + 2, media: 0 };
  if (typeof given !== "object" || given === null) return { units: unitsOf(given), media: 0 };
  if (ArrayBuffer.isView(given) || given instanceof ArrayBuffer) return { units: 2, media: 1 };
  const value = typeof given.toJSON === "function" ? given.toJSON() : given;
  if (typeof value !== "object" || value === null) return { units: unitsOf(value), media: 0 };
  let units = 2;
  let media = 0;
  const add = (item, around, weight = UNKNOWN) => {
    const size = weighedAs(weight, item, budget, depth + 1);
    units += size.units + around;
    media += size.media;
  };
  if (Array.isArray(value)) {
    for (const item of value) add(item, 0);
    units += Math.max(value.length - 1, 0);
  } else {
    for (const name of Object.keys(value)) {
      const member = value[name];
      const weight = weightOf(name);
      if (weight === NEVER || member === undefined || typeof member === "function") continue;
      add(member, name.length + 4, weight);
    }
  }
  return { units, media };
};

/** Returns a value as compact JSON; values without JSON become a note. */
const written = (value, replacer) => {
  try {
    const text = JSON.stringify(value ?? null, replacer) ?? "null";
    // Only to learn whether it is too deep, which a short text cannot be.
    if (text.length > DEEPEST || replacer) units(value ?? null, { left: 5000 }, 0);
    return text;
  } catch {
    return NOT_JSON;
  }
};

const NOT_JSON = '"[not JSON]"';

/** UTF-16 units of a value as compact JSON, escapes not counted. */
const unitsOf = (value) => {
  try {
    return Math.max(units(value, { left: MOST }, 0), 0);
  } catch {
    return NOT_JSON.length;
  }
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

export const json = (node, key) => {
  try {
    const member = at(node, key);
    return member === undefined ? "" : written(member);
  } catch {
    return "";
  }
};

/** The same with the ends of long texts and lists only. */
export const jsonSample = (node, key, most) => {
  try {
    const member = at(node, key);
    const held = parsed(member);
    return written(isObject(held) ? held : member, (_, value) => {
      if (Array.isArray(value) && value.length > 64) return value.slice(0, 32).concat(value.slice(-32));
      if (typeof value !== "string" || value.length <= most) return value;
      const tail = value.length - most / 2;
      return value.slice(0, align(value, most / 2)) + value.slice(align(value, tail) < tail ? tail + 1 : tail);
    });
  } catch {
    return "";
  }
};

export const holdsObject = (node, key) => {
  try {
    return isObject(parsed(at(node, key)));
  } catch {
    return false;
  }
};

/** True of a text with half a surrogate pair, or of a value that holds one. */
export const hasLoneSurrogate = (node, key) => {
  try {
    return isTorn(at(node, key), { left: MOST_TORN }, 0);
  } catch {
    return false;
  }
};

/** A whole conversation has more values than arguments. */
const MOST_TORN = 1_000_000;
const HALF = /\p{Cs}/u;

const isTorn = (value, budget, depth) => {
  // Engines before 2023 lack `isWellFormed`.
  if (typeof value === "string") return value.isWellFormed ? !value.isWellFormed() : HALF.test(value);
  budget.left -= 1;
  if (typeof value !== "object" || value === null || depth > DEEPEST || budget.left < 0) return false;
  if (ArrayBuffer.isView(value)) return false;
  return Object.keys(value).some((name) => isTorn(name, budget, depth) || isTorn(value[name], budget, depth + 1));
};

export const isObject = (value) => {
  try {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    // A proxy that was revoked.
    return false;
  }
};

export const parsed = (text) => {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

/** True of an object that is neither a plain one nor a list, of whatever realm. */
export const hasClass = (node, key) => {
  try {
    return isOfClass(at(node, key));
  } catch {
    return false;
  }
};

const isOfClass = (value) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype !== null && Object.getPrototypeOf(prototype) !== null;
};

/** The very same value; texts by what they say. */
export const isSame = (one, other) => nodes[one] === nodes[other];
