import { requireOptions } from "../errors.js";
import type { TokenCounter } from "../text/options.js";
import type { TruncationConfig } from "./calls.js";
import {
  type CompactedHistory,
  type FamilyTokenCounter,
  HistoryManager,
  type ToolHistoryLogger,
} from "./history-manager.js";
import {
  CALL_SUMMARIZER_OPTIONS,
  type CallSummarizerOptions,
  checkedOptions,
  redactedCall,
  summarized,
} from "./summarizer.js";

/** Options of `getCompactedHistoryAsync`. */
export interface AsyncHistoryOptions extends CallSummarizerOptions {
  /** Tokens that the whole is to fit, as in `getCompactedHistory`. */
  readonly budgetTokens?: number | undefined;
}

/** History as text, with a note on the summary. */
export interface AsyncCompactedHistory extends CompactedHistory {
  /** Which summary was used and why: one note if the summarizer was asked, otherwise none. */
  notes: string[];
}

/**
 * Growing history of tool calls, rendered as text for a model.
 *
 * @example
 * ```ts
 * import { ToolHistoryManager } from "tooltrim";
 *
 * const history = new ToolHistoryManager({ recentCallsToKeep: 1 });
 * history.addToolCall("call_1", "run_in_terminal", { command: "npm test" }, "ok", false);
 * history.addToolCall("call_2", "read_file", { filePath: "src/a.ts" }, "export {};", false);
 * const { summary, recentCalls } = history.getCompactedHistory();
 * summary?.split("\n")[1]; // "- Ran 1 terminal command(s): npm test"
 * recentCalls[0]?.resultText; // "<!-- prior-tool-result: call_2 -->\nexport {};"
 * ```
 *
 * `tokenCounter` is a function, or an object with `estimateTextTokens(text, family)`; without it tokens are estimated.
 * A bare `truncationThreshold` counts UTF-16 units. Import `tooltrim/tool-history` instead for thresholds in tokens and
 * the wording of the reference module.
 */
export class ToolHistoryManager extends HistoryManager {
  /** @throws TooltrimError `INVALID_OPTION` */
  constructor(
    config?: TruncationConfig | null,
    tokenCounter?: TokenCounter | FamilyTokenCounter | null,
    logger?: ToolHistoryLogger | null,
  ) {
    super(config, false, tokenCounter, logger);
  }

  /**
   * Renders the history as text: recent calls in full, the others as a summary.
   *
   * A recent result is trimmed only if it alone is over the threshold and over 10,000 chars (or tokens, if the
   * threshold is in tokens). With `budgetTokens`, recent results are trimmed, oldest first, so that everything fits if
   * possible.
   *
   * @throws TooltrimError `INVALID_OPTION` unless the budget is a number of 0 or more
   */
  getCompactedHistory(budgetTokens?: number): CompactedHistory {
    return this.written(this.calls, budgetTokens) as CompactedHistory;
  }

  /**
   * Renders the history as `getCompactedHistory` does, with a summary from the caller, for example from a fast model.
   *
   * The summarizer gets the calls that the summary covers, oldest first, each time: keep its text yourself while
   * `truncatedCount` stays the same. It is checked, limited and replaced as in `computeTruncationAsync`.
   *
   * Rejects with the reason of `signal` when that is aborted, and with a `TooltrimError` `INVALID_OPTION`.
   */
  async getCompactedHistoryAsync(options: AsyncHistoryOptions = {}): Promise<AsyncCompactedHistory> {
    requireOptions("options", options, [...CALL_SUMMARIZER_OPTIONS, "budgetTokens"]);
    const { summarize, timeout, signal, redact, budgetTokens } = checkedOptions(options);
    signal?.throwIfAborted();
    const plain = this.getCompactedHistory(budgetTokens);
    if (plain.summary === null) return { ...plain, notes: [] };
    const leaves = (at: number) => at < plain.truncatedCount;
    // Calls may be added in the meantime.
    const then = this.calls.map((call, at) => (redact && leaves(at) ? redactedCall(call, redact) : call));
    const own = redact ? (this.written(then, budgetTokens) as CompactedHistory) : plain;
    const leaving = then.filter((_, at) => leaves(at));
    const put = (text: string) => this.written(then, budgetTokens, text);
    return summarized(own, leaving, { summarize, timeout, signal, redact }, put);
  }
}
