// Sentences and figures about stats, which the page, the picture and the tables share.

import { counted, grouped, percent } from "../text.js";
import { describedParts } from "../words.js";
import type { ConversationStats, Saving } from "./types.js";

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

/** A share of all chars, as `12 %`. */
export const shareOf = ({ size }: ConversationStats, chars: number): string => percent(chars / Math.max(size.chars, 1));

/** The largest figures in words, for those who do not see a chart. */
export const described = ({ messages, parts }: ConversationStats): string =>
  `${counted(messages, "message")} with ${describedParts(parts)}.`;

/** `12 of them out of date, 34,000 chars`. */
export const staleNote = ({ stale }: ConversationStats): string =>
  stale.calls === 0
    ? "No result is out of date."
    : `${counted(stale.calls, "result")} with ${counted(stale.chars, "char")} ${stale.calls === 1 ? "is" : "are"} out of date: a later call changed the file, repeated the call, or succeeded where it failed.`;
