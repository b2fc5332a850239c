// The first and last lines of each piece that was kept, with the markers between them.

import { clip, dim, fit, highlight } from "./terminal.mjs";

/** Lines shown at the outer end of a kept piece, and next to the marker. */
const OUTER = 4;
const INNER = 3;

/** Rows of `line number │ text`. */
export function preview(input, parts, width) {
  if (input === "") return [`  ${dim("(empty)")}`];
  const gutter = Math.max(4, String(countLines(input)).length);
  const page = { gutter, room: width - gutter - 5 };
  if (parts.length === 0) return [`  ${dim("(nothing is kept)")}`];
  return parts.flatMap(({ text, at }, index) => {
    if (at === undefined) {
      const lines = text.replace(/^\r?\n|\r?\n$/g, "").split("\n");
      return lines.map((line) => row("→", highlight(clip(line, page.room)), page));
    }
    const first = index === 0 ? OUTER : INNER;
    const last = index > 0 && index === parts.length - 1 ? OUTER : INNER;
    return pieceRows(text, countBreaks(input.slice(0, at)) + 1, { first, last }, page);
  });
}

function row(label, text, { gutter }) {
  return `  ${dim(`${String(label).padStart(gutter)} │`)} ${text}`.trimEnd();
}

function pieceRows(piece, firstNumber, { first, last }, page) {
  if (piece === "") return [];
  const count = countLines(piece);
  // A gap of one line is not worth a row that says so.
  if (count <= first + last + 1) return rows(firstLines(piece, count), firstNumber, piece, page);
  const hidden = count - first - last;
  return [
    ...rows(firstLines(piece, first), firstNumber, piece, page),
    `  ${dim(`${"⋮".padStart(page.gutter)}   ${hidden.toLocaleString("en-US")} more lines, kept`)}`,
    ...rows(lastLines(piece, last), firstNumber + count - last, piece, page),
  ];
}

/**
 * The last line of a piece, if the cut went through it, and a line that is all there is show their start and their end.
 */
function rows(lines, firstNumber, piece, page) {
  return lines.flatMap((line, i) => {
    const text = line.replace(/\r$/, "");
    const { text: start, whole } = fit(text, page.room);
    const first = row(firstNumber + i, start, page);
    const isLast = i === lines.length - 1 && piece.endsWith(line);
    const isAll = line.length >= piece.length - 1;
    return whole || !(isLast || isAll) ? [first] : [first, row("", clip(text, page.room, { from: "end" }), page)];
  });
}

function countBreaks(text) {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function countLines(text) {
  return countBreaks(text) + (text === "" || text.endsWith("\n") ? 0 : 1);
}

function firstLines(text, count) {
  const lines = [];
  for (let start = 0; lines.length < count; ) {
    const end = text.indexOf("\n", start);
    lines.push(text.slice(start, end < 0 ? text.length : end));
    start = end + 1;
  }
  return lines;
}

function lastLines(text, count) {
  const lines = [];
  for (let end = text.endsWith("\n") ? text.length - 1 : text.length; lines.length < count; ) {
    const start = text.lastIndexOf("\n", end - 1);
    lines.unshift(text.slice(start + 1, end));
    end = start;
  }
  return lines;
}
