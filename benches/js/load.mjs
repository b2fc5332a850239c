// Cost before the first answer: time to load, and the size of a bundle.

import { brotliCompressSync, gzipSync } from "node:zlib";
import { oneFile } from "../../scripts/lib/one-file.mjs";
import { runChild } from "./child.mjs";
import { atMost } from "./goals.mjs";
import { median } from "./measure.mjs";
import { bytes, heading, note, printTable, time, times } from "./print.mjs";

/** Larger bundles fail `npm run check`. */
const LARGEST = 70_000;

const ways = {
  "tooltrim, import": "esm",
  "tooltrim, require": "cjs",
  "tokenx, import, estimate": "tokenx",
  "gpt-tokenizer o200k_base, import, encode": "gpt-tokenizer",
};

const bundles = {
  "tooltrim, trim": `export { trim } from "tooltrim";`,
  "tooltrim, everything": `export * from "tooltrim";`,
  "tooltrim/slim, everything, without the .wasm": `export * from "tooltrim/slim";`,
  "tokenx, estimate": `export { estimateTokenCount } from "tokenx";`,
  "gpt-tokenizer o200k_base, encode": `export { encode } from "gpt-tokenizer/encoding/o200k_base";`,
};

export async function load({ quick }) {
  heading("load", "In a fresh process: loading the package, then the first use on 10 KB, and a later one; medians.");
  const samples = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < (quick ? 5 : 15); round += 1) {
    for (const [name, way] of Object.entries(ways)) samples[name].push(runChild("load.mjs", [way]));
  }
  const first = samples["tooltrim, import"];
  const rows = Object.entries(samples).map(([name, runs]) => {
    const column = (key) => time(median(runs.map((run) => run[key])) * 1e6);
    const total = ({ loaded, first }) => loaded + first;
    const ratio = median(runs.map((run, round) => total(run) / total(first[round])));
    return [name, column("loaded"), column("first"), column("later"), times(ratio)];
  });
  printTable(["", "load", "first use", "later", "load + first use"], rows);

  note("The size of a bundle, one CommonJS file by esbuild, minified, in bytes.\n");
  const sizes = [];
  for (const [name, contents] of Object.entries(bundles)) sizes.push([name, ...(await sizesOf(contents))]);
  printTable(
    ["", "raw", "gzip", "brotli"],
    sizes.map(([name, ...numbers]) => [name, ...numbers.map(bytes)]),
  );
  return [atMost("bundle of trim, gzip", sizes[0][2], LARGEST, "bytes")];
}

async function sizesOf(contents) {
  const code = await oneFile(contents);
  return [code.length, gzipSync(code, { level: 9 }).length, brotliCompressSync(code).length];
}
