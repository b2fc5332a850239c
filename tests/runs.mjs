// How often laws are tried, as in js/test/support/runs.ts: `TOOLTRIM_RUNS=10` is ten times as often, as every night.
const times = Number(process.env.TOOLTRIM_RUNS ?? 1);

/** The number of draws of a law, for fast-check: `inCi`, times `TOOLTRIM_RUNS`. */
export const runs = (inCi) => ({ numRuns: Math.max(1, Math.round(inCi * times)) });
