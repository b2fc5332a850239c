import { budget, counted, escaped, grouped, percent, shortened } from "tooltrim-view/text";
import { bar, type Column, table } from "./page-table.js";
import type { ConversationStats, LargeResult, RepeatedCall, Saving, UsageRow } from "./types.js";
import { breakEven, KIND_NAMES, partsOf, STALE_WORDS } from "./words.js";

/** Chars of a subject or a line of a failure. */
const LINE = 140;

const code = (text: string | null) => (text ? `<code>${escaped(shortened(text, LINE))}</code>` : "");
const number = <R>(title: string, value: (row: R) => number, isMinor = false): Column<R> => ({
  ...{ title, kind: "n", isMinor },
  cell: (row) => grouped(value(row)),
});

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const share = <R>(title: string, value: (row: R) => number): Column<R> => ({
  ...{ title, kind: "n" },
  cell: (row) => escaped(percent(value(row))),
});

/** The parts of a conversation by kind. */
export function partsTable(stats: ConversationStats): string {
  const all = Math.max(stats.size.chars, 1);
  return table("Chars by kind", partsOf(stats), [
    {
      title: "Kind",
      cell: ({ kind }) => `<span class="dot k-${kind}" aria-hidden="true"></span>${KIND_NAMES[kind]}`,
    },
    number("Chars", ({ chars }) => chars),
    share("Share", ({ chars }) => chars / all),
  ]);
}

/** Calls by category or by tool. */
export function usageTable(
  caption: string,
  title: string,
  rows: readonly UsageRow[],
  all: number,
  isCode: boolean,
): string {
  const most = Math.max(all, 1);
  return table(caption, rows, [
    { title, kind: "t", cell: ({ name }) => (isCode ? code(name) : capital(escaped(name))) },
    {
      ...{ title: "", kind: "b" },
      cell: ({ chars, staleChars }) =>
        bar([
          ["", (chars - staleChars) / most],
          ["s", staleChars / most],
        ]),
    },
    share("Share", (row) => row.share),
    number("Chars", ({ chars }) => chars),
    number("Tokens", ({ tokens }) => tokens, true),
    number("Out of date", ({ staleChars }) => staleChars, true),
    number("Calls", ({ calls }) => calls),
    number("Failed", ({ failures }) => failures, true),
    number("Largest call", ({ largest }) => largest.chars, true),
  ]);
}

const state = ({ isError, stale }: LargeResult) =>
  [
    isError ? '<span class="tag bad">failed</span>' : "",
    stale ? `<span class="tag old">${STALE_WORDS[stale]}</span>` : "",
  ].join(" ");

/** The biggest results. */
export function largestTable(rows: readonly LargeResult[]): string {
  return table(
    `The ${counted(rows.length, "result")} with the most chars`,
    rows,
    [
      { title: "Tool", kind: "t", cell: ({ name }) => code(name) },
      { title: "About", kind: "w", cell: ({ subject }) => code(subject) },
      number("Message", ({ message }) => message, true),
      number("Chars", ({ chars }) => chars),
      number("Tokens", ({ tokens }) => tokens, true),
      share("Share", (row) => row.share),
      { title: "State", isMinor: true, cell: state },
    ],
    { most: rows.length, none: "No call has a result." },
  );
}

/** Files that were read again, or whose view is out of date. */
export function filesTable({ files }: ConversationStats): string {
  return table(
    "Files that were read again, or changed after they were read",
    files,
    [
      { title: "File", kind: "w", cell: ({ path }) => code(path) },
      number("Reads", ({ reads }) => reads),
      number("Edits", ({ edits }) => edits, true),
      number("Chars read", ({ readChars }) => readChars, true),
      number("Out of date", ({ staleChars }) => staleChars),
    ],
    { none: "No file was read again, and none was changed after it was read." },
  );
}

/** Commands, searches and requests that were made again. */
export function repeatsTable({ repeats }: ConversationStats): string {
  return table<RepeatedCall>(
    "Commands, searches and requests that were made again",
    repeats,
    [
      { title: "Tool", kind: "t", cell: ({ name }) => code(name) },
      { title: "About", kind: "w", cell: ({ subject }) => code(subject) },
      number("Times", ({ times }) => times),
      number("Failed", ({ failures }) => failures, true),
      number("Chars", ({ chars }) => chars, true),
      number("Out of date", ({ staleChars }) => staleChars),
    ],
    { none: "None was made again." },
  );
}

/** Failures by their telling line. */
export function failuresTable({ failures }: ConversationStats): string {
  return table(
    "By the line that describes the error best",
    failures,
    [
      { title: "Error", kind: "w", cell: ({ line }) => code(line) || "(no line tells)" },
      number("Times", ({ count }) => count),
      {
        title: "State",
        cell: ({ resolved }) =>
          resolved ? '<span class="tag">passed later</span>' : '<span class="tag bad">open</span>',
      },
    ],
    { none: "No call failed." },
  );
}

const rungs = ({ calls: { full, trimmed, fact, folded } }: Saving) =>
  [
    [full, "full"],
    [trimmed, "trimmed"],
    [fact, "as a line"],
    [folded, "folded"],
  ]
    .filter(([count]) => count)
    .map(([count, name]) => `${grouped(Number(count))} ${name}`)
    .join(", ");

/** What compaction would save. */
export function savingsTable({ savings }: ConversationStats): string {
  return table(
    "Compaction of the whole conversation to each target",
    savings,
    [
      {
        title: "Target",
        cell: ({ share: part, target, reached }) =>
          `${escaped(percent(part))}${reached ? "" : ' <span class="tag bad">not reached</span>'}<span class="sub">${escaped(budget(target))}</span>`,
      },
      { title: "", kind: "b", cell: ({ saved }) => bar([["", saved]]) },
      share("Saved", ({ saved }) => saved),
      number("Chars after", ({ after }) => after.chars, true),
      number("Tokens after", ({ after }) => after.tokens, true),
      { title: "Results", isMinor: true, cell: rungs },
      number("Tokens cached again", ({ rebilledTokens }) => rebilledTokens, true),
      { title: "Pays off after", kind: "n", cell: breakEven },
    ],
    { none: "There is nothing to compact." },
  );
}

/** `12 of them out of date, 34,000 chars`. */
export const staleNote = ({ stale }: ConversationStats): string =>
  stale.calls === 0
    ? "No result is out of date."
    : `${counted(stale.calls, "result")} with ${counted(stale.chars, "char")} ${stale.calls === 1 ? "is" : "are"} out of date: a later call changed the file, repeated the call, or succeeded where it failed.`;
