import type { Budget, ToolCategory } from "../calls/calls.js";
import type { Edit } from "../messages/edits.js";
import type { MessageFormat, Problem, WriteOptions } from "../messages/types.js";
import type { OutputStore } from "../store/store.js";
import type { TokenCounter, TrimOptions } from "../text/options.js";

/** A value that JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** What is different about a tool. */
export interface ToolPolicy {
  /** What it does, when its name does not tell. */
  readonly category?: ToolCategory | undefined;
  /** `"always"`: its results stay in full. `"never"`: once they are not recent no more than a fact is left. Default `"normal"`. */
  readonly keep?: "always" | "normal" | "never" | undefined;
  /** How its results are trimmed when they are; default: both ends, and what went wrong between them. */
  readonly result?: TrimOptions | undefined;
}

/** What it costs to send something again; prices as shares of that of a token that is not cached. */
export interface Economics {
  /** Of a token in the provider's cache; default 0.1. */
  readonly cacheRead?: number | undefined;
  /** Of a token that is put into it; default 1.25. */
  readonly cacheWrite?: number | undefined;
  /** Requests that are still expected. */
  readonly expectedRequests?: number | undefined;
  /** A step that does not pay within `expectedRequests` is left out, unless the window is nearly full (95 %). Default false. */
  readonly onlyIfWorthwhile?: boolean | undefined;
}

/** How a conversation is compacted. Only `window` has to be given. */
export interface CompactOptions extends WriteOptions {
  /** The context window. */
  readonly window: Budget;
  /** What stands outside the messages: system prompt, tool schemas, the answer. In the unit of `window`. */
  readonly reserve?: Budget | undefined;
  /** Nothing happens until this share of `window - reserve` is passed; default 0.8. */
  readonly triggerAt?: number | undefined;
  /** A step goes down to this share; a hard limit. Default 0.5. */
  readonly compactTo?: number | undefined;
  /** A step that would free less than this share is left out, as long as the window is not nearly full (95 %); default 0.1. */
  readonly minimumGain?: number | undefined;
  /** How many of the last calls stay in full while they fit; default 6. Parallel calls are never split. */
  readonly recentCallsToKeep?: number | undefined;
  /** The most that recent calls may take together. */
  readonly recentBudget?: Budget | undefined;
  /** `"mask"`: a fact in the place of each result. `"summary"`: older exchanges leave, a summary stands for them. Default `"mask"`. */
  readonly style?: "mask" | "summary" | undefined;
  /** The most tokens of a summary; default 500. */
  readonly maxHistorySummaryTokens?: number | undefined;
  /** Who says the summary; default `"user"`. */
  readonly summaryRole?: "user" | "assistant" | undefined;
  /** Whether the assistant answers a summary with `Acknowledged previous context.`; default false. */
  readonly acknowledge?: boolean | undefined;
  /** Whether what went wrong is quoted; default true. */
  readonly preserveErrorsVerbatim?: boolean | undefined;
  /** The most chars of a failure that are quoted; default 400. */
  readonly maxErrorChars?: number | undefined;
  /** What is different about tools, by name; a `*` at the end stands for any rest. */
  readonly tools?: Readonly<Record<string, ToolPolicy>> | undefined;
  /** Paths whose newest view stays in full while it fits; a `*` at the end stands for any rest. */
  readonly protectedPaths?: readonly string[] | undefined;
  /** What it costs to send something again. */
  readonly economics?: Economics | undefined;
  /** Counts the tokens of a text; the estimate without. */
  readonly tokens?: TokenCounter | undefined;
  /** Tokens of an image or a file; default 1,600. */
  readonly mediaTokens?: number | undefined;
  /**
   * Hides what must not be said again, such as {@link redactSecrets}: sees each text that is quoted, as a whole, before any of it is cut.
   * Messages that we write, reports, events, states, stores and summarisers get what it returns. What stays as it came is not redacted.
   * What it throws ends the call.
   */
  readonly redact?: ((text: string) => string) | undefined;
  /**
   * Keeps the results that a step takes away: what stands in their place names the ref. It is handed all results that are not empty
   * when a step is taken. Save its `state` (or `flush` it) together with that of the conversation.
   */
  readonly store?: Pick<OutputStore, "put" | "get"> | undefined;
  /** Broken pairs go through and stand in `report.problems` (`"pass"`), or throw; default `"pass"`. */
  readonly onInvalid?: "pass" | "throw" | undefined;
  /** What an earlier compaction decided. */
  readonly state?: JsonValue | undefined;
  /** Is told of each compaction that changed something. One that throws harms nobody. */
  readonly onEvent?: ((event: CompactionEvent) => void) | undefined;
}

/** What {@link CompactOptions.onEvent} is told. */
export interface CompactionEvent {
  readonly type: "compaction";
  readonly report: CompactionReport;
  readonly notice: string;
}

/** A size of a conversation. */
export interface ConversationSize {
  /** UTF-16 units of all texts, names and compact-JSON arguments, escapes not counted. */
  readonly chars: number;
  /** Tokens: estimated, or as counted by `tokens`. */
  readonly tokens: number;
}

/**
 * How much of a result is left: `"full"`; `"trimmed"`: both ends and what went wrong between them; `"fact"`: one line, of a failure also
 * what it said; `"folded"`: the exchange left, and a line of a block or a summary stands for it.
 */
export type Rung = "full" | "trimmed" | "fact" | "folded";

/** What became of an exchange. */
export interface ExchangeReport {
  readonly id: string;
  readonly name: string;
  readonly category: ToolCategory;
  readonly rung: Rung;
  readonly reason: string;
  /** UTF-16 units of arguments and result. */
  readonly charsBefore: number;
  readonly charsAfter: number;
}

/** A file, and how often it was read or changed. */
export interface FileTrail {
  readonly path: string;
  readonly calls: number;
  /** The message of the last call. */
  readonly lastMessage: number;
}

/** What a compaction did, and what it costs. */
export interface CompactionReport {
  readonly before: ConversationSize;
  readonly after: ConversationSize;
  /** Even with all that may give way the target is not met. */
  readonly overTarget: boolean;
  readonly exchanges: readonly ExchangeReport[];
  /** The first message that differs from what went out before. */
  readonly firstChangedMessage: number | null;
  /** UTF-16 units in front of it: what a prompt cache keeps. */
  readonly stablePrefix: number;
  /** Tokens that are put into the cache again. */
  readonly rebilledTokens: number;
  /** After how many requests that has paid; `null`: nothing was changed, or it never pays. */
  readonly breakEvenRequests: number | null;
  readonly edited: readonly FileTrail[];
  readonly read: readonly FileTrail[];
  /** The first line of each failure that is still open. */
  readonly openFailures: readonly string[];
  /** Paths that were read again although an earlier view of them had been compacted. */
  readonly reReads: readonly string[];
  readonly problems: readonly Problem[];
  /** What else is to be known. */
  readonly notes: readonly string[];
  /** The first message that is another one than last time. */
  readonly forkedAt?: number;
}

/** A conversation that was compacted. */
export interface Compaction<M> {
  /** What goes out; the very input when nothing was changed. */
  readonly messages: readonly M[];
  readonly changed: boolean;
  /** What was changed, by position in what came. */
  readonly edits: readonly Edit<M>[];
  readonly report: CompactionReport;
  /** For users; `null` when no step was taken. */
  readonly notice: string | null;
  /** What to go on from. */
  readonly state: JsonValue;
}

/** How one request differs from others. */
export interface RequestOptions {
  /** A step is taken even when no mark is passed. */
  readonly force?: boolean | undefined;
  /** How far this step goes, instead of what the options say. */
  readonly compactTo?: number | undefined;
  /** What stands outside the messages of this request, instead of what the options say: its tool schemas, its answer. */
  readonly reserve?: Budget | undefined;
}

export type { MessageFormat };
