// What of a text a result holds, found from the two alone: `trim` answers texts and counts.
import type { Trimmed, TrimOptions } from "tooltrim";
import type { Kind } from "./view.js";

/** Runs of a text, each given by its kind and where it ends, in UTF-16 units. */
export type Runs = readonly (readonly [Kind, end: number])[];

/** Adds a run up to there. */
export function addRun(runs: [Kind, number][], kind: Kind, end: number): void {
  const last = runs.at(-1);
  if (end <= (last?.[1] ?? 0)) return;
  if (last?.[0] === kind) last[1] = end;
  else runs.push([kind, end]);
}

export interface Pieces {
  /** Of the text that was trimmed. */
  readonly input: Runs;
  readonly result: Runs;
}

/** `clean` is the text that was trimmed: the input, or what cleaning left of it. */
export function findPieces(clean: string, trimmed: Trimmed, options: TrimOptions): Pieces {
  if (!trimmed.truncated) return { input: [["kept", clean.length]], result: [["kept", clean.length]] };
  const between = options.rescue ? findLines(clean, trimmed, options) : undefined;
  return between ?? findEnds(clean, trimmed, options);
}

/** Places to try where input and marker agree at an edge, as in a text of equal chars. */
const MOST_PLACES = 10_000;

/** A head, one marker and a tail. */
function findEnds(input: string, { text, omitted }: Trimmed, options: TrimOptions): Pieces {
  const kept = input.length - omitted.utf16;
  const marker = text.length - kept;
  const head = headLength(input, text, kept, marker, options);
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

function headLength(input: string, text: string, kept: number, marker: number, options: TrimOptions): number {
  if (options.keep === "head") return kept;
  if (options.keep === "tail" || options.keep === "none") return 0;
  const highest = commonPrefix(input, text, kept);
  const lowest = Math.max(kept - commonSuffix(input, text, kept), highest - MOST_PLACES, 0);
  if (lowest >= highest) return highest;
  const reads = new RegExp(`^\\n?${markerPattern(options.marker ?? "")}\\n?$`);
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

/**
 * A head, then markers and rescued lines, and a tail. None where a line is not found: a marker of the text's own was
 * taken for one of ours.
 */
function findLines(input: string, { text }: Trimmed, options: TrimOptions): Pieces | undefined {
  const marker = new RegExp(`^${markerPattern(options.marker ?? "")}(?:\\n|$)`, "gm");
  const markers = options.marker ? Array.from(text.matchAll(marker)) : [];
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
    const gap = match.groups?.omittedLines;
    if (gap !== undefined) from = afterLines(input, from, Number(gap));
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

/** The marker with any numbers in it, as a regular expression. */
function markerPattern(template: string): string {
  return template
    .split(/(\{\{|\{\w+\})/)
    .map((part, index, parts) => {
      if (index % 2 === 0) return literal(part);
      if (part === "{{") return "\\{";
      return part === "{omittedLines}" && parts.indexOf(part) === index ? "(?<omittedLines>\\d+)" : "\\d+";
    })
    .join("");
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
