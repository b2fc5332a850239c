import { redactSecrets } from "tooltrim";
import { type FileUse, type InspectedCall, inspectMessages } from "tooltrim/messages";
import { repeatsOf } from "./repeats.js";
import { savingsOf } from "./savings.js";
import { timelineOf } from "./timeline.js";
import type { ConversationStats, LargeResult, StatsOptions } from "./types.js";
import { usageBy } from "./usage.js";

export type * from "./types.js";

const TARGETS = [0.8, 0.6, 0.5, 0.4, 0.2];
const LARGEST = 10;

/**
 * Returns what takes the room of a conversation, and what compaction would save.
 *
 * Every figure is one of the library's: sizes, staleness and failures are those of `inspectMessages`, savings those of
 * the report of `compactMessages`.
 *
 * @throws TooltrimError as `inspectMessages` and `compactMessages` do
 */
export function conversationStats(messages: readonly unknown[], options: StatsOptions = {}): ConversationStats {
  const { format, window, targets = TARGETS, largest = LARGEST, redact = redactSecrets } = options;
  const { calls, ...inspection } = inspectMessages(messages, { format, redact });
  const { size } = inspection;
  const stale = calls.filter((call) => call.stale !== null);
  return {
    format: inspection.format,
    size,
    window: window ?? null,
    messages: inspection.messages.length,
    calls: calls.length,
    failedCalls: calls.filter(({ isError }) => isError).length,
    unansweredCalls: calls.filter(({ isAnswered }) => !isAnswered).length,
    media: inspection.media,
    parts: inspection.parts,
    stale: { calls: stale.length, chars: stale.reduce((chars, call) => chars + call.resultChars, 0) },
    categories: usageBy(calls, size.chars, ({ category }) => category),
    tools: usageBy(calls, size.chars, ({ name }) => name),
    largest: largestOf(calls, size.chars, largest),
    files: filesOf(inspection.files),
    repeats: repeatsOf(calls),
    failures: [...inspection.failures].sort((one, other) => other.count - one.count),
    savings: savingsOf(messages, size, { format, window, targets }),
    timeline: timelineOf(inspection.messages),
  };
}

function largestOf(calls: readonly InspectedCall[], all: number, most: number): LargeResult[] {
  return calls
    .map((call, at) => ({ call, at }))
    .filter(({ call }) => call.resultChars > 0)
    .sort((one, other) => other.call.resultChars - one.call.resultChars)
    .slice(0, most)
    .map(({ call, at }) => ({
      call: at,
      message: call.resultMessage ?? call.message,
      name: call.name,
      category: call.category,
      subject: call.subject,
      chars: call.resultChars,
      tokens: call.tokens,
      share: call.resultChars / Math.max(all, 1),
      isError: call.isError,
      stale: call.stale,
    }));
}

function filesOf(files: readonly FileUse[]): FileUse[] {
  return files
    .filter(({ reads, staleChars }) => reads > 1 || staleChars > 0)
    .sort((one, other) => other.staleChars - one.staleChars || other.readChars - one.readChars);
}
