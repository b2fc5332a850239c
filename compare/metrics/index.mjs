// One output, one limit, one contender: all measures at once. Truth is prepared once per text.

import { keywordLines } from "./keywords.mjs";
import { isIdempotent, keepsLimit, keepsSurrogates } from "./laws.mjs";
import { Kept, share } from "./lines.mjs";
import { noiseShare, usefulLines } from "./noise.mjs";
import { plantedShare } from "./planted.mjs";
import { locations, structuralLines } from "./structure.mjs";

/** In planted logs only the planted lines count: others that resemble them are there to mislead. */
export function prepare(sample) {
  const { text, blocks } = sample;
  const within = blocks && insideOf(blocks);
  return {
    ...sample,
    keywords: keywordLines(text, within),
    structure: structuralLines(text, within),
    locations: locations(text, within),
    source: usefulLines(text, within, blocks),
  };
}

function insideOf(blocks) {
  const inside = new Set();
  for (const [from, to] of blocks) for (let line = from; line <= to; line += 1) inside.add(line - 1);
  return (index) => inside.has(index);
}

/** A result over the limit counts 0, whatever it holds. */
export function measure(sample, run, limit) {
  const result = run(sample.text);
  const fits = keepsLimit(result, limit);
  const kept = new Kept(result);
  const ifFits = (value) => (value === undefined || fits ? value : 0);
  const planted = sample.truth && ifFits(plantedShare(sample.truth, result));
  return {
    planted,
    all: planted === undefined ? undefined : Number(planted === 1),
    keywords: ifFits(share(sample.keywords, (line) => kept.hasLine(line))),
    structure: ifFits(share(sample.structure, (line) => kept.hasLine(line))),
    locations: ifFits(share(sample.locations, (place) => kept.hasPart(place))),
    noise: noiseShare(sample.source, result),
    limit: Number(fits),
    again: run(result) === undefined ? undefined : Number(isIdempotent(run, result)),
    surrogates: Number(keepsSurrogates(sample.text, result)),
  };
}

/** Returns the result of an oracle that spends the whole limit on the lines of one measure, the shortest first. */
export function mostThatFits(lines, limit) {
  if (lines.length === 0) return undefined;
  const sizes = lines.map((line) => Math.min([...line].length, 300) + 1).sort((a, b) => a - b);
  let room = limit;
  let fitting = 0;
  while (fitting < sizes.length && sizes[fitting] <= room) {
    room -= sizes[fitting];
    fitting += 1;
  }
  return fitting / lines.length;
}
