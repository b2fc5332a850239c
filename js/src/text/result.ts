import type { Omitted, Trimmed } from "./options.js";

/** A result of trimming. It holds numbers of its input, never the input. */
export class Result implements Trimmed {
  text: string;
  truncated: boolean;
  omitted: Omitted;
  declare cleaned?: { chars: number; lines: number };
  declare ref?: string;
  readonly #ends: ArrayLike<number> | number;

  /** `ends` are the starts and ends of the kept pieces, in turn; of a text that is kept whole, its length. */
  constructor(text: string, truncated: boolean, omitted: Omitted, ends: ArrayLike<number> | number) {
    this.text = text;
    this.truncated = truncated;
    this.omitted = omitted;
    this.#ends = ends;
  }

  get kept(): Trimmed["kept"] {
    const ends = typeof this.#ends === "number" ? [0, this.#ends] : this.#ends;
    const kept: [number, number][] = [];
    for (let at = 0; at < ends.length; at += 2) {
      const [start, end] = [ends[at] as number, ends[at + 1] as number];
      if (start < end) kept.push([start, end]);
    }
    return kept;
  }
}
