// Quick test of a JavaScript value: is it certainly within its limits? All numbers come from the core.

import { wide } from "./host.js";
import { byteLength, valueAt } from "./value.js";

export const holdsBase64 = (place, run) => mayHoldBase64(valueAt(place), run);

/** By unit: whether base64 may hold it, in either alphabet. */
const alphabet = new Uint8Array(65536);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
  alphabet[char.charCodeAt(0)] = 1;

/** A run of `run` units contains a char of its alphabet at every half: only these positions are tested closely. */
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

/** Returns `true` if a value is certainly within these limits: one loop over plain data, `false` for anything in */
/** doubt. */
export const isWithin = (
  place,
  units,
  bytes,
  items,
  keys,
  nameUnits,
  depth,
  total,
  base64,
  shortest,
  searched,
  run,
  beginning,
) => {
  try {
    const value = valueAt(place);
    const limits = { units, bytes, items, keys, nameUnits, depth, base64, shortest, searched, run, beginning };
    if (total === Number.POSITIVE_INFINITY) return isEasy(value, limits);
    return mayFit(value, total) && isEasy(value, limits) && byteLength(JSON.stringify(value) ?? "") <= total;
  } catch {
    return false;
  }
};

/** Limits of the current scan: variables of the module are fastest. */
let easy = {};

const isEasyText = (text) => {
  const { length } = text;
  if (length > easy.units) {
    if (length > easy.bytes) return false;
    // Engines keep texts without wide chars in one byte per char, and reject this pattern for them at once: then a char
    // is at most two bytes of UTF-8.
    if ((length > easy.bytes / 2 || wide.test(text)) && byteLength(text) > easy.bytes) return false;
  }
  if (length < easy.shortest || !easy.base64) return true;
  if (length > easy.searched && mayHoldBase64(text, easy.run)) return false;
  // Most texts have a blank soon.
  let at = 0;
  while (at < easy.beginning && alphabet[text.charCodeAt(at)] === 1) at += 1;
  return at < easy.beginning && !text.startsWith("data:");
};

const isEasyValue = (value, level) => {
  if (typeof value === "string") return isEasyText(value);
  if (typeof value === "object") return value === null || isEasyContainer(value, level + 1);
  return typeof value !== "bigint" && typeof value !== "function";
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

/** All objects, or all lists, may have been given a `toJSON`. */
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

/**
 * False where what JSON.stringify writes is longer than this for sure: as soon as the texts, or the items, alone are.
 */
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
