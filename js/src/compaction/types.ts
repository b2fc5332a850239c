import type { Budget, ToolCategory } from "../calls/calls.js";
import type { Edit } from "../messages/edits.js";
import type { MessageFormat, Problem, WriteOptions } from "../messages/types.js";
import type { OutputStore } from "../store/store.js";
import type { TokenCounter, TrimOptions } from "../text/options.js";

/** JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** Settings for one tool. */
export interface ToolPolicy {
  /** Category of the tool, if its name is not enough. */
  readonly category?: ToolCategory | undefined;
  /** `"always"` keeps its results in full; `"never"` keeps only facts once they are not recent. Default `"normal"`. */
  readonly keep?: "always" | "normal" | "never" | undefined;
  /** Options for trimming its results. Default: both ends, with failures in between rescued. */
  readonly result?: TrimOptions | undefined;
}

/** Cost of resending tokens, as shares of the price of an uncached token. */
export interface Economics {
  /** Price of a cached token. Default 0.1. */
  readonly cacheRead?: number | undefined;
  /** Price of writing a token to the cache. Default 1.25. */
  readonly cacheWrite?: number | undefined;
  /** Number of requests still expected. */
  readonly expectedRequests?: number | undefined;
  /**
   * Skips a step that does not pay off within `expectedRequests`, unless the window is nearly full (95 %). Default
   * false.
   */
  readonly onlyIfWorthwhile?: boolean | undefined;
}

/** Options of a compaction. Only `window` is required. */
export interface CompactOptions extends WriteOptions {
  /** The context window. */
  readonly window: Budget;
  /** Size of everything outside the messages: system prompt, tool schemas, the answer. In the unit of `window`. */
  readonly reserve?: Budget | undefined;
  /**
   * Mark above which a step is taken: a share of `window - reserve`, a size, or a number of calls since the last step. A
   * conversation that fills the window is always above it. Default 0.8.
   */
  readonly triggerAt?: number | Budget | { readonly calls: number } | undefined;
  /**
   * Share of `window - reserve` that a step reduces to, or a size, as a hard limit. Default 0.5. If `triggerAt` is a
   * smaller size, the share is of that; with a number of calls it is of the size of the messages.
   */
  readonly compactTo?: number | Budget | undefined;
  /**
   * Share of the room up to `compactTo` that a growing conversation spends: `"keep"` all, `"balanced"` half, `"save"` a
   * tenth. Kept text is sent, and billed, with each request. Only for {@link Compactor}. Default `"balanced"`.
   */
  readonly economy?: "keep" | "balanced" | "save" | undefined;
  /**
   * Treatment of messages that do not fit even after everything that may be cut was cut. `"send"` returns them, and
   * `report.fits`, `report.unfit` and `notice` say so; `"drop-oldest"` shortens old texts of the user, the oldest the most; `"summary"` replaces older exchanges by a summary; `"error"` throws. Default `"send"`.
   */
  readonly whenFull?: "send" | "drop-oldest" | "summary" | "error" | undefined;
  /** Share that a step must free to be taken, unless the window is nearly full (95 %). Default 0.1. */
  readonly minimumGain?: number | undefined;
  /**
   * Number of last calls that stay in full while they fit. Parallel calls are never split. By default the last 6, of which
   * a result of more than half of the target shrinks like older ones.
   */
  readonly recentCallsToKeep?: number | undefined;
  /** Maximum size of recent calls together. */
  readonly recentBudget?: Budget | undefined;
  /**
   * `"mask"` replaces each old result by a fact; `"summary"` replaces older exchanges by a summary. Default `"mask"`.
   */
  readonly style?: "mask" | "summary" | undefined;
  /** Maximum tokens of a summary. Default 500, or a quarter of a target of more than 8,000 UTF-16 units. */
  readonly maxHistorySummaryTokens?: number | undefined;
  /** Role of the summary message. Default `"user"`. */
  readonly summaryRole?: "user" | "assistant" | undefined;
  /**
   * True if a summary is answered with `Acknowledged previous context.`: by the assistant, or by the user if the summary is
   * the assistant's. Default false.
   */
  readonly acknowledge?: boolean | undefined;
  /** True if failures are quoted. Default true. */
  readonly preserveErrorsVerbatim?: boolean | undefined;
  /** Maximum chars quoted of a failure. Default 400. */
  readonly maxErrorChars?: number | undefined;
  /** Settings per tool, by name; a trailing `*` matches any rest. */
  readonly tools?: Readonly<Record<string, ToolPolicy>> | undefined;
  /** Paths whose newest view stays in full while it fits; a trailing `*` matches any rest. */
  readonly protectedPaths?: readonly string[] | undefined;
  /** Cost of resending tokens. */
  readonly economics?: Economics | undefined;
  /** Counts the tokens of a text. Default: the estimate. */
  readonly tokens?: TokenCounter | undefined;
  /**
   * Binding of the model's thinking. `"prefix"` (Claude since Fable 5.1) binds each block to all messages before it, so a
   * step removes all thinking from the first changed message on. `"loop"` (earlier Claude, Gemini) requires the thinking of
   * the last message; older thinking is removed first. `"calls"` (OpenAI, DeepSeek, Kimi, GLM) binds it to calls: it is
   * kept and removed together with them. Default: `"prefix"` for Anthropic's format and for signatures of
   * Anthropic in others, `"loop"` for Gemini, else `"calls"`.
   */
  readonly thinking?: "prefix" | "loop" | "calls" | undefined;
  /**
   * Limit on images and files, also far below the window. Past it, the oldest become lines until half the limit is left;
   * those of the last message that has any stay. Default: no limit.
   */
  readonly recentMedia?: number | undefined;
  /**
   * Runs of lines that also stand in another result, or in the arguments of another call: a step puts the name of the newer
   * call in the place of the older lines (`"step"`, the default); in a `Compactor` or a pool, a result that arrives also names
   * older calls at once, without a step, so `changed` can be true below the mark (`"reference"`); or all of them stay (`"keep"`).
   */
  readonly repeats?: "step" | "reference" | "keep" | undefined;
  /**
   * Share of the target of a step, from 0 to 1, that names out of removed calls may take in the block or summary: identifiers,
   * paths and options that stood there at least twice, the most frequent first, and that nothing sent holds. Default 0: none.
   */
  readonly names?: number | undefined;
  /** Tokens of an image or a file. Default 1,600. */
  readonly mediaTokens?: number | undefined;
  /**
   * Hides secrets in quoted texts, such as {@link redactSecrets}. Called with each quoted text as a whole, before it is
   * cut. Generated messages, reports, events, states, stores and summarisers get its result. Unchanged messages are not
   * redacted. The call throws what it throws.
   */
  readonly redact?: ((text: string) => string) | undefined;
  /**
   * Store for the results that a step removes; their replacements name the ref. A step passes it all results that are
   * not empty. Save its `state` (or `flush` it) together with the state of the conversation.
   */
  readonly store?: Pick<OutputStore, "put" | "get"> | undefined;
  /** `"pass"` lets broken pairs through and lists them in `report.problems`; `"throw"` throws. Default `"pass"`. */
  readonly onInvalid?: "pass" | "throw" | undefined;
  /** State of an earlier compaction. */
  readonly state?: JsonValue | undefined;
  /** Called for each compaction that changed something. Anything it throws is ignored. */
  readonly onEvent?: ((event: CompactionEvent) => void) | undefined;
}

/** Event of {@link CompactOptions.onEvent}. */
export interface CompactionEvent {
  readonly type: "compaction";
  readonly report: CompactionReport;
  readonly notice: string;
}

/** Size of a conversation. */
export interface ConversationSize {
  /** UTF-16 units of all texts, names and compact-JSON arguments, escapes not counted. */
  readonly chars: number;
  /** Tokens: estimated, or as counted by `tokens`. */
  readonly tokens: number;
}

/**
 * Remaining form of a result. `"full"`: unchanged. `"trimmed"`: both ends and failures in between. `"fact"`: one line,
 * plus the quoted failure if there is one. `"folded"`: the exchange left, and a line of a block or a summary replaces
 * it.
 */
export type Rung = "full" | "trimmed" | "fact" | "folded";

/** Outcome for one exchange. */
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

/** File that calls read or changed. */
export interface FileTrail {
  readonly path: string;
  readonly calls: number;
  /** The message of the last call. */
  readonly lastMessage: number;
}

/** Part of a conversation that cannot be cut, or not further. */
export interface Unfit {
  /**
   * `"user texts"`, `"system texts"`, `"assistant texts"`, `"arguments"`, `"results"`, `"images and files"`,
   * `"other members"` or `"blocks and summaries"` (those of tooltrim).
   */
  readonly what: string;
  /** UTF-16 units of all of it. */
  readonly chars: number;
  readonly why: string;
}

/** Report of a compaction: changes and costs. */
export interface CompactionReport {
  readonly before: ConversationSize;
  readonly after: ConversationSize;
  /** True if the messages fit into `window - reserve`. */
  readonly fits: boolean;
  /** True if the target is missed although everything that may be dropped was dropped. */
  readonly overTarget: boolean;
  /** Context window, as given. */
  readonly window: Budget;
  /** Size of everything outside the messages; `null` if none was given. */
  readonly reserve: Budget | null;
  /** If the messages do not fit: their parts by kind, the largest first. */
  readonly unfit: readonly Unfit[];
  readonly exchanges: readonly ExchangeReport[];
  /** Number of thinking blocks that were removed and kept, and the reason for the removal; see the option `thinking`. */
  readonly thinking: { readonly removed: number; readonly kept: number; readonly why: string | null };
  /** Index, in the messages to send, of the first one that the step changed; `null` if there is none. */
  readonly firstChangedMessage: number | null;
  /** UTF-16 units before it, which a prompt cache keeps. */
  readonly stablePrefix: number;
  /** Tokens to be written to the cache again. */
  readonly rebilledTokens: number;
  /** Number of requests after which the step pays off; `null` if nothing was changed or it never does. */
  readonly breakEvenRequests: number | null;
  readonly edited: readonly FileTrail[];
  readonly read: readonly FileTrail[];
  /** Number of runs of lines in whose place a result names another text that holds them. */
  readonly repeats: number;
  /** Number of names out of removed calls that the block or summary lists. */
  readonly names: number;
  /** Line of each open failure that describes its error best. */
  readonly openFailures: readonly string[];
  /** Paths read again after an earlier view of them had been compacted. */
  readonly reReads: readonly string[];
  readonly problems: readonly Problem[];
  /** Further remarks. */
  readonly notes: readonly string[];
  /** First message that differs from the one of the previous request at that place. */
  readonly forkedAt?: number;
}

/** Result of a compaction. */
export interface Compaction<M> {
  /** Messages to send; the input array itself if nothing was changed. Mutable, as most clients take them. */
  readonly messages: M[];
  readonly changed: boolean;
  /** Changes, by position in the input. */
  readonly edits: readonly Edit<M>[];
  readonly report: CompactionReport;
  /** Line for users: a step was taken, or the messages do not fit the window. `null` otherwise. */
  readonly notice: string | null;
  /** State to continue from. */
  readonly state: JsonValue;
}

/** Options of one request. */
export interface RequestOptions {
  /** Takes a step even if no mark is passed. */
  readonly force?: boolean | undefined;
  /** Target of this step, instead of the option. */
  readonly compactTo?: CompactOptions["compactTo"];
  /** Reserve of this request (tool schemas, answer), instead of the option. */
  readonly reserve?: Budget | undefined;
  /** Window of the model that this request goes to, instead of the option. */
  readonly window?: Budget | undefined;
  /** What the provider of this request binds thinking to, instead of the option. */
  readonly thinking?: CompactOptions["thinking"];
  /** Takes no step, for example while the provider compacts in the background. Wins over `force`. Default false. */
  readonly hold?: boolean | undefined;
}

/** Options of one request to a `CompactorPool`. */
export interface PoolRequestOptions<M> extends RequestOptions {
  /** Compares messages that are not the same object, for example by id. */
  readonly same?: ((known: M, message: M) => boolean) | undefined;
}

/** Tokens billed for a request. */
export interface Billed {
  /** Input tokens of the request. */
  readonly inputTokens: number;
  /** Tokens of what the request sent outside its messages (tools, system prompt), by your estimate; 0 unless given. */
  readonly outside?: number | undefined;
  /** Tokens that the provider cleared itself before it billed (`cleared_input_tokens`); 0 unless given. */
  readonly cleared?: number | undefined;
}

export type { MessageFormat };
