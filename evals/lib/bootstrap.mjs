// Percentile bootstrap over sessions. Points of one session resemble each other, so sessions are drawn, not points: an
// interval over points would be too narrow.

import { Random } from "../planted/random.mjs";
import { groupBy } from "./groups.mjs";
import { mean, percent } from "./means.mjs";

export const RESAMPLES = 2000;
const LEVEL = 0.95;
/** The same draws in each run. */
const SEED = "tooltrim bootstrap";

/**
 * `{ mean, low, high, n }` of values, one per session; `undefined` values are left out. `low` and `high` are
 * `undefined` below two sessions.
 */
export function bootstrap(values, { resamples = RESAMPLES, level = LEVEL, seed = SEED } = {}) {
  const known = values.filter((value) => value !== undefined).map(Number);
  const n = known.length;
  if (n === 0) return { mean: undefined, low: undefined, high: undefined, n };
  if (n === 1) return { mean: known[0], low: undefined, high: undefined, n };
  const random = new Random(seed);
  const means = Float64Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < n; drawn += 1) sum += known[Math.floor(random.next() * n)];
    return sum / n;
  }).sort();
  const at = (share) => means[Math.min(resamples - 1, Math.floor(share * resamples))];
  return { mean: mean(known), low: at((1 - level) / 2), high: at((1 + level) / 2), n };
}

/** The same of several values per session: the mean of each session counts once. `rows`: `[session, value]`. */
export const bootstrapBySession = (rows, options) => bootstrap(meansBySession(rows), options);

/** One mean for each session, in order of arrival. */
export function meansBySession(rows) {
  const known = rows.filter(([, value]) => value !== undefined);
  const bySession = groupBy(known, ([session]) => session);
  return [...bySession.values()].map((own) => mean(own.map(([, value]) => Number(value))));
}

/** `82.5 [77.0, 86.9]`, in percent; the mean alone where one session has no interval. */
export function interval({ mean, low, high }) {
  return low === undefined ? percent(mean) : `${percent(mean)} [${percent(low)}, ${percent(high)}]`;
}
