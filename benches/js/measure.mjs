// A stopwatch for contenders that take turns.
//
// Own code, because tinybench and mitata run one contender after the other: on a machine with other work each then
// meets other conditions, and the ratio between two of them says more about the minute than about the code. Here
// every contender runs once in every round, ratios are taken within a round, and the median round is reported.

import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

/** Long enough for the clock, short enough to fall between two interruptions. */
const SAMPLE_MS = 1;
const WARM_UP_MS = 20;
const MOST_ROUNDS = 101;

/** Receives every result, so that an engine cannot skip the work. */
let _sink;

function elapsed(run, calls) {
  const start = performance.now();
  for (let call = 0; call < calls; call += 1) _sink = run();
  return performance.now() - start;
}

/** Runs it until it is compiled; answers how many calls make a sample. */
function warmUp(run, least) {
  let calls = 1;
  let total = 0;
  for (;;) {
    const time = elapsed(run, calls);
    total += time;
    if (total >= least && time >= SAMPLE_MS) return Math.max(1, Math.round((calls * SAMPLE_MS) / time));
    if (time < SAMPLE_MS) calls *= 2;
  }
}

/** The middle value. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Races contenders, `{ name: () => result }`, for about `budget` ms, but at least `least` rounds. Answers for each
 * its `ns` a call and its `ratio` to the first contender, both as medians over the rounds.
 */
export function race(contenders, { budget = 300, least = 5 } = {}) {
  const entries = Object.entries(contenders).map(([name, run]) => ({
    name,
    run,
    calls: warmUp(run, WARM_UP_MS),
    ns: [],
  }));
  const start = performance.now();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (round >= least && performance.now() - start > budget) break;
    // Nobody always follows the same neighbour, whose garbage may still be collected.
    for (let turn = 0; turn < entries.length; turn += 1) {
      const entry = entries[(round + turn) % entries.length];
      const time = elapsed(entry.run, entry.calls);
      entry.ns.push((time * 1e6) / entry.calls);
      if (time > 10 * SAMPLE_MS) collectGarbage();
    }
  }
  return ratios(entries);
}

/**
 * As `race`, for contenders that need something new each time: `{ name: () => run }`, where only the run is timed, once
 * in each round.
 */
export function raceMade(makers, rounds) {
  const entries = Object.entries(makers).map(([name, make]) => ({ name, make, ns: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < entries.length; turn += 1) {
      const { make, ns } = entries[(round + turn) % entries.length];
      const time = elapsed(make(), 1);
      ns.push(time * 1e6);
      if (time > 10 * SAMPLE_MS) collectGarbage();
    }
  }
  return ratios(entries);
}

function ratios(entries) {
  const [base] = entries;
  return Object.fromEntries(
    entries.map(({ name, ns }) => [name, { ns: median(ns), ratio: median(ns.map((time, i) => time / base.ns[i])) }]),
  );
}

/** Compiles contenders on all kinds of input before anything is timed: real programs meet all of them. */
export function prime(runs) {
  for (const run of runs) warmUp(run, 2 * WARM_UP_MS);
}
