import type { StoreIndex } from "../../../target/wasm-pkg/tooltrim.js";
import { isWellFormed } from "../text/units.js";
import { Lasting } from "../wasm.js";

/** A part of the state: the entries for the numbers after an earlier part, up to `given`. */
interface Known {
  readonly before: Known | undefined;
  readonly part: string;
  readonly given: number;
}

const LONE = "\0lone surrogates: ";

/** Key of a text: in UTF-8 all lone surrogates are the same. */
export const printed = (text: string): string => (isWellFormed(text) ? text : LONE + JSON.stringify(text));

/**
 * The index of a store, which survives a failed call: a new instance has the same numbers and holds the same texts.
 * Each field changes by one assignment, which nothing can interrupt.
 */
export class DurableIndex {
  readonly #lasting: Lasting<StoreIndex>;
  readonly #held: Map<number, { readonly text: string }>;
  #known: Known;
  /** Index that agrees with the texts; `undefined` while they change. */
  #agreed: StoreIndex | undefined;
  /** Texts lost by all indexes so far, and by the ones before the current. */
  #lost = 0;
  #lostBefore = 0;
  readonly maxBytes: number;

  /** `held` are the texts in memory, the least recently used first. */
  constructor(make: (state: string) => StoreIndex, state: string, held: Map<number, { readonly text: string }>) {
    this.#held = held;
    this.#known = { before: undefined, part: state, given: 0 };
    this.#lasting = new Lasting(() => make(this.#state()));
    const { now } = this.#lasting;
    this.maxBytes = now.max_bytes();
    this.#known = { before: undefined, part: state, given: now.given() };
    this.#agreed = now;
  }

  /** Number of lost texts. */
  get lost(): number {
    return this.#lost;
  }

  get now(): StoreIndex {
    const { now } = this.#lasting;
    if (now === this.#agreed) return now;
    this.#lostBefore = this.#lost - now.lost();
    for (const [number, { text }] of this.#held) {
      const print = printed(text);
      now.number_of(print, print.length);
      now.put_back(number, Math.min(now.bytes(), this.maxBytes));
      this.evict(now);
    }
    this.#agreed = now;
    return now;
  }

  /**
   * Runs a change of an index and of the texts. If it fails halfway, the next index is rebuilt from the texts.
   */
  change<T>(index: StoreIndex, change: () => T): T {
    this.#agreed = undefined;
    const answer = change();
    this.#agreed = index;
    return answer;
  }

  /** Removes the texts that the last addition evicted. */
  evict(index: StoreIndex): void {
    const evicted = index.take_evicted();
    for (const number of evicted) this.#held.delete(number);
    if (evicted.length > 0) this.#lost = this.#lostBefore + index.lost();
  }

  /** Records the numbers given since the last call. */
  note(index: StoreIndex): void {
    const given = index.given();
    if (given !== this.#known.given) {
      this.#known = { before: this.#known, part: index.state_after(this.#known.given), given };
    }
  }

  /** Records all numbers again, since entries of earlier ones changed. */
  noteAll(index: StoreIndex): void {
    this.#known = { before: undefined, part: index.state(), given: index.given() };
  }

  #state(): string {
    const parts: string[] = [];
    for (let known: Known | undefined = this.#known; known; known = known.before) parts.push(known.part);
    return parts.reverse().join("");
  }
}
