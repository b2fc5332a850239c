import type { Budget, ConversationSize, Rung, ToolCategory } from "tooltrim";
import type { CharsByKind, FailureGroup, FileUse, MessageFormat, Stale } from "tooltrim/messages";

/** Options of `conversationStats`. */
export interface StatsOptions {
  /** Format of the messages. Default: detected by shape. */
  readonly format?: MessageFormat | undefined;
  /** The context window that targets are shares of. Default: the size of the conversation, in chars. */
  readonly window?: Budget | undefined;
  /** Shares to compact to. Default 0.8, 0.6, 0.5, 0.4 and 0.2. */
  readonly targets?: readonly number[] | undefined;
  /** Number of the biggest results that are listed. Default 10. */
  readonly largest?: number | undefined;
  /** Hides secrets in names, subjects, paths and lines of failures. Default `redactSecrets`. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** Calls of one tool, or of one category. */
export interface UsageRow {
  readonly name: string;
  readonly calls: number;
  readonly failures: number;
  /** UTF-16 units of names, arguments and results. */
  readonly chars: number;
  readonly tokens: number;
  /** Share of the chars of the conversation, from 0 to 1. */
  readonly share: number;
  /** UTF-16 units of results that are out of date. */
  readonly staleChars: number;
  /** The call that takes the most. */
  readonly largest: { readonly call: number; readonly chars: number };
}

/** One of the biggest results. */
export interface LargeResult {
  /** Index of the call. */
  readonly call: number;
  /** Index of the message with the result. */
  readonly message: number;
  readonly name: string;
  readonly category: ToolCategory;
  readonly subject: string | null;
  /** UTF-16 units of the result. */
  readonly chars: number;
  /** Tokens of the call with its result. */
  readonly tokens: number;
  /** Share of the chars of the conversation, from 0 to 1. */
  readonly share: number;
  readonly isError: boolean;
  readonly stale: Stale | null;
}

/** A command, a search or a request that was made again. */
export interface RepeatedCall {
  readonly name: string;
  readonly category: ToolCategory;
  readonly subject: string | null;
  /** Number of calls. */
  readonly times: number;
  readonly failures: number;
  /** UTF-16 units of all results. */
  readonly chars: number;
  /** The same of those that a later one replaces. */
  readonly staleChars: number;
  /** Indexes of the calls, in order. */
  readonly calls: readonly number[];
}

/** What a compaction to a target would give. */
export interface Saving {
  /** The target, as a share of the window. */
  readonly share: number;
  /** The target in the unit of the window. */
  readonly target: Budget;
  /** Size as the report of the compaction has it, which samples the tokens of long conversations. */
  readonly before: ConversationSize;
  readonly after: ConversationSize;
  /** Share that is saved, from 0 to 1, in the unit of the window. */
  readonly saved: number;
  /** True if the target was met. */
  readonly reached: boolean;
  /** Number of calls by what is left of their results. */
  readonly calls: Readonly<Record<Rung, number>>;
  /** Tokens to be written to the cache again. */
  readonly rebilledTokens: number;
  /** Number of requests after which the step pays off; `null` if nothing was changed or it never does. */
  readonly breakEvenRequests: number | null;
}

/** Chars of neighbouring messages. */
export interface TimelineBin {
  /** Index of the first message. */
  readonly from: number;
  /** Index behind the last one. */
  readonly to: number;
  readonly chars: CharsByKind;
}

/** Composition of a conversation, and the savings of compaction. */
export interface ConversationStats {
  /** Format of the messages; `null` if there are none. */
  readonly format: MessageFormat | null;
  readonly size: ConversationSize;
  readonly window: Budget | null;
  readonly messages: number;
  readonly calls: number;
  readonly failedCalls: number;
  readonly unansweredCalls: number;
  /** Number of images and files. */
  readonly media: number;
  readonly parts: CharsByKind;
  /** Results that are out of date: calls, and UTF-16 units of their results. */
  readonly stale: { readonly calls: number; readonly chars: number };
  /** By category and by tool, the largest first. */
  readonly categories: readonly UsageRow[];
  readonly tools: readonly UsageRow[];
  readonly largest: readonly LargeResult[];
  /** Files that were read more than once, or whose view is out of date; those with the most stale chars first. */
  readonly files: readonly FileUse[];
  /** Commands, searches and requests that were made again; those with the most stale chars first. */
  readonly repeats: readonly RepeatedCall[];
  /** All failures, by their telling line; the most frequent first. */
  readonly failures: readonly FailureGroup[];
  readonly savings: readonly Saving[];
  /** At most 200 bins. */
  readonly timeline: readonly TimelineBin[];
}
