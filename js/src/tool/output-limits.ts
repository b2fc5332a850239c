import { estimateTokens } from "../text/measure.js";
import type { TokenCounter, TrimOptions } from "../text/options.js";
import { TrimStream } from "../text/stream.js";
import { Trimmer } from "../text/trimmer.js";
import { failureText } from "./result-text.js";
import { toolWords } from "./words.js";

/** Limits of everything that a tool returns, as one trimmer. Only the constructor throws. */
export class OutputLimits {
  readonly #output: TrimOptions;
  readonly #trimmer: Trimmer;
  readonly #noResult = toolWords().noResult;
  /** True if bytes that are not UTF-8 are still decoded as text. */
  readonly lossy: boolean;
  /** True if a JSON text stays JSON. */
  readonly json: boolean;

  /** @throws TooltrimError as {@link Trimmer}, and whatever a counter throws for the marker */
  constructor(output: TrimOptions) {
    this.#trimmer = new Trimmer(output);
    this.#output = output;
    if (output.tokens) {
      this.#output = { ...output, tokens: unfailing(output.tokens) };
      this.#trimmer = new Trimmer(this.#output);
    }
    this.lossy = output.decode === "replace";
    this.json = output.format === "json";
  }

  /** Trims a text. The words for "no result" are never cut. */
  text(text: string): string {
    return text === this.#noResult ? text : this.trim(text).text;
  }

  trim(text: string): { readonly text: string; readonly truncated: boolean } {
    try {
      return this.#trimmer.trim(text);
    } catch {
      return { text: toolWords().failed + toolWords().unbounded, truncated: true };
    }
  }

  /** Returns the trimmed text for what was thrown. */
  failure(thrown: unknown): string {
    return this.text(failureText(thrown));
  }

  /** Trims a text whose start must stay, whatever `keep` says. The cut has been reported already. */
  fromStart(text: string): string {
    const { maxChars, maxUtf16, maxBytes, maxLines, maxTokens, tokens, tokenMargin, marker, label } = this.#output;
    const limits = { maxChars, maxUtf16, maxBytes, maxLines, maxTokens, tokens, tokenMargin };
    try {
      return new Trimmer({ ...limits, keep: "head", snap: "char", marker, label }).trim(text).text;
    } catch {
      return this.text(text);
    }
  }

  /**
   * Returns a stream for a text that is too long to be held. Streams do not keep JSON valid: what can be cut is known
   * only at the end.
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
      // Same as a result that is not a number.
    }
    return Math.ceil(estimateTokens(text) * 1.1);
  };
}
