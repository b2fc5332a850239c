import { alsoKnown } from "../errors.js";
import { copyData } from "../tool/copy.js";
import {
  configOf,
  decide,
  idAt,
  resummarize,
  type ToolCallEntry,
  type TruncationConfig,
  type TruncationDecision,
} from "./calls.js";
import {
  CALL_SUMMARIZER_OPTIONS,
  type CallSummarizerOptions,
  checkedOptions,
  redactedCall,
  summarized,
} from "./summarizer.js";

/** Options of {@link computeTruncationAsync}. */
export interface AsyncTruncationConfig extends TruncationConfig, CallSummarizerOptions {}

/** Result of {@link computeTruncationAsync}. */
export interface AsyncTruncationDecision extends TruncationDecision {
  /** Which summary was used and why: one note if the summarizer was asked, otherwise none. */
  notes: string[];
}

/**
 * Compacts a tool-call history as {@link computeTruncation} does, with a summary from the caller, for example from a
 * fast model.
 *
 * @example
 * ```ts
 * import { computeTruncationAsync } from "tooltrim";
 *
 * const calls = Array.from({ length: 20 }, (_, n) => ({
 *   callId: `call_${n}`,
 *   name: "read_file",
 *   args: { filePath: `src/${n}.ts` },
 *   result: "x".repeat(900),
 * }));
 * const { summary, notes } = await computeTruncationAsync(calls, {
 *   summarize: async (calls, signal) => `Read ${calls.length} files; none matters for the task.`,
 *   timeout: 5_000,
 * });
 * summary; // "[Earlier in this session:]\nRead 14 files; none matters for the task."
 * notes; // ["the summary is the summariser's"]
 * ```
 *
 * The summarizer gets the calls that leave, oldest first, and runs only if some do. If it fails, takes longer than
 * `timeout`, or returns no text, an empty text or one of more than `maxHistorySummaryTokens`, the built-in summary is
 * used; `notes` names the one used and the reason. Its text follows a header line of tooltrim and cannot forge other
 * lines. Without `summarize` and `redact` the decision equals that of `computeTruncation`.
 *
 * Rejects with the reason of `signal` when that is aborted, and with a `TooltrimError` where `computeTruncation` throws
 * it.
 */
export async function computeTruncationAsync(
  calls: readonly ToolCallEntry[],
  config?: AsyncTruncationConfig | null,
): Promise<AsyncTruncationDecision> {
  const given: AsyncTruncationConfig = configOf(config);
  const { summarize, timeout, signal, redact, ...rest } = checkedOptions(given);
  signal?.throwIfAborted();
  const own = alsoKnown(CALL_SUMMARIZER_OPTIONS, () => decide(calls, rest, false));
  if (!own.shouldTruncate) return { ...own, notes: [] };
  const leaves = (at: number) => own.truncatedCallIds.has(idAt(calls, at));
  // The caller's list and config may change in the meantime.
  const then = calls.map((call, at) => (redact && leaves(at) ? redactedCall(call, redact) : call));
  const settings = copyData(rest);
  const leaving = then.filter((_, at) => leaves(at));
  const shown = redact ? { ...own, ...resummarize(then, settings, undefined) } : own;
  return summarized(shown, leaving, { summarize, timeout, signal, redact }, (text) => {
    const theirs = resummarize(then, settings, text);
    return theirs && { ...own, ...theirs };
  });
}
