import { Items, type Json, Shortened, textOf, Written, writeJson } from "../json/node.js";
import { forEachValue } from "../json/tree.js";
import { FRAME } from "./content.js";
import type { Cutter } from "./cutter.js";
import { charsOf } from "./limits.js";
import { Media } from "./media.js";
import { FEWEST_BESIDE, type Part } from "./parts.js";
import { writeMeasured } from "./places.js";
import { fitsAsJson } from "./structured.js";

/** Members of a result: its items with their reader, its structured value, and the others. */
export interface Limited {
  readonly items: readonly Json[];
  readonly partsOf: (item: Json, media: Media) => Part[];
  readonly structured: Json | undefined;
  /** Members that share half of the limit. */
  readonly others: readonly (readonly [name: string, value: Json])[];
}

/** Chars of the quotes around a text. */
const QUOTES = 2;

/**
 * Returns `true` if a limited result is within its limits. Counts everything in it, regardless of how it was limited,
 * so that anything a rule overlooks is found here.
 */
export function isWithin({ items, partsOf, structured, others }: Limited, cutter: Cutter): boolean {
  const { chars, tokens, media: mostMedia } = cutter.limits;
  const media = new Media(cutter.rehearsal());
  const texts: string[] = [];
  let [inItems, inMedia] = [0, 0];
  for (const item of items) {
    const parts = partsOf(item, media);
    const free = parts.reduce((sum, part) => sum + part.media + FRAME + QUOTES, 0);
    inItems += Math.max(FEWEST_BESIDE * parts.length, weightOf(item) - free);
    inMedia += parts.reduce((sum, part) => sum + part.media, 0);
    for (const { text } of parts) if (text !== undefined) texts.push(textOf(text));
  }
  const rest = others.reduce(
    (sum, [name, value]) => sum + charsOf(JSON.stringify(name)) + 2 + charsOf(writeJson(value)),
    0,
  );
  if (inItems > chars || inMedia > mostMedia || rest > chars / 2) return false;
  if (tokens !== undefined && cutter.tokensOf(texts) > tokens) return false;
  return structured === undefined || fitsAsJson(writeMeasured(media.hide(structured, true)), chars, cutter);
}

/** Counts the chars of a value as JSON, except that an escape counts as the chars that it represents. */
function weightOf(tree: Json): number {
  let weight = 0;
  forEachValue(tree, (value) => {
    if (typeof value === "string") weight += charsOf(value) + QUOTES;
    else if (value instanceof Shortened) weight += charsOf(value.text) + QUOTES;
    else if (value instanceof Written) weight += charsOf(value.json);
    else if (value instanceof Items) weight += 1 + Math.max(1, value.list.length);
    else {
      weight += 1 + Math.max(1, value.entries.length);
      for (const [name] of value.entries) weight += charsOf(name) + QUOTES + 1;
    }
  });
  return weight;
}
