// Requests, streams, memory and starts: one table each, and at the end the goals with their measurements. Single calls beside
// what one would use instead: benches/steady.mjs; growth with the input: benches/js/complexity.mjs.
//
//     npm run bench                          all tables
//     node benches/run.mjs memory starts     some of them
//     node benches/run.mjs --quick           fewer rounds and sizes, for a first look
//
// Absolute times say little about another machine. Ratios are between contenders that took turns within one run. A
// missed goal is a result, not an error: the exit code is 0.

import { cli } from "./js/cli.mjs";
import { printGoals } from "./js/goals.mjs";
import { mcp } from "./js/mcp.mjs";
import { memory } from "./js/memory.mjs";
import { starts } from "./js/starts.mjs";
import { stream } from "./js/stream.mjs";

const tables = { stream, mcp, cli, memory, starts };

const chosen = process.argv.slice(2).filter((argument) => argument !== "--quick");
const quick = process.argv.includes("--quick");
const unknown = chosen.find((name) => !Object.hasOwn(tables, name));
if (unknown !== undefined) {
  console.error(
    `bench: there is no table ${unknown}\nUsage: node benches/run.mjs [--quick] [${Object.keys(tables).join("|")}]…`,
  );
  process.exit(2);
}

console.log(
  `Node ${process.version}, V8 ${process.versions.v8}, ${process.platform} ${process.arch}${quick ? ", --quick" : ""}`,
);
const goals = [];
for (const [name, table] of Object.entries(tables)) {
  if (chosen.length === 0 || chosen.includes(name)) goals.push(...(await table({ quick })));
}
printGoals(goals);
