// One operation on one input of one size: what memory it needs on top of the input, and what is held afterwards.

import { heldBytes, wasmBytes } from "../instances.mjs";

const [operation, input, size] = process.argv.slice(2);
const { operations } = await import("../complexity/operations.mjs");
const { make, run } = operations[operation][input];

const given = make(Number(size));
run(make(1000));
const before = heldBytes();
const rss = process.memoryUsage.rss();
let result = run(given);
const grown = Math.max(0, process.memoryUsage.rss() - rss);
const held = Math.max(0, heldBytes() - before);
result = undefined;
console.log(JSON.stringify({ grown, held, wasm: wasmBytes(), result }));
