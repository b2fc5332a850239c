// The parts of a result: pieces of the input, and the markers around them.

/** UTF-16 units of the mark at a cut end of a line. */
const MARK = 1;

/** The parts in order, each with its text; `at` is where a piece starts in the input. */
export function partsOf(input, { text, kept }) {
  const parts = [];
  let end = 0;
  const add = (to, at) => {
    if (to > end) parts.push({ text: text.slice(end, to), at });
    end = to;
  };
  for (const [start, stop] of kept) {
    const piece = input.slice(start, stop);
    const isLast = stop === input.length && text.endsWith(piece);
    add(isLast ? text.length - piece.length : placeOf(piece, text, end));
    add(end + piece.length, start);
  }
  add(text.length);
  return parts;
}

/** A piece follows the one before, or stands at the start of a line. */
function placeOf(piece, text, from) {
  let at = text.indexOf(piece, from);
  while (at > from && at - MARK > text.lastIndexOf("\n", at - 1) + 1) at = text.indexOf(piece, at + 1);
  return Math.max(at, from);
}

/** The lines of a text, without their ends. */
export function linesOf(text) {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The lines of a result, each with its text; `at` as in {@link partsOf}, undefined for a marker. */
export function resultLines(input, trimmed) {
  const lines = [];
  let open = false;
  for (const { text, at } of partsOf(input, trimmed)) {
    for (const line of linesOf(text)) {
      const last = lines.at(-1);
      if (open) Object.assign(last, { text: last.text + line, at: last.at ?? at });
      else lines.push({ text: line, at });
      open = false;
    }
    open = !text.endsWith("\n");
  }
  return lines;
}

/** The numbers of the lines of the input that a result shows, from 0; a line may be shown in part. */
export function keptLines(input, { kept }) {
  const lineOf = (at) => input.slice(0, at).split("\n").length - 1;
  const numbers = kept.flatMap(([start, end]) => {
    const first = lineOf(start);
    return Array.from({ length: lineOf(end - 1) - first + 1 }, (_, index) => first + index);
  });
  return new Set(numbers);
}
