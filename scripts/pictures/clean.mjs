// What a terminal printed, as it came and cleaned: the first chars of each, as a model would be given them.

import { resultLines } from "../lib/parts.mjs";
import { COLUMN, LINE, text as label, linesOfText, number, pane, picture, rect, WIDTH } from "./draw.mjs";

const MARGIN = 20;
const GAP = 16;
const PANE = (WIDTH - 2 * MARGIN - GAP) / 2;
const COLUMNS = Math.floor((PANE - 16) / COLUMN);
const HEAD = 46;
const BARS = 40;
const CAPTION = 26;
const PADDING = 8;

export function cleanPicture(library, { name, text, maxChars, failures }) {
  const options = { maxChars, rescue: true, clean: true };
  const before = library.trim(text, maxChars);
  const after = library.trim(text, options);
  const [chars, left] = [library.measure(text).chars, library.measure(text).chars - after.cleaned.chars];
  const sides = [
    { call: `trim(text, ${maxChars})`, rows: rowsOf(text, before, failures) },
    {
      call: `trim(text, { maxChars: ${maxChars}, rescue: true, clean: true })`,
      rows: rowsOf(library.clean(text), after, failures),
    },
  ];
  const top = HEAD + BARS;
  const height = Math.max(...sides.map(({ rows }) => rows.length)) * LINE + 2 * PADDING;
  const panes = sides.map(({ call, rows }, index) => {
    const x = MARGIN + index * (PANE + GAP);
    const body = linesOfText(x + 8, top + CAPTION + PADDING, PANE, rows);
    return [
      label(x, top + 15, call, "title"),
      ...pane({ id: `pane${index}`, x, y: top + CAPTION, width: PANE, height, body }),
    ];
  });
  return picture({
    height: top + CAPTION + height + MARGIN,
    title: `${name}, trimmed to ${number(maxChars)} chars as it came, and cleaned`,
    description: `Of ${number(chars)} chars cleaning leaves ${number(left)}.`,
    body: [
      label(MARGIN, 28, `${name}: ${number(chars)} chars, of which cleaning leaves ${number(left)}`, "label title"),
      rect(MARGIN, HEAD, WIDTH - 2 * MARGIN, 12, "f-omitted"),
      rect(MARGIN, HEAD, Math.round(((WIDTH - 2 * MARGIN) * left) / chars), 12, "f-kept"),
      ...panes,
    ],
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: to find control characters is what it is for
const CONTROL = /[\0-\x1f]/g;

/** A result as rows of a pane: control characters as `^[`, long lines broken. */
function rowsOf(input, trimmed, failures) {
  return resultLines(input, trimmed).flatMap(({ text: line, at }) => {
    const kind = at === undefined ? "marker" : failures.test(line) ? "failed" : line.search(CONTROL) >= 0 ? "soft" : "";
    const caret = (char) => `^${String.fromCharCode(char.charCodeAt(0) + 64)}`;
    const chars = Array.from(line.replace(CONTROL, caret));
    const rows = [];
    do rows.push({ text: chars.splice(0, COLUMNS).join(""), kind });
    while (chars.length > 0);
    return rows;
  });
}
