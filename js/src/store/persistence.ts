// Writes a store's texts to a backend, and reads them. What the rest rests on:
// - A text counts as written only when the backend surely has it: what `set` answers is not believed, it is read back.
// - A ref of a namespace never changes its text: the first flush looks whether another store has been there, and each later
//   one whether another has come since.
// - Flushes and reads of the index never overlap, so an older index never lands on a newer one.
import { shown, TooltrimError } from "../errors.js";
import type { StoreBackend } from "./backend.js";
import { CheckedBackend } from "./checked.js";
import { Failure } from "./failure.js";

/** A text that is in memory only. */
export interface Dirty {
  readonly number: number;
  readonly text: string;
}

/** What a store that goes on from a saved state knows of the index: who wrote it, and which numbers had been given by then. */
export interface Continued {
  readonly writer: string;
  readonly knows: (number: number) => boolean;
}

/** Of an index: up to which number it tells, and who wrote it. */
const firstLine = (highest: number, writer: string) => `tooltrim-index 1 R${highest} ${writer}`;

/** So many texts are on their way at once. */
const LANES = 8;

export class Persistence {
  readonly #backend: CheckedBackend;
  readonly #namespace: string;
  /** In each index that we write, so that it is told from another store's. */
  readonly writer: string;
  readonly #continued: Continued | undefined;
  /** The highest number that the index tells of. */
  #highest = 0;
  /** The index that the backend had last. */
  #index: string | undefined;
  /** Indexes whose writing failed: they may have arrived all the same. */
  readonly #attempted = new Set<string>();
  /** Writes of an index that were given up, and may still arrive. */
  readonly #underway = new Set<Promise<unknown>>();
  #queue: Promise<unknown> = Promise.resolve();

  /**
   * `continued`: an index of that writer which tells of no other numbers is ours from the start.
   *
   * @throws TooltrimError `INVALID_OPTION` for what is no backend, no namespace or no time
   */
  constructor(backend: StoreBackend, namespace: string, timeoutMs: number, continued?: Continued) {
    this.#backend = new CheckedBackend(backend, namespace, timeoutMs);
    this.#namespace = namespace;
    this.#continued = continued;
    this.writer = continued?.writer ?? Math.random().toString(36).slice(2);
  }

  /**
   * Writes what `take` gives, then the index, each when it is this flush's turn. `index` is asked once more, before, when the
   * namespace is new: from then on it is ours. `written` is called for each text that is safely there, also when others fail.
   * `lost` is called before `take` when the backend no longer has what it had (it was emptied, or restarted without its
   * data): whatever is still in memory has to be written again.
   */
  flush(
    take: () => Iterable<Dirty>,
    index: () => string,
    written: (number: number) => void,
    lost?: () => void,
  ): Promise<void> {
    return this.#inTurn(async () => {
      let left: number | undefined;
      try {
        await this.#settled();
        const found = await this.#look();
        if (found === "lost") lost?.();
        const dirty = [...take()];
        left = dirty.length;
        if (found === "new") {
          if (left === 0 && this.#attempted.size === 0) return;
          await this.#writeIndex(index());
          // Another may have looked when we did.
          await this.#look();
        }
        const failure = await this.#writeAll(dirty, (number) => {
          left = (left as number) - 1;
          this.#highest = Math.max(this.#highest, number);
          written(number);
        });
        const conclude = async () => {
          if (left !== dirty.length) await this.#look();
          await this.#writeIndex(index());
        };
        if (!failure) return await conclude();
        // What has been written shall be found all the same.
        if (left < dirty.length) await conclude().catch(() => {});
        throw failure;
      } catch (error) {
        throw error instanceof Failure ? error.toTooltrimError(left ?? [...take()].length) : error;
      }
    });
  }

  /** The text with this number, `undefined` when the backend has none. */
  async load(number: number): Promise<string | undefined> {
    try {
      const text = await this.#backend.get(`R${number}`, `reading #R${number}`);
      if (text !== undefined || this.#backend.isReliable) return text;
      // Keyv answers `undefined` for a server out of reach, too. What tells the two apart is whether the index is there.
      if (this.#index === undefined) return undefined;
      if ((await this.#backend.get("index", `reading #R${number}`)) !== undefined) return undefined;
      throw new Failure(`reading #R${number}`, "the backend is out of reach, or has lost what it had");
    } catch (error) {
      throw error instanceof Failure ? error.toTooltrimError() : error;
    }
  }

  /** The index of the namespace, which is ours from then on; `undefined` when there is none. */
  readIndex(): Promise<string | undefined> {
    return this.#inTurn(async () => {
      try {
        await this.#settled();
        const index = await this.#backend.get("index", "reading the index");
        if (index === undefined) return undefined;
        this.#own(index, this.#highestOf(index));
        return index.slice(index.indexOf("\n") + 1);
      } catch (error) {
        throw error instanceof Failure ? error.toTooltrimError() : error;
      }
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {});
    return result;
  }

  /** Waits for what was given up. */
  async #settled(): Promise<void> {
    if (this.#underway.size === 0) return;
    await this.#backend.attempt("waiting for an earlier write", () => Promise.all(this.#underway));
  }

  #own(index: string, highest: number): void {
    this.#index = index;
    this.#highest = Math.max(this.#highest, highest);
    this.#attempted.clear();
  }

  /** Whether the namespace is as this store has left it. */
  async #look(): Promise<"new" | "ours" | "lost"> {
    const found = (await this.#backend.get("index", "reading the index")) ?? (await this.#lookAgain());
    if (found !== undefined) {
      if (found !== this.#index && !this.#attempted.has(found) && !this.#continues(found)) throw this.#taken(found);
      this.#own(found, this.#highestOf(found));
      return "ours";
    }
    if (this.#index === undefined) return "new";
    // Should it be there after all, it is still ours.
    this.#attempted.add(this.#index);
    this.#index = undefined;
    return "lost";
  }

  /** That there is no index is believed only of a backend that answers, before and after. */
  async #lookAgain(): Promise<string | undefined> {
    if (this.#backend.isReliable) return undefined;
    const operation = "writing a test value";
    const value = `${Date.now()} ${Math.random()}`;
    await this.#backend.set("test", value, operation);
    const found = await this.#backend.get("index", "reading the index");
    if ((await this.#backend.get("test", operation)) !== value)
      throw new Failure(operation, "it reads back as something else");
    await this.#backend.delete("test");
    return found;
  }

  #continues(index: string): boolean {
    if (this.#index !== undefined || !this.#continued) return false;
    const { writer, knows } = this.#continued;
    const highest = this.#highestOf(index);
    return index.startsWith(`${firstLine(highest, writer)}\n`) && (highest === 0 || knows(highest));
  }

  #taken(index: string): TooltrimError {
    const highest = this.#highestOf(index);
    const message =
      this.#index === undefined
        ? `already holds results up to #R${highest}; continue it with OutputStore.open`
        : `was written by another store since, up to #R${highest}; give each store its own`;
    return new TooltrimError("INVALID_OPTION", `namespace: ${JSON.stringify(shown(this.#namespace))} ${message}`);
  }

  /** By the index's first line, which is ours; what follows is the store's. */
  #highestOf(index: string): number {
    const highest = /^tooltrim-index 1 R(\d+) \w*\n/.exec(index)?.[1];
    if (highest !== undefined) return Number(highest);
    const name = JSON.stringify(shown(this.#namespace));
    throw new TooltrimError("INVALID_OPTION", `namespace: ${name} holds what no store of this version has written`);
  }

  /**
   * Writes some at once, and returns the first failure. Each ends a lane: one text that the backend cannot hold keeps none of the
   * others back, and a backend that holds none is not asked for all.
   */
  async #writeAll(dirty: readonly Dirty[], written: (number: number) => void): Promise<Failure | undefined> {
    const queue = dirty.values();
    let failure: Failure | undefined;
    const lane = async () => {
      for (const { number, text } of queue) {
        try {
          await this.#backend.set(`R${number}`, text, `writing #R${number}`);
        } catch (error) {
          failure ??= error as Failure;
          return;
        }
        written(number);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return failure;
  }

  async #writeIndex(body: string): Promise<void> {
    const index = `${firstLine(this.#highest, this.writer)}\n${body}`;
    if (index === this.#index && this.#attempted.size === 0) return;
    this.#attempted.add(index);
    await this.#backend.set("index", index, "writing the index", (writing) => {
      this.#underway.add(writing);
      writing.catch(() => {}).then(() => this.#underway.delete(writing));
    });
    this.#own(index, this.#highest);
  }
}
