// Trims one text and answers what the page displays: bounded, whatever the size of the text. Runs in the page and in
// the worker alike.
import { type Measures, measure, type Omitted, TooltrimError, type TrimOptions, trim } from "tooltrim";
import { findPieces } from "./pieces.js";
import { type Part, viewOf } from "./view.js";

/** What is counted of an outcome. */
export interface Counts {
  readonly omitted: Omitted;
  /** Of the result. */
  readonly sizes: Measures;
}

export interface Answer {
  readonly truncated: boolean;
  /** Of a long text without bytes, lines and tokens. */
  readonly omitted: Omitted;
  /** The input, with what was omitted; the result, with its marker. */
  readonly input: readonly Part[];
  readonly result: readonly Part[];
  /** UTF-16 units of the input: kept of its head, omitted, kept of its tail. */
  readonly shares: readonly [head: number, middle: number, tail: number];
  /** Of the result; not of a long one. */
  readonly sizes?: Measures;
  /** Whether counting the rest would have delayed the answer: see {@link Engine.counts}. */
  readonly partial: boolean;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  /** The input as it is. */
  readonly input: readonly Part[];
}

export type Outcome = Answer | Failure;

/** UTF-16 units that are measured in some ten milliseconds. */
const QUICK = 500_000;

const ALL = ["bytes", "lines", "tokens"] as const;

export class Engine {
  readonly text: string;
  #options: TrimOptions = {};
  #result = "";

  constructor(text: string) {
    this.text = text;
  }

  trim(options: TrimOptions): Outcome {
    const { text } = this;
    try {
      const counts = text.length <= QUICK ? ALL : [];
      const trimmed = trim(text, { ...options, count: counts });
      this.#options = options;
      this.#result = trimmed.text;
      const short = trimmed.text.length <= QUICK;
      const { head, marker, tail } = findPieces(text, trimmed, options);
      return {
        truncated: trimmed.truncated,
        omitted: trimmed.omitted,
        input: viewOf(text, [
          ["kept", head],
          ["omitted", text.length - tail],
          ["kept", text.length],
        ]),
        result: viewOf(trimmed.text, [
          ["kept", head],
          ["marker", head + marker],
          ["kept", trimmed.text.length],
        ]),
        shares: [head, text.length - head - tail, tail],
        partial: text.length > QUICK,
        ...(short && { sizes: measure(trimmed.text) }),
      };
    } catch (error) {
      if (!(error instanceof TooltrimError)) throw error;
      const input = viewOf(text, [["kept", text.length]]);
      return { code: error.code, message: error.message, input };
    }
  }

  /** The last result, whole. */
  result(): string {
    return this.#result;
  }

  /** Everything that is counted of the last outcome, however long it takes. */
  counts(): Counts {
    const { omitted } = trim(this.text, { ...this.#options, count: ALL });
    return { omitted, sizes: measure(this.#result) };
  }

  measureInput(): Measures {
    return measure(this.text);
  }
}
