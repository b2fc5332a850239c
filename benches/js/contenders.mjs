// Common alternatives: both ends of a text within 4,000 chars, by whole lines, with a counted marker on a line of its
// own. All of them count code points, hold the limit and return a flat string, like `trim`.

import { Buffer } from "node:buffer";

export const LIMIT = 4000;

const marker = (chars) => `... [truncated ${chars} chars] ...\n`;
const MARKER_CHARS = marker("").length;
const whole = (text) => ({ text, truncated: false, omitted: 0 });

// Answered at once for a string that V8 keeps in one byte a char, and early in most others.
const WIDE = /[^\0-\xff]/;

/** One pass over the units, as it can be written anywhere; a lone surrogate is a char. */
export function countByLoop(text, from = 0, to = text.length) {
  let count = to - from;
  for (let at = from; at < to; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800) continue;
    if (at + 1 < to && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) count -= 1;
  }
  return count;
}

const CHUNK = 8192;
const bytes = Buffer.allocUnsafeSlow(2 * CHUNK);
const units = new Uint16Array(bytes.buffer);

/** The fastest pass we know of in plain JavaScript, in Node only: over a copy in a typed array. */
function countByBuffer(text, from = 0, to = text.length) {
  let count = to - from;
  let high = 0;
  for (let at = from; at < to; at += CHUNK) {
    const size = bytes.write(text.slice(at, Math.min(at + CHUNK, to)), 0, "utf16le") >> 1;
    for (let index = 0; index < size; index += 1) {
      const unit = units[index];
      if ((unit & 0xf800) !== 0xd800) high = 0;
      else if (unit < 0xdc00) high = 1;
      else {
        count -= high;
        high = 0;
      }
    }
  }
  return count;
}

const count = (text) => (WIDE.test(text) ? countByBuffer(text) : text.length);
const fits = (text) => text.length <= LIMIT || (text.length <= 2 * LIMIT && count(text) <= LIMIT);

/** The usual way: all lines in an array. */
export function split(text) {
  if (fits(text)) return whole(text);
  const total = count(text);
  const room = LIMIT - marker(total).length;
  const lines = text.split("\n");
  let head = 0;
  let kept = 0;
  for (; head < lines.length; head += 1) {
    const size = count(lines[head]) + 1;
    if (kept + size > room / 2) break;
    kept += size;
  }
  let tail = lines.length;
  // No break follows the last line.
  kept -= 1;
  for (; tail > head; tail -= 1) {
    const size = count(lines[tail - 1]) + 1;
    if (kept + size > room) break;
    kept += size;
  }
  const omitted = total - kept;
  const pieces = [...lines.slice(0, head), marker(omitted).slice(0, -1), ...lines.slice(tail)];
  return { text: pieces.join("\n"), truncated: true, omitted };
}

/** By hand: positions, two slices, and only the lines at the cuts are read. */
export function slices(text) {
  return cutLines(text, undefined);
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The same, and a line that is too long is cut between graphemes: the engine's segmenter on a window around the cut.
 */
export function segmented(text) {
  return cutLines(text, graphemeAt);
}

function cutLines(text, align) {
  if (fits(text)) return whole(text);
  const wide = WIDE.test(text);
  // With the widest number that it can carry, and a break before it.
  const room = LIMIT - MARKER_CHARS - String(text.length).length - 1;
  let reach = wide ? skip(text, room >> 1) : room >> 1;
  if (align) reach = align(text, reach);
  const head = text.lastIndexOf("\n", reach - 1) + 1 || reach;
  const rest = room - (wide ? countByLoop(text, 0, head) : head);
  let back = wide ? skipBack(text, rest) : text.length - rest;
  if (align) back = align(text, back);
  const line = text.indexOf("\n", back - 1) + 1;
  const tail = line > 0 && line < text.length ? line : back;
  const omitted = wide ? countByBuffer(text, head, tail) : tail - head;
  const lineBreak = text.charCodeAt(head - 1) === 10 ? "" : "\n";
  return {
    text: [text.slice(0, head), lineBreak, marker(omitted), text.slice(tail)].join(""),
    truncated: true,
    omitted,
  };
}

function skip(text, chars) {
  let at = 0;
  for (let left = chars; left > 0; left -= 1) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return at;
}

function skipBack(text, chars) {
  let at = text.length;
  for (let left = chars; left > 0; left -= 1) {
    at -= (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800 ? 2 : 1;
  }
  return at;
}

function graphemeAt(text, at) {
  const from = Math.max(0, at - 32);
  return from + segmenter.segment(text.slice(from, at + 32)).containing(at - from).index;
}
