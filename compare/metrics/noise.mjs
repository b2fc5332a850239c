// Noise: lines that a result keeps from the middle without need.
//
// The middle is what lies between the run of lines the result shares with the start of the text and the run it shares
// with the end. A line of it is of use when it is needed, structural or a keyword line, when it belongs to the block of
// a failure, or when it stands close enough to such a line to be its context.

import { isKeywordLine } from "./keywords.mjs";
import { readLines } from "./lines.mjs";
import { structuralLines } from "./structure.mjs";

const CONTEXT = 3;
/** Number of own lines that a result may begin with. */
const BEFORE = 6;

/** Prepared once per text: which of its lines, by wording, are of use. `within(index)` as in the other measures. */
export function usefulLines(text, within = () => true, blocks = []) {
  const lines = readLines(text);
  const structural = new Set(structuralLines(text, within));
  const near = new Set();
  const mark = (from, to) => {
    for (let at = Math.max(0, from - CONTEXT); at <= Math.min(lines.length - 1, to + CONTEXT); at += 1)
      near.add(lines[at]);
  };
  lines.forEach((line, index) => {
    if (line !== "" && within(index) && (structural.has(line) || isKeywordLine(line))) mark(index, index);
  });
  for (const [from, to] of blocks) mark(from - 1, to - 1);
  return { lines, all: new Set(lines), useful: near };
}

/** `undefined` when nothing of the middle was kept. */
export function noiseShare(source, result) {
  const kept = readLines(result);
  const from = headEnd(source.lines, kept);
  let to = kept.length;
  let end = source.lines.length;
  while (to > from && kept[to - 1] === source.lines[end - 1]) {
    to -= 1;
    end -= 1;
  }
  // Markers, and lines that a cut changed, are none of the text's.
  const middle = kept.slice(from, to).filter((line) => line !== "" && source.all.has(line));
  if (middle.length === 0) return undefined;
  return middle.filter((line) => !source.useful.has(line)).length / middle.length;
}

/** Some write a sentence before the head: it starts where the longest run does. */
function headEnd(lines, kept) {
  let longest = 0;
  let end = 0;
  for (let start = 0; start <= Math.min(BEFORE, kept.length); start += 1) {
    let run = 0;
    while (start + run < kept.length && kept[start + run] === lines[run]) run += 1;
    if (run > longest) {
      longest = run;
      end = start + run;
    }
  }
  return end;
}
