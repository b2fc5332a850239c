// Limits in tokens: trimming by the estimate against encoding the whole text, and the estimate itself.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { decode, encode, countTokens as exactTokens } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokenCount, sliceByTokens } from "tokenx";
import { estimateTokens, Trimmer } from "tooltrim";
import { createTokenCounter } from "tooltrim/tokens";
import { o200kBase } from "tooltrim-tables/o200k_base";
import { atLeast, atMost } from "./goals.mjs";
import { fastest, race, single } from "./measure.mjs";
import { digits, heading, note, printTable, time, times } from "./print.mjs";
import { flat, makeText, names } from "./texts.mjs";

const LIMIT = 2000;
const MB = 1e6;
const marker = (tokens) => `\n... [truncated ${tokens} tokens] ...\n`;

export async function tokens({ quick }) {
  const code = sourceCode();
  const budget = quick ? 1000 : 4000;
  return [
    ...trimming(code, budget),
    ...pathological(),
    ...estimating(code, budget / 2),
    ...counting(code, quick ? 3 : 7),
    ...linear(quick ? 3 : 5),
  ];
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

/** Texts that no cache of words knows: parts of a compiler's code, of its messages in five languages, of the guides. */
function countedTexts(code) {
  const typescript = createRequire(import.meta.url).resolve("typescript/lib/_tsc.js");
  const messages = ["zh-cn", "zh-tw", "ja", "ko"].map((language) => {
    const file = typescript.replace("_tsc.js", `${language}/diagnosticMessages.generated.json`);
    return Object.values(JSON.parse(readFileSync(file, "utf8"))).join("\n");
  });
  const guides = readdirSync("docs").filter((file) => file.endsWith(".md"));
  const prose = guides.map((file) => readFileSync(join("docs", file), "utf8").replace(/```[\s\S]*?```/g, "")).join("");
  const lock = readFileSync("package-lock.json", "utf8");
  const cjk = messages.map((text) => text.slice(0, MB / 10)).join("");
  const mixed = Array.from({ length: 100 }, (_, at) =>
    [prose, cjk, code[1]].map((text) => text.slice(at * 1000, at * 1000 + 1000)).join(" 👍🎉 "),
  ).join("\n");
  const texts = { prose, code: code[0], logs: makeText("ascii", MB / 2), JSON: lock.slice(0, MB / 2), CJK: cjk, mixed };
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, flat(text)]));
}

function counting(code, rounds) {
  note("Exact counts in o200k_base: MB of UTF-8 a second, the fastest of several runs, which take turns.\n");
  const counter = createTokenCounter(o200kBase);
  const contenders = { "tooltrim/tokens": counter, "gpt-tokenizer": (text) => exactTokens(text) };
  const goals = [];
  const rows = Object.entries(countedTexts(code)).map(([name, text]) => {
    if (counter(text) !== exactTokens(text)) throw new Error(`tokens: counts of ${name} differ`);
    const runs = Object.fromEntries(Object.entries(contenders).map(([who, run]) => [who, () => run(text)]));
    const [ours, theirs] = Object.values(fastest(runs, rounds));
    goals.push(atLeast(`tooltrim/tokens, ${name}, faster than gpt-tokenizer`, theirs / ours, 2));
    const speed = (ms) => `${digits(Buffer.byteLength(text) / (ms * 1e3))} MB/s`;
    return [name, speed(ours), speed(theirs), times(theirs / ours)];
  });
  printTable(["text", ...Object.keys(contenders), ""], rows);
  return goals;
}

function linear(rounds) {
  note("Exact counts of a million units against those of a quarter of them: 4 is linear.\n");
  const counter = createTokenCounter(o200kBase);
  const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let state = 1;
  const drawn = (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const filled = (length, make) => Array.from({ length }, (_, at) => make(at)).join("");
  const texts = {
    '"a"': "a".repeat(MB),
    '" "': " ".repeat(MB),
    '"\\n"': "\n".repeat(MB),
    "lone surrogates": "\ud800".repeat(MB),
    "combining marks": "\u0301".repeat(MB),
    base64: filled(MB, () => signs[drawn(64)]),
    "letters, drawn": filled(MB, () => signs[26 + drawn(26)]),
    emoji: filled(MB / 2, (at) => String.fromCodePoint(0x1_f300 + (at % 700))),
    "UTF-16, drawn": filled(MB, () => String.fromCharCode(drawn(65_536))),
  };
  let worst = 0;
  const rows = Object.entries(texts).map(([name, text]) => {
    const [part, whole] = [flat(text.slice(0, MB / 4)), flat(text)];
    const [short, long] = Object.values(fastest({ part: () => counter(part), whole: () => counter(whole) }, rounds));
    worst = Math.max(worst, long / short);
    return [name, time(short * 1e6), time(long * 1e6), times(long / short)];
  });
  printTable(["a million of", "a quarter", "all", ""], rows);
  return [atMost("tooltrim/tokens, 4 times the text, at most times the time", worst, 8)];
}
