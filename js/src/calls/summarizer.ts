// A summary from the caller, for calls that leave: shared by `computeTruncationAsync` and `compactMessagesAsync`.

import { countOf, shown, wrong } from "../errors.js";
import type { PlatformAbortSignal } from "../platform.js";
import { wasm } from "../wasm.js";
import { callOf, type ToolCallEntry } from "./calls.js";

/** Summarizer of the caller, and how long it may take. */
export interface SummarizerOptions {
  /**
   * Writes the summary of calls that leave, oldest first, for example with a fast model. The signal is aborted when the
   * text is no longer needed.
   */
  readonly summarize?: ((calls: ToolCallEntry[], signal: PlatformAbortSignal) => Promise<string>) | undefined;
  /** Maximum milliseconds for `summarize`. Default 10,000; 60,000 where nothing waits for it, in a `Compactor`. */
  readonly timeout?: number | undefined;
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: PlatformAbortSignal | undefined;
}

/** Summarizer of tool calls, and the redaction of what it reads and writes. */
export interface CallSummarizerOptions extends SummarizerOptions {
  /**
   * Replaces secrets, for example {@link redactSecrets}, in the calls that `summarize` gets, in the summary and in
   * `notes`. Calls that stay are yours and are not changed.
   */
  readonly redact?: ((text: string) => string) | undefined;
}

/** Names of {@link SummarizerOptions}. */
export const SUMMARIZER_OPTIONS: readonly (keyof SummarizerOptions)[] = ["summarize", "timeout", "signal"];
/** Names of {@link CallSummarizerOptions}. */
export const CALL_SUMMARIZER_OPTIONS: readonly (keyof CallSummarizerOptions)[] = [...SUMMARIZER_OPTIONS, "redact"];

/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

/** Result of a summarizer: a text, or why there is none. */
export type Answer = { readonly text: string } | { readonly failure: string };

/** Note of a result that has the summarizer's text. */
export const THEIRS = "the summary is the summariser's";
/** Note of a result whose summarizer wrote too much. */
export const TOO_LONG = "the summariser's text is over maxHistorySummaryTokens";

/** Longest delay of a timer, in milliseconds. */
const FOREVER = 2 ** 31 - 1;

/** Returns `value`; throws `INVALID_OPTION` if it is neither `undefined` nor a function. */
export function functionOf<T>(name: string, value: T): T {
  if (value !== undefined && typeof value !== "function") {
    throw wrong(name, value, "a function");
  }
  return value;
}

/** Checks the options of a summarizer; `most` is its default timeout. */
export function checkedSummarizer<T extends SummarizerOptions>(
  options: T,
  most = 10_000,
): T & { readonly timeout: number } {
  const { timeout = most, signal } = options;
  functionOf("summarize", options.summarize);
  countOf("timeout", timeout);
  // Not `instanceof`: signals of other realms and polyfills are fine.
  if (signal !== undefined && typeof (signal as AbortSignal | null)?.addEventListener !== "function") {
    throw wrong("signal", signal, "an AbortSignal");
  }
  return { ...options, timeout };
}

/**
 * Runs the summarizer with a timeout. Rejects only when the caller's signal is aborted. With `isPatient` the timer does not
 * keep a process alive.
 */
export function answerOf(
  ask: (signal: PlatformAbortSignal) => Promise<string>,
  {
    timeout,
    signal,
    isPatient,
  }: { readonly timeout: number; readonly signal?: PlatformAbortSignal | undefined; readonly isPatient?: boolean },
  redact: Redact | undefined,
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
    if (isPatient) (timer as { unref?: () => void } | undefined)?.unref?.();
    // An async wrapper turns a synchronous throw into a rejection.
    (async () => ask(controller.signal))().then(
      (text) => resolve(read(text, redact)),
      (error) => resolve({ failure: `the summariser failed: ${noted(error, redact)}` }),
    );
  });
  return answer.finally(() => {
    clearTimeout(timer);
    if (abort) signal?.removeEventListener("abort", abort);
  });
}

function read(text: unknown, redact: Redact | undefined): Answer {
  if (typeof text !== "string") return { failure: `the summariser answered no text: ${noted(text, redact)}` };
  if (text.trim() === "") return { failure: "the summariser answered an empty text" };
  return { text };
}

/** Formats what was thrown for a note. Redacts it before it is cut. */
export function noted(thrown: unknown, redact: Redact | undefined): string {
  try {
    return shown(redact ? redact(String(thrown)) : thrown);
  } catch {
    return typeof thrown;
  }
}

/** Redacts the arguments and the result of a call for the summarizer. */
export function redactedParts(
  call: Pick<ToolCallEntry, "args" | "result">,
  redact: Redact,
): Pick<ToolCallEntry, "args" | "result"> {
  let json: string | undefined;
  try {
    json = JSON.stringify(call.args);
  } catch {
    // Arguments that are not JSON, such as a cycle, are left out.
  }
  const [args = "null", result = ""] = wasm().redact_call(json ?? "null", call.result, redact);
  return { args: JSON.parse(args), result };
}

/** Checked options of a summarizer. */
export type Checked<T> = T & { readonly timeout: number };

/** Checks the options of a summarizer of calls. */
export function checkedOptions<T extends CallSummarizerOptions>(options: T): Checked<T> {
  functionOf("redact", options.redact);
  return checkedSummarizer(options);
}

/** Returns a call with its secrets replaced. */
export function redactedCall(given: unknown, redact: Redact): ToolCallEntry {
  const call = callOf(given);
  const result = typeof call.result === "string" ? call.result : "";
  return { ...call, ...redactedParts({ args: call.args, result }, redact) };
}

/**
 * Asks the summarizer about calls that leave, and returns the result with its text, or the built-in one with a note on
 * why. `put` returns `undefined` if the text is over the limit.
 */
export async function summarized<T>(
  own: T,
  leaving: ToolCallEntry[],
  { summarize, timeout, signal, redact }: Checked<CallSummarizerOptions>,
  put: (text: string) => T | undefined,
): Promise<T & { notes: string[] }> {
  if (!summarize) return { ...own, notes: [] };
  const answer = await answerOf((signal) => summarize(leaving, signal), { timeout, signal }, redact);
  signal?.throwIfAborted();
  if ("failure" in answer) return { ...own, notes: [answer.failure] };
  const text = redact ? redactedParts({ args: null, result: answer.text }, redact).result : answer.text;
  const theirs = put(text);
  return theirs ? { ...theirs, notes: [THEIRS] } : { ...own, notes: [TOO_LONG] };
}
