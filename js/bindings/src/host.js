// Access to JavaScript strings for the core. Helpers only: no rules, no defaults, no words of the library.
// Positions are UTF-16 units and, as arguments, never inside a surrogate pair.

const encoder = new TextEncoder();
// Not by its bare name, for which some bundlers install a substitute.
const { Buffer } = globalThis;
const hasBuffer = typeof Buffer === "function" && typeof Buffer.byteLength === "function";

const isHigh = (unit) => (unit & 0xfc00) === 0xd800;
const isLow = (unit) => (unit & 0xfc00) === 0xdc00;

/** Answered at once for strings that the engine keeps in one byte a char: they cannot match. */
export const wide = /[^\0-\xff]/;
const nothing = /^/;

const surrogate = /[\ud800-\udfff]/;
/** Units from which on it is faster to count chars behind the first wide one than to search them for surrogates. */
const LONG = 50_000;

/**
 * Up to here each UTF-16 unit is a char. The last test makes the engine forget the text: it remembers the last one that
 * matched, however long.
 */
export const plainLength = (text) => {
  if (!wide.test(text)) return text.length;
  const first = text.search(text.length < LONG ? surrogate : wide);
  nothing.test("");
  return first < 0 ? text.length : first;
};

/** The position at or before `at` that does not stand between the halves of a pair. */
export const align = (text, at) => {
  const splits = at > 0 && at < text.length && isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1));
  return splits ? at - 1 : at;
};

/** UTF-8 of a slice, a lone surrogate as U+FFFD; answers the bytes written. */
export const read = (text, from, to, into) => encoder.encodeInto(text.slice(from, to), into).written;

/** UTF-16 of a slice, little-endian; answers the bytes written, 0 where only Node's Buffer could do it. */
export const readUtf16 = (text, from, to, into) =>
  hasBuffer ? Buffer.from(into.buffer, into.byteOffset, into.length).write(text.slice(from, to), "utf16le") : 0;

/** True without lone surrogates. */
export const isWellFormed = (text) => text.isWellFormed?.() ?? text.search(/\p{Surrogate}/u) < 0;

export const unit = (text, at) => text.charCodeAt(at);

/** The position after the first LF between two positions, or 0. A slice bounds the search; it copies nothing. */
export const newlineAfter = (text, from, to) => {
  if (to === text.length) return text.indexOf("\n", from) + 1;
  const at = text.slice(from, to).indexOf("\n");
  return at < 0 ? 0 : from + at + 1;
};

/** The position after the last LF between two positions, or 0. */
export const newlineBefore = (text, from, to) => {
  if (from === 0) return text.lastIndexOf("\n", to - 1) + 1;
  const at = text.slice(from, to).lastIndexOf("\n");
  return at < 0 ? 0 : from + at + 1;
};

export const followsNewline = (text, at) => text.charCodeAt(at - 1) === 10;

export const chars = (text, from, to) => {
  let count = to - from;
  for (let at = from; at < to; at += 1) {
    // Pairs are rare: test one unit, and the next only after the first half of a pair.
    if (isHigh(text.charCodeAt(at)) && at + 1 < to && isLow(text.charCodeAt(at + 1))) count -= 1;
  }
  return count;
};

export const bytes = (text, from, to) => {
  const slice = text.slice(from, to);
  if (hasBuffer) return Buffer.byteLength(slice);
  let count = slice.length;
  for (let at = 0; at < slice.length; at += 1) {
    const unit = slice.charCodeAt(at);
    if (unit > 0x7ff) count += 2;
    else if (unit > 0x7f) count += 1;
    // A pair is four bytes, not six.
    if (isLow(unit) && at > 0 && isHigh(slice.charCodeAt(at - 1))) count -= 2;
  }
  return count;
};

export const newlines = (text, from, to) => {
  let count = 0;
  const slice = text.slice(from, to);
  for (let at = slice.indexOf("\n"); at >= 0; at = slice.indexOf("\n", at + 1)) count += 1;
  return count;
};

let failure;

/** The caller's counter on `head + marker + tail`. What it throws waits for {@link takeFailure}. */
export const countTokens = (counter, text, head, marker, tail) => {
  // It has failed: it is not asked again, and the plan soon ends.
  if (failure) return Number.POSITIVE_INFINITY;
  try {
    const count = counter([text.slice(0, head), marker, text.slice(tail)].join(""));
    if (typeof count === "number" && count >= 0) return count;
    failure = { value: count };
  } catch (thrown) {
    failure = { thrown };
  }
  return Number.POSITIVE_INFINITY;
};

export const takeFailure = () => {
  const taken = failure;
  failure = undefined;
  return taken;
};

export const fail = (code, message) => Object.assign(new Error(message), { code });
