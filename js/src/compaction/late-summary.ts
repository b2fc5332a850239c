import type { ToolCallEntry } from "../calls/calls.js";
import { answerOf, type Checked, checkedSummarizer, type Redact, redactedParts } from "../calls/summarizer.js";
import { extractToolCalls } from "../messages/messages.js";
import type { CompactorOptions } from "./compactor.js";
import type { CompactionReport, CompactOptions, JsonValue } from "./types.js";

/** Returns the calls of which nothing but a summary is sent. */
export function callsThatLeft(
  messages: readonly unknown[],
  report: CompactionReport,
  { format, redact }: Pick<CompactOptions, "format" | "redact">,
): ToolCallEntry[] {
  const isGone = (at: number) => report.exchanges[at]?.rung === "folded";
  if (!report.exchanges.some((_, at) => isGone(at))) return [];
  const left = extractToolCalls(messages, { format }).filter((_, at) => isGone(at));
  return redact ? left.map((call) => ({ ...call, ...redactedParts(call, redact) })) : left;
}

/** Milliseconds that nothing waits for. */
const TIMEOUT = 60_000;

/** A summary that is asked for and not waited for. */
export class LateSummary {
  readonly #options: Checked<CompactorOptions>;
  /** Ends the question that is open or answered; each one has its own. */
  #asked: AbortController | undefined;
  #text: string | undefined;
  #failure: string | undefined;

  private constructor(options: Checked<CompactorOptions>) {
    this.#options = options;
  }

  /**
   * Returns one, or `undefined` if the options have no summariser.
   *
   * @throws TooltrimError `INVALID_OPTION`
   */
  static of(options: CompactorOptions): LateSummary | undefined {
    const checked = checkedSummarizer(options, TIMEOUT);
    return checked.summarize && new LateSummary(checked);
  }

  /** Text that came and was not taken yet. */
  get text(): string | undefined {
    return this.#text;
  }

  /** Returns once why there is no text. */
  takeFailure(): string | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  /** Drops an earlier question, and asks about the calls that left, unless `summary` is already a summariser's. */
  ask(
    messages: readonly unknown[],
    report: CompactionReport,
    redact: Redact | undefined,
    summary: readonly JsonValue[] | undefined,
  ): void {
    this.drop();
    const { summarize, timeout, signal, format } = this.#options;
    if (!summarize || !summary || summary.length > 2 || signal?.aborted) return;
    const calls = callsThatLeft(messages, report, { format, redact });
    if (calls.length === 0) return;
    const asked = new AbortController();
    this.#asked = asked;
    const stop = () => asked.abort(signal?.reason);
    signal?.addEventListener("abort", stop);
    answerOf((own) => summarize(calls, own), { timeout, signal: asked.signal, isPatient: true }, redact)
      .then(
        (answer) => {
          if (this.#asked !== asked) return;
          if ("text" in answer) this.#text = answer.text;
          else this.#failure = answer.failure;
        },
        // Dropped, or the caller's signal was aborted.
        () => undefined,
      )
      .finally(() => signal?.removeEventListener("abort", stop));
  }

  /** Drops a text that was not taken. The notes of the core say why, unless a step was due that was not worth taking. */
  refuse(notes: readonly string[]): void {
    this.drop();
    if (notes.some((note) => note.startsWith("the summariser's text"))) return;
    this.#failure = "the summariser's text was dropped, since a step was due";
  }

  /** Drops what was asked. */
  drop(): void {
    this.#asked?.abort();
    this.#asked = undefined;
    this.#text = undefined;
  }
}
