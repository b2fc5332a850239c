// Access to messages of any origin for the core: plain objects, classes with accessors, proxies. Helpers only: no
// formats and no names. Keys and words are numbers, with tables from the core. Members that throw count as absent.

import { unitsOf, written } from "./calls.js";

let keys = [""];
let tags = new Map();

/** The names behind the numbers; asked for once. */
export const tables = (keyNames, tagNames) => {
  keys = keyNames;
  tags = new Map(tagNames.map((name, number) => [name, number]));
  tags.delete(tagNames[0]);
};

// Values are handed to the core as numbers, too: places in a list that is emptied when a call into the core is over.
// References that cross one by one cost more than all the rest. Place 0 is nothing.
const nodes = [undefined];
/** The words of each conversation that is being read. */
const conversations = [];
/** Pieces of the result that is being put together. */
const pieces = [];

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

export const json = (node, key) => {
  try {
    const member = at(node, key);
    return member === undefined ? "" : written(member);
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

const isObject = (value) => {
  try {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    // A proxy that was revoked.
    return false;
  }
};

const parsed = (text) => {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

/** True of an object that is neither a plain one nor a list, of whatever realm. */
export const hasClass = (node, key) => {
  try {
    const member = at(node, key);
    if (typeof member !== "object" || member === null || Array.isArray(member)) return false;
    const prototype = Object.getPrototypeOf(member);
    return prototype !== null && Object.getPrototypeOf(prototype) !== null;
  } catch {
    return false;
  }
};

/** The very same value; texts by what they say. */
export const isSame = (one, other) => nodes[one] === nodes[other];

/**
 * The JSON Pointer to a part: a message, then a member of 256 × the outer one + the inner one, then a place in a list,
 * or -1.
 */
const pointer = (message, member, index) => {
  const outer = member >> 8 ? `/${keys[member >> 8]}` : "";
  const inner = member & 255 ? `/${keys[member & 255]}` : "";
  return `/${message}${outer}${inner}${index < 0 ? "" : `/${index}`}`;
};

/**
 * One exchange, added to a list. `args` is a value and what it is: 0 none, 1 JSON, 2 a text, 3 a text that holds JSON;
 * the result is a value that is a text, or the pieces that were put down.
 */
export const extracted = (into, words, id, name, args, kind, result, flags, group, ...places) => {
  const { texts } = conversations[words];
  const answered = (flags & 2) !== 0;
  const text = result === 0 ? pieces.join("\n") : nodes[result];
  pieces.length = 0;
  into.push({
    callId: id < 0 ? "" : texts[id],
    name: name < 0 ? "" : texts[name],
    args: argumentsOf(nodes[args], kind),
    result: text,
    isError: (flags & 1) !== 0,
    isAnswered: answered,
    isHosted: (flags & 4) !== 0,
    group,
    callPath: pointer(places[0], places[1], places[2]),
    resultPath: answered ? pointer(places[3], places[4], places[5]) : null,
  });
};

const argumentsOf = (value, kind) => {
  if (kind === 3) {
    const object = parsed(value);
    if (isObject(object)) return object;
  }
  if (isObject(value)) return value;
  return typeof value === "string" ? { input: value } : null;
};

export const putText = (text) => {
  pieces.push(text);
};
export const putNode = (node) => {
  pieces.push(nodes[node]);
};
