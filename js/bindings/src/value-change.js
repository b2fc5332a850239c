import { keysOf, prototypeOf, taken } from "./value.js";

// Open changes: for each value, the containers that were entered, and the new members. A getter may start another
// change meanwhile.
const changing = [];

/** The containers that were entered of the value that is changed now. */
const entered = () => changing.at(-1);

const level = (value, keys) => ({
  value,
  keys,
  changes: new Map(),
  names: new Map(),
  kept: undefined,
  gaps: new Map(),
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

export const stay = (head, from, to, late, name, text) => {
  entered().at(-1).kept = { head, from, to, late: late.slice(), name, text };
};

export const putGap = (before, text) => {
  entered().at(-1).gaps.set(before, text);
};

export const flag = (name) => {
  entered().at(-1).flag = name;
};

/** The changed value. */
export const changed = () => {
  const [around] = changing.pop();
  return around.changes.has(0) ? around.changes.get(0) : around.value[0];
};

const copyOfList = ({ value, changes, kept, gaps }) => {
  const at = (index) => (changes.has(index) ? changes.get(index) : read(value, index));
  const { head, from, to, late, text } = kept ?? { head: value.length, from: 0, to: 0, late: [] };
  const result = [];
  for (let index = 0; index < head; index += 1) result.push(at(index));
  for (const index of late) {
    if (gaps.has(index)) result.push(gaps.get(index));
    result.push(at(index));
  }
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
  const putAt = (index) => {
    put(names.get(index) ?? keys[index], changes.has(index) ? changes.get(index) : read(value, keys[index]));
  };
  for (let index = 0; index < count; index += 1) putAt(index);
  if (kept) for (const index of kept.late) putAt(index);
  if (kept?.text !== undefined) put(kept.name, kept.text);
  if (flag !== undefined) put(flag, true);
  return result;
};
