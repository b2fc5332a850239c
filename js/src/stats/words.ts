// Words and colours that the renderers share.

import type { Stale } from "tooltrim/messages";
import { counted, grouped, percent } from "tooltrim-view/text";
import { KINDS } from "./timeline.js";
import type { ConversationStats, Saving } from "./types.js";

/** Names of the kinds of chars. */
export const KIND_NAMES: Readonly<Record<(typeof KINDS)[number], string>> = {
  results: "Tool results",
  arguments: "Tool arguments",
  assistant: "Assistant texts",
  thinking: "Thinking",
  user: "User texts",
  system: "System texts",
  other: "Other texts",
};

/** Why a result is out of date. */
export const STALE_WORDS: Readonly<Record<Stale, string>> = {
  changed: "file changed later",
  repeated: "repeated later",
  resolved: "passed later",
};

/** Colours on light and on dark ground; each has a contrast of 3 or more with its ground. */
export const COLORS: Readonly<Record<(typeof KINDS)[number], readonly [light: string, dark: string]>> = {
  results: ["#0b6350", "#4fb89a"],
  arguments: ["#3d8fb5", "#7cc4e4"],
  assistant: ["#b4530a", "#f0a35e"],
  thinking: ["#8250a8", "#c39be6"],
  user: ["#9c7a00", "#e6cb5a"],
  system: ["#6a7179", "#9aa2ab"],
  other: ["#b23a6f", "#ee8fb7"],
};

/** The kinds that a conversation has, the largest first. */
export function partsOf({ parts }: ConversationStats) {
  return KINDS.map((kind) => ({ kind, chars: parts[kind] }))
    .filter(({ chars }) => chars > 0)
    .sort((one, other) => other.chars - one.chars);
}

/** `anthropic · 120 messages · 59 calls, 3 failed`. */
export function summaryOf(stats: ConversationStats): string {
  const { format, messages, calls, failedCalls, unansweredCalls, media } = stats;
  const asides = [
    failedCalls > 0 ? `${grouped(failedCalls)} failed` : "",
    unansweredCalls > 0 ? `${grouped(unansweredCalls)} without a result` : "",
  ];
  return [
    format ?? "no messages",
    counted(messages, "message"),
    [counted(calls, "call"), ...asides.filter(Boolean)].join(", "),
    media > 0 ? `${grouped(media)} ${media === 1 ? "image or file" : "images or files"}` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The saving that a summary names: of half of the window, else the middle one. */
export function typicalSaving({ savings }: ConversationStats): Saving | undefined {
  return savings.find(({ share }) => share === 0.5) ?? savings[Math.floor(savings.length / 2)];
}

/** `2 requests`, or why there is no number. */
export function breakEven({ breakEvenRequests, saved }: Saving): string {
  if (breakEvenRequests !== null) return counted(breakEvenRequests, "request");
  return saved > 0 ? "never" : "–";
}

/** The largest figures in words, for those who do not see a chart. */
export function described(stats: ConversationStats): string {
  const parts = partsOf(stats).map(
    ({ kind, chars }) => `${KIND_NAMES[kind].toLowerCase()} ${percent(chars / Math.max(stats.size.chars, 1))}`,
  );
  return `${grouped(stats.size.chars)} chars in ${counted(stats.messages, "message")}: ${parts.join(", ")}.`;
}
