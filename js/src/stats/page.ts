import { budget, compact, escaped, grouped, percent } from "tooltrim-view/text";
import { growthChart } from "./chart.js";
import {
  failuresTable,
  filesTable,
  largestTable,
  partsTable,
  repeatsTable,
  savingsTable,
  staleNote,
  usageTable,
} from "./page-sections.js";
import { PAGE_STYLE } from "./page-style.js";
import type { ConversationStats } from "./types.js";
import { described, summaryOf, typicalSaving } from "./words.js";

/** Nothing is loaded and nothing runs: the page is text, style and pictures in it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const GAP = '<div class="gap"></div>';

/** Returns stats as one HTML page that needs nothing else. */
export function statsPage(
  stats: ConversationStats,
  { title = "What takes the room" }: { title?: string } = {},
): string {
  const section = (id: string, heading: string, note: string, ...body: readonly string[]) =>
    [
      `<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>`,
      note && `<p class="note">${escaped(note)}</p>`,
      ...body,
      "</section>",
    ].join("\n");
  const key = `<p class="key" aria-hidden="true"><span><i class="dot" style="background:var(--accent)"></i>in use</span><span><i class="dot" style="background:var(--stale)"></i>out of date</span></p>`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escaped(title)}</title><style>${PAGE_STYLE}</style></head><body>`,
    `<header><h1>${escaped(title)}</h1><p class="soft">${escaped(summaryOf(stats))}</p></header>`,
    "<main>",
    cards(stats),
    section("growth", "How it grew", "", growth(stats)),
    section(
      "tools",
      "By tool",
      staleNote(stats),
      key,
      usageTable("Calls by category", "Category", stats.categories, stats.size.chars, false),
      GAP,
      usageTable("Calls by tool", "Tool", stats.tools, stats.size.chars, true),
    ),
    section("largest", "Biggest results", "", largestTable(stats.largest)),
    section("again", "Read and run again", "", filesTable(stats), GAP, repeatsTable(stats)),
    section("failures", "Failures", "", failuresTable(stats)),
    section("savings", "What compaction would save", savingsNote(stats), savingsTable(stats)),
    "</main>",
    "<footer>Made by tooltrim. Chars are UTF-16 units of texts, names and arguments; tokens are estimated.</footer>",
    "</body></html>\n",
  ].join("\n");
}

function cards(stats: ConversationStats): string {
  const { size, calls, failedCalls, stale, window } = stats;
  const saving = typicalSaving(stats);
  const share = (chars: number) => percent(chars / Math.max(size.chars, 1));
  const filled = window && (window.tokens === undefined ? size.chars : size.tokens) / room(window);
  const card = (figure: string, words: string, name = "") =>
    `<li><b${name && ` class="${name}"`}>${escaped(figure)}</b><span>${escaped(words)}</span></li>`;
  return [
    '<ul class="cards" aria-label="Figures">',
    card(compact(size.tokens), `tokens, ${grouped(size.chars)} chars`),
    ...(filled === null ? [] : [card(percent(filled), `of a window of ${budget(window ?? {})}`)]),
    card(grouped(calls), failedCalls > 0 ? `tool calls, ${grouped(failedCalls)} failed` : "tool calls"),
    card(share(stats.parts.results), "are tool results"),
    card(share(stale.chars), "is out of date"),
    ...(saving ? [card(percent(saving.saved), `less if compacted to ${percent(saving.share)}`, "good")] : []),
    "</ul>",
  ].join("\n");
}

const room = ({ chars, tokens, utf16 }: { chars?: number; tokens?: number; utf16?: number }) =>
  Math.max(tokens ?? chars ?? utf16 ?? 1, 1);

function growth(stats: ConversationStats): string {
  const svg = (name: string, width: number, height: number) =>
    [
      // The second picture is the same for other screens.
      `<svg class="${name}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(described(stats))}">`,
      growthChart(stats, { x: 48, y: 10, width: width - 56, height: height - 50 }),
      "</svg>",
    ].join("\n");
  return `<div class="pair"><figure>${svg("wide", 660, 300)}${svg("narrow", 340, 240)}</figure>${partsTable(stats)}</div>`;
}

function savingsNote({ savings, window }: ConversationStats): string {
  if (savings.length === 0) return "";
  const of = window ? `the window of ${budget(window)}` : "the size of the conversation";
  return `Targets are shares of ${of}. A step makes the provider read text behind a change again, which costs once; it pays off after that many requests.`;
}
