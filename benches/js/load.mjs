// Cost before the first answer: time to load, and the size of a bundle.

import { brotliCompressSync, gzipSync } from "node:zlib";
import { oneFile } from "../../scripts/lib/one-file.mjs";
import { runChild } from "./child.mjs";
import { atMost } from "./goals.mjs";
import { median } from "./measure.mjs";
import { bytes, heading, note, printTable, time, times } from "./print.mjs";

/** Goals for the files of entries with a module of their own, everything included. `npm run check` compares with scripts/sizes.json. */
const LARGEST = {
  tooltrim: 400_000,
  "tooltrim/text": 125_000,
  "tooltrim/tool-history": 95_000,
};

const ways = {
  "tooltrim, import": "esm",
  "tooltrim, require": "cjs",
  "tokenx, import, estimate": "tokenx",
  "gpt-tokenizer o200k_base, import, encode": "gpt-tokenizer",
};

const bundles = {
  "tooltrim, trim": `export { trim } from "tooltrim";`,
  ...Object.fromEntries(Object.keys(LARGEST).map((entry) => [entry, `export * from "${entry}";`])),
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

  note(
    "The size of a bundle, one CommonJS file by esbuild, minified, in bytes: for browsers, and with gzip for Node.\n",
  );
  const sizes = [];
  for (const [name, contents] of Object.entries(bundles)) sizes.push([name, ...(await sizesOf(contents))]);
  printTable(
    ["", "raw", "gzip", "brotli", "gzip, Node"],
    sizes.map(([name, ...numbers]) => [name, ...numbers.map(bytes)]),
  );
  const gzipOf = (entry) => sizes.find(([name]) => name === entry)[2];
  return Object.entries(LARGEST).map(([entry, most]) =>
    atMost(`bundle of ${entry}, gzip`, gzipOf(entry), most, "bytes"),
  );
}

async function sizesOf(contents) {
  const [code, forNode] = [await oneFile(contents, { platform: "browser" }), await oneFile(contents)];
  const gzipped = (file) => gzipSync(file, { level: 9 }).length;
  return [code.length, gzipped(code), brotliCompressSync(code).length, gzipped(forNode)];
}
