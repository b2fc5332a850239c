// Choices: by a seed, for mutations; or by the first bytes of an input, for what is tried with it.

import { randomFrom } from "../../scripts/lib/random.mjs";

/** Choices that are the same for the same seed. */
export const seeded = (seed) => choices(randomFrom(seed));

/** Numbers out of bytes, two for each; after the last byte they are 0. */
export function fromBytes(bytes) {
  let at = 0;
  return choices(() => {
    const value = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    at += 2;
    return value;
  });
}

function choices(next) {
  const below = (end) => (end > 0 ? next() % end : 0);
  return { below, pick: (list) => list[below(list.length)], oneIn: (count) => below(count) === 0 };
}
