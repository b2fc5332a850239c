// Writes a store's texts to a backend, and reads them. What the rest rests on:
// - A store takes its namespace by a record in the journal, after all that it has read there. No record is written over, so a store
//   whose namespace another has taken meanwhile finds that record in its way: its flush is refused.
// - A flush is complete when its record is in the journal. A store that claims the namespace later has read it.
// - Each store has its own keys, so no store overwrites another's text.
// - Flushes never overlap, and each first waits for writes that timed out.
import { TooltrimError } from "../errors.js";
import { storedBytes } from "./checked.js";
import { Failure } from "./failure.js";
import { type Kept, type Retention, recordOf } from "./journal.js";
import { Namespace, type NamespaceOptions, textKey } from "./namespace.js";

/** A text that is in memory only. */
export interface Dirty {
  readonly number: number;
  readonly text: string;
}

/** View of a store's index for the parts that are written to a backend. */
export interface IndexView {
  given(): number;
  /** The part of the state that is about later numbers. */
  stateAfter(number: number): string;
  /** True if each text of a state has the same number here. */
  agreesWith(state: string): boolean;
  unwritten(): Iterable<Dirty>;
  written(number: number): void;
  left(number: number): void;
  forgetWritten(): void;
}

export interface PersistenceOptions extends NamespaceOptions {
  readonly retain: Retention;
}

/** Concurrent writes of texts. */
const LANES = 8;

export class Persistence {
  readonly #retain: Retention;
  readonly #isReader: boolean;
  readonly #space: Namespace;
  #view: IndexView | undefined;
  /** Texts in the backend that the journal does not list yet. */
  readonly #written = new Map<number, Kept>();
  /** Keys of evicted texts that are not deleted yet, with their numbers. */
  readonly #leaving = new Map<string, readonly [number: number, writer: string]>();
  #queue: Promise<unknown> = Promise.resolve();

  /** @throws TooltrimError `INVALID_OPTION` for an invalid backend, namespace or time */
  constructor(options: PersistenceOptions) {
    this.#retain = options.retain;
    this.#isReader = options.access === "read";
    this.#space = new Namespace(options);
  }

  get namespace(): string {
    return this.#space.name;
  }

  /** Sets the view that flushes read from. */
  bind(view: IndexView): void {
    this.#view = view;
    if (this.#space.isRead) this.#reportLeft();
  }

  /** Claims the namespace, or only reads it, and returns the state of an index with its texts. */
  open(): Promise<string> {
    return this.#inTurn(async () => {
      if (this.#isReader) await this.#space.read();
      else await this.#space.take(() => true);
      return this.#space.log.ledger.state;
    });
  }

  /** Writes new texts, then the record that lists them. */
  flush(): Promise<void> {
    const view = this.#view as IndexView;
    let left: number | undefined;
    const flush = async () => {
      const hasNothing = isEmpty(view.unwritten());
      if (this.#isReader && !hasNothing) throw new TooltrimError("INVALID_OPTION", READER);
      if (hasNothing && this.#written.size === 0 && !this.#space.isHeld) return;
      await this.#space.log.settled();
      await this.#hold();
      const dirty = [...view.unwritten()];
      left = dirty.length;
      const failure = await this.#writeAll(dirty, (number, bytes) => {
        left = (left as number) - 1;
        this.#written.set(number, { writer: this.#space.writer, bytes, time: Date.now() });
        view.written(number);
      });
      if (!failure) return this.#record();
      // Texts that were written must be found, even if this fails.
      if (left < dirty.length) await this.#record().catch(() => {});
      throw failure;
    };
    return this.#inTurn(flush, () => left ?? [...view.unwritten()].length);
  }

  /** Flushes and releases the namespace. */
  async close(): Promise<void> {
    await this.flush();
    await this.#inTurn(() => this.#space.close());
  }

  /** The text with this number, `undefined` when the backend has none. */
  async load(number: number): Promise<string | undefined> {
    const space = this.#space;
    if (!space.isRead) await this.#inTurn(() => space.read().then(() => this.#reportLeft()));
    const operation = `reading #R${number}`;
    try {
      const kept = this.#written.get(number) ?? space.log.ledger.kept.get(number);
      if (!kept) return undefined;
      const text = await space.backend.get(textKey(number, kept.writer), operation);
      if (text !== undefined || space.backend.isReliable) return text;
      // Keyv also returns `undefined` for an unreachable server. The journal distinguishes the two: a missing journal
      // means that the server cannot be reached.
      if (await space.log.isThere(operation)) return undefined;
      throw new Failure(operation, "the backend cannot be reached, or has lost its data");
    } catch (error) {
      throw error instanceof Failure ? error.toTooltrimError() : error;
    }
  }

  #inTurn<T>(work: () => Promise<T>, left?: () => number): Promise<T> {
    const result = this.#queue.then(work).catch((error) => {
      throw error instanceof Failure ? error.toTooltrimError(left?.()) : error;
    });
    this.#queue = result.catch(() => {});
    return result;
  }

  /** Updates the index with the texts in the backend. */
  #reportLeft(): void {
    const { kept, left } = this.#space.log.ledger;
    for (const number of left) this.#view?.left(number);
    this.#view?.forgetWritten();
    for (const number of kept.keys()) this.#view?.written(number);
  }

  async #hold(): Promise<void> {
    const view = this.#view as IndexView;
    if (await this.#space.hold((state) => view.agreesWith(state))) return;
    this.#written.clear();
    this.#leaving.clear();
    this.#reportLeft();
  }

  /** Writes a record of the changes, and deletes evicted texts. */
  async #record(): Promise<void> {
    const view = this.#view as IndexView;
    const { log, writer } = this.#space;
    const record = () => {
      const { given, kept } = log.ledger;
      for (const [number, writer] of log.ledger.leaving(this.#written, this.#retain, Date.now())) {
        this.#leaving.set(textKey(number, writer), [number, writer]);
      }
      const left = [...this.#leaving.values()];
      if (this.#written.size === 0 && left.every(([number]) => !kept.has(number)) && view.given() === given) return;
      const entries = { first: given + 1, last: view.given(), state: view.stateAfter(given) };
      return recordOf(writer, Date.now(), { entries, kept: this.#written, left });
    };
    if (!(await log.append(record))) {
      // Another store has written here. If it left the texts unchanged, they are written again.
      this.#space.release();
      await this.#hold();
      throw new Failure("writing the journal", "meanwhile another store opened the namespace");
    }
    this.#written.clear();
    for (const [key, [number]] of this.#leaving) {
      if (!log.ledger.kept.has(number)) view.left(number);
      if ((await this.#space.backend.delete(key)) !== undefined) this.#leaving.delete(key);
    }
    // Everything is written; a later flush retries deletions that fail here.
    await log.compact(writer, () => ({ last: view.given(), state: view.stateAfter(0) })).catch(() => {});
  }

  /**
   * Writes texts concurrently, and returns the first failure. A failure ends its lane only, so one text that the
   * backend cannot hold does not block the others, and a dead backend is not asked for all.
   */
  async #writeAll(dirty: readonly Dirty[], written: (number: number, bytes: number) => void) {
    const queue = dirty.values();
    const { backend, writer } = this.#space;
    let failure: Failure | undefined;
    const lane = async () => {
      for (const { number, text } of queue) {
        try {
          // If it has to be evicted after all, a later record does that.
          this.#leaving.delete(textKey(number, writer));
          await backend.set(textKey(number, writer), text, `writing #R${number}`);
        } catch (error) {
          failure ??= error as Failure;
          return;
        }
        written(number, storedBytes(text));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return failure;
  }
}

const READER = 'access: a store that was opened with "read" writes nothing';

const isEmpty = (all: Iterable<unknown>) => all[Symbol.iterator]().next().done === true;
