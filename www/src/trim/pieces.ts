// Where the marker stands in a result, found from input and result alone: `trim` answers texts and counts.
import type { Trimmed, TrimOptions } from "tooltrim";

/** Lengths in UTF-16 units: the result is the head of the input, the marker, the tail of the input. */
export interface Pieces {
  readonly head: number;
  readonly marker: number;
  readonly tail: number;
}

/** Places to try where input and marker agree at an edge, as in a text of equal chars. */
const MOST_PLACES = 10_000;

export function findPieces(input: string, { text, omitted }: Trimmed, options: TrimOptions): Pieces {
  const kept = input.length - omitted.utf16;
  const marker = text.length - kept;
  const head = headLength(input, text, kept, marker, options);
  return { head, marker, tail: kept - head };
}

function headLength(input: string, text: string, kept: number, marker: number, options: TrimOptions): number {
  if (options.keep === "head") return kept;
  if (options.keep === "tail" || options.keep === "none") return 0;
  const highest = commonPrefix(input, text, kept);
  const lowest = Math.max(kept - commonSuffix(input, text, kept), highest - MOST_PLACES, 0);
  if (lowest >= highest) return highest;
  const reads = markerPattern(options.marker ?? "");
  for (let at = highest; at >= lowest; at -= 1) {
    if (reads.test(text.slice(at, at + marker))) return at;
  }
  return highest;
}

function commonPrefix(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

function commonSuffix(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1;
  return length;
}

/** The marker with any numbers in it, and the line breaks that may be added so that it stands on its own line. */
function markerPattern(template: string): RegExp {
  const source = template
    .split(/(\{\{|\{\w+\})/)
    .map((part, index) => (index % 2 === 0 ? literal(part) : part === "{{" ? "\\{" : "\\d+"))
    .join("");
  return new RegExp(`^\\n?${source}\\n?$`);
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
