// Trims one text and answers what the page displays: bounded, whatever the size of the text. Runs in the page and in
// the worker alike.
import {
  clean,
  type Measures,
  measure,
  type Omitted,
  TooltrimError,
  type Trimmed,
  type TrimOptions,
  trim,
} from "tooltrim";
import { runsInInput } from "./noise.js";
import { findPieces, type Runs } from "./pieces.js";
import { type Kind, type Part, viewOf } from "./view.js";

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
  /** What cleaning took out before. */
  readonly cleaned?: Trimmed["cleaned"];
  /** The input, with what was omitted; the result, with its markers. */
  readonly input: readonly Part[];
  readonly result: readonly Part[];
  /** UTF-16 units of the input, in order, by what became of them. */
  readonly shares: readonly Share[];
  /** UTF-16 units of what was trimmed: of the input, but for what was cleaned. */
  readonly units: number;
  /** Of the result; not of a long one. */
  readonly sizes?: Measures;
  /** Whether counting the rest would have delayed the answer: see {@link Engine.counts}. */
  readonly partial: boolean;
}

export type Share = readonly [kind: Kind, units: number];

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
      const { truncated, omitted, cleaned } = trimmed;
      const cleanText = cleaned ? clean(text, options.clean) : text;
      const { input: trimmedRuns, result } = findPieces(cleanText, trimmed, options);
      const input = cleaned ? runsInInput(text, cleanText, trimmedRuns) : trimmedRuns;
      return {
        truncated,
        omitted,
        ...(cleaned && { cleaned }),
        input: viewOf(text, input),
        result: viewOf(trimmed.text, result),
        shares: sharesOf(input),
        units: cleanText.length,
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

function sharesOf(runs: Runs): Share[] {
  let start = 0;
  const shares = runs.map(([kind, end]): Share => {
    const units = end - start;
    start = end;
    return [kind, units];
  });
  return shares.filter(([, units]) => units > 0);
}
