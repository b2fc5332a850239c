// Choices: by a seed, for mutations; or by the first bytes of an input, for what is tried with it.

/** Numbers that are the same for the same seed (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return choices(next);
}

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
