// Trims ten texts one after another in the way that is named, keeps the results, and prints what the heap then holds.

import { heldBytes, wasmBytes } from "../instances.mjs";
import { makeText, sizes } from "../texts.mjs";

const [way, kind] = process.argv.slice(2);
const { Trimmer } = await import("tooltrim");

const trimmer = new Trimmer({ maxChars: 4000, rescue: false });
const marker = "... [truncated 49,996,000 chars] ...\n";
const trims = {
  tooltrim: (text) => trimmer.trim(text),
  join: (text) => [text.slice(0, 1950), marker, text.slice(-1950)].join(""),
  plus: (text) => text.slice(0, 1950) + marker + text.slice(-1950),
};

// A separate function that has returned when the heap is measured: a frame keeps the last text alive.
const trimOne = (size) => trims[way](makeText(kind, sizes[size]));

const kept = [trimOne("10 KB")];
const before = heldBytes();
for (let n = 0; n < 10; n += 1) kept.push(trimOne("50 MB"));
const after = heldBytes();
console.log(JSON.stringify({ held: after - before, wasm: wasmBytes(), results: kept.length }));
