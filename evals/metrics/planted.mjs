// How much of the written truth of a planted log a result still holds.

import { Kept, share } from "./lines.mjs";

/** So much of a needed line tells it; nothing of a shorter one may be missing. */
const ENOUGH = 160;

export function plantedShare(truth, result) {
  const kept = new Kept(result);
  return share(truth, ({ text, part }) => (part ? kept.hasPart(text) : kept.hasLine(text, ENOUGH)));
}
