// The compactions of one session, one at a time: first what is shown now, then the slider's other positions, the nearest
// first, so that they are there when somebody moves it.
import type { CompactOptions } from "tooltrim";
import type { PackedStep } from "./packed.js";

type Outcome = { readonly step: PackedStep } | { readonly error: string };

/** Exchanges of all steps that are kept: a hundred steps of a thousand. */
const KEPT = 100_000;

interface Asked {
  /** Makes a step; takes 100 ms for a session of 5 MB. */
  readonly ask: (options: CompactOptions) => Promise<PackedStep>;
  readonly exchanges: number;
  /** Called with what was wanted last, and with nothing else. */
  readonly onOutcome: (outcome: Outcome, options: CompactOptions) => void;
  /** Called when it may have changed: whether all that may be wanted next are there. */
  readonly onAhead: (isPrepared: boolean) => void;
}

const keyOf = (options: CompactOptions) => JSON.stringify(options);

export class Steps {
  readonly #asked: Asked;
  readonly #known = new Map<string, Outcome>();
  #wanted: CompactOptions | undefined;
  #ahead: readonly CompactOptions[] = [];
  #busy = false;
  #closed = false;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** Shows a step as soon as it is there; `ahead` are those that may be wanted next. */
  want(options: CompactOptions, ahead: readonly CompactOptions[]): void {
    this.#wanted = options;
    this.#ahead = ahead.slice(0, this.#most);
    const outcome = this.#known.get(keyOf(options));
    if (outcome) this.#asked.onOutcome(outcome, options);
    this.#tell();
    this.#work();
  }

  close(): void {
    this.#closed = true;
  }

  get #most(): number {
    return Math.max(4, Math.floor(KEPT / Math.max(this.#asked.exchanges, 1)));
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let next = this.#next(); next && !this.#closed; next = this.#next()) {
      const outcome = await this.#asked.ask(next).then(
        (step): Outcome => ({ step }),
        (error: Error): Outcome => ({ error: error.message }),
      );
      if (this.#closed) break;
      this.#keep(keyOf(next), outcome);
      if (this.#wanted && keyOf(next) === keyOf(this.#wanted)) this.#asked.onOutcome(outcome, next);
      this.#tell();
    }
    this.#busy = false;
  }

  #tell(): void {
    this.#asked.onAhead(this.#ahead.every((options) => this.#known.has(keyOf(options))));
  }

  #next(): CompactOptions | undefined {
    const isNew = (options: CompactOptions) => !this.#known.has(keyOf(options));
    return this.#wanted && isNew(this.#wanted) ? this.#wanted : this.#ahead.find(isNew);
  }

  #keep(key: string, outcome: Outcome): void {
    this.#known.set(key, outcome);
    const needed = new Set([this.#wanted, ...this.#ahead].map((options) => options && keyOf(options)));
    for (const old of this.#known.keys()) {
      if (this.#known.size <= this.#most) return;
      if (!needed.has(old)) this.#known.delete(old);
    }
  }
}
