import { Items, type Json, Members, Shortened, toJson, writeJson } from "../json/node.js";
import type { Cutter } from "./cutter.js";
import { boundParts, type Part } from "./parts.js";
import { SchemaCut } from "./schema-cut.js";
import { fitsAsJson, isLossy } from "./structured.js";

/** Shorter texts stand in two places by chance. */
const SHORTEST = 1000;

/** A result in both forms. */
export interface Mirrored {
  readonly nodes: Json[];
  readonly structured: Json;
}

/**
 * Many tools answer a text in `content` and the same text as a member of `structuredContent`: it is cut once, and both go on to say the
 * same. Nothing where that is not so, or where it does not fit.
 */
export function boundMirrored(
  parts: readonly Part[],
  dropped: number,
  structured: Json,
  room: number,
  cutter: Cutter,
  schema: unknown,
): Mirrored | undefined {
  const leaves = new Set(longTexts(structured));
  const mirrored = parts.filter(({ text }) => text !== undefined && leaves.has(textOfPart(text)));
  if (mirrored.length === 0) return undefined;
  const bound = (with_: Cutter, chars: number): Mirrored => {
    const nodes = boundParts(parts, dropped, chars, with_, (text) => toJson({ type: "text", text }));
    const instead = new Map<string, string>();
    for (const [index, node] of nodes.entries()) {
      // Parts after a gap stand elsewhere: those are cut to nothing that could be the same.
      const part = nodes.length === parts.length ? parts[index] : undefined;
      const text = node instanceof Members ? node.get("text") : undefined;
      if (part?.text !== undefined && typeof text === "string") instead.set(textOfPart(part.text), text);
      else if (part?.text instanceof Shortened) instead.set(part.text.text, part.text.text);
    }
    const all = Number.POSITIVE_INFINITY;
    const sizes = { text: all, items: all, members: all, instead };
    return { nodes, structured: new SchemaCut(schema ?? true).cut(structured, sizes) };
  };
  let chars = room;
  for (let step = 0; step < 6; step += 1) {
    const tried = bound(cutter.rehearsal(), chars);
    const written = writeJson(tried.structured);
    if (isLossy(tried.structured)) return undefined;
    if (fitsAsJson(written, cutter.limits.chars, cutter)) return bound(cutter, chars);
    chars = Math.floor(chars * Math.min(0.95, (cutter.limits.chars / written.length) * 0.98));
  }
  return undefined;
}

const textOfPart = (text: string | Shortened): string => (text instanceof Shortened ? text.text : text);

function longTexts(value: Json): string[] {
  if (typeof value === "string") return value.length >= SHORTEST ? [value] : [];
  if (value instanceof Shortened) return [value.text];
  if (value instanceof Items) return value.list.flatMap(longTexts);
  return value instanceof Members ? value.entries.flatMap(([, member]) => longTexts(member)) : [];
}
