// Times over sizes, and the slope of time over size on logarithmic axes: 1 is linear, 2 quadratic, 0 does not grow.

import { cpuMsSync } from "../cpu.mjs";

/** Below, costs that every call has are most of it. */
const FITTED_FROM = { chars: 100_000, messages: 1000 };
/** A single call longer than this is not tried at ten times the size. */
export const LONGEST_MS = 4000;

/** `{ points: [[size, ms]], slope, last, stopped }`; `last`: of the two largest sizes. */
export function growthOf({ make, run, unit }, sizes, rounds) {
  const points = [];
  let stopped;
  for (const size of sizes) {
    const input = make(size);
    const ms = cpuMsSync(() => run(input), { least: 5, rounds: size > 1e6 ? 1 : rounds });
    points.push([size, ms]);
    if (ms > LONGEST_MS && size < sizes.at(-1)) {
      stopped = size;
      break;
    }
  }
  const fitted = points.filter(([size]) => size >= FITTED_FROM[unit]);
  return { points, slope: slopeOf(fitted), last: slopeOf(points.slice(-2)), stopped };
}

/** Least squares of log(ms) over log(size). */
export function slopeOf(points) {
  if (points.length < 2) return undefined;
  const logs = points.map(([size, ms]) => [Math.log(size), Math.log(Math.max(ms, 1e-6))]);
  const mean = (at) => logs.reduce((sum, each) => sum + each[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const over = logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return over / logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}
