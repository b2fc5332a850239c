// Exchanges as plain objects, of what the core found in messages.

import { conversations, isObject, keys, nodes, parsed } from "./tree.js";

/** Pieces of the result that is being put together. */
const pieces = [];

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
