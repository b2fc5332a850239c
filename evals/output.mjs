// Does a trimmed output keep what an engineer would have scrolled to? A table per source and limit, and at the end what
// was promised and what was measured.
//
//     npm run eval:output                          all of it
//     node evals/output.mjs --quick                a quarter of the planted logs, at 4,000 chars only
//
// TOOLTRIM_FIXTURES names a folder with real outputs, EVALS_CONTENDERS one with @llmtrim/js, EVALS_PYTHON a Python with
// headroom-ai; without them that part is skipped. A missed goal is a result, not an error: the exit code is 0.

import { printGoals } from "../benches/js/goals.mjs";
import { prepare } from "../compare/metrics/index.mjs";
import { contenders } from "./contenders/index.mjs";
import { goalsOf } from "./lib/goals.mjs";
import { plantedSources, realSources } from "./lib/sources.mjs";
import { printSource } from "./lib/table.mjs";

const quick = process.argv.includes("--quick");
const unknown = process.argv.slice(2).find((argument) => argument !== "--quick");
if (unknown !== undefined) {
  console.error(`eval: there is no option ${unknown}\nUsage: node evals/output.mjs [--quick]`);
  process.exit(2);
}
const limits = quick ? [4000] : [2000, 4000, 8000];

console.log(`Node ${process.version}, ${process.platform} ${process.arch}${quick ? ", --quick" : ""}`);
const sources = [...plantedSources({ quick }), ...realSources()];
const present = sources.filter(({ samples }) => samples !== undefined);
for (const source of present) source.samples = source.samples.map(prepare);

const everyone = await contenders();
const texts = present.flatMap(({ samples }) => samples.map(({ text }) => text));
for (const contender of everyone) {
  contender.skipped ??= contender.prepare?.(texts);
  if (contender.skipped) console.log(`skipped: ${contender.name}: ${contender.skipped}`);
}
const taking = everyone.filter(({ skipped }) => !skipped);

const results = {};
for (const source of sources) {
  if (source.skipped) console.log(`skipped: ${source.name}: ${source.skipped}`);
  else results[source.name] = printSource(source, taking, limits);
}

// Until rescue exists, the goals tell how far away plain trim is.
const judged = taking.some(({ name }) => name === "tooltrim rescue") ? "tooltrim rescue" : "half/half";
console.log(`\nThe goals are those of rescue; measured is: ${judged}`);
printGoals(goalsOf(results, judged));
