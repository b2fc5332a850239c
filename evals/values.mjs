// Is a JSON value that was bounded still JSON, is the room used, and is what is small still there? A table per source
// and limit, and at the end what was promised and what was measured.
//
//     npm run eval:values                          all of it
//     node evals/values.mjs --help                 parts of it, and single values
//
// TOOLTRIM_FIXTURES names a folder with real values, EVALS_CONTENDERS one with other packages; without them that part
// is skipped. A missed goal is a result, not an error: the exit code is 0.

import { writeFileSync } from "node:fs";
import { printGoals } from "../benches/js/goals.mjs";
import { heading } from "../benches/js/print.mjs";
import { optionsOrExit } from "./lib/arguments.mjs";
import { contenders } from "./values/contenders/index.mjs";
import { COUNT, generatedValues, shapes } from "./values/generate.mjs";
import { goalsOf } from "./values/goals.mjs";
import { measure, prepare } from "./values/measure.mjs";
import { readOptions, USAGE } from "./values/options.mjs";
import { realValues } from "./values/real.mjs";
import { runAll } from "./values/run.mjs";
import { printRows, printWorst, summary } from "./values/table.mjs";

/** They are slow, and say the same of fewer values. */
const RIVALS_EACH = 20;

const options = optionsOrExit(readOptions, USAGE);
const { limits } = options;
const smallest = Math.min(...limits);
console.log(`Node ${process.version}, ${process.platform} ${process.arch}${options.quick ? ", --quick" : ""}`);

const everyone = (await contenders()).filter(({ isOurs }) => isOurs || !options.ours);
for (const { name, skipped } of everyone) if (skipped) console.log(`skipped: ${name}: ${skipped}`);
const taking = everyone.filter(({ skipped }) => !skipped);

const folder = process.env.TOOLTRIM_FIXTURES;
if (!folder) console.log("skipped: real values: TOOLTRIM_FIXTURES is not set");
const real = folder && options.shape === undefined ? realValues(folder, smallest) : [];
const step = options.quick ? 10 : 1;

if (options.value) printOne(options.value);
else printAll();

function printAll() {
  const summaries = {};
  const details = [];
  if (real.length > 0) {
    heading(
      "real values",
      `${real.length} different ones over ${number(smallest)} bytes. Means in %; – : nothing to measure.`,
    );
    summaries.real = report(real, () => true, details);
  }
  const drawn = function* () {
    for (const sample of generatedValues({ step })) {
      if (options.shape === undefined || sample.shape === options.shape) yield sample;
    }
  };
  heading(
    "generated values",
    `${number(COUNT / step)} values in ${Object.keys(shapes).length} shapes, 1 KB to 1 MB; rivals get one in ${RIVALS_EACH} of them.`,
  );
  summaries.generated = report(drawn(), ({ isOurs }, index) => isOurs || index % RIVALS_EACH === 0, details);
  const goals = goalsOf(summaries);
  if (goals.length > 0) printGoals(goals);
  else console.log("\nThere is nothing of ours to hold to its goals.");
  if (options.json) writeFileSync(options.json, JSON.stringify({ goals, summaries, details }, undefined, 1));
}

/** Prints a table per limit; gives the summaries of ours by contender and limit. */
function report(samples, takes, details) {
  const { results, thrown } = runAll(samples, taking, limits, takes);
  for (const [name, { count, first }] of thrown) console.log(`threw ${count} times: ${name}: ${first}`);
  const summaries = {};
  for (const limit of limits) {
    const rows = taking.map(({ name, isOurs }) => ({ name, isOurs, measured: results.get(name).get(limit) }));
    const some = rows.filter(({ measured }) => measured.length > 0);
    if (some.length === 0) continue;
    for (const row of some) row.summary = summary(row.measured);
    printRows(`At ${number(limit)} bytes, values above it: ${counts(some)}.`, some);
    for (const { name, measured, summary } of some.filter(({ isOurs }) => isOurs)) {
      summaries[name] ??= {};
      summaries[name][limit] = summary;
      details.push(...measured.map((each) => ({ contender: name, ...each })));
      const below = (key) => measured.filter((each) => each[key] < 1);
      const poor = measured.filter(({ filled }) => filled < 1);
      printWorst(`${name} at ${number(limit)}: the ten shapes that use least.`, poor, "used");
      if (options.why)
        printWorst(`${name} at ${number(limit)}: the ten that keep fewest small leaves.`, below("small"), "small");
    }
  }
  return summaries;
}

function counts(rows) {
  const least = Math.min(...rows.map(({ measured }) => measured.length));
  const most = Math.max(...rows.map(({ measured }) => measured.length));
  return least === most ? number(most) : `${number(most)}, of which each rival got ${number(least)} or more`;
}

function printOne(name) {
  const sample = real.find((each) => each.name === name) ?? generated(name);
  if (sample === undefined) {
    console.error(`eval: there is no value ${name}`);
    process.exit(2);
  }
  const prepared = prepare(sample);
  for (const limit of limits.filter((most) => prepared.bytes > most)) {
    for (const contender of taking) {
      heading(`${contender.name} at ${number(limit)}`, `${name}, ${number(prepared.bytes)} bytes`);
      console.log(measure(prepared, contender, limit));
      console.log(contender.run(prepared, limit));
    }
  }
}

function generated(name) {
  for (const sample of generatedValues()) if (sample.name === name) return sample;
  return undefined;
}

function number(count) {
  return count.toLocaleString("en");
}
