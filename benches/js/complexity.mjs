// Does time grow with the input and no faster, whatever the input holds? Every public operation on texts from 1 KB to 100 MB, or on 10
// to 100,000 messages, with the fitted slope, and the memory at the largest size.
//
//     node benches/js/complexity.mjs                     all of it, an hour or more
//     node benches/js/complexity.mjs --quick [NAME]…     to 1 MB and 10,000 messages; operations by a part of their name
//
// Exit code 1: an operation grows faster than it may.

import { runChild } from "./child.mjs";
import { growthOf, LONGEST_MS } from "./complexity/measure.mjs";
import { operations } from "./complexity/operations.mjs";
import { atMost, printGoals } from "./goals.mjs";
import { digits, heading, printTable, time } from "./print.mjs";

/** Above these an operation grows faster than it may: caches and the collector take their part of the first. */
const MOST = { linear: 1.25, limit: 0.2 };
const AGAIN = 2;
const SIZES = {
  quick: { chars: [1e4, 1e5, 3e5, 1e6], messages: [100, 1000, 3000, 10_000] },
  full: { chars: [1e3, 1e4, 1e5, 1e6, 1e7, 1e8], messages: [10, 100, 1000, 10_000, 100_000] },
};

const quick = process.argv.includes("--quick");
const wanted = process.argv.slice(2).filter((argument) => argument !== "--quick");
const sizes = quick ? SIZES.quick : SIZES.full;
const chosen = Object.entries(operations).filter(
  ([name]) => wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part.toLowerCase())),
);
if (chosen.length === 0) {
  console.error(`complexity: there is no such operation\n${Object.keys(operations).join("\n")}`);
  process.exit(2);
}

console.log(`Node ${process.version}, ${process.platform} ${process.arch}${quick ? ", --quick" : ""}`);
heading(
  "complexity",
  "Time of the processor for one call, least of some, the slope of time over size on logarithmic axes (1 is linear), of the " +
    "two largest sizes as well; memory that the process grew by in one call at the largest size, what is held with the result " +
    "kept, and WebAssembly's. A call of more than " +
    `${LONGEST_MS / 1000} s is not tried at ten times the size.`,
);
const rows = [];
const goals = [];
const mega = (bytes) => `${digits(bytes / 1e6)} MB`;
for (const [name, inputs] of chosen) {
  for (const [input, operation] of Object.entries(inputs)) {
    const most = MOST[operation.growth];
    let growth = growthOf(operation, sizes[operation.unit], quick ? 2 : 3);
    // Other work can only lengthen a time: what is too steep is measured again, and stays too steep if the code is.
    for (let again = 0; again < AGAIN && growth.slope > most; again += 1) {
      const next = growthOf(operation, sizes[operation.unit], 3);
      if (next.slope < growth.slope) growth = next;
    }
    const [largest, ms] = growth.points.at(-1);
    const memory = runChild(
      "complexity.mjs",
      [name, input, String(largest)],
      ["--expose-gc", "--max-old-space-size=4096"],
    );
    const number = (value) => (value === undefined ? "–" : value.toFixed(2));
    const title = input === "" ? name : `${name}: ${input}`;
    rows.push([
      title,
      operation.growth,
      growth.points[0][0].toLocaleString("en"),
      time(growth.points[0][1] * 1e6),
      largest.toLocaleString("en"),
      time(ms * 1e6),
      number(growth.slope),
      number(growth.last),
      ...[memory.grown, memory.held, memory.wasm].map(mega),
    ]);
    if (growth.slope !== undefined) goals.push(atMost(title, growth.slope, most, ""));
    if (process.stderr.isTTY) console.error(title);
  }
}
printTable(["", "may be", "from", "time", "to", "time there", "slope", "the last", "grown", "held", "wasm"], rows, 2);
printGoals(goals);
process.exitCode = goals.every(({ ok }) => ok) ? 0 : 1;
