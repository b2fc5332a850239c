// Loads what is named, uses it a few times, and prints how long each step took in ms.

import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { makeText, sizes } from "../texts.mjs";

const ways = {
  esm: async () => {
    const { trim } = await import("tooltrim");
    return (text) => trim(text, 4000);
  },
  cjs: async () => {
    const { trim } = createRequire(import.meta.url)("tooltrim");
    return (text) => trim(text, 4000);
  },
  tokenx: async () => (await import("tokenx")).estimateTokenCount,
  "gpt-tokenizer": async () => (await import("gpt-tokenizer/encoding/o200k_base")).encode,
};

const text = makeText("ascii", sizes["10 KB"]);
const start = performance.now();
const use = await ways[process.argv[2]]();
const loaded = performance.now();
use(text);
const used = performance.now();
use(text);
const later = performance.now();
console.log(JSON.stringify({ loaded: loaded - start, first: used - loaded, later: later - used }));
