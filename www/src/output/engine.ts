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
} from "tooltrim/text";
import type * as comparison from "./comparison.js";
import type { JsonNode } from "./json-runs.js";
import { findPieces } from "./pieces.js";
import { across, type Kind, type Link, type Pieces, type Runs, thinned } from "./runs.js";
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
  /** What cleaning took out before. */
  readonly cleaned?: Trimmed["cleaned"];
  /** Whether it is JSON still: it can be shown as a tree. */
  readonly json: boolean;
  /** The input, with what was omitted; the result, with its markers. */
  readonly input: readonly Part[];
  readonly result: readonly Part[];
  /** Places of the two that belong together. */
  readonly links: readonly Link[];
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

/** Loads the code that compares: the page fetches it, a worker has it. */
export type LoadComparison = () => Promise<typeof comparison>;

export class Engine {
  readonly text: string;
  readonly #load: LoadComparison;
  #options: TrimOptions = {};
  #result = "";

  constructor(text: string, load: LoadComparison) {
    this.text = text;
    this.#load = load;
  }

  async trim(options: TrimOptions): Promise<Outcome> {
    const { text } = this;
    try {
      const counts = text.length <= QUICK ? ALL : [];
      const trimmed = trim(text, { ...options, count: counts });
      this.#options = options;
      this.#result = trimmed.text;
      const short = trimmed.text.length <= QUICK;
      const { truncated, omitted, cleaned } = trimmed;
      const { input, result, links, units, json } = await this.#compare(trimmed);
      return {
        truncated,
        omitted,
        ...(cleaned && { cleaned }),
        json,
        input: viewOf(text, input),
        result: viewOf(trimmed.text, result),
        links: thinned(links),
        shares: sharesOf(input),
        units,
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

  /** The last result as a tree. */
  async tree(): Promise<JsonNode | undefined> {
    // It may be another one once the code is loaded.
    const result = this.#result;
    const { compareJson } = await this.#load();
    return compareJson(this.text, result)?.tree;
  }

  /** Everything that is counted of the last outcome, however long it takes. */
  counts(): Counts {
    const { omitted } = trim(this.text, { ...this.#options, count: ALL });
    return { omitted, sizes: measure(this.#result) };
  }

  measureInput(): Measures {
    return measure(this.text);
  }

  async #compare(trimmed: Trimmed): Promise<Pieces & { units: number; json: boolean }> {
    const { text } = this;
    const options = this.#options;
    if (options.format === "json") {
      const { compareJson } = await this.#load();
      const pieces = compareJson(text, trimmed.text);
      if (pieces) {
        const { input, result, links } = pieces;
        const blanks = trimmed.cleaned?.chars ?? 0;
        return { input, result, links, units: text.length - blanks, json: true };
      }
    }
    const cleanText = trimmed.cleaned ? clean(text, options.clean) : text;
    const pieces = findPieces(cleanText, trimmed);
    const units = cleanText.length;
    if (!trimmed.cleaned) return { ...pieces, units, json: false };
    const { runsInInput } = await this.#load();
    const { runs, lines } = runsInInput(text, cleanText, pieces.input, options.clean ?? false);
    const ends: Link = [cleanText.length, trimmed.text.length];
    const links = thinned(lines).map(([place, at]): Link => [place, across(pieces.links, at, 0, ends)]);
    return { input: runs, result: pieces.result, links, units, json: false };
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
