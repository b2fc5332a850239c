// The writers' choices: whether a content is a string or a list, which of several part kinds carries a value. They
// follow from numbers that fast-check draws and that stand next to what they are about, so that dropping one turn
// leaves the writing of the others alone. 0 always chooses the plainest writing: that is what counterexamples shrink
// to.

function hash(text) {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Choices by `roll`; `about` tells one choice from another. */
export function dice(roll) {
  const number = (about, below) => (roll === 0 ? 0 : hash(`${roll} ${about}`) % below);
  const pick = (about, list) => list[number(about, list.length)];
  /** True once in so many rolls, and never for 0. */
  const chance = (about, oneIn) => roll !== 0 && number(about, oneIn) === 0;
  const shuffled = (about, list) => {
    const left = [...list];
    return list.map((_, at) => left.splice(number(`${about} ${at}`, left.length), 1)[0]);
  };
  /** `length` characters out of `alphabet`; another `about`, other characters. */
  const characters = (about, alphabet, length) =>
    Array.from({ length }, (_, at) => alphabet[hash(`${roll} ${about} ${at}`) % alphabet.length]).join("");
  return { number, pick, chance, shuffled, characters };
}
