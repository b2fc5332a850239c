// Changes to structured values that still fit the JSON Schema of their tool.
import { leastSizes } from "../../core.js";
import { Items, type Json, Shortened } from "../json/node.js";
import { withLeaves } from "../json/tree.js";
import { charsOf } from "./limits.js";
import { writeMeasured } from "./places.js";

/** Returns how much of a string, list or object its schema leaves free, by its index: see {@link leastSizes}. */
type Least = (index: number) => number;

/** Reads what a schema leaves free in a tree. Without a schema everything is free. */
function leastOf(tree: Json, schema: unknown): Least {
  if (schema === undefined || schema === true) return () => 1;
  const sizes = leastSizes(writeMeasured(tree), schema as object | boolean);
  return (index) => sizes?.[index] ?? 0;
}

/** Replaces texts for which `instead` has another one, wherever the schema leaves them free. */
export function replaceTexts(
  tree: Json,
  schema: unknown,
  instead: (text: string | Shortened) => string | undefined,
): Json {
  let least: Least | undefined;
  let index = -1;
  const replace = (leaf: string | Shortened): Json => {
    const text = instead(leaf);
    if (text === undefined) return leaf;
    least ??= leastOf(tree, schema);
    const free = least(index);
    return free > 0 && charsOf(text) >= free - 1 ? text : leaf;
  };
  return withLeaves(
    tree,
    (leaf) => {
      if (typeof leaf !== "string" && !(leaf instanceof Shortened)) return leaf;
      index += 1;
      return replace(leaf);
    },
    () => {
      index += 1;
    },
  );
}

/** Returns `true` if a tree fits its schema without the content that was not held. */
export function fitsAsHeld(tree: Json, schema: unknown): boolean {
  const least = leastOf(tree, schema);
  let index = -1;
  let fits = true;
  const check = (isWhole: boolean, size: number): void => {
    index += 1;
    if (!isWhole && size < least(index) - 1) fits = false;
    if (!isWhole && least(index) === 0) fits = false;
  };
  withLeaves(
    tree,
    (leaf) => {
      if (leaf instanceof Shortened) check(false, charsOf(leaf.text));
      else if (typeof leaf === "string") check(true, 0);
      return leaf;
    },
    (open) => check(open.dropped === 0, open instanceof Items ? open.list.length : open.entries.length),
  );
  return fits;
}
