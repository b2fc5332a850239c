import { type Json, Kept, writeJson } from "../json/node.js";
import { tryReadJson } from "../json/read.js";
import { withLeaves } from "../json/tree.js";

/** What stands for base64 that stays, while the JSON around it is measured and cut as a text. */
const PLACE = "tooltrim:media:";

/** A tree as JSON in which base64 that stays takes next to no room. */
export function writeMeasured(tree: Json): string {
  return writeJson(tree, undefined, (leaf) => (leaf instanceof Kept ? `"${PLACE}"` : writeJson(leaf)));
}

/**
 * Cuts a tree as a JSON text, which has no nodes: base64 that stays leaves a place in the text, under a number that no
 * text of the tree has after the same words, and is put back where that place is still a whole string.
 */
export function cutAsText(tree: Json, cut: (json: string) => string | undefined): Json | undefined {
  const kept: Kept[] = [];
  const number = freeNumber(writeMeasured(tree));
  const place = (index: number): string => `${PLACE}${number}:${index}:`;
  const json = writeJson(tree, undefined, (leaf) => {
    if (!(leaf instanceof Kept)) return writeJson(leaf);
    kept.push(leaf);
    return JSON.stringify(place(kept.length - 1));
  });
  const after = cut(json);
  const read = after === undefined ? undefined : tryReadJson(after);
  if (read === undefined || kept.length === 0) return read;
  const places = new Map(kept.map((leaf, index) => [place(index), leaf]));
  return withLeaves(read, (leaf) => (typeof leaf === "string" && places.get(leaf)) || leaf);
}

/** The first number that does not follow the words of a place in a text. */
function freeNumber(json: string): number {
  const taken = new Set<string>();
  for (const [, number = ""] of json.matchAll(/tooltrim:media:(\d+)/g)) taken.add(number);
  let free = 0;
  while (taken.has(String(free))) free += 1;
  return free;
}
