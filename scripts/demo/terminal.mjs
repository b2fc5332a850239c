// What a terminal can show of any text: nothing that moves the cursor, widths in columns, colours only where wanted.

import stringWidth from "string-width";

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });
const TAB = "    ";
// biome-ignore lint/suspicious/noControlCharactersInRegex: to find control characters is what it is for
const HIDDEN = /[\0-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
/** The text with control characters and invisible marks of direction as signs: ␛, ␀, <U+202E>. */
export function visible(text) {
  return text.toWellFormed().replace(HIDDEN, (char) => {
    const code = char.charCodeAt(0);
    if (code === 0x09) return TAB;
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    if (code === 0x7f) return "␡";
    return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

function graphemesOf(text) {
  return Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
}

/**
 * The first `columns` columns of one line, or the last with `from: "end"`, as `{ text, whole }`; `…` in the text says
 * that there is more.
 */
export function fit(line, columns, { from = "start" } = {}) {
  // A line may have 100 MB: look at no more of it than could fit, with room for graphemes of many units.
  const window = columns * 16;
  const atStart = from === "start";
  const part = line.length <= window ? line : atStart ? line.slice(0, window) : line.slice(-window);
  const graphemes = graphemesOf(visible(part));
  if (!atStart) graphemes.reverse();
  let whole = part.length === line.length;
  let used = 0;
  // How many graphemes fit, and how many beside the ellipsis.
  let fitting = 0;
  let beside = 0;
  for (const grapheme of graphemes) {
    used += stringWidth(grapheme);
    if (used > columns) {
      whole = false;
      break;
    }
    fitting += 1;
    if (used < columns) beside = fitting;
  }
  const shown = graphemes.slice(0, whole ? fitting : beside);
  if (!whole) shown.push("…");
  if (!atStart) shown.reverse();
  return { text: shown.join(""), whole };
}

export function clip(line, columns, options) {
  return fit(line, columns, options).text;
}

/** Breaks words into lines of at most `columns` columns; a longer word is clipped. */
export function wrap(text, columns) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines[lines.length - 1];
    if (line !== "" && stringWidth(line) + 1 + stringWidth(word) > columns) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.map((line) => clip(line, columns));
}

/** As wide as the terminal, within what reads well. */
export function pageWidth() {
  // Some terminals do not know their width and say 0.
  return Math.max(40, Math.min(process.stdout.columns || 80, 100));
}

const coloured = process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb";
const paint = (code) => (text) => (coloured && text !== "" ? `\x1b[${code}m${text}\x1b[0m` : text);
export const bold = paint("1");
export const dim = paint("2");
export const highlight = paint("30;43");
