import { type Budget, type ConversationSize, compactMessages } from "tooltrim";
import { rungCounts, savedShare } from "../words.js";
import type { Saving, StatsOptions } from "./types.js";

/** Compacts to each target, once from the messages as they came. */
export function savingsOf(
  messages: readonly unknown[],
  size: ConversationSize,
  { format, window, targets }: Required<Pick<StatsOptions, "format" | "window" | "targets">>,
): Saving[] {
  if (messages.length === 0) return [];
  // A window has to have a size.
  const room: Budget = window ?? { chars: Math.max(size.chars, 1) };
  return (targets ?? []).map((share) => {
    const target = part(room, share);
    // The mark is a size, because the share of a lower mark than the target would be the share of that mark.
    const { report } = compactMessages(messages, {
      ...{ format, window: room, compactTo: target },
      ...{ triggerAt: 0, minimumGain: 0 },
    });
    const { before, after, overTarget, exchanges, rebilledTokens, breakEvenRequests } = report;
    const saved = savedShare(before, after, room.tokens === undefined ? "chars" : "tokens");
    const calls = rungCounts(exchanges);
    return { share, target, before, after, saved, reached: !overTarget, calls, rebilledTokens, breakEvenRequests };
  });
}

/** A share of a budget, in the same unit. */
function part(budget: Budget, share: number): Budget {
  const of = (size: number) => Math.floor(size * share);
  if (budget.tokens !== undefined) return { tokens: of(budget.tokens) };
  return budget.chars === undefined ? { utf16: of(budget.utf16) } : { chars: of(budget.chars) };
}
