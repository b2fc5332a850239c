// Contenders that know no limit of units get the mildest of their settings whose result fits.
//
// The playground runs them too: no Node here.

import { unitsOfAll } from "../read.mjs";

/**
 * `compact(kept)` keeps more the larger `kept` is, at most `most`. Returns `{ kept, messages }` of the largest that fits;
 * of 0 where nothing fits.
 */
export async function mildest(most, limit, compact) {
  let found = { kept: 0, messages: await compact(0) };
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const messages = await compact(middle);
    if (unitsOfAll(messages) <= limit) {
      low = middle;
      found = { kept: middle, messages };
    } else high = middle - 1;
  }
  return found;
}

/** Returns of several `{ messages, … }` the one that fits and keeps most; if none fits, the smallest. */
export function best(results, limit) {
  const sized = results
    .map((result) => ({ result, units: unitsOfAll(result.messages) }))
    .sort((a, b) => b.units - a.units);
  return (sized.find(({ units }) => units <= limit) ?? sized.at(-1)).result;
}
