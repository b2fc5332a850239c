import {
  type Answer,
  answerOf,
  checkedSummarizer,
  functionOf,
  SUMMARIZER_OPTIONS,
  type SummarizerOptions,
  THEIRS,
  TOO_LONG,
} from "../calls/summarizer.js";
import { alsoKnown, requireObject } from "../errors.js";
import type { AnyMessage, Untyped } from "../messages/types.js";
import { compactMessages, compactWith, isStep, withNote } from "./compact-messages.js";
import { callsThatLeft } from "./late-summary.js";
import type { Compaction, CompactOptions, JsonValue } from "./types.js";

/** Options of {@link compactMessagesAsync}. */
export interface AsyncCompactOptions extends CompactOptions, SummarizerOptions {}

/**
 * Compacts a conversation as {@link compactMessages} does, with a summary from the caller, for example from a fast
 * model.
 *
 * @example
 * ```ts
 * import { compactMessagesAsync } from "tooltrim";
 *
 * const messages = [
 *   { role: "user", content: "Which files are there?" },
 *   { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "ls", input: { path: "src" } }] },
 *   { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "lib.rs" }] },
 * ];
 * const { changed } = await compactMessagesAsync(messages, {
 *   window: { tokens: 128_000 },
 *   summarize: async (calls, signal) => `Looked around with ${calls.length} calls.`,
 *   timeout: 5_000,
 * });
 * changed; // false: the window is far from full, so the summariser did not run
 * ```
 *
 * With `summarize`, `style` defaults to `"summary"`. The summariser runs only when calls leave. If it fails, takes
 * longer than `timeout`, or returns no text, an empty text or one of more than `maxHistorySummaryTokens`, the built-in
 * summary is used; `report.notes` names the one used and the reason. Its text follows a header line of tooltrim and
 * cannot forge other lines. Without `summarize` the function equals `compactMessages`.
 *
 * Rejects with the reason of `signal` when that is aborted: the state is then unchanged and `onEvent` is not called.
 * Rejects with a `TooltrimError` where `compactMessages` throws it.
 *
 * Plans twice when calls leave, once to find out which ones.
 */
export async function compactMessagesAsync<M extends AnyMessage = Untyped>(
  messages: readonly M[],
  options: AsyncCompactOptions,
): Promise<Compaction<M>> {
  const { summarize, timeout, signal, ...given } = checked(options);
  signal?.throwIfAborted();
  const compact = (options: CompactOptions) => alsoKnown(SUMMARIZER_OPTIONS, () => compactMessages(messages, options));
  if (!summarize) return compact(given);
  const { onEvent, ...rest } = given;
  const quiet = { ...rest, style: rest.style ?? "summary" };
  const own = compact(quiet);
  const calls = isStep(own) ? callsThatLeft(messages, own.report, quiet) : [];
  let compaction = own;
  if (calls.length > 0) {
    // The caller's list may grow in the meantime.
    const then = [...messages];
    const answer = await answerOf((signal) => summarize(calls, signal), { timeout, signal }, given.redact);
    signal?.throwIfAborted();
    compaction = summarized(then, own, quiet, answer);
  }
  if (onEvent && compaction.notice !== null && isStep(own)) {
    try {
      onEvent({ type: "compaction", report: compaction.report, notice: compaction.notice });
    } catch {
      // Errors of listeners are ignored.
    }
  }
  return compaction;
}

function checked(options: AsyncCompactOptions): AsyncCompactOptions & { readonly timeout: number } {
  requireObject("options", options);
  functionOf("onEvent", options.onEvent);
  return checkedSummarizer(options);
}

/** Returns the conversation with the summariser's text, or with the built-in summary and a note on why. */
function summarized<M>(
  messages: readonly M[],
  own: Compaction<M>,
  options: CompactOptions,
  answer: Answer,
): Compaction<M> {
  if ("failure" in answer) return withNote(own, answer.failure);
  const theirs = compactWith(messages, options, answer.text);
  if (summaryOf(theirs) === summaryOf(own)) return withNote(own, TOO_LONG);
  // The text cannot cover calls that the summariser did not see.
  const left = (at: number) => own.report.exchanges[at]?.rung === "folded";
  const covers = theirs.report.exchanges.every(({ rung }, at) => rung !== "folded" || left(at));
  return covers ? withNote(theirs, THEIRS) : withNote(own, "the summariser's text leaves no room");
}

function summaryOf<M>({ state }: Compaction<M>): string | undefined {
  return JSON.stringify((state as { readonly summary?: JsonValue }).summary);
}
