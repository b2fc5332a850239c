import { estimateTokens } from "../text/measure.js";
import type { TokenCounter, TrimOptions } from "../text/options.js";
import { TrimStream } from "../text/stream.js";
import { Trimmer } from "../text/trimmer.js";
import { type OutputOf, outputOfCall } from "./options.js";
import { type ErrorDetail, failureText } from "./result-text.js";
import { toolWords } from "./words.js";

/** Limits of everything that a tool returns, as one trimmer. Only the constructor throws. */
export class OutputLimits {
  readonly #output: TrimOptions;
  readonly #outputOf: OutputOf | undefined;
  readonly #trimmer: Trimmer;
  readonly #noResult = toolWords().noResult;
  /** True if bytes that are not valid UTF-8 are still decoded as text. */
  readonly lossy: boolean;
  /** True if JSON texts stay valid JSON. */
  readonly json: boolean;

  /** Detail of errors shown to the model. */
  readonly errors: ErrorDetail;

  /** @throws TooltrimError as {@link Trimmer}, and any error that the token counter throws for the marker */
  constructor(output: TrimOptions, errors: ErrorDetail, outputOf?: OutputOf) {
    this.errors = errors;
    this.#outputOf = outputOf;
    this.#trimmer = new Trimmer(output);
    this.#output = output;
    if (output.tokens) {
      this.#output = { ...output, tokens: unfailing(output.tokens) };
      this.#trimmer = new Trimmer(this.#output);
    }
    this.lossy = output.decode === "replace";
    this.json = output.format === "json";
  }

  /** Returns the limits of a call with these arguments; where its own cannot be had, these. */
  of(args: readonly unknown[]): OutputLimits {
    if (!this.#outputOf) return this;
    try {
      return new OutputLimits(outputOfCall(this.#output, this.#outputOf(...args)), this.errors);
    } catch {
      return this;
    }
  }

  /** Trims a text. Of the message for "no result" no part stands alone: it could say something else, as `errors`. */
  text(text: string): string {
    const { text: cut, truncated } = this.trim(text);
    return truncated && text === this.#noResult ? this.#alone({ keep: "none" }, text) : cut;
  }

  trim(text: string): { readonly text: string; readonly truncated: boolean } {
    try {
      return this.#trimmer.trim(text);
    } catch {
      return { text: toolWords().failed + toolWords().unbounded, truncated: true };
    }
  }

  /** Returns the trimmed text of a thrown value. */
  failure(thrown: unknown): string {
    return this.text(failureText(thrown, this.errors));
  }

  /** Trims a text but keeps its start, regardless of `keep`. `onTruncate` and `scope` have a report already. */
  fromStart(text: string): string {
    return this.#alone({ keep: "head", snap: "char" }, text);
  }

  /** Trims a text to the limits, without what else the options ask for. */
  #alone(kept: Pick<TrimOptions, "keep" | "snap">, text: string): string {
    const { maxChars, maxUtf16, maxBytes, maxLines, maxTokens, tokens, tokenMargin, marker, label } = this.#output;
    const limits = { maxChars, maxUtf16, maxBytes, maxLines, maxTokens, tokens, tokenMargin };
    try {
      return new Trimmer({ ...limits, ...kept, marker, label }).trim(text).text;
    } catch {
      return this.trim(text).text;
    }
  }

  /**
   * Returns a stream for a text that is too long to be held. Streams do not keep JSON valid: they know only at the end
   * what they can cut.
   */
  stream(): TrimStream {
    return new TrimStream({ ...this.#output, format: undefined });
  }
}

/** Wraps a counter so that its failure does not lose the result: the estimate × 1.1 counts instead. */
function unfailing(counter: TokenCounter): TokenCounter {
  return (text) => {
    try {
      const count = counter(text);
      if (typeof count === "number" && count >= 0) return count;
    } catch {
      // Handled like a result that is not a number.
    }
    return Math.ceil(estimateTokens(text) * 1.1);
  };
}
