// Where the lines that cleaning left stand in the input, for display: found line by line, as `clean` answers only a
// text.
import { type CleanOptions, clean } from "tooltrim/text";
import { addRun, type Kind, type Link, type Runs } from "./runs.js";

/** Lines of the input that may be noise before the next one that stays. */
const MOST_NOISE = 1000;
/** What cleaning writes in the place of repeated lines. */
const NOTE = /^\s*\[\.\.\. ×\d/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: to find control characters is what it is for
const NOISY = /[\0-\x08\x0b-\x1f\x7f-\x9f]|.{200}/;

interface Found {
  /** Of the input; what is noise counts as omitted. */
  readonly runs: Runs;
  /** Where the lines of the clean text stand in the input. */
  readonly lines: readonly Link[];
}

/** The runs of the clean text as runs of the input. */
export function runsInInput(input: string, cleaned: string, runs: Runs, noise: boolean | CleanOptions): Found {
  const found: [Kind, number][] = [];
  const lines: Link[] = [];
  const add = (kind: Kind, end: number) => addRun(found, kind, end);
  let next = 0;
  let run = 0;
  for (let at = 0; at < cleaned.length; ) {
    const end = lineEnd(cleaned, at);
    const line = cleaned.slice(at, end);
    const place = NOTE.test(line) ? undefined : findLine(input, line, next, noise);
    if (place !== undefined) {
      add("omitted", place);
      if (runs[run]?.[0] !== "omitted") lines.push([place, at]);
      next = lineEnd(input, place);
      // A cut within a line is shown where the line is as it was.
      const same = input.slice(place, next) === line;
      while (same && (runs[run]?.[1] ?? end) < end) {
        add(runs[run]?.[0] ?? "omitted", place + (runs[run]?.[1] ?? end) - at);
        run += 1;
      }
      add(runs[run]?.[0] ?? "omitted", next);
    }
    while (run < runs.length && (runs[run]?.[1] ?? end) <= end) run += 1;
    at = end;
  }
  add("omitted", input.length);
  return { runs: found, lines };
}

function findLine(input: string, line: string, from: number, noise: boolean | CleanOptions): number | undefined {
  const wanted = line.replace(/\n$/, "");
  let at = from;
  for (let tried = 0; tried < MOST_NOISE && at < input.length; tried += 1) {
    const end = lineEnd(input, at);
    const raw = input.slice(at, end).replace(/\r?\n$/, "");
    if (raw === wanted || (NOISY.test(raw) && clean(raw, noise) === wanted)) return at;
    at = end;
  }
  return undefined;
}

const lineEnd = (text: string, from: number): number => text.indexOf("\n", from) + 1 || text.length;
