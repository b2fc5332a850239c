// The words of a conversation's picture: one for each thing, wherever it is shown.

import type { CompactionReport, ConversationSize, ExchangeReport, Rung, ToolCategory } from "tooltrim";
import type { CharsByKind, Stale } from "tooltrim/messages";
import { counted, grouped, percent } from "./text.js";

export type Kind = keyof CharsByKind;

/** The kinds of chars, in the order in which charts stack them. */
export const KINDS: readonly Kind[] = [
  "results",
  "arguments",
  "assistant",
  "thinking",
  "user",
  "system",
  "media",
  "other",
];

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  results: "Tool results",
  arguments: "Tool arguments",
  assistant: "Assistant texts",
  thinking: "Thinking",
  user: "User texts",
  system: "System texts",
  media: "Images and files",
  other: "Other texts",
};

export const CATEGORIES: readonly ToolCategory[] = ["read", "search", "write", "terminal", "other"];

export const CATEGORY_NAMES: Readonly<Record<ToolCategory, string>> = {
  read: "Read",
  search: "Search",
  write: "Write",
  terminal: "Terminal",
  other: "Other",
};

/** How much of a result is left, from most to least. */
export const RUNGS: readonly Rung[] = ["full", "trimmed", "fact", "folded"];

/** The second sentence of a legend: `fact: one line, with the failure if there was one`. */
export const RUNG_MEANINGS: Readonly<Record<Rung, string>> = {
  full: "all of it",
  trimmed: "both ends, and the failures in between",
  fact: "one line, with the failure if there was one",
  folded: "it left; a line of a block or of the summary stands for it",
};

/** Why a result is out of date. */
export const STALE_WORDS: Readonly<Record<Stale, string>> = {
  changed: "file changed later",
  repeated: "repeated later",
  resolved: "passed later",
};

/** Sum of all kinds. */
export const charsOf = (parts: CharsByKind): number => KINDS.reduce((sum, kind) => sum + parts[kind], 0);

/** The kinds that a conversation has, the largest first. */
export function kindsOf(parts: CharsByKind): { readonly kind: Kind; readonly chars: number }[] {
  return KINDS.map((kind) => ({ kind, chars: parts[kind] }))
    .filter(({ chars }) => chars > 0)
    .sort((one, other) => other.chars - one.chars);
}

/** `120,000 chars: tool results 71 %, …`: a stacked bar for those who do not see it. */
export function describedParts(parts: CharsByKind): string {
  const all = charsOf(parts);
  const shares = kindsOf(parts).map(({ kind, chars }) => `${KIND_NAMES[kind].toLowerCase()} ${percent(chars / all)}`);
  return [counted(all, "char"), shares.join(", ")].filter(Boolean).join(": ");
}

/** Number of exchanges on each rung. */
export function rungCounts(exchanges: readonly ExchangeReport[]): Record<Rung, number> {
  const counts = { full: 0, trimmed: 0, fact: 0, folded: 0 };
  for (const { rung } of exchanges) counts[rung] += 1;
  return counts;
}

/** `12 full, 3 trimmed, 40 fact`. */
export function describedRungs(counts: Readonly<Record<Rung, number>>): string {
  return RUNGS.filter((rung) => counts[rung] > 0)
    .map((rung) => `${grouped(counts[rung])} ${rung}`)
    .join(", ");
}

/** Share that is saved, from 0 to 1. */
export function savedShare(before: ConversationSize, after: ConversationSize, unit: keyof ConversationSize): number {
  return before[unit] > 0 ? 1 - after[unit] / before[unit] : 0;
}

/** `2 requests`, or why there is no number. */
export function breakEven(requests: CompactionReport["breakEvenRequests"], isChanged: boolean): string {
  if (requests !== null) return counted(requests, "request");
  return isChanged ? "never" : "–";
}
