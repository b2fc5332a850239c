// What is displayed of a text: all of it, or the ends of each piece when it is long. An editor lays out what is seen, but
// holds all of it.
import type { Kind, Runs } from "./runs.js";

/** A run of text, or of UTF-16 units that are not displayed. */
export type Part = { readonly kind: Kind; readonly text: string } | { readonly kind: Kind; readonly hidden: number };

/** UTF-16 units: shorter texts are trimmed in the page at each key, and can be edited; others in a worker. */
export const LARGE = 100_000;
/** Shorter ones are displayed whole. */
const WHOLE = 500_000;
/** Of the pieces of a longer text, so much is displayed at their ends, and so much of each at least. */
const SHOWN = 24_000;
const LEAST = 200;

/** The pieces of a text, given by where each ends. */
export function viewOf(text: string, pieces: Runs): Part[] {
  const room = text.length <= WHOLE ? WHOLE : Math.max(LEAST, Math.round(SHOWN / pieces.length));
  let start = 0;
  return pieces.flatMap(([kind, end]) => {
    const parts = piece(text, kind, start, end, room);
    start = end;
    return parts;
  });
}

function piece(text: string, kind: Kind, start: number, end: number, room: number): Part[] {
  if (start >= end) return [];
  if (end - start <= 2 * room) return [{ kind, text: text.slice(start, end) }];
  const [first, last] = [whole(text, start + room), whole(text, end - room)];
  return [
    { kind, text: text.slice(start, first) },
    { kind, hidden: last - first },
    { kind, text: text.slice(last, end) },
  ];
}

/** Not inside a surrogate pair. */
function whole(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}
