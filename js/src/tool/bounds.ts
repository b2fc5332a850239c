import { estimateTokens } from "../measure.js";
import type { TokenCounter, TrimOptions } from "../options.js";
import { TrimStream } from "../stream.js";
import { Trimmer } from "../trimmer.js";
import { failureText } from "./result-text.js";
import { toolWords } from "./words.js";

/** The limits of all that a tool answers: one trimmer, made once. Nothing here throws, but the constructor. */
export class Bounds {
  readonly #output: TrimOptions;
  readonly #trimmer: Trimmer;
  readonly #noResult = toolWords().noResult;
  /** Whether bytes that are not UTF-8 are text all the same. */
  readonly lossy: boolean;
  /** Whether a text that is JSON stays JSON. */
  readonly json: boolean;

  /** @throws TooltrimError as {@link Trimmer}, and what a counter throws that fails already on the marker */
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

  /** The text within the limits. That there is no result is never cut. */
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

  /** The text for what was thrown, within the limits. */
  failure(thrown: unknown): string {
    return this.text(failureText(thrown));
  }

  /** A text whose start must be seen, whatever `keep` says. It has been told as a cut already. */
  fromStart(text: string): string {
    const { maxChars, maxUtf16, maxBytes, maxLines, maxTokens, tokens, tokenMargin, marker, label } = this.#output;
    const limits = { maxChars, maxUtf16, maxBytes, maxLines, maxTokens, tokens, tokenMargin };
    try {
      return new Trimmer({ ...limits, keep: "head", snap: "char", marker, label }).trim(text).text;
    } catch {
      return this.text(text);
    }
  }

  /** For a text that is too long to be held. What JSON can do without is known at its end, so that a stream is text. */
  stream(): TrimStream {
    return new TrimStream({ ...this.#output, format: undefined });
  }
}

/** A counter that fails must not lose the result: then the estimate counts, a tenth added as without a counter. */
function unfailing(counter: TokenCounter): TokenCounter {
  return (text) => {
    try {
      const count = counter(text);
      if (typeof count === "number" && count >= 0) return count;
    } catch {
      // As for what is no number.
    }
    return Math.ceil(estimateTokens(text) * 1.1);
  };
}
