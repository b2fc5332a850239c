import type { StoreIndex } from "../../../target/wasm-pkg/tooltrim.js";
import type { JsonValue } from "../compaction/types.js";
import { TooltrimError, toTooltrimError, wrong } from "../errors.js";
import type { Trimmed } from "../text/options.js";
import type { Backing, Dirty } from "./backing.js";
import { ConversationStore, numberOf, refOf } from "./conversation.js";
import { endsOf, hasEnds } from "./ends.js";
import { KEEPER, type Keeper } from "./keeper.js";
import { LastingIndex, type Texts } from "./lasting-index.js";
import { nativePrint } from "./native-print.js";
import { partOf, type RetrieveOptions } from "./retrieve.js";
import {
  backingOf,
  checkedOptions,
  type GivenOptions,
  type OutputStoreOptions,
  readStoreState,
  STATE,
  writeStoreState,
} from "./store-options.js";

/** A part of a kept text. */
export interface Retrieved extends Omit<Trimmed, "kept"> {
  /** The ref of the whole. */
  ref: string;
  /** Description of `text`: `lines 1-120 of 5,000`. */
  about: string;
  /** The number of this page, from 1, and the number of pages. */
  page: number;
  pages: number;
}

/**
 * Keeps the full text of what was cut, so that a model, a user or a program can read it later.
 *
 * @example
 * ```ts
 * import { trim } from "tooltrim";
 * import { OutputStore } from "tooltrim/store";
 *
 * const store = new OutputStore();
 * const log = Array.from({ length: 5000 }, (_, at) => `step ${at + 1} ok\n`).join("");
 * const { text, ref } = trim(log, { maxChars: 4000, store });
 * text.includes(`chars; full text: ${ref}] ...`); // true, and ref is "#a13s6nag"
 * store.retrieve("#a13s6nag", { lines: "2500-2501" }).text; // "step 2500 ok\nstep 2501 ok\n"
 * store.retrieve("#a13s6nag", { pattern: "step 4999" }).text; // "4999:step 4999 ok\n"
 * ```
 *
 * A ref is made of the text's hash: equal texts have equal refs in every store and process. A text larger than the whole
 * store keeps both ends, with a marker between them. Memory is synchronous; `flush` writes to the `backend` and `load`
 * reads from it, and a failing backend loses nothing in memory. Storing a text reads it once.
 */
export class OutputStore {
  readonly #held: Texts = new Map();
  readonly #indexes: LastingIndex;
  /** The index that last returned the number of a text. */
  #asked: StoreIndex;
  readonly #maxBytes: number;
  readonly #backing: Backing | undefined;
  /** The refs that each conversation was given. */
  readonly #given: Map<string, Set<number>>;
  /** Refs given by the store itself. */
  readonly #own: Set<number>;
  /** Used by everything that trims. */
  readonly [KEEPER]: Keeper;

  /** @throws TooltrimError `INVALID_OPTION` */
  constructor(options?: OutputStoreOptions) {
    const given = checkedOptions(options);
    this.#indexes = new LastingIndex(given.maxBytes, this.#held);
    this.#asked = this.#index;
    this.#maxBytes = this.#indexes.maxBytes;
    this[KEEPER] = {
      number: (text) => this.#numberOf(text),
      numberOfPrint: (print) => {
        this.#asked = this.#index;
        return this.#asked.number_of_print(print);
      },
      take: (text, number) => refOf(this.#owned(this.#take(text, number, undefined))),
      keep: (text) => this.#owned(this.#take(text, this.#numberOf(text), undefined)),
      answers: (number) => this.#own.has(number) || ![...this.#given.values()].some((given) => given.has(number)),
      maxBytes: this.#maxBytes,
    };
    this.#backing = backingOf(given, {
      unwritten: () => this.#unwritten(),
      written: (number) => this.#index.written(number),
      forgetWritten: () => this.#index.forget_written(),
      refOf: (text) => refOf(this.#numberOf(text)),
    });
    const state = given[STATE];
    const numbers = (refs: readonly string[] = []) => new Set(refs.map(numberOf));
    this.#given = new Map(state?.given.map(([name, refs]) => [name, numbers(refs)]));
    // A store without conversations gave out all that it held.
    this.#own = numbers(state?.given.length === 0 ? state.texts.map(([ref]) => ref) : state?.own);
    for (const [ref, text] of state?.texts ?? []) {
      const number = numberOf(ref);
      if (this.#numberOf(text) === number) this.#take(text, number, undefined);
      else this.#putBack(number, text);
    }
  }

  /**
   * Continues from the result of `state`.
   *
   * @throws TooltrimError `INVALID_OPTION`
   */
  static from(state: JsonValue, options?: OutputStoreOptions): OutputStore {
    const read = readStoreState(state);
    const { namespace = read.namespace, ...rest } = checkedOptions(options);
    const given: GivenOptions = { ...rest, namespace, [STATE]: read };
    return new OutputStore(given);
  }

  /**
   * Returns a view of the store for one of several conversations or tenants: it reads only refs that it was given.
   * `given` are refs assigned by an earlier store, if no `state` contains them.
   *
   * @throws TooltrimError `INVALID_OPTION`, `UNKNOWN_REF` for an invalid ref
   */
  conversation(
    name: string,
    { given = [] }: { readonly given?: readonly string[] | undefined } = {},
  ): ConversationStore {
    if (typeof name !== "string" || name === "") throw wrong("name", name, "a text of one char or more");
    const numbers = this.#given.get(name) ?? new Set();
    for (const ref of given) numbers.add(numberOf(ref));
    this.#given.set(name, numbers);
    const keep = (text: string, meta: unknown) => this.#take(text, this.#numberOf(text), meta);
    const take = (text: string, number: number) => this.#take(text, number, undefined);
    return new ConversationStore(this, numbers, keep, take);
  }

  /**
   * Keeps a text and returns its ref. `meta` is your own data, kept with it in memory. `undefined` if the store knows
   * another text by this ref, which takes a collision of 40 bits: the first one stays, and this one is not kept.
   */
  put(text: string, meta?: unknown): string | undefined {
    return refOf(this.#owned(this.#take(text, this.#numberOf(text), meta)));
  }

  /**
   * Returns a text from memory, and marks it as the most recently used.
   *
   * @throws TooltrimError `UNKNOWN_REF` for a ref that is not there, or whose text was evicted
   */
  get(ref: string | undefined): string {
    return this.#find(ref).text;
  }

  /** The `meta` passed to `put` with a text in memory. */
  meta(ref: string | undefined): unknown {
    return this.#find(ref).meta;
  }

  /** True if a text is in memory. */
  has(ref: string | undefined): boolean {
    return this.#held.has(numberOf(ref));
  }

  /**
   * Returns a part of a text in memory, by lines, pattern or page, of at most `maxChars`.
   *
   * @throws TooltrimError `UNKNOWN_REF`; `INVALID_OPTION` for lines and pages that do not exist
   */
  retrieve(ref: string | undefined, options?: RetrieveOptions): Retrieved {
    const { text } = this.#find(ref);
    const [part, about, page, pages, utf16, chars] = partOf(text, options);
    const omitted = { utf16, chars };
    return { text: part, truncated: pages > 1, omitted, ref: refOf(numberOf(ref)) as string, about, page, pages };
  }

  /**
   * Returns a text from memory or from the backend, and keeps it in memory.
   *
   * @throws TooltrimError `UNKNOWN_REF`, `BACKEND_FAILED`
   */
  async load(ref: string | undefined): Promise<string> {
    const number = numberOf(ref);
    const known = refOf(number) as string;
    if (this.#backing && !this.#held.has(number)) {
      const text = await this.#backing.load(known);
      if (text !== undefined && !this.#held.has(number) && !this.#putBack(number, text)) {
        const why = "it holds another text under this ref";
        throw new TooltrimError("BACKEND_FAILED", `backend: reading ${known} failed: ${why}`);
      }
      if (text !== undefined) return text;
    }
    return this.get(ref);
  }

  /**
   * Writes texts that the backend does not have yet. A no-op without a backend.
   *
   * @throws TooltrimError `BACKEND_FAILED`: texts that could not be written stay in memory for the next flush
   */
  async flush(): Promise<void> {
    await this.#backing?.flush();
  }

  /** The namespace in the backend, if there is one. */
  get namespace(): string | undefined {
    return this.#backing?.namespace;
  }

  /** The bytes in memory, and the number of texts evicted before they were written anywhere. */
  get stats(): { readonly bytes: number; readonly texts: number; readonly lost: number } {
    return { bytes: this.#index.used(), texts: this.#held.size, lost: this.#indexes.lost };
  }

  /** The state for `OutputStore.from`: what conversations were given, and without a backend the texts. Plain JSON. */
  state(): JsonValue {
    const refs = (numbers: Iterable<number>) => Array.from(numbers, (number) => refOf(number) as string);
    const held = this.#backing ? [] : [...this.#held];
    const texts = held.map(([number, { text }]) => [refOf(number) as string, text] as const);
    const given = Array.from(this.#given, ([name, numbers]) => [name, refs(numbers)] as const);
    return writeStoreState({ texts, namespace: this.#backing?.namespace, given, own: refs(this.#own) });
  }

  get #index(): StoreIndex {
    return this.#indexes.now;
  }

  /** The ref that a text has or would get, as a number; the next {@link OutputStore.#take} stores it. */
  #numberOf(text: string): number {
    if (typeof text !== "string") throw wrong("text", text, "a string");
    this.#asked = this.#index;
    const print = nativePrint(text);
    return print ? this.#asked.number_of_print(print) : this.#asked.number_of(text, text.length);
  }

  #take(text: string, number: number, meta: unknown): number {
    const index = this.#asked;
    if (number === 0) return 0;
    const bytes = index.bytes();
    const held = bytes > this.#maxBytes ? endsOf(text, this.#maxBytes) : text;
    this.#indexes.change(index, () => {
      const isNew = index.put(Math.min(bytes, this.#maxBytes));
      if (isNew || meta !== undefined || !this.#held.has(number)) {
        this.#held.set(number, { text: isNew ? held : (this.#held.get(number)?.text ?? held), meta });
      }
    });
    return number;
  }

  #owned(number: number): number {
    if (number !== 0) this.#own.add(number);
    return number;
  }

  /** Takes back a text that was stored elsewhere; false if it is not the one with this ref. */
  #putBack(number: number, text: string): boolean {
    this.#numberOf(text);
    const index = this.#asked;
    const held = index.bytes() > this.#maxBytes ? endsOf(text, this.#maxBytes) : text;
    return this.#indexes.change(index, () => {
      const isNew = index.put_back(number, hasEnds(text));
      if (isNew) this.#held.set(number, { text: held, meta: undefined });
      return isNew !== undefined;
    });
  }

  #find(ref: string | undefined): { readonly text: string; readonly meta: unknown } {
    const number = numberOf(ref);
    const held = this.#held.get(number);
    if (!held) throw toTooltrimError(this.#index.missing(number));
    this.#index.touch(number);
    // A state keeps the order of use.
    this.#held.delete(number);
    this.#held.set(number, held);
    return held;
  }

  #unwritten(): Dirty[] {
    const dirty = (number: number) => {
      const held = this.#held.get(number);
      return held ? [{ number, ref: refOf(number) as string, text: held.text }] : [];
    };
    return Array.from(this.#index.unwritten()).flatMap(dirty);
  }
}
