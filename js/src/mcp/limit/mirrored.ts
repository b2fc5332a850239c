import { type Json, Members, Shortened, textOf } from "../json/node.js";
import { forEachValue, isLossy } from "../json/tree.js";
import type { Cutter } from "./cutter.js";
import { limitParts, type Part, type Room, textItem } from "./parts.js";
import { writeMeasured } from "./places.js";
import { replaceTexts } from "./schema.js";
import { fitsAsJson } from "./structured.js";

/** Minimum length of texts that are matched; shorter ones may be equal by chance. */
const SHORTEST = 1000;

/** Result in both forms. */
interface Mirrored {
  readonly nodes: Json[];
  readonly structured: Json;
}

/**
 * Limits a result that has the same text in `content` and as a member of `structuredContent`, as many tools return: the
 * text is cut once, so that both stay equal. Returns `undefined` if there is no such text, or the result does not fit.
 */
export function limitMirrored(
  parts: readonly Part[],
  dropped: number,
  structured: Json,
  room: Room,
  cutter: Cutter,
  schema: unknown,
): Mirrored | undefined {
  const leaves = new Set(longTexts(structured));
  const mirrored = parts.filter(({ text }) => text !== undefined && leaves.has(textOf(text)));
  if (mirrored.length === 0) return undefined;
  const limitTo = (with_: Cutter, chars: number): Mirrored => {
    const nodes = limitParts(parts, dropped, { ...room, chars }, with_, textItem);
    const instead = new Map<string, string>();
    for (const [index, node] of nodes.entries()) {
      // After a gap the indexes of parts and nodes differ, so nothing can be matched.
      const part = nodes.length === parts.length ? parts[index] : undefined;
      const text = node instanceof Members ? node.get("text") : undefined;
      if (part?.text !== undefined && typeof text === "string") instead.set(textOf(part.text), text);
      else if (part?.text instanceof Shortened) instead.set(part.text.text, part.text.text);
    }
    return { nodes, structured: replaceTexts(structured, schema, (text) => instead.get(textOf(text))) };
  };
  let { chars } = room;
  for (let step = 0; step < 6; step += 1) {
    const tried = limitTo(cutter.rehearsal(), chars);
    const written = writeMeasured(tried.structured);
    if (isLossy(tried.structured)) return undefined;
    if (fitsAsJson(written, cutter.limits.chars, cutter)) return limitTo(cutter, chars);
    chars = Math.floor(chars * Math.min(0.95, (cutter.limits.chars / written.length) * 0.98));
  }
  return undefined;
}

function longTexts(tree: Json): string[] {
  const texts: string[] = [];
  forEachValue(tree, (value) => {
    if (value instanceof Shortened) texts.push(value.text);
    else if (typeof value === "string" && value.length >= SHORTEST) texts.push(value);
  });
  return texts;
}
