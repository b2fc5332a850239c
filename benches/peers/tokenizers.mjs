// Counting tokens, and cutting to a number of them: o200k_base by three packages, and estimates.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { estimateTokens, trim } from "tooltrim";
import { createTokenCounter } from "tooltrim/tokens";
import { o200kBase } from "tooltrim-tables/o200k_base";
import { cpuMs } from "../js/cpu.mjs";
import { digits, heading, printTable } from "../js/print.mjs";
import { makeText } from "../js/texts.mjs";

const SIZE = 100_000;
const LIMIT = 2000;

export async function tokenizers({ home }) {
  const load = async (name) => {
    for (const from of [home, import.meta.dirname].filter(Boolean)) {
      try {
        return await import(pathToFileURL(createRequire(join(from, "index.js")).resolve(name)).href);
      } catch {
        // Not there.
      }
    }
    return undefined;
  };
  const counters = {
    "tooltrim, estimateTokens": (text) => estimateTokens(text),
    "tooltrim/tokens": createTokenCounter(o200kBase),
  };
  const cutters = { "tooltrim, maxTokens": (text) => trim(text, { maxTokens: LIMIT }).text };
  const missing = [];
  const gpt = await load("gpt-tokenizer/encoding/o200k_base");
  if (gpt) {
    counters["gpt-tokenizer"] = (text) => gpt.countTokens(text);
    cutters["gpt-tokenizer"] = (text) => gpt.decode(gpt.encode(text).slice(-LIMIT));
  } else missing.push("gpt-tokenizer");
  const lite = await load("js-tiktoken");
  if (lite) {
    const encoder = lite.getEncoding("o200k_base");
    counters["js-tiktoken"] = (text) => encoder.encode(text, [], []).length;
    cutters["js-tiktoken"] = (text) => encoder.decode(encoder.encode(text, [], []).slice(-LIMIT));
  } else missing.push("js-tiktoken");
  const wasm = await load("tiktoken");
  if (wasm) {
    const encoder = (wasm.get_encoding ?? wasm.default.get_encoding)("o200k_base");
    const decoder = new TextDecoder();
    counters.tiktoken = (text) => encoder.encode_ordinary(text).length;
    cutters.tiktoken = (text) => decoder.decode(encoder.decode(encoder.encode_ordinary(text).slice(-LIMIT)));
  } else missing.push("tiktoken");
  const tokenx = await load("tokenx");
  if (tokenx) counters["tokenx, estimate"] = (text) => tokenx.estimateTokenCount(text);
  const texts = { "service log": log(SIZE), mixed: makeText("mixed", SIZE), CJK: makeText("cjk", SIZE) };
  const exact = counters.tiktoken ?? counters["gpt-tokenizer"];
  heading(
    "peers: tokens",
    `Texts of ${SIZE.toLocaleString("en")} units: ms of the processor to count the tokens of o200k_base, and how far the count is off; ms to keep ` +
      `the last ${LIMIT.toLocaleString("en")} of the log (tooltrim: both ends).${missing.length > 0 ? ` Not installed: ${missing.join(", ")}.` : ""}`,
  );
  const rows = [];
  for (const [name, count] of Object.entries(counters)) {
    const cells = [];
    for (const text of Object.values(texts)) {
      const ms = await cpuMs(() => count(text), { least: 10, rounds: 2 });
      const off = exact ? `${(100 * (count(text) / exact(text) - 1)).toFixed(1)} %` : "–";
      cells.push(digits(ms), off);
    }
    const cut = cutters[name] ?? cutters[name.replace(/, .*/, ", maxTokens")];
    cells.push(cut ? digits(await cpuMs(() => cut(texts["service log"]), { least: 10, rounds: 2 })) : "–");
    rows.push([name, ...cells]);
  }
  printTable(["", ...Object.keys(texts).flatMap((name) => [`${name}, ms`, "off"]), `to ${LIMIT}, ms`], rows);
}

function log(size) {
  const lines = [];
  for (let n = 0, length = 0; length < size; n += 1) {
    lines.push(
      `2026-03-12 05:27:12,${n % 1000} INFO jobs.storage load router ${n} rows=${(n * 7) % 9999} from part-${n % 77}.csv\n`,
    );
    length += lines[n].length;
  }
  return lines.join("").slice(0, size);
}
