// Limits in tokens: trimming by the estimate against encoding the whole text, and the estimate itself.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { decode, encode, countTokens as exactTokens } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokenCount, sliceByTokens } from "tokenx";
import { estimateTokens, Trimmer } from "tooltrim";
import { atLeast, atMost } from "./goals.mjs";
import { race, single } from "./measure.mjs";
import { digits, heading, note, printTable, time, times } from "./print.mjs";
import { flat, makeText, names } from "./texts.mjs";

const LIMIT = 2000;
const MB = 1e6;
const marker = (tokens) => `\n... [truncated ${tokens} tokens] ...\n`;

export async function tokens({ quick }) {
  const code = sourceCode();
  const budget = quick ? 1000 : 4000;
  return [...trimming(code, budget), ...pathological(), ...estimating(code, budget / 2)];
}

/** Five texts of 1 MB of real source code: parts of a compiler that is here anyway, at a pinned version. */
function sourceCode() {
  const file = createRequire(import.meta.url).resolve("typescript/lib/_tsc.js");
  const text = readFileSync(file, "utf8").replace(/[^\0-\x7f]/g, "?");
  return Array.from({ length: 5 }, (_, part) => flat(text.slice(part * MB, (part + 1) * MB)));
}

/**
 * Calls with one text after another: a tokenizer remembers words that it has met, and would know all of a single text.
 */
function inTurn(run, texts) {
  let next = 0;
  return () => {
    next = (next + 1) % texts.length;
    return run(texts[next]);
  };
}

function trimming(code, budget) {
  heading(
    "tokens",
    "Keep both ends of 1 MB of source code within 2,000 tokens of o200k_base, or of an estimate of them. Times as long as " +
      "Trimmer.",
  );
  const estimated = new Trimmer({ maxTokens: LIMIT });
  const exact = new Trimmer({ maxTokens: LIMIT, tokens: exactTokens });
  const contenders = {
    "Trimmer, maxTokens": (text) => estimated.trim(text).text,
    "Trimmer, tokens: gpt-tokenizer": (text) => exact.trim(text).text,
    "gpt-tokenizer, encode, slice, decode": byEncoding,
    "tokenx, sliceByTokens": byTokenx,
  };
  const runs = Object.fromEntries(Object.entries(contenders).map(([name, run]) => [name, inTurn(run, code)]));
  const results = race(runs, { budget });
  const rows = Object.entries(contenders).map(([name, run]) => {
    const kept = code.map((text) => exactTokens(run(text)));
    if (Math.min(...kept) < 0.6 * LIMIT)
      throw new Error(`tokens: ${name} keeps only ${kept} tokens: not the same task`);
    return [name, time(results[name].ns), times(results[name].ratio), `${Math.min(...kept)} to ${Math.max(...kept)}`];
  });
  printTable(["", "time", "", "true tokens kept"], rows);
  const { ratio } = results["gpt-tokenizer, encode, slice, decode"];
  return [atLeast("faster than encode, slice, decode by gpt-tokenizer", ratio, 100)];
}

function byEncoding(text) {
  const all = encode(text);
  if (all.length <= LIMIT) return text;
  const said = marker(all.length);
  const room = LIMIT - encode(said).length;
  const head = Math.ceil(room / 2);
  return [decode(all.slice(0, head)), said, decode(all.slice(all.length - (room - head)))].join("");
}

function byTokenx(text) {
  const room = LIMIT - estimateTokenCount(marker(text.length));
  const head = Math.ceil(room / 2);
  return [sliceByTokens(text, 0, head), marker("some"), sliceByTokens(text, head - room)].join("");
}

function pathological() {
  note(
    "A million times the same char, in single calls; gpt-tokenizer on the first 10,000 of them, its time is quadratic.\n",
  );
  const trimmer = new Trimmer({ maxTokens: LIMIT });
  const rows = [];
  let worst = 0;
  for (const [name, char] of Object.entries({ '"a"': "a", '" "': " ", '"\\n"': "\n" })) {
    const text = flat(char.repeat(MB));
    const trim = single(() => trimmer.trim(text));
    const estimate = single(() => estimateTokens(text));
    const exact = single(() => exactTokens(flat(char.repeat(MB / 100))), 1);
    worst = Math.max(worst, trim, estimate);
    rows.push([name, ...[trim, estimate, exact].map((ms) => time(ms * 1e6))]);
  }
  printTable(["char", "Trimmer, maxTokens", "estimateTokens", "gpt-tokenizer, 1/100 of it"], rows);
  return [atMost("a million equal chars, the slowest single call", worst, 20, "ms")];
}

function estimating(code, budget) {
  note("Tokens of a whole text of 1 MB: MB of UTF-8 a second, and times as long as estimateTokens.\n");
  const texts = { "source code": code, [names.mixed]: [makeText("mixed", MB)], [names.cjk]: [makeText("cjk", MB / 3)] };
  const contenders = { estimateTokens, tokenx: estimateTokenCount, "gpt-tokenizer": (text) => encode(text).length };
  const rows = [];
  for (const [name, text] of Object.entries(texts)) {
    const runs = Object.fromEntries(Object.entries(contenders).map(([who, run]) => [who, inTurn(run, text)]));
    const results = Object.values(race(runs, { budget }));
    const size = Buffer.byteLength(text[0]);
    rows.push([
      name,
      ...results.map(({ ns, ratio }) => `${digits((size * 1e3) / ns)} MB/s  ${times(ratio).padStart(6)}`),
    ]);
  }
  printTable(["text", ...Object.keys(contenders)], rows);
  return [];
}
