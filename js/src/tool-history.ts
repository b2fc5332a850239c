// The entry `tooltrim/tool-history`: an import swap for the reference module, with its names, units and wording.
// Thresholds are in tokens of four UTF-16 units, and the summary is the coarsest one.
import {
  categorizeToolCall as categorize,
  decide,
  type TruncationDecision as OwnDecision,
  type ToolCategory,
} from "./calls/calls.js";
import {
  type FamilyTokenCounter,
  HistoryManager,
  type CompactedHistory as OwnHistory,
  type ToolHistoryLogger,
} from "./calls/history-manager.js";

export type { ToolCategory } from "./calls/calls.js";
export type { FormattedToolEntry, ToolHistoryLogger } from "./calls/history-manager.js";
export {
  type FunctionCallItem,
  type FunctionCallOutputItem,
  type HistoryStrategy,
  NativeStrategy,
  type RenderedEntry,
  type RenderedText,
  TextEmbedStrategy,
  type UserTextItem,
} from "./calls/render-items.js";

/** Counts the tokens of a text for a family of models. */
export type TokenCounter = FamilyTokenCounter;

/** Recorded call. */
export interface ToolCallEntry {
  /** Id of the call; ids may repeat. */
  callId: string;
  /** Name of the tool. */
  name: string;
  /** The arguments. */
  args: Record<string, unknown>;
  /** The result. */
  result: string;
  /** True if the call failed. */
  isError: boolean;
  /** Time of the call; not read. */
  timestamp: number;
  /** Tokens of the call. */
  tokenCount: number;
  /** Category of the tool. */
  category: ToolCategory;
}

/** Options of {@link computeTruncation}. */
export interface TruncationConfig {
  /** Number of last calls that stay in full. Default 6. */
  recentCallsToKeep: number;
  /** Maximum tokens of the summary. Default 500. */
  maxHistorySummaryTokens: number;
  /** True if failures are quoted; otherwise they are only counted. Default true. */
  preserveErrorsVerbatim: boolean;
  /** Tokens of all calls together above which older calls are truncated. Default 10,000. */
  truncationThreshold: number;
}

/** Calls that stay, and the summary of the others. */
export type TruncationDecision = Omit<OwnDecision, "notice">;

/** History as text. */
export type CompactedHistory = Omit<OwnHistory, "notice">;

/** Part of a configuration; `undefined` counts as absent. */
export type PartialConfig = { readonly [Name in keyof TruncationConfig]?: TruncationConfig[Name] | undefined };

/**
 * Compacts a tool-call history as the reference module does: recent calls stay, older ones become a summary.
 *
 * @example
 * ```ts
 * import { computeTruncation, estimateTokens } from "tooltrim/tool-history";
 *
 * const calls = Array.from({ length: 20 }, (_, n) => ({
 *   callId: `call_${n}`,
 *   name: "read_file",
 *   args: { filePath: `src/${n}.ts` },
 *   result: "x".repeat(900),
 *   isError: false,
 *   timestamp: n,
 *   tokenCount: estimateTokens("x".repeat(900)),
 *   category: "read" as const,
 * }));
 * computeTruncation(calls, { truncationThreshold: 1000 }).summary;
 * // "[Earlier in this session:]\n- Read 14 file(s): src/0.ts, src/1.ts, src/2.ts, +11 more"
 * ```
 *
 * @throws TooltrimError `INVALID_OPTION`
 */
export function computeTruncation(toolCalls: readonly ToolCallEntry[], config?: PartialConfig): TruncationDecision {
  return decide(toolCalls, config, true);
}

/** Returns the category of a tool, by its name. */
export function categorizeToolCall(name: string): ToolCategory {
  return categorize(name);
}

/** Estimates tokens as four UTF-16 units each, rounded up. `estimateTokens` of the main entry is more accurate. */
export function estimateTokens(content: string): number {
  return Math.ceil(content.length / 4);
}

/**
 * Growing history of tool calls, rendered as text as the reference module does.
 *
 * @example
 * ```ts
 * import { ToolHistoryManager } from "tooltrim/tool-history";
 *
 * const history = new ToolHistoryManager({ recentCallsToKeep: 1 });
 * history.addToolCall("call_1", "run_in_terminal", { command: "npm test" }, "ok", false);
 * history.addToolCall("call_2", "read_file", { filePath: "src/a.ts" }, "export {};", false);
 * history.getCompactedHistory().summary; // "[Earlier in this session:]\n- Ran 1 terminal command(s): npm test"
 * ```
 *
 * Also accepts `addToolCall(entry)`, `recentTurnsToKeep` and `getCompactedHistory(budgetTokens)`.
 */
export class ToolHistoryManager extends HistoryManager {
  /** @throws TooltrimError `INVALID_OPTION` */
  constructor(
    config?: (PartialConfig & { readonly recentTurnsToKeep?: number | undefined }) | null,
    tokenCounter?: TokenCounter | null,
    logger?: ToolHistoryLogger | null,
  ) {
    super(config, true, tokenCounter, logger);
  }

  /**
   * Renders the history as text: recent calls in full, the others as a summary.
   *
   * A recent result is trimmed only if it alone is over the threshold and over 10,000 tokens. With `budgetTokens`,
   * recent results are trimmed, oldest first, so that everything fits if possible.
   *
   * @throws TooltrimError `INVALID_OPTION` unless the budget is a number of 0 or more
   */
  getCompactedHistory(budgetTokens?: number): CompactedHistory {
    return this.written(this.calls, budgetTokens) as CompactedHistory;
  }
}
