// Rows and columns of a terminal: widths as terminals draw them.

import stringWidth from "string-width";
import { graphemes, isPath, visible } from "tooltrim-view/text";

export interface TableStyle {
  /** Columns of the terminal. */
  readonly width: number;
  /** True if escape sequences may colour the text. */
  readonly color: boolean;
}

/** A cell: a text, or a bar of two parts, as shares from 0 to 1. */
export interface Cell {
  readonly text?: string;
  readonly bar?: readonly [number, number];
  /** True if it ends where its column does. */
  readonly isRight?: boolean;
  /** True if it gives way where there is little room. */
  readonly isFlexible?: boolean;
}

const BAR = 16;
const GAP = "  ";
/** Narrowest flexible column, and widest of the others. */
const [LEAST, MOST] = [10, 28];

/** Cuts a text to columns, with `…` for the rest; of a path the end stays, as it is the part that tells. */
export function fitted(text: string, columns: number): string {
  // No text of so many chars is that narrow; it need not be measured.
  const most = columns * 16 + 64;
  const isEnd = isPath(text.slice(0, most));
  const line = visible(isEnd ? text.slice(-most) : text.slice(0, most));
  if (text.length <= most && stringWidth(line) <= columns) return line;
  const segments = graphemes(line);
  if (isEnd) segments.reverse();
  const short: string[] = [];
  let width = 1;
  for (const segment of segments) {
    width += stringWidth(segment);
    if (width > columns) break;
    short.push(segment);
  }
  return isEnd ? `…${short.reverse().join("")}` : `${short.join("")}…`;
}

const paint = (text: string, code: number, { color }: TableStyle) =>
  color && text ? `\u001b[${code}m${text}\u001b[0m` : text;

/** Breaks a text of short words into lines. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of visible(text).split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && stringWidth(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A line above a table. */
export const heading = (text: string, style: TableStyle): string => paint(fitted(text, style.width), 1, style);

/** Returns the lines of a table; texts give way where it is too wide, then columns from the right. */
export function layout(titles: readonly string[], rows: readonly (readonly Cell[])[], style: TableStyle): string[] {
  const own = titles.map((title, at) => {
    const widths = rows.map((row) => {
      const cell = row[at];
      if (!cell) return 0;
      return cell.bar ? BAR : stringWidth(visible((cell.text ?? "").slice(0, style.width * 4)));
    });
    const isFlexible = rows.some((row) => row[at]?.isFlexible);
    const isRight = rows.some((row) => row[at]?.isRight);
    const widest = Math.max(stringWidth(title), ...widths);
    return { title, at, isFlexible, isRight, width: isFlexible || isRight ? widest : Math.min(widest, MOST) };
  });
  const columns = fitting(own, style.width);
  const head = columns.map(({ title, width, isRight }) => padded(title, width, isRight)).join(GAP);
  const lines = rows.map((row) =>
    columns
      .map(({ at, width, isRight }) => {
        const cell = row[at];
        if (!cell) return " ".repeat(width);
        return cell.bar ? barOf(cell.bar, style) : padded(cell.text ?? "", width, isRight);
      })
      .join(GAP)
      .trimEnd(),
  );
  return [paint(head.trimEnd(), 2, style), ...lines];
}

interface Width {
  readonly title: string;
  readonly at: number;
  readonly isFlexible: boolean;
  readonly isRight: boolean;
  readonly width: number;
}

function fitting(columns: readonly Width[], width: number): Width[] {
  const total = (some: readonly Width[]) => some.reduce((sum, column) => sum + column.width + GAP.length, -GAP.length);
  let kept = [...columns];
  for (;;) {
    const over = total(kept) - width;
    if (over <= 0) return kept;
    const flexible = kept.find((column) => column.isFlexible);
    if (flexible && flexible.width - over >= LEAST) {
      return kept.map((column) => (column === flexible ? { ...column, width: column.width - over } : column));
    }
    // The first column names the rows, and the flexible one says what they are about.
    const last = kept.reduce((found, column, at) => (column.isFlexible ? found : at), -1);
    if (last <= 0) return kept.map((column) => ({ ...column, width: Math.min(column.width, width) })).slice(0, 1);
    kept = kept.filter((_, at) => at !== last);
  }
}

function padded(text: string, width: number, isRight: boolean): string {
  const shown = fitted(text, width);
  const room = " ".repeat(Math.max(width - stringWidth(shown), 0));
  return isRight ? room + shown : shown + room;
}

/** A bar of blocks: what is in use, and what is out of date. */
function barOf([full, stale]: readonly [number, number], style: TableStyle): string {
  const blocks = (share: number) => Math.round(Math.min(Math.max(share, 0), 1) * BAR);
  const all = Math.max(blocks(full + stale), full + stale > 0 ? 1 : 0);
  // What is smaller than a block is drawn as the larger of both.
  const first = stale <= full && blocks(full) === 0 ? all : Math.min(blocks(full), all);
  const bar = [paint("█".repeat(first), 32, style), paint("▒".repeat(all - first), 33, style)];
  return bar.join("") + " ".repeat(BAR - all);
}
