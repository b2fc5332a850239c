import { type Json, Kept, Written, writeJson } from "../json/node.js";
import { tryReadJson } from "../json/read.js";
import { withLeaves } from "../json/tree.js";

/**
 * Placeholder of base64 that stays, while the JSON around it is measured and cut as a text: a number, which is never
 * cut.
 */
const PLACE = "0e-9";

/** Writes a tree as JSON, with short placeholders for base64 that stays. */
export function writeMeasured(tree: Json): string {
  return writeJson(tree, undefined, (leaf) => (leaf instanceof Kept ? PLACE : writeJson(leaf)));
}

/**
 * Cuts a tree as a JSON text. A placeholder, a number that occurs nowhere else in the tree, replaces each base64 that
 * stays, which is put back afterwards.
 */
export function cutAsText(tree: Json, cut: (json: string) => string | undefined): Json | undefined {
  const kept: Kept[] = [];
  const prefix = freePrefix(writeMeasured(tree));
  const place = (index: number): string => `${prefix}${index}`;
  const json = writeJson(tree, undefined, (leaf) => {
    if (!(leaf instanceof Kept)) return writeJson(leaf);
    kept.push(leaf);
    return place(kept.length - 1);
  });
  const after = cut(json);
  const read = after === undefined ? undefined : tryReadJson(after);
  if (read === undefined || kept.length === 0) return read;
  const places = new Map(kept.map((leaf, index) => [place(index), leaf]));
  return withLeaves(read, (leaf) => (leaf instanceof Written && places.get(leaf.json)) || leaf);
}

/** Returns a prefix of numbers that does not occur in a text. */
function freePrefix(json: string): string {
  let prefix = `${PLACE}1`;
  while (json.includes(prefix)) prefix += "1";
  return `${prefix}0`;
}
