// Time of the processor, not of the clock: on a machine that others use, a pass of some milliseconds never runs without an
// interruption, and even the least of many measurements is too long.

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
  // Compiled, and as many calls at once as the processor's clock can tell.
  let batch = 1;
  const warm = process.cpuUsage();
  for (;;) {
    const since = process.cpuUsage();
    for (let call = 0; call < batch; call += 1) run();
    const ms = used(since);
    if (ms < 1 && batch < 1e6) batch *= 2;
    else if (used(warm) >= least) break;
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
