// One JSON answer, trimmed as text and as JSON: what a model is given, and whether a program can still read it.

import { COLUMN, LINE, text as label, linesOfText, number, pane, picture, WIDTH } from "./draw.mjs";

const MARGIN = 20;
const GAP = 16;
const PANE = (WIDTH - 2 * MARGIN - GAP) / 2;
const COLUMNS = Math.floor((PANE - 16) / COLUMN);
const TOP = 76;
const PADDING = 8;
const MARKER =
  /\[truncated [\d,]+ chars\]|\[\d+ (?:items?|keys?) omitted\]|value exceeds size limit|\[content truncated/;

export function jsonPicture(library, { name, text, maxBytes }) {
  const plain = library.trim(text, { maxBytes, snap: "grapheme" }).text;
  const json = library.trim(text, { ...library.presets.apiResponse, maxBytes }).text;
  const sides = [
    { call: `trim(text, { maxBytes: ${maxBytes}, snap: "grapheme" })`, text: plain, rows: broken(plain) },
    { call: `trim(text, { ...presets.apiResponse, maxBytes: ${maxBytes} })`, text: json, rows: indented(json) },
  ];
  const height = Math.max(...sides.map(({ rows }) => rows.length)) * LINE + 2 * PADDING;
  const bytes = number(library.measure(text).bytes);
  return picture({
    height: TOP + height + MARGIN,
    title: `${name}, ${bytes} bytes, trimmed to ${number(maxBytes)} as text and as JSON`,
    description: sides.map(({ call, text }) => `${call}: ${state(text)}.`).join(" "),
    body: [
      label(MARGIN, 28, `${name}: ${bytes} bytes, trimmed to ${number(maxBytes)}`, "label title"),
      ...sides.map(({ call, text, rows }, index) => {
        const x = MARGIN + index * (PANE + GAP);
        const body = linesOfText(x + 8, TOP + PADDING, PANE, rows);
        return [
          label(x, 50, call, "title"),
          label(x, 67, state(text), isJson(text) ? "label soft" : "label failed"),
          ...pane({ id: `pane${index}`, x, y: TOP, width: PANE, height, body }),
        ];
      }),
    ],
  });
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const state = (text) =>
  isJson(text) ? "JSON.parse reads it; indented and long lines clipped here" : "no JSON any more";

/** A text in rows as long as the pane is wide. */
function broken(text) {
  return text.split("\n").flatMap((line) => {
    const chars = Array.from(line);
    const rows = [];
    do rows.push(chars.splice(0, COLUMNS).join(""));
    while (chars.length > 0);
    return rows.map((row) => ({ text: row, kind: MARKER.test(line) ? "marker" : "" }));
  });
}

/** JSON as a person reads it, digits and escapes as they are. */
function indented(json) {
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  const text = json.replace(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[[\]{}:,]/g, (token) => {
    if (token === "[" || token === "{") depth += 1;
    if (token === "]" || token === "}") depth -= 1;
    if (token === ":") return ": ";
    if (token === "]" || token === "}") return line() + token;
    return /^[[{,]$/.test(token) ? token + line() : token;
  });
  return text.split("\n").map((row) => {
    const chars = Array.from(row);
    const clipped = chars.length > COLUMNS ? `${chars.slice(0, COLUMNS - 1).join("")}…` : row;
    return { text: clipped, kind: MARKER.test(row) ? "marker" : "" };
  });
}
