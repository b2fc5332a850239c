import { wasm } from "../../wasm.js";

/**
 * Returns the maximum for each size so that together they are within the limit: small ones stay whole, the others get
 * equal shares. Returns the limit itself if all fit.
 */
export function fairShare(sizes: readonly number[], limit: number): number {
  return wasm().fair_share(Math.max(0, limit), Float64Array.from(sizes));
}
