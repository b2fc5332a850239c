// One operation on one input of one size: what memory it needs on top of the input, and what is held afterwards.

import { instances } from "../instances.mjs";

const [operation, input, size] = process.argv.slice(2);
const { operations } = await import("../complexity/operations.mjs");
const { make, run } = operations[operation][input];

const settled = () => {
  for (let round = 0; round < 3; round += 1) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
const given = make(Number(size));
run(make(1000));
const before = settled();
const rss = process.memoryUsage.rss();
let result = run(given);
const grown = Math.max(0, process.memoryUsage.rss() - rss);
const held = Math.max(0, settled() - before);
const wasm = instances.reduce((sum, { exports }) => sum + exports.memory.buffer.byteLength, 0);
result = undefined;
console.log(JSON.stringify({ grown, held, wasm, result }));
