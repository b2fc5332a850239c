// One output cut to 4,000 chars: what it keeps of planted failures, and the time of the processor for one output.

import { measure, prepare } from "../../compare/metrics/index.mjs";
import { contenders } from "../../evals/contenders/index.mjs";
import { bootstrapBySession, interval } from "../../evals/lib/bootstrap.mjs";
import { plantedSources } from "../../evals/lib/sources.mjs";
import { slices } from "../js/contenders.mjs";
import { cpuMs } from "../js/cpu.mjs";
import { digits, heading, printTable } from "../js/print.mjs";

const LIMIT = 4000;
/** Logs whose time is measured: most of it is spent in the larger ones. */
const TIMED = 6;

export async function outputs({ quick }) {
  const unseen = plantedSources({ quick }).find(({ name }) => name === "planted, unseen").samples;
  const samples = unseen.filter(({ text }) => text.length > 2 * LIMIT).map(prepare);
  const everyone = [
    { name: "plain JavaScript, by hand", make: () => (text) => slices(text).text },
    ...(await contenders()),
  ];
  for (const each of everyone) each.skipped ??= each.prepare?.(samples.map(({ text }) => text));
  heading(
    "peers: one output",
    `${samples.length} unseen planted logs, cut to ${LIMIT.toLocaleString("en")} chars. Retention in %: mean over tools, with the 95 % interval of ` +
      `2,000 resamples. ms: processor time per log, mean of ${TIMED}. Results of contenders without a limit in chars are then cut to both ends.`,
  );
  const timed = samples.slice(0, TIMED);
  const rows = [];
  for (const { name, make, shorten, msOf, skipped } of everyone) {
    if (skipped) {
      rows.push([name, ...Array(5).fill("–"), skipped]);
      continue;
    }
    const run = make(LIMIT);
    const measured = samples.map((sample) => [sample.tool, measure(sample, run, LIMIT)]);
    const cell = (key) => interval(bootstrapBySession(measured.map(([tool, each]) => [tool, each[key]])));
    const ms = [];
    for (const { text } of timed) {
      // A contender's cache of the last text must not count as speed.
      const fresh = shorten ? () => shorten(text, { again: true }) : () => run(text);
      ms.push(msOf?.(text) ?? (await cpuMs(fresh)));
    }
    const mean = ms.reduce((sum, each) => sum + each, 0) / ms.length;
    rows.push([name, cell("planted"), cell("all"), cell("structure"), cell("limit"), digits(mean), ""]);
  }
  printTable(["", "planted", "all of a log", "structure", "limit", "ms", ""], rows);
}
