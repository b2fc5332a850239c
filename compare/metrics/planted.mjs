// Share of the written truth of a planted log in a result.

import { Kept, share } from "./lines.mjs";

/** Length of a needed line that is enough; shorter ones must be complete. */
const ENOUGH = 160;

export function plantedShare(truth, result) {
  const kept = new Kept(result);
  return share(truth, ({ text, part }) => (part ? kept.hasPart(text) : kept.hasLine(text, ENOUGH)));
}
