import { type Json, Members, Shortened, toJson } from "../json/node.js";
import { forEachValue, isLossy } from "../json/tree.js";
import type { Cutter } from "./cutter.js";
import { limitParts, type Part, type Room } from "./parts.js";
import { writeMeasured } from "./places.js";
import { replaceTexts } from "./schema.js";
import { fitsAsJson } from "./structured.js";

/** Shorter texts stand in two places by chance. */
const SHORTEST = 1000;

/** A result in both forms. */
export interface Mirrored {
  readonly nodes: Json[];
  readonly structured: Json;
}

/**
 * Many tools answer a text in `content` and the same text as a member of `structuredContent`: it is cut once, and both
 * go on to say the same. Nothing where that is not so, or where it does not fit.
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
  const mirrored = parts.filter(({ text }) => text !== undefined && leaves.has(textOfPart(text)));
  if (mirrored.length === 0) return undefined;
  const limitTo = (with_: Cutter, chars: number): Mirrored => {
    const nodes = limitParts(parts, dropped, { ...room, chars }, with_, (text) => toJson({ type: "text", text }));
    const instead = new Map<string, string>();
    for (const [index, node] of nodes.entries()) {
      // Parts after a gap stand elsewhere: those are cut to nothing that could be the same.
      const part = nodes.length === parts.length ? parts[index] : undefined;
      const text = node instanceof Members ? node.get("text") : undefined;
      if (part?.text !== undefined && typeof text === "string") instead.set(textOfPart(part.text), text);
      else if (part?.text instanceof Shortened) instead.set(part.text.text, part.text.text);
    }
    return { nodes, structured: replaceTexts(structured, schema, (text) => instead.get(textOfPart(text))) };
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

const textOfPart = (text: string | Shortened): string => (text instanceof Shortened ? text.text : text);

function longTexts(tree: Json): string[] {
  const texts: string[] = [];
  forEachValue(tree, (value) => {
    if (value instanceof Shortened) texts.push(value.text);
    else if (typeof value === "string" && value.length >= SHORTEST) texts.push(value);
  });
  return texts;
}
