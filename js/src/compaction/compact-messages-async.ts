import type { ToolCallEntry } from "../calls/calls.js";
import { shown, TooltrimError } from "../errors.js";
import { extractToolCalls } from "../messages/messages.js";
import { wasm } from "../wasm.js";
import { compactMessages, compactWith, functionOf, isStep, later, noted } from "./compact-messages.js";
import type { Compaction, CompactOptions, JsonValue } from "./types.js";

/** Options of {@link compactMessagesAsync}. */
export interface AsyncCompactOptions extends CompactOptions {
  /**
   * Writes the summary of calls that leave, oldest first, for example with a fast model. The signal is aborted when the
   * text is no longer needed.
   */
  readonly summarize?: ((calls: ToolCallEntry[], signal: AbortSignal) => Promise<string>) | undefined;
  /** Maximum milliseconds for `summarize`. Default 10,000. */
  readonly timeout?: number | undefined;
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Result of a summariser: a text, or why there is none. */
type Answer = { readonly text: string } | { readonly failure: string };

/** Longest delay of a timer, in milliseconds. */
const FOREVER = 2 ** 31 - 1;

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
export async function compactMessagesAsync<M>(
  messages: readonly M[],
  options: AsyncCompactOptions,
): Promise<Compaction<M>> {
  const { summarize, timeout, signal, ...given } = checked(options);
  signal?.throwIfAborted();
  if (!summarize) return compactMessages(messages, given);
  const { onEvent, ...rest } = given;
  const quiet = { ...rest, style: rest.style ?? "summary" };
  const own = compactMessages(messages, quiet);
  const calls = folded(messages, own, quiet);
  let compaction = own;
  if (calls.length > 0) {
    // The caller's list may grow in the meantime.
    const then = [...messages];
    const describe = (value: unknown) => noted(value, given.redact);
    const answer = await answerOf((signal) => summarize(calls, signal), timeout, signal, describe);
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
  if (typeof options !== "object" || options === null) {
    throw new TooltrimError("INVALID_OPTION", `options: ${shown(options)} is not an object`);
  }
  const { timeout = 10_000, signal } = options;
  functionOf("summarize", options.summarize);
  functionOf("onEvent", options.onEvent);
  if (typeof timeout !== "number" || !(timeout >= 0)) {
    throw new TooltrimError("INVALID_OPTION", `timeout: ${shown(timeout)} is not a number of 0 or more`);
  }
  // Not `instanceof`: signals of other realms and polyfills are fine.
  if (signal !== undefined && typeof (signal as AbortSignal | null)?.addEventListener !== "function") {
    throw new TooltrimError("INVALID_OPTION", `signal: ${shown(signal)} is not an AbortSignal`);
  }
  return { ...options, timeout };
}

/** Returns the calls that leave with this step. */
function folded<M>(messages: readonly M[], own: Compaction<M>, { format, redact }: CompactOptions): ToolCallEntry[] {
  const { report } = own;
  if (!isStep(own) || !report.exchanges.some(({ rung }) => rung === "folded")) return [];
  const calls = extractToolCalls(messages, { format });
  const left = calls.filter((_, at) => report.exchanges[at]?.rung === "folded");
  return redact ? left.map((call) => redactedCall(call, redact)) : left;
}

/** Redacts a call for the summariser. */
function redactedCall<T extends ToolCallEntry>(call: T, redact: (text: string) => string): T {
  let json = "null";
  try {
    json = JSON.stringify(call.args);
  } catch {
    // Arguments that are not JSON, such as a cycle, are left out.
  }
  const [args = "null", result = ""] = wasm().redact_call(json, call.result, redact);
  return { ...call, args: JSON.parse(args) as T["args"], result };
}

/** Runs the summariser with a timeout. Rejects only when the caller's signal is aborted. */
function answerOf(
  ask: (signal: AbortSignal) => Promise<string>,
  timeout: number,
  signal: AbortSignal | undefined,
  describe: (value: unknown) => string,
): Promise<Answer> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort: (() => void) | undefined;
  const answer = new Promise<Answer>((resolve, reject) => {
    abort = () => {
      reject(signal?.reason);
      controller.abort(signal?.reason);
    };
    signal?.addEventListener("abort", abort);
    const late = () => {
      const failure = `the summariser took longer than ${timeout} ms`;
      resolve({ failure });
      controller.abort(new DOMException(failure, "TimeoutError"));
    };
    if (timeout <= FOREVER) timer = setTimeout(late, timeout);
    // An async wrapper turns a synchronous throw into a rejection.
    (async () => ask(controller.signal))().then(
      (text) => resolve(read(text, describe)),
      (error) => resolve({ failure: `the summariser failed: ${describe(error)}` }),
    );
  });
  return answer.finally(() => {
    clearTimeout(timer);
    if (abort) signal?.removeEventListener("abort", abort);
  });
}

function read(text: unknown, describe: (value: unknown) => string): Answer {
  if (typeof text !== "string") return { failure: `the summariser answered no text: ${describe(text)}` };
  if (text.trim() === "") return { failure: "the summariser answered an empty text" };
  return { text };
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
  if (summaryOf(theirs) === summaryOf(own))
    return withNote(own, "the summariser's text is over maxHistorySummaryTokens");
  // The text cannot cover calls that the summariser did not see.
  const left = (at: number) => own.report.exchanges[at]?.rung === "folded";
  const covers = theirs.report.exchanges.every(({ rung }, at) => rung !== "folded" || left(at));
  return covers
    ? withNote(theirs, "the summary is the summariser's")
    : withNote(own, "the summariser's text leaves no room");
}

function summaryOf<M>({ state }: Compaction<M>): string | undefined {
  return JSON.stringify((state as { readonly summary?: JsonValue }).summary);
}

function withNote<M>(compaction: Compaction<M>, note: string): Compaction<M> {
  const { messages, changed, edits, notice } = compaction;
  const copy = { messages, changed, edits, notice } as unknown as Compaction<M>;
  later(copy, "report", () => ({ ...compaction.report, notes: [...compaction.report.notes, note] }));
  later(copy, "state", () => compaction.state);
  return copy;
}
