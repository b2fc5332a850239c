// Forty questions and the outputs that answer them, of domains other than those of any set that the rules were tuned on.
// Generated from fixed seeds: noise from templates, one or more planted answers, and decoys. A decoy is a line with one
// word of the question that answers nothing, or a line of unusual form: without them every method looks better than it is.

export const WORDS = (
  "harvest anchor lantern meadow timber gravel compass saddle orchard pebble canyon thistle marble ribbon walnut copper " +
  "glacier bamboo falcon velvet tundra saffron quartz lagoon maple heron cedar ember juniper mosaic nectar opal prairie " +
  "raven sorrel tulip umber violet willow yarrow zephyr basil cobalt delta fjord ginger hazel indigo"
).split(" ");
const NAMES = "Ada Bo Chidi Dora Emre Fay Goran Hye Ivo Jana Kofi Lena Musa Nora Otto Pia Rui Siv Tariq Una".split(" ");
const FAMILIES = "Abara Blom Cruz Dietz Eng Fofana Gallo Hahn Imai Jovic Klein Lopes Maki Nunez Oduya".split(" ");

/** A small generator of numbers below `below`, the same for the same seed (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
}

/** Fills `{w}` with a word, `{W}` with a capital one, `{name}`, `{n}` to 9, `{nn}` to 99, `{nnn}`, `{nnnn}`, `{hex}`, `{time}`. */
function filled(template, next, at = 0) {
  const one = (list) => list[next(list.length)];
  const digits = (count) => String(10 ** (count - 1) + next(9 * 10 ** (count - 1)));
  const two = (number) => String(number).padStart(2, "0");
  return template.replace(/\{(\w+)\}/g, (whole, key) => {
    if (key === "w") return one(WORDS);
    if (key === "W") return one(WORDS).replace(/^./, (letter) => letter.toUpperCase());
    if (key === "name") return `${one(NAMES)} ${one(FAMILIES)}`;
    if (/^n+$/.test(key)) return digits(key.length);
    if (key === "hex") return Array.from({ length: 8 }, () => next(16).toString(16)).join("");
    if (key === "time") return `${two(6 + Math.floor(at / 240))}:${two(Math.floor(at / 4) % 60)}:${two(next(60))}`;
    return whole;
  });
}

/** Lines of unusual form, in each text. */
const ODD = [
  "{W}? {W}! ({n}/{n}) {hex}",
  "<{w}> {w}@{w}.example left",
  "{hex}{hex}",
  "NOTE {W} {W} moved to {w}.example since {nnnn}",
  "%%% {w} %%% {nn} %%%",
  "{w}={nn};{w}={nn};{w}",
  "{W} quota at {nn} of 100",
  "[{w}] {name} said: {w}, {w}, {w}",
  "{n}) {w} ... {w} ({nnn} more)",
  "WARN {w} is {nn} ms ahead of {w}",
  "\\\\{w}\\{w}\\{nnn}",
  "~{nn}~ {W}-{W}-{nnn} #{w}",
];

/** A text of lines: the top, noise with the planted parts and decoys among it, and the end. */
export function lines(
  seed,
  { top = [], noise, plant, decoys = [], end = [], count = 140, size = 12_000, join = "\n" },
) {
  const next = random(seed);
  const all = [];
  for (let at = 0, chars = 0; at < count || chars < size; at++) {
    const line = filled(noise[next(noise.length)], next, at);
    all.push(line);
    chars += line.length + 1;
  }
  const insert = (text, from, to) =>
    all.splice(Math.floor(all.length * (from + ((to - from) * next(1000)) / 1000)), 0, text);
  for (const odd of ODD) insert(filled(odd, next), 0.05, 0.95);
  for (const decoy of decoys) insert(filled(decoy, next), 0.05, 0.95);
  for (const part of plant) insert(filled(part, next, all.length / 2), 0.2, 0.8);
  return [...top, ...all, ...end].join(join) + "\n";
}

/** Records with one or more that answer, for JSON. */
export function records(seed, count, make, planted, places) {
  const next = random(seed);
  const all = Array.from({ length: count }, (_, at) => make((template) => filled(template, next, at), at, next));
  for (const [index, record] of planted.entries()) all.splice(Math.floor(count * places[index]), 0, record);
  return all;
}

/** A question, the facts that answer it, and the text that holds them. */
export const item = (id, kind, tags, question, facts, text, more = {}) => ({
  id,
  kind,
  tags,
  question,
  facts,
  text,
  ...more,
});
