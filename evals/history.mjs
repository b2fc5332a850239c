// Does a compacted conversation keep what its model still needs? Points in recorded sessions, compacted to shares of
// their size, and conversations that grow until their window is full; at the end what was promised and what was
// measured.
//
//     npm run eval:history                         all of it
//     node evals/history.mjs --help                parts of it, and what was lost
//
// TOOLTRIM_FIXTURES names a folder with recorded sessions, EVALS_CONTENDERS one with langchain; without them that part
// is skipped. A missed goal is a result, not an error: the exit code is 0.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { validateMessages } from "tooltrim/messages";
import { printGoals } from "../benches/js/goals.mjs";
import { heading } from "../benches/js/print.mjs";
import { unitsOfAll } from "../compare/history/read.mjs";
import { Compressor } from "./history/compressor.mjs";
import { contenders, takesPart } from "./history/contenders/index.mjs";
import { goalsOf } from "./history/goals.mjs";
import { baseline, grow, WINDOW } from "./history/growing.mjs";
import { readOptions, USAGE } from "./history/options.mjs";
import { prepareAll, runShare } from "./history/points.mjs";
import { printRepositories } from "./history/repositories.mjs";
import { loadSessions } from "./history/sessions.mjs";
import { streamOf } from "./history/stream.mjs";
import { printGrowing, printShare } from "./history/table.mjs";
import { printWhy, printWhyGrowing } from "./history/why.mjs";
import { optionsOrExit } from "./lib/arguments.mjs";

/** Smaller sessions only continue others. */
const BEGINS = 100_000;

const options = optionsOrExit(readOptions, USAGE);
console.log(`Node ${process.version}, ${process.platform} ${process.arch}`);
const folder = process.env.TOOLTRIM_FIXTURES;
const load = (part) => (folder ? loadSessions(join(folder, part), { borrow: !options["own-errors"] }) : []);
const first = load("sessions");
const all = [...first, ...load("sessions-more")];
const sessions = all.filter(options.wantsSession);
if (sessions.length === 0) {
  const why = folder ? "no such session in TOOLTRIM_FIXTURES" : "TOOLTRIM_FIXTURES is not set";
  console.log(`skipped: recorded sessions: ${why}`);
  process.exit(0);
}

const everyone = (await contenders()).filter(options.wantsContender);
for (const { name, skipped } of everyone) if (skipped) console.log(`skipped: ${name}: ${skipped}`);
const taking = everyone.filter(({ skipped }) => !skipped);

const means = { points: {}, growing: {} };
const details = { points: [], growing: [] };
if (options.withPoints) await printPoints();
if (options.withGrowing) await printConversations();

const judged = (taking.find(({ name }) => name === "tooltrim") ?? taking.at(-1))?.name;
console.log(`\nThe goals are those of tooltrim; measured is: ${judged ?? "nobody"}`);
const goals = goalsOf(means, judged);
printGoals(goals);
if (options.json) writeFileSync(options.json, JSON.stringify({ judged, goals, means, ...details }, plain, 1));

async function printPoints() {
  const validatorOf =
    ({ kind }) =>
    (messages) =>
      validateMessages(messages, { format: kind });
  const prepared = prepareAll(sessions, options.sizes, validatorOf);
  heading("points", `${prepared.length} points in ${sessions.length} sessions. Means in %; – : nothing to measure.`);
  const compressor = options.information ? new Compressor() : undefined;
  for (const share of options.shares) {
    const run = await runShare(prepared, share, taking, compressor);
    means.points[share] = printShare(share, run, taking);
    printRepositories(share, run.results);
    details.points.push(...run.results);
    for (const { contender, session, thrown } of run.results) {
      if (thrown) console.log(`threw: ${contender} on ${session.format}/${session.name}: ${thrown}`);
    }
    if (options.why) printWhy(run.results);
  }
  compressor?.end();
}

async function printConversations() {
  // All of them take hours: without a wish, those of the first folder, each going on with others of it.
  const family = options.set ? sessions : first;
  const begins = sessions.filter((each) => family.includes(each) && unitsOfAll(each.messages) >= BEGINS);
  heading(
    "growing conversations",
    `${begins.length} conversations, a window of ${WINDOW.toLocaleString("en")} units. Calls until it is full or too much is lost, ` +
      "against those that fill it; cost of the requests up to twice as many calls, against those of an endless window.",
  );
  for (const session of begins) {
    const same = family.filter(({ format }) => format === session.format);
    const stream = streamOf(session, same);
    const without = baseline(stream);
    for (const contender of taking.filter((each) => takesPart(each, session))) {
      const result = await grow(stream, without, contender);
      details.growing.push({ contender: contender.name, session, fill: without.fill, ...result });
      if (options.why) printWhyGrowing(details.growing.at(-1));
    }
  }
  means.growing = printGrowing(details.growing, taking);
}

/** Serializes a session as its name: the fixtures hold the rest. */
function plain(key, value) {
  return key === "session" ? `${value.format}/${value.name}` : value;
}
