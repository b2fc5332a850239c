// Estimates the cost of a run: requests, and input tokens as the tokenizer of current OpenAI models counts them.

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { printTable } from "../../benches/js/print.mjs";
import { groupBy } from "../lib/groups.mjs";

/** Charged for a message beside its texts. */
const PER_MESSAGE = 4;
/** Longer texts are counted in parts: the tokenizer's time grows with the square of a run of equal chars. */
const PART = 2000;

const known = new Map();

function tokensOf(text) {
  if (!known.has(text)) {
    let count = 0;
    for (let at = 0; at < text.length; at += PART) count += countTokens(text.slice(at, at + PART));
    known.set(text, count);
  }
  return known.get(text);
}

const tokensOfJob = ({ messages, point }) =>
  tokensOf(JSON.stringify(point.tools)) +
  messages.reduce(
    (sum, { content, tool_calls }) =>
      sum + PER_MESSAGE + tokensOf(content ?? "") + (tool_calls ? tokensOf(JSON.stringify(tool_calls)) : 0),
    0,
  );

/** Prints a row for each arm; returns `{ requests, tokens }`. */
export function printCost(jobs, repeat) {
  const number = (value) => Math.round(value).toLocaleString("en");
  const rows = [];
  const total = { requests: 0, tokens: 0 };
  for (const [arm, own] of groupBy(jobs, (job) => job.arm)) {
    const tokens = own.map(tokensOfJob);
    const sum = repeat * tokens.reduce((one, other) => one + other, 0);
    total.requests += repeat * own.length;
    total.tokens += sum;
    rows.push([arm, number(repeat * own.length), number(sum), number(Math.max(...tokens))]);
  }
  rows.push(["all", number(total.requests), number(total.tokens), ""]);
  printTable(["", "requests", "input tokens", "the largest"], rows);
  return total;
}
