// Plain cuts: our own `trim` with plain options. And `grep`, the usual first choice: the first matching lines in half
// of the room, the end of the text in the other half.
//
// The playground runs them too: no Node here.

import { trim } from "tooltrim/text";
import { countChars } from "../metrics/laws.mjs";

const cut = (options) => (limit) => (text) => trim(text, { maxChars: limit, rescue: false, ...options }).text;

const WORDS = /error|fail|fatal|panic|exception|cannot|killed/i;

const grep = (limit) => (text) => {
  if (countChars(text) <= limit) return text;
  const found = text.split("\n").filter((line) => WORDS.test(line));
  const half = Math.floor((limit - 1) / 2);
  return `${trim(found.join("\n"), { maxChars: half, keep: "head" }).text}\n${trim(text, { maxChars: half, keep: "tail" }).text}`;
};

export const plain = {
  head: cut({ keep: "head" }),
  tail: cut({ keep: "tail" }),
  "half/half": cut({ keep: "ends" }),
  "20/80": cut({ keep: "ends", headShare: 0.2 }),
  "grep, then tail": grep,
};

/** What most code does without a library. Counts UTF-16 units, and leaves no word of what is missing. */
export const slices = {
  head: (limit) => (text) => text.slice(0, limit),
  tail: (limit) => (text) => (text.length <= limit ? text : text.slice(text.length - limit)),
};
