// What of a text a result holds, found from the two alone: `trim` answers texts and counts.
import type { Trimmed, TrimOptions } from "tooltrim/text";
import { markerPattern, usualMarker } from "./markers.js";
import { addRun, type Kind, linksOf, type Pieces } from "./runs.js";
import { rescues } from "./settings.js";

/** `clean` is the text that was trimmed: the input, or what cleaning left of it. */
export function findPieces(clean: string, trimmed: Trimmed, options: TrimOptions): Pieces {
  const { input, result } = findRuns(clean, trimmed, options);
  return { input, result, links: linksOf(input, result) };
}

function findRuns(clean: string, trimmed: Trimmed, options: TrimOptions): Omit<Pieces, "links"> {
  if (!trimmed.truncated) return { input: [["kept", clean.length]], result: [["kept", clean.length]] };
  const marker = options.marker ?? usualMarker(rescues(options));
  const between = rescues(options) ? findLines(clean, trimmed, marker) : undefined;
  return between ?? findEnds(clean, trimmed, options, marker);
}

/** Places to try where input and marker agree at an edge, as in a text of equal chars. */
const MOST_PLACES = 10_000;

/** A head, one marker and a tail. */
function findEnds(
  input: string,
  { text, omitted }: Trimmed,
  options: TrimOptions,
  template: string,
): Omit<Pieces, "links"> {
  const kept = input.length - omitted.utf16;
  const marker = text.length - kept;
  const head = headLength(input, text, kept, marker, options, template);
  return {
    input: [
      ["kept", head],
      ["omitted", head + omitted.utf16],
      ["kept", input.length],
    ],
    result: [
      ["kept", head],
      ["marker", head + marker],
      ["kept", text.length],
    ],
  };
}

function headLength(
  input: string,
  text: string,
  kept: number,
  marker: number,
  options: TrimOptions,
  template: string,
): number {
  if (options.keep === "head") return kept;
  if (options.keep === "tail" || options.keep === "none") return 0;
  const highest = commonPrefix(input, text, kept);
  const lowest = Math.max(kept - commonSuffix(input, text, kept), highest - MOST_PLACES, 0);
  if (lowest >= highest) return highest;
  const reads = new RegExp(`^\\n?${markerPattern(template)}\\n?$`);
  for (let at = highest; at >= lowest; at -= 1) {
    if (reads.test(text.slice(at, at + marker))) return at;
  }
  return highest;
}

export function commonPrefix(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

export function commonSuffix(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1;
  return length;
}

/**
 * A head, then markers and rescued lines, and a tail. None where a line is not found: a marker of the text's own was
 * taken for one of ours.
 */
function findLines(input: string, { text }: Trimmed, template: string): Omit<Pieces, "links"> | undefined {
  const marker = new RegExp(`^${markerPattern(template)}(?:\\n|$)`, "gm");
  const markers = template ? Array.from(text.matchAll(marker)) : [];
  const [first, last] = [markers[0], markers.at(-1)];
  if (!first || !last) return undefined;
  const end = (match: RegExpExecArray) => match.index + match[0].length;
  const head = commonPrefix(input, text, first.index);
  const tail = input.length - commonSuffix(input, text, text.length - end(last));
  const inInput: [Kind, number][] = [];
  const inResult: [Kind, number][] = [];
  for (const runs of [inInput, inResult]) addRun(runs, "kept", head);
  let from = head;
  for (const [index, match] of markers.entries()) {
    addRun(inResult, "marker", end(match));
    const next = markers[index + 1];
    if (!next) break;
    const gap = Object.values(match.groups ?? {}).find((lines) => lines !== undefined);
    if (gap !== undefined) from = afterLines(input, from, Number(gap.replaceAll(",", "")));
    for (const line of text.slice(end(match), next.index).split(/(?<=\n)/)) {
      const [at, length] = findLine(input, line, from);
      if (at < 0 || at + length > tail) return undefined;
      addRun(inInput, "omitted", at);
      addRun(inInput, "rescued", at + length);
      from = afterLines(input, at + length - 1, 1);
    }
    addRun(inResult, "rescued", next.index);
  }
  addRun(inInput, "omitted", tail);
  addRun(inInput, "kept", input.length);
  addRun(inResult, "kept", text.length);
  return { input: inInput, result: inResult };
}

/** Where the line begins that is so many lines below the one of this place. */
function afterLines(text: string, from: number, count: number): number {
  let at = from;
  for (let line = 0; line < count; line += 1) at = text.indexOf("\n", at) + 1 || text.length;
  return at;
}

/** Where a line of the result stands in the input, and how much of it; a long one is cut at its ends. */
function findLine(input: string, line: string, from: number): [at: number, length: number] {
  for (let at = input.indexOf(line, from); at >= 0; at = input.indexOf(line, at + 1)) {
    if (at === 0 || input[at - 1] === "\n") return [at, line.length];
  }
  const part = line.replace(/^\.\.\./, "").replace(/\.\.\.\n?$/, "");
  return [input.indexOf(part, from), part.length];
}
