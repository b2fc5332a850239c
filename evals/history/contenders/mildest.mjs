// Contenders that know no limit of units get the mildest of their settings whose result fits.

import { unitsOfAll } from "../read.mjs";

/** `compact(kept)` keeps more the larger `kept` is, at most `most`; what it makes of 0 where nothing fits. */
export async function mildest(most, limit, compact) {
  let result = await compact(0);
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const tried = await compact(middle);
    if (unitsOfAll(tried) <= limit) {
      low = middle;
      result = tried;
    } else high = middle - 1;
  }
  return result;
}
