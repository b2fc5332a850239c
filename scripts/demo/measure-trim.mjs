// One trim, with all that the report says about it: sizes, its parts, the time.

import { performance } from "node:perf_hooks";
import { partsOf } from "../lib/parts.mjs";

export function measureTrim({ trim, measure }, { title, source, text, note, options }) {
  const trimmed = trim(source, options);
  const parts = partsOf(text, trimmed);
  const time = timeOf(() => trim(source, options));
  return { title, note, options, text, trimmed, parts, before: measure(text), after: measure(trimmed.text), time };
}

const WARM_UP = { runs: 20, milliseconds: 200 };
const RUNS = { runs: 31, milliseconds: 500 };

/** The median in microseconds; a slow one gets fewer runs, but three at least. */
function timeOf(run) {
  repeat(run, WARM_UP);
  const times = repeat(run, RUNS).sort((a, b) => a - b);
  return { microseconds: times[times.length >> 1], runs: times.length };
}

function repeat(run, { runs, milliseconds }) {
  const times = [];
  const end = performance.now() + milliseconds;
  while (times.length < runs && (times.length < 3 || performance.now() < end)) {
    const start = performance.now();
    run();
    times.push((performance.now() - start) * 1000);
  }
  return times;
}
