// Values as agents hold them: messages with tool calls and results, of a given size, with texts of a chosen kind.

import { makeText } from "./texts.mjs";

const POOL = 200_000;

/** Texts of exactly `units` units of a kind, each from another place. */
function textsOf(kind, units) {
  const long = makeText(kind, POOL + units);
  return (n) => long.slice((n * 61) % POOL, ((n * 61) % POOL) + units).toWellFormed();
}

/** A remark with a call, and the call's result: two texts among names, numbers and flags. */
const exchange = (n, text) => [
  {
    role: "assistant",
    content: [
      { type: "text", text: text(2 * n) },
      {
        type: "tool_use",
        id: `toolu_${n}`,
        name: "read_file",
        input: { path: `src/module${n % 700}.ts`, line: n, all: true },
      },
    ],
  },
  {
    role: "user",
    content: [{ type: "tool_result", tool_use_id: `toolu_${n}`, content: text(2 * n + 1), is_error: false }],
  },
];

/** About `bytes` bytes of messages. `text(n)` gives the n-th text. */
export function messagesOf(bytes, text) {
  const messages = [];
  for (let n = 0, left = bytes; left > 0; n += 1) {
    const made = exchange(n, text);
    left -= Buffer.byteLength(JSON.stringify(made));
    messages.push(...made);
  }
  return parsed(messages);
}

/** A number of exchanges. */
export const exchangesOf = (count, text) => parsed(Array.from({ length: count }, (_, n) => exchange(n, text)).flat());

/** Read from JSON, as a host reads them: each text is a flat string of its own. */
const parsed = (value) => JSON.parse(JSON.stringify(value));

/** Each text fits 2,000 bytes. */
export const fitting = {
  "300 chars": textsOf("ascii", 300),
  "1,000 chars": textsOf("ascii", 1000),
  "1,900 chars": textsOf("ascii", 1900),
  "1,000 chars, Latin-1": textsOf("latin1", 1000),
  "600 chars, CJK": textsOf("cjk", 600),
  "1,000 chars, 1 in 10 CJK": mixed([textsOf("cjk", 600), textsOf("ascii", 1000)], 10),
};

export const long = textsOf("ascii", 20_000);

const over = textsOf("ascii", 3000);

/** A picture of 200 KB among texts that fit; one in each 500 texts. */
const base64 = Buffer.from(Uint8Array.from({ length: 150_000 }, (_, n) => (n * n * 31 + n * 7) % 251)).toString(
  "base64",
);

export const cutting = {
  "1 in 10 texts over the limit": [mixed([over, fitting["1,000 chars"]], 10), {}],
  "every text over the limit": [over, {}],
  "every text, strings: {}": [over, { strings: {} }],
  "every text, CJK": [textsOf("cjk", 1500), {}],
  "an image of 200 KB": [mixed([() => `data:image/png;base64,${base64}`, fitting["1,000 chars"]], 500), {}],
  "maxTotalBytes: 50,000": [fitting["1,000 chars"], { maxTotalBytes: 50_000 }],
  "maxItems: 10": [fitting["1,000 chars"], { maxItems: 10 }],
};

/** The first of each `every` texts is of the first kind. */
function mixed([first, others], every) {
  return (n) => (n % every === 0 ? first(n) : others(n));
}

/** Many small records, and nothing else. */
export const smallItems = (count) => parsed(Array.from({ length: count }, (_, n) => ({ id: n, ok: n % 3 === 0 })));
