// What the core reads of messages, wherever they came from: plain objects, classes with accessors, proxies. Helpers only: no
// format stands here, and no name: keys and words are numbers, with tables from the core. What throws counts as absent.

import { unitsOf, written } from "./calls.js";

let keys = [""];
let tags = new Map();

/** The names behind the numbers; asked for once. */
export const tables = (keyNames, tagNames) => {
  keys = keyNames;
  tags = new Map(tagNames.map((name, number) => [name, number]));
  tags.delete(tagNames[0]);
};

/** A value, or its member: key 0 is the value itself. */
const at = (value, key) => (key === 0 ? value : value[keys[key]]);

export const child = (value, key) => {
  try {
    return at(value, key) ?? undefined;
  } catch {
    return undefined;
  }
};

export const item = (value, key, index) => {
  try {
    const list = at(value, key);
    return Array.isArray(list) ? (list[index] ?? undefined) : undefined;
  } catch {
    return undefined;
  }
};

// What a value is, and 16 times its size.
const [ABSENT, NULL, FALSE, TRUE, NUMBER, TEXT, LIST, OBJECT, BYTES, OTHER] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

export const shape = (value, key) => {
  try {
    const member = at(value, key);
    switch (typeof member) {
      case "string":
        return TEXT + 16 * member.length;
      case "object":
        if (member === null) return NULL;
        if (Array.isArray(member)) return LIST + 16 * member.length;
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

export const has = (value, key) => {
  try {
    return keys[key] in value;
  } catch {
    return false;
  }
};

/** The number of a known word; 0 for none, 1 for another one. */
export const tag = (value, key) => {
  try {
    const member = at(value, key);
    if (typeof member === "string") return tags.get(member) ?? 1;
    return member === undefined || member === null ? 0 : 1;
  } catch {
    return 0;
  }
};

export const number = (value, key) => {
  try {
    const member = at(value, key);
    return typeof member === "number" ? member : undefined;
  } catch {
    return undefined;
  }
};

/** Words of one conversation. */
export const words = () => ({ known: new Map(), texts: [] });

export const add = (all, text) => {
  let word = all.known.get(text);
  if (word === undefined) {
    word = all.texts.push(text) - 1;
    all.known.set(text, word);
  }
  return word;
};

/** The number of an id or a name, or -1. */
export const word = (value, key, all) => {
  try {
    const member = at(value, key);
    if (typeof member === "string") return member === "" ? -1 : add(all, member);
    return typeof member === "number" ? add(all, String(member)) : -1;
  } catch {
    return -1;
  }
};

export const wordText = (all, at) => all.texts[at] ?? "";

export const text = (value, key, most) => {
  try {
    const member = at(value, key);
    if (typeof member !== "string") return undefined;
    // Not between the halves of a pair.
    const end = most < member.length && /[\uD800-\uDBFF]/.test(member[most - 1] ?? "") ? most - 1 : most;
    return end < member.length ? member.slice(0, Math.max(end, 0)) : member;
  } catch {
    return undefined;
  }
};

export const isBlank = (value, key) => {
  try {
    const member = at(value, key);
    return typeof member === "string" && !/\S/.test(member);
  } catch {
    return false;
  }
};

export const endsBlank = (value, key) => {
  try {
    const member = at(value, key);
    return typeof member === "string" && /\s/.test(member.at(-1) ?? "");
  } catch {
    return false;
  }
};

export const jsonUnits = (value, key) => {
  try {
    const member = at(value, key);
    return member === undefined ? 0 : unitsOf(member);
  } catch {
    return 0;
  }
};

export const json = (value, key) => {
  try {
    const member = at(value, key);
    return member === undefined ? "" : written(member);
  } catch {
    return "";
  }
};

export const holdsObject = (value, key) => isObject(parsed(child(value, key)));

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const parsed = (text) => {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

/** True of an object that is neither a plain one nor a list, of whatever realm. */
export const hasClass = (value, key) => {
  try {
    const member = at(value, key);
    if (typeof member !== "object" || member === null || Array.isArray(member)) return false;
    const prototype = Object.getPrototypeOf(member);
    return prototype !== null && Object.getPrototypeOf(prototype) !== null;
  } catch {
    return false;
  }
};

/** The very same value; texts by what they say. */
export const isSame = (one, other) => one === other;

/** One exchange, added to a list. `args`: 0 none, 1 JSON, 2 a text, 3 a text that holds JSON. */
export const extracted = (into, all, id, name, args, argsKind, result, flags, group, callPath, resultPath) => {
  into.push({
    callId: id < 0 ? "" : all.texts[id],
    name: name < 0 ? "" : all.texts[name],
    args: argumentsOf(args, argsKind),
    result,
    isError: (flags & 1) !== 0,
    isAnswered: (flags & 2) !== 0,
    isHosted: (flags & 4) !== 0,
    group,
    callPath,
    resultPath: resultPath ?? null,
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

/** The pieces of a result as one text. */
export const joined = (pieces) => pieces.join("\n");
