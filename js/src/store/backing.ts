// Writes a store's texts to a backend, and reads them. A key always has the same text, so a write may be repeated, come
// late, or be done by several processes at once.

import type { StoreBackend } from "./backend.js";
import { CheckedBackend } from "./checked.js";
import { Failure } from "./failure.js";

/** A text that is in memory only. */
export interface Dirty {
  readonly number: number;
  readonly ref: string;
  readonly text: string;
}

/** What a flush needs of its store. */
export interface Source {
  unwritten(): Dirty[];
  written(number: number): void;
  forgetWritten(): void;
  /** The ref of a text; `undefined` if the store knows another text by the same ref. */
  refOf(text: string): string | undefined;
}

/** Concurrent writes of texts. */
const LANES = 8;

export class Backing {
  readonly namespace: string;
  readonly #backend: CheckedBackend;
  readonly #source: Source;
  /** The last flush: a text is not written twice at once. */
  #last: Promise<unknown> = Promise.resolve();
  /** The text that was written last: without it, the backend has lost its data. */
  #mark: string | undefined;

  /** @throws TooltrimError `INVALID_OPTION` for an invalid backend */
  constructor(backend: StoreBackend, namespace: string, timeoutMs: number, source: Source) {
    this.namespace = namespace;
    this.#backend = new CheckedBackend(backend, namespace, timeoutMs);
    this.#source = source;
  }

  /** Writes new texts, and all if the backend has lost what was written last. */
  flush(): Promise<void> {
    const flushed = this.#last.then(async () => {
      let left: number | undefined;
      try {
        if (this.#mark !== undefined && (await this.#read(this.#mark)) === undefined) {
          this.#source.forgetWritten();
        }
        const dirty = this.#source.unwritten();
        left = dirty.length;
        const failure = await this.#writeAll(dirty, () => {
          left = (left as number) - 1;
        });
        if (failure) throw failure;
      } catch (error) {
        throw error instanceof Failure ? error.toTooltrimError(left ?? this.#source.unwritten().length) : error;
      }
    });
    this.#last = flushed.catch(() => {});
    return flushed;
  }

  /**
   * Writes texts concurrently, and returns the first failure. A failure ends its lane only, so one text that the
   * backend cannot hold does not block the others, and a dead backend is not asked for all.
   */
  async #writeAll(dirty: readonly Dirty[], done: () => void): Promise<unknown> {
    const queue = dirty.values();
    let failure: unknown;
    const lane = async () => {
      for (const { number, ref, text } of queue) {
        try {
          await this.#write(ref, text);
        } catch (error) {
          failure ??= error;
          return;
        }
        this.#source.written(number);
        this.#mark = ref;
        done();
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return failure;
  }

  async #write(ref: string, text: string): Promise<void> {
    const operation = `writing ${ref}`;
    // An unreadable entry is replaced.
    const there = await this.#backend.get(nameOf(ref), operation).catch(() => undefined);
    if (there !== undefined && there !== text) {
      const found = this.#source.refOf(there);
      if (found === undefined) throw new Failure(operation, "another text has this ref");
      // The backend has the whole text; this store holds only its ends, as the text exceeds `maxBytes`.
      if (found === ref) return;
    }
    await this.#backend.set(nameOf(ref), text, operation);
  }

  /** The text with this ref, `undefined` when the backend has none. */
  async load(ref: string): Promise<string | undefined> {
    try {
      return await this.#read(ref);
    } catch (error) {
      throw error instanceof Failure ? error.toTooltrimError() : error;
    }
  }

  async #read(ref: string): Promise<string | undefined> {
    const operation = `reading ${ref}`;
    return (await this.#backend.get(nameOf(ref), operation)) ?? this.#backend.checkMissing(nameOf(ref), operation);
  }
}

const nameOf = (ref: string): string => ref.slice(1);
