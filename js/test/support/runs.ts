/** More draws: `TOOLTRIM_RUNS=10` is ten times as many, as every night. */
const times = Number(process.env.TOOLTRIM_RUNS ?? 1);

/** The number of draws of a law, for fast-check: `inCi`, times `TOOLTRIM_RUNS`. */
export const runs = (inCi: number) => ({ numRuns: Math.max(1, Math.round(inCi * times)) });
