import type { Book, Print } from "../../../target/wasm-pkg/tooltrim.js";
import type { JsonValue } from "../compaction-types.js";
import { shown, TooltrimError, toTooltrimError } from "../errors.js";
import type { Trimmed } from "../options.js";
import { isWellFormed } from "../text.js";
import { wasm } from "../wasm.js";
import { endsOf, hasEnds } from "./ends.js";
import { KEEPER, type Keeper } from "./keeper.js";
import type { Dirty, Persistence } from "./persistence.js";
import { linesWhere, type RetrieveOptions } from "./retrieve.js";
import {
  bookOf,
  checkedOptions,
  type GivenOptions,
  type OutputStoreOptions,
  persistenceOf,
  readStoreState,
  STATE,
  STATE_VERSION,
} from "./store-options.js";

/** A part of a kept text. */
export interface Retrieved extends Trimmed {
  /** The ref of the whole. */
  ref: string;
  /** What `text` is, in words: `lines 1-120 of 5,000`. */
  about: string;
  /** Which page this is, from 1 on, and of how many. */
  page: number;
  pages: number;
}

interface Held {
  readonly text: string;
  readonly meta: unknown;
}

/**
 * Keeps what was cut, so that a model, a user or a program can have it after all.
 *
 * @example
 * ```ts
 * import { trim } from "tooltrim";
 * import { OutputStore } from "tooltrim/store";
 *
 * const store = new OutputStore();
 * const log = Array.from({ length: 5000 }, (_, at) => `step ${at + 1} ok\n`).join("");
 * const { text, ref } = trim(log, { maxChars: 4000, store });
 * text.includes(`chars; full text: ${ref}] ...`); // true, and ref is "#R1"
 * store.retrieve("#R1", { lines: "2500-2501" }).text; // "step 2500 ok\nstep 2501 ok\n"
 * store.retrieve("#R1", { pattern: "step 4999" }).text; // "4999:step 4999 ok\n"
 * ```
 *
 * Equal texts have one ref, also after one has left memory. A text larger than the whole store keeps its ends, with a marker
 * between. Memory is synchronous; a `backend` is written by `flush` and read by `load`, and what fails there is lost nowhere else.
 * Taking a text in reads it once; a text in memory is found at once.
 */
export class OutputStore {
  readonly #book: Book;
  readonly #held = new Map<number, Held>();
  readonly #maxBytes: number;
  readonly #backend: Persistence | undefined;
  /** For what trims. */
  readonly [KEEPER]: Keeper;

  /** @throws TooltrimError `INVALID_OPTION` */
  constructor(options?: OutputStoreOptions) {
    const given = checkedOptions(options);
    this.#book = bookOf(given, given[STATE]?.book ?? "");
    this.#maxBytes = this.#book.max_bytes();
    this[KEEPER] = {
      number: (text) => this.#numberOf(text),
      reserve: (text) => {
        const number = this.#numberOf(text);
        this.#book.reserve();
        return number;
      },
      numberOfPrint: (print) => this.#book.number_of_print(print as Print),
      take: (text, number) => refOf(this.#take(text, number, undefined)),
      keep: (text) => this.#take(text, this.#numberOf(text), undefined),
      skipTo: (number) => this.#book.skip_to(number),
      maxBytes: this.#maxBytes,
    };
    this.#backend = given[STATE]?.persistence ?? persistenceOf(given, this.#continued(given[STATE]?.writer));
    for (const [number, text] of given[STATE]?.texts ?? []) {
      if (this.#book.knows(number)) this.#putBack(number, text);
    }
  }

  /**
   * Goes on from what `state` answered.
   *
   * @throws TooltrimError `INVALID_OPTION`
   */
  static from(state: JsonValue, options?: OutputStoreOptions): OutputStore {
    const given: GivenOptions = { ...checkedOptions(options), [STATE]: readStoreState(state) };
    return new OutputStore(given);
  }

  /**
   * Goes on with what a backend holds of a namespace; an empty one is a new store.
   *
   * @throws TooltrimError `INVALID_OPTION`; `BACKEND_FAILED` when the backend cannot be read
   */
  static async open(options: OutputStoreOptions): Promise<OutputStore> {
    const persistence = persistenceOf(checkedOptions(options));
    if (!persistence) throw new TooltrimError("INVALID_OPTION", "backend: is needed to open a store");
    const book = (await persistence.readIndex()) ?? "";
    const given: GivenOptions = { ...options, [STATE]: { book, texts: [], persistence } };
    return new OutputStore(given);
  }

  /** Keeps a text and answers its ref. `meta` is kept with it in memory, and is yours. */
  put(text: string, meta?: unknown): string {
    return refOf(this.#take(text, this.#numberOf(text), meta));
  }

  /**
   * A text that is in memory; it is then the last to leave.
   *
   * @throws TooltrimError `UNKNOWN_REF` for one that was never given, or has left
   */
  get(ref: string): string {
    return this.#find(ref).text;
  }

  /** What `put` was given with a text that is in memory. */
  meta(ref: string): unknown {
    return this.#find(ref).meta;
  }

  /** Whether a text is in memory. */
  has(ref: string): boolean {
    return this.#held.has(numberOf(ref));
  }

  /**
   * A part of a text in memory: by lines, by a pattern, by page, in at most `maxChars`.
   *
   * @throws TooltrimError `UNKNOWN_REF`; `INVALID_OPTION` for lines and pages that are not there
   */
  retrieve(ref: string, options?: RetrieveOptions): Retrieved {
    const { text } = this.#find(ref);
    const given = options ?? {};
    if (typeof given !== "object" || Array.isArray(given)) {
      throw new TooltrimError("INVALID_OPTION", `options: ${shown(given)} is not an object`);
    }
    const chosen = linesWhere(text, given.where);
    try {
      const [part, about, page, pages, utf16, chars] = wasm().retrieve(text, text.length, given, chosen) as Row;
      const omitted = { utf16, chars };
      return { text: part, truncated: pages > 1, omitted, ref: refOf(numberOf(ref)), about, page, pages };
    } catch (thrown) {
      throw toTooltrimError(thrown);
    }
  }

  /**
   * A text from memory or else from the backend, which is then in memory again.
   *
   * @throws TooltrimError `UNKNOWN_REF`, `BACKEND_FAILED`
   */
  async load(ref: string): Promise<string> {
    const number = numberOf(ref);
    if (this.#backend && !this.#held.has(number) && this.#book.knows(number)) {
      const text = await this.#backend.load(number);
      if (text !== undefined && !this.#isText(text, number)) {
        const why = "holds another text under this ref: another store has written to the namespace";
        throw new TooltrimError("BACKEND_FAILED", `backend: reading ${refOf(number)} failed: it ${why}`);
      }
      if (text !== undefined && !this.#held.has(number)) this.#putBack(number, text);
      if (text !== undefined) return text;
    }
    return this.get(ref);
  }

  /**
   * Writes what the backend does not have yet. Without a backend it does nothing.
   *
   * @throws TooltrimError `BACKEND_FAILED`: what could not be written stays in memory, for the next time; `INVALID_OPTION` when
   * another store has written to the namespace
   */
  async flush(): Promise<void> {
    await this.#backend?.flush(
      () => this.#unwritten(),
      () => this.#book.state(),
      (number) => this.#book.written(number),
      () => this.#book.forget_written(),
    );
  }

  /** The bytes in memory, and how many texts had to leave it before they were written anywhere. */
  get stats(): { readonly bytes: number; readonly texts: number; readonly lost: number } {
    return { bytes: this.#book.used(), texts: this.#held.size, lost: this.#book.lost() };
  }

  /** What `OutputStore.from` needs to go on: the refs, and the texts as well when there is no backend. Plain JSON. */
  state(): JsonValue {
    const texts = this.#backend ? [] : [...this.#held].map(([number, { text }]): JsonValue => [number, text]);
    const writer = this.#backend ? { writer: this.#backend.writer } : {};
    return { version: STATE_VERSION, book: this.#book.state(), texts, ...writer };
  }

  /** The index in a backend that an earlier store of the same state has written is ours. */
  #continued(writer: string | undefined) {
    return writer === undefined ? undefined : { writer, knows: (number: number) => this.#book.knows(number) };
  }

  /** Whether a text that was read back is the one with this number; of one that was too large the ends are there. */
  #isText(text: string, number: number): boolean {
    return this.#numberOf(text) === number || (this.#book.is_larger(number) && hasEnds(text));
  }

  /** The number that a text has or would get, which the next {@link OutputStore.#take} is about. */
  #numberOf(text: string): number {
    if (typeof text !== "string") throw new TooltrimError("INVALID_OPTION", `text: ${shown(text)} is not a string`);
    // In UTF-8 all lone surrogates are one.
    const print = isWellFormed(text) ? text : LONE + JSON.stringify(text);
    return this.#book.number_of(print, print.length);
  }

  #take(text: string, number: number, meta: unknown): number {
    const bytes = this.#book.bytes();
    const held = bytes > this.#maxBytes ? endsOf(text, this.#maxBytes) : text;
    const isNew = this.#book.put(Math.min(bytes, this.#maxBytes));
    if (isNew || meta !== undefined) this.#held.set(number, { text: isNew ? held : this.#textOf(number, held), meta });
    this.#evict();
    return number;
  }

  #textOf(number: number, otherwise: string): string {
    return this.#held.get(number)?.text ?? otherwise;
  }

  #putBack(number: number, text: string): void {
    this.#numberOf(text);
    const bytes = this.#book.bytes();
    this.#book.put_back(number, Math.min(bytes, this.#maxBytes));
    this.#held.set(number, { text: bytes > this.#maxBytes ? endsOf(text, this.#maxBytes) : text, meta: undefined });
    this.#evict();
  }

  #evict(): void {
    for (const number of this.#book.take_evicted()) this.#held.delete(number);
  }

  #find(ref: string): Held {
    const number = numberOf(ref);
    const held = this.#held.get(number);
    if (!held) throw toTooltrimError(this.#book.missing(number));
    this.#book.touch(number);
    // The last in use is the last of a state, too.
    this.#held.delete(number);
    this.#held.set(number, held);
    return held;
  }

  *#unwritten(): Iterable<Dirty> {
    for (const number of this.#book.unwritten()) {
      const held = this.#held.get(number);
      if (held) yield { number, text: held.text };
    }
  }
}

type Row = [string, string, number, number, number, number];

const LONE = "\0lone surrogates: ";

export const refOf = (number: number): string => `#R${number}`;

function numberOf(ref: string): number {
  try {
    return wasm().ref_number(typeof ref === "string" ? ref : shown(ref));
  } catch (thrown) {
    throw toTooltrimError(thrown);
  }
}
