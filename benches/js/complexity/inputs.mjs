// Inputs of any size: texts, JSON values, conversations and calls, ordinary ones and those that break careless code.

import { messagesOf } from "../conversations.mjs";
import { exchangesOf } from "../sessions.mjs";

const ESC = "\u001b";
const filled = (piece) => (size) => {
  const text = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  // Reading one unit makes V8 flatten what `repeat` only describes.
  text.charCodeAt(size >> 1);
  return text;
};

function lines(make) {
  // A block of different lines, repeated: building 100 MB of different ones takes longer than to read them.
  const block = Array.from({ length: 5000 }, (_, n) => make(n)).join("");
  return filled(block);
}

export const texts = {
  log: lines(
    (n) =>
      `2026-03-12 05:27:12,${n % 1000} INFO jobs.storage load router ${n} rows=${(n * 7) % 9999} from part-${n % 77}.csv\n`,
  ),
  "one giant line": filled("word and another one, "),
  "all newlines": filled("\n"),
  "all error lines": lines((n) => `error: job x${n.toString(36)} of ${n} failed at src/a${n % 99}.rs:${n % 400}:7\n`),
  "deep brackets": filled("[{"),
  "unclosed escapes": filled(`${ESC}[31`),
  "equal chars": filled("a"),
  "lone surrogates": filled("\ud83d x"),
};

/** Inputs that could mislead cleaning. */
export const noise = {
  returns: filled("\r"),
  "endless titles": filled(`${ESC}]`),
  "cursor movements": filled(`a\n${ESC}[A${ESC}[s`),
  backspaces: filled("a\b"),
  "lists of numbers": filled(`${"1,".repeat(2000)}\n`),
  "short base64": filled("Aa0Bb1Cc2Dd3Ee4Ff5Gg6Hh7Ii8Jj9Kk0Ll1Mm2Nn3Oo4Pp5Qq6Rr7Ss8Tt9Uu0Vv\n"),
};

/** Inputs that could mislead rescue. */
export const failures = {
  "one line of errors": filled("error "),
  "frames without end": filled('  File "a.py", line 3, in f\n'),
  "blanks before a word": (size) => `${filled(" ")(size)}error`,
};

/** Texts of which a rescue to a half of their length keeps very many lines, chosen in another order than the text's. */
export const halves = {
  "equal headings, to a half": filled("# parcel\n"),
  "equal sections, to a half": filled("# parcel\nheld by x\n\n"),
};

/** JSON texts and values. */
export const values = {
  records: (size) =>
    Array.from({ length: Math.max(1, Math.floor(size / 60)) }, (_, id) => ({
      id,
      name: `user ${id}`,
      tags: ["a", "b"],
      ok: true,
    })),
  "one long string": (size) => ({ body: "text of a page. ".repeat(Math.ceil(size / 16)) }),
  "nested, 1,000 levels": (size) => {
    let value = { text: "x".repeat(Math.max(1, size - 6000)) };
    for (let level = 0; level < 1000; level += 1) value = { a: value };
    return value;
  },
  numbers: (size) => Array.from({ length: Math.max(1, Math.floor(size / 6)) }, (_, n) => n % 9973),
};

/** `count` messages with results of 300 units; made once for each count. */
const known = new Map();
export function conversation(count) {
  if (!known.has(count)) known.set(count, messagesOf("anthropic", exchangesOf(Math.max(2, Math.ceil(count / 2)), 300)));
  return known.get(count);
}

export const calls = (count) =>
  Array.from({ length: count }, (_, n) => ({
    callId: `call_${n}`,
    name: ["read_file", "bash", "edit"][n % 3],
    args: { path: `src/module${n % 700}/index.ts`, command: `npm test -- ${n}` },
    result: `line ${n}\n`.repeat(30),
  }));
