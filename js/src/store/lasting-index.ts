import type { StoreIndex } from "../../../target/wasm-pkg/tooltrim.js";
import { Lasting, wasm } from "../wasm.js";

/** The texts in memory by the number of their refs, the least recently used first. */
export type Texts = Map<number, { readonly text: string; readonly meta: unknown }>;

/** The index of a store, which survives a failed call: a new instance of the core gets the same texts. */
export class LastingIndex {
  readonly #lasting: Lasting<StoreIndex>;
  readonly #held: Texts;
  /** Index that agrees with the texts; `undefined` while they change. */
  #agreed: StoreIndex | undefined;
  /** Texts lost by all indexes so far, and by the ones before the current. */
  #lost = 0;
  #lostBefore = 0;
  readonly maxBytes: number;

  /** @throws TooltrimError `INVALID_OPTION` */
  constructor(maxBytes: number | undefined, held: Texts) {
    this.#held = held;
    this.#lasting = new Lasting(() => new (wasm().StoreIndex)(maxBytes));
    this.#agreed = this.#lasting.now;
    this.maxBytes = this.#agreed.max_bytes();
  }

  /** Number of lost texts. */
  get lost(): number {
    return this.#lost;
  }

  get now(): StoreIndex {
    const { now } = this.#lasting;
    if (now === this.#agreed) return now;
    this.#lostBefore = this.#lost - now.lost();
    for (const [number, { text }] of [...this.#held]) {
      if (now.number_of(text, text.length) === number) now.put(now.bytes());
      else now.put_back(number, true);
      this.evict(now);
    }
    // Which of them are written is not known: a text may be written again.
    now.forget_written();
    this.#agreed = now;
    return now;
  }

  /**
   * Runs a change of an index and of the texts. If it fails halfway, the next index is rebuilt from the texts.
   */
  change<T>(index: StoreIndex, change: () => T): T {
    this.#agreed = undefined;
    const answer = change();
    this.evict(index);
    this.#agreed = index;
    return answer;
  }

  /** Removes the texts that the last addition evicted. */
  private evict(index: StoreIndex): void {
    const evicted = index.take_evicted();
    for (const number of evicted) this.#held.delete(number);
    if (evicted.length > 0) this.#lost = this.#lostBefore + index.lost();
  }
}
