// The pieces of a text that a result holds, as runs of both.
import type { Trimmed } from "tooltrim/text";
import { addRun, type Kind, type Link, type Pieces } from "./runs.js";

/** UTF-16 units of the mark at a cut end of a line. */
const MARK = 1;

/** `clean` is the text that was trimmed: the input, or what cleaning left of it. */
export function findPieces(clean: string, { text, kept }: Trimmed): Pieces {
  const input: [Kind, number][] = [];
  const result: [Kind, number][] = [];
  const links: Link[] = [];
  let from = 0;
  for (const [start, end] of kept) {
    const piece = clean.slice(start, end);
    const isLast = end === clean.length && text.endsWith(piece);
    const at = isLast ? text.length - piece.length : placeOf(piece, text, from);
    const kind = start === 0 || isLast ? "kept" : "rescued";
    from = at + piece.length;
    addRun(input, "omitted", start);
    addRun(input, kind, end);
    addRun(result, "marker", at);
    addRun(result, kind, from);
    links.push([start, at], [end, from]);
  }
  addRun(input, "omitted", clean.length);
  addRun(result, "marker", text.length);
  return { input, result, links };
}

/** A piece follows the one before, or stands at the start of a line. */
function placeOf(piece: string, text: string, from: number): number {
  let at = text.indexOf(piece, from);
  while (at > from && at - MARK > text.lastIndexOf("\n", at - 1) + 1) at = text.indexOf(piece, at + 1);
  return Math.max(at, from);
}
