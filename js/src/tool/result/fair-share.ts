import { wasm } from "../../wasm.js";

/**
 * Returns the most that each size may keep so that together they are within the limit: small ones stay whole, the
 * others get the same. The limit itself where all are within it.
 */
export function fairShare(sizes: readonly number[], limit: number): number {
  return wasm().fair_share(Math.max(0, limit), Float64Array.from(sizes));
}
