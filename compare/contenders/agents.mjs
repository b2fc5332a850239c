// The rules of two agents, reimplemented from their public sources, at the largest budget whose result fits.
//
// Codex (openai/codex, codex-rs/utils/string/src/truncate.rs and utils/output-truncation/src/lib.rs): half of the bytes
// from each end, moved to boundaries of chars, `…N tokens truncated…` between them without line breaks, a warning and
// the number of lines before it. Tokens are bytes / 4. Marker and warning come on top of the budget.
//
// Gemini CLI (google-gemini/gemini-cli, packages/core/src/utils/fileUtils.ts, formatTruncatedToolOutput): the first 20
// % and the last 80 % of the allowed UTF-16 units, a sentence before and a marker between them, both on top of the
// budget.
//
// The playground runs them too: no Node here.

import { countChars } from "../metrics/laws.mjs";

/** As published, both rules exceed their own limit, which would count 0, so the excess is subtracted first. */
const fitted = (rule) => (limit) => (text) => {
  if (countChars(text) <= limit) return text;
  for (let budget = limit; budget > 0; ) {
    const result = rule(text, budget);
    const over = countChars(result) - limit;
    if (over <= 0) return result;
    budget -= over;
  }
  // Marker and sentence alone are larger than the limit.
  return rule(text, 1);
};

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function codexRule(text, budget) {
  const bytes = encoder.encode(text);
  if (bytes.length <= budget) return text;
  const isInside = (at) => at < bytes.length && (bytes[at] & 0xc0) === 0x80;
  let left = Math.floor(budget / 2);
  while (isInside(left)) left -= 1;
  let right = bytes.length - (budget - Math.floor(budget / 2));
  while (isInside(right)) right += 1;
  const removed = Math.ceil((bytes.length - budget) / 4);
  const lines = text.split("\n").length - Number(text.endsWith("\n"));
  const [head, tail] = [bytes.subarray(0, left), bytes.subarray(right)].map((part) => decoder.decode(part));
  const cut = `${head}…${removed} tokens truncated…${tail}`;
  const tokens = Math.ceil(bytes.length / 4);
  return `Warning: truncated output (original token count: ${tokens})\nTotal output lines: ${lines}\n\n${cut}`;
}

function geminiRule(text, budget) {
  if (text.length <= budget) return text;
  const head = Math.floor(budget * 0.2);
  const tail = budget - head;
  const number = (value) => value.toLocaleString("en");
  return (
    `Output too large. Showing first ${number(head)} and last ${number(tail)} characters. ` +
    `For full output see: tool-outputs/1.txt\n${text.slice(0, head)}\n\n` +
    `... [${number(text.length - head - tail)} characters omitted] ...\n\n${text.slice(-tail)}`
  );
}

export const agents = { "Codex's rule": fitted(codexRule), "Gemini CLI's rule": fitted(geminiRule) };
