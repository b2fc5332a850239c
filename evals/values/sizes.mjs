// Bytes of JSON.

/** Below this a leaf is small: it is to stay whole while there is room. */
export const SMALL = 100;

export const bytesOf = (value) => Buffer.byteLength(JSON.stringify(value));

export const isContainer = (value) => typeof value === "object" && value !== null;

export const isSmall = (leaf) => typeof leaf !== "string" || (leaf.length < SMALL && bytesOf(leaf) < SMALL);

/** Bytes of a member besides its value: its key, the colon, a comma. */
export const bytesOfKey = (key) => bytesOf(key) + 2;

/** Bytes of an item besides its value: a comma. */
export const COMMA = 1;

/**
 * Returns the cost of all of `value`: its bytes of JSON, where a text over 100 bytes counts 100 of them. Stops once it
 * exceeds `most`. `leaves`: the number of small leaves in it.
 */
export function weigh(value, most) {
  const sum = { bytes: 0, leaves: 0 };
  add(value, sum, most);
  return sum;
}

function add(value, sum, most) {
  if (!isContainer(value)) {
    const small = isSmall(value);
    sum.bytes += small ? bytesOf(value) : SMALL;
    if (small) sum.leaves += 1;
    return;
  }
  const list = Array.isArray(value);
  const keys = list ? undefined : Object.keys(value);
  const length = list ? value.length : keys.length;
  sum.bytes += 2 + Math.max(0, length - 1) * COMMA;
  for (let at = 0; at < length && sum.bytes <= most; at += 1) {
    if (keys) sum.bytes += bytesOf(keys[at]) + 1;
    add(list ? value[at] : value[keys[at]], sum, most);
  }
}

/** A run of Base64 that no path, identifier or digest has. */
const BASE64 = /(?:data:[\w/+.-]+;base64,)?[A-Za-z0-9+/_-]{200,}={0,2}/g;
/** About as long as the text in its place. */
const PLACEHOLDER = "[base64 image/png, 123,456 bytes]";

const withoutBase64 = (text) =>
  text.replace(BASE64, (run) => (/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) ? PLACEHOLDER : run));

/** Returns `true` if a text is almost entirely base64. */
export const isPicture = (text) => withoutBase64(text).length < SMALL;

/**
 * Bytes that a result can have at most without anything being lost that should stay: pictures in Base64 are to be taken
 * out, whatever room there is, and the blanks of JSON in texts say nothing.
 */
export function reachableBytes(value) {
  const text = JSON.stringify(value, (_, member) => (typeof member === "string" ? compact(member) : member));
  return Buffer.byteLength(withoutBase64(text));
}

/** A text that is an indented object or list, without its blanks. */
function compact(text) {
  if (!/^\s*[[{]\s/.test(text)) return text;
  try {
    const shorter = JSON.stringify(JSON.parse(text));
    return shorter.length < text.length ? shorter : text;
  } catch {
    return text;
  }
}
