import type { ConversationStats, Saving } from "tooltrim-view/stats";
import { shareOf, summaryOf } from "tooltrim-view/summary";
import { budget, compact, counted, grouped, percent } from "tooltrim-view/text";
import { breakEven, KIND_NAMES, kindsOf, STALE_WORDS } from "tooltrim-view/words";
import { type Cell, heading, layout, type TableStyle, wrapped } from "./terminal.js";

/** Rows of a table that lists more than a reader reads. */
const ROWS = 8;

/** Returns stats as tables for a terminal. `width`: columns, default 100. `color`: with escape sequences. */
export function statsTables(
  stats: ConversationStats,
  { width = 100, color = false }: { readonly width?: number; readonly color?: boolean } = {},
): string {
  const style: TableStyle = { width: Math.max(Math.floor(width), 40), color };
  const sections = [head(stats, style), parts(stats, style), usage(stats, style), largest(stats, style)];
  const more = [files(stats, style), repeats(stats, style), failures(stats, style), savings(stats, style)];
  return `${[...sections, ...more].filter(Boolean).join("\n\n")}\n`;
}

function head(stats: ConversationStats, style: TableStyle): string {
  const { size, stale, window } = stats;
  const lines = [
    `${grouped(size.tokens)} tokens, ${grouped(size.chars)} chars${window ? ` in a window of ${budget(window)}` : ""}`,
    summaryOf(stats),
    ...(stale.calls > 0
      ? [
          `${counted(stale.calls, "result")} with ${counted(stale.chars, "char")} out of date, ${shareOf(stats, stale.chars)}`,
        ]
      : []),
  ];
  const [first = "", ...rest] = lines;
  return [heading(first, style), ...rest.flatMap((line) => wrapped(line, style.width))].join("\n");
}

const bar = (value: number, all: number): Cell => ({ bar: [value / Math.max(all, 1), 0] });
const right = (text: string): Cell => ({ text, isRight: true });

function section<R>(
  title: string,
  rows: readonly R[],
  columns: readonly (readonly [title: string, cell: (row: R) => Cell])[],
  style: TableStyle,
  most = ROWS,
): string {
  if (rows.length === 0) return "";
  const cells = rows.slice(0, most).map((row) => columns.map(([, cell]) => cell(row)));
  const titles = columns.map(([name]) => name);
  const more = rows.length > most ? [`… and ${grouped(rows.length - most)} more`] : [];
  return [heading(title, style), ...layout(titles, cells, style), ...more].join("\n");
}

function parts(stats: ConversationStats, style: TableStyle): string {
  const rows = kindsOf(stats.parts);
  return section(
    "What it is made of",
    rows,
    [
      ["kind", ({ kind }) => ({ text: KIND_NAMES[kind] })],
      ["", ({ chars }) => bar(chars, stats.size.chars)],
      ["share", ({ chars }) => right(shareOf(stats, chars))],
      ["chars", ({ chars }) => right(grouped(chars))],
    ],
    style,
  );
}

function usage({ categories, tools, size }: ConversationStats, style: TableStyle): string {
  const tableOf = (title: string, rows: typeof tools) =>
    section(
      title,
      rows,
      [
        ["name", ({ name }) => ({ text: name })],
        [
          "",
          ({ chars, staleChars }) => ({
            bar: [(chars - staleChars) / Math.max(size.chars, 1), staleChars / Math.max(size.chars, 1)],
          }),
        ],
        ["share", (row) => right(percent(row.share))],
        ["chars", ({ chars }) => right(grouped(chars))],
        ["stale", ({ staleChars }) => right(grouped(staleChars))],
        ["calls", ({ calls }) => right(grouped(calls))],
        ["failed", ({ failures }) => right(grouped(failures))],
      ],
      style,
      12,
    );
  return [tableOf("By category (▒ out of date)", categories), tableOf("By tool", tools)].filter(Boolean).join("\n\n");
}

function largest(stats: ConversationStats, style: TableStyle): string {
  return section(
    "Biggest results",
    stats.largest,
    [
      ["tool", ({ name }) => ({ text: name })],
      ["about", ({ subject }) => ({ text: subject ?? "", isFlexible: true })],
      ["message", ({ message }) => right(grouped(message))],
      ["chars", ({ chars }) => right(grouped(chars))],
      ["share", (row) => right(percent(row.share))],
      ["", ({ isError, stale }) => ({ text: stale ? STALE_WORDS[stale] : isError ? "failed" : "" })],
    ],
    style,
    stats.largest.length,
  );
}

function files({ files }: ConversationStats, style: TableStyle): string {
  return section(
    "Read again, or changed after they were read",
    files,
    [
      ["file", ({ path }) => ({ text: path, isFlexible: true })],
      ["reads", ({ reads }) => right(grouped(reads))],
      ["edits", ({ edits }) => right(grouped(edits))],
      ["chars read", ({ readChars }) => right(grouped(readChars))],
      ["stale", ({ staleChars }) => right(grouped(staleChars))],
    ],
    style,
  );
}

function repeats({ repeats }: ConversationStats, style: TableStyle): string {
  return section(
    "Run again",
    repeats,
    [
      ["tool", ({ name }) => ({ text: name })],
      ["about", ({ subject }) => ({ text: subject ?? "", isFlexible: true })],
      ["times", ({ times }) => right(grouped(times))],
      ["failed", ({ failures }) => right(grouped(failures))],
      ["stale", ({ staleChars }) => right(grouped(staleChars))],
    ],
    style,
  );
}

function failures({ failures }: ConversationStats, style: TableStyle): string {
  return section(
    "Failures",
    failures,
    [
      ["times", ({ count }) => right(grouped(count))],
      ["state", ({ resolved }) => ({ text: resolved ? "passed later" : "open" })],
      ["error", ({ line }) => ({ text: line || "(no error line)", isFlexible: true })],
    ],
    style,
  );
}

function savings({ savings }: ConversationStats, style: TableStyle): string {
  const rungs = ({ calls: { full, trimmed, fact, folded } }: Saving) => `${full}·${trimmed}·${fact}·${folded}`;
  return section(
    "What compaction would save",
    savings,
    [
      ["target", (row) => ({ text: `${percent(row.share)}${row.reached ? "" : " (missed)"}` })],
      ["saved", ({ saved }) => right(percent(saved))],
      ["chars after", ({ after }) => right(grouped(after.chars))],
      ["tokens after", ({ after }) => right(grouped(after.tokens))],
      ["full·trim·line·fold", (row) => right(rungs(row))],
      ["cached again", ({ rebilledTokens }) => right(compact(rebilledTokens))],
      ["pays after", (row) => right(breakEven(row.breakEvenRequests, row.saved > 0))],
    ],
    style,
    savings.length,
  );
}
