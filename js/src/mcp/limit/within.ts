import { Items, type Json, Shortened, Written, writeJson } from "../json/node.js";
import { forEachValue } from "../json/tree.js";
import { FRAME } from "./content.js";
import type { Cutter } from "./cutter.js";
import { charsOf } from "./limits.js";
import { Media } from "./media.js";
import { FEWEST_BESIDE, type Part } from "./parts.js";
import { writeMeasured } from "./places.js";
import { fitsAsJson } from "./structured.js";

/** The parts of a result: its items, their reader, and what is beside them. */
export interface Limited {
  readonly items: readonly Json[];
  readonly partsOf: (item: Json, media: Media) => Part[];
  readonly structured: Json | undefined;
  /** The members that half of the limit is for. */
  readonly others: readonly (readonly [name: string, value: Json])[];
}

/** The quotes of a text, which are no part of it. */
const QUOTES = 2;

/**
 * Returns `true` if a limited result is within its limits. It counts everything that is there and does not ask how the
 * result was limited, so a rule that overlooks something is found out here.
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
    for (const { text } of parts) if (text !== undefined) texts.push(text instanceof Shortened ? text.text : text);
  }
  const rest = others.reduce(
    (sum, [name, value]) => sum + charsOf(JSON.stringify(name)) + 2 + charsOf(writeJson(value)),
    0,
  );
  if (inItems > chars || inMedia > mostMedia || rest > chars / 2) return false;
  if (tokens !== undefined && cutter.tokensOf(texts) > tokens) return false;
  return structured === undefined || fitsAsJson(writeMeasured(media.hide(structured, true)), chars, cutter);
}

/** The chars of a value as JSON, except that escapes count as what they stand for. */
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
