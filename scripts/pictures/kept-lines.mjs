// Which lines of the input a result holds, read from the markers in it.

// As the core words them by default: of a plain trim, and of one that rescues lines.
const PLAIN = /^\.\.\. \[truncated [\d,]+ chars\] \.\.\.$/;
const RESCUE = /^\[… ([\d,]+) lines?(?:, [\d,]+ chars?)?\]$/;

/** True for a line that is one of our markers. */
export const isMarker = (line) => PLAIN.test(line) || RESCUE.test(line);

/** The numbers of the lines of `input` that the result shows, from 0; a line may be shown in part. */
export function keptLines(input, { text, omitted }) {
  const kept = new Set();
  let next = 0;
  for (const line of linesOf(text)) {
    if (PLAIN.test(line)) next += omitted.lines;
    else if (RESCUE.test(line)) next += Number(RESCUE.exec(line)[1].replaceAll(",", ""));
    else kept.add(next++);
  }
  const lines = linesOf(input);
  if (next !== lines.length) throw new Error(`the markers speak of ${next} lines, the input has ${lines.length}`);
  return kept;
}

/** The lines of a text, without their ends. */
export function linesOf(text) {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
