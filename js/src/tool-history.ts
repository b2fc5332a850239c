// An import swap for the reference module of tool histories: its names, its units, its wording. Thresholds are in tokens, a
// token is four UTF-16 units, and the summary is the coarsest one.
import { categorizeToolCall as categorize, decide, type ToolCategory, type TruncationDecision } from "./calls/calls.js";
import { type FamilyTokenCounter, HistoryManager, type ToolHistoryLogger } from "./calls/history-manager.js";

export type { ToolCategory, TruncationDecision } from "./calls/calls.js";
export type { CompactedHistory, FormattedToolEntry, ToolHistoryLogger } from "./calls/history-manager.js";

/** Counts the tokens of a text for a family of models. */
export type TokenCounter = FamilyTokenCounter;

/** A recorded call. */
export interface ToolCallEntry {
  /** The id of the call. It may repeat. */
  callId: string;
  /** The name of the tool. */
  name: string;
  /** The arguments. */
  args: Record<string, unknown>;
  /** The result. */
  result: string;
  /** Whether the call failed. */
  isError: boolean;
  /** When it was made; not read. */
  timestamp: number;
  /** Its tokens. */
  tokenCount: number;
  /** What the tool does. */
  category: ToolCategory;
}

/** How a history is truncated. */
export interface TruncationConfig {
  /** So many of the last calls stay in full; default 6. */
  recentCallsToKeep: number;
  /** The most tokens of the summary; default 500. */
  maxHistorySummaryTokens: number;
  /** Quote failures (default), or only count them. */
  preserveErrorsVerbatim: boolean;
  /** Older calls go when all calls together have more tokens than this; default 10,000. */
  truncationThreshold: number;
}

/** Some of a configuration; `undefined` counts as absent. */
export type PartialConfig = { readonly [Name in keyof TruncationConfig]?: TruncationConfig[Name] | undefined };

/**
 * Decides which calls stay in full, and writes a summary of the others, as the reference module does.
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

/** What a tool does, by its name. */
export function categorizeToolCall(name: string): ToolCategory {
  return categorize(name);
}

/** Four UTF-16 units a token, rounded up. The main entry has the better estimate. */
export function estimateTokens(content: string): number {
  return Math.ceil(content.length / 4);
}

/**
 * A history of tool calls that grows, and its text for a model, as the reference module writes it.
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
 * The record's own shapes are understood, too: `addToolCall(entry)`, `recentTurnsToKeep`, `getCompactedHistory(budgetTokens)`.
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
}
