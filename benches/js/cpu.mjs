// Time of the processor, not of the clock: on a machine that others use, a pass of some milliseconds never runs without an
// interruption, and even the least of many measurements is too long.

import { performance } from "node:perf_hooks";

const MOST_CALLS = 2000;

const used = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** Milliseconds of one call: the least of `rounds` means, each over at least `least` ms. `run` may be asynchronous. */
export async function cpuMs(run, { least = 20, rounds = 3, warmUp = 1 } = {}) {
  for (let call = 0; call < warmUp; call += 1) await run();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const since = process.cpuUsage();
    let calls = 0;
    do {
      await run();
      calls += 1;
    } while (used(since) < least && calls < MOST_CALLS);
    best = Math.min(best, used(since) / calls);
  }
  return best;
}

/** The same for functions that are not asynchronous, of which a call may take less than a microsecond. */
export function cpuMsSync(run, { least = 20, rounds = 3 } = {}) {
  run();
  let batch = 1;
  for (;;) {
    const started = performance.now();
    for (let call = 0; call < batch; call += 1) run();
    if (performance.now() - started >= 2 || batch >= 1e6) break;
    batch *= 4;
  }
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const since = process.cpuUsage();
    let calls = 0;
    do {
      for (let call = 0; call < batch; call += 1) run();
      calls += batch;
    } while (used(since) < least);
    best = Math.min(best, used(since) / calls);
  }
  return best;
}
