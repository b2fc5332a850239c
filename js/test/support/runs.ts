/** More draws: `TOOLTRIM_RUNS=10` is ten times as many, as every night. */
const times = Number(process.env.TOOLTRIM_RUNS ?? 1);

/** How often a law is tried in CI. */
export const runs = (inCi: number) => ({ numRuns: Math.max(1, Math.round(inCi * times)) });
