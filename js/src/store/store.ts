import type { StoreIndex } from "../../../target/wasm-pkg/tooltrim.js";
import type { JsonValue } from "../compaction/types.js";
import { TooltrimError, toTooltrimError, wrong } from "../errors.js";
import type { Trimmed } from "../text/options.js";
import { ConversationStore, numberOf } from "./conversation.js";
import { DurableIndex, printed } from "./durable-index.js";
import { endsOf, hasEnds } from "./ends.js";
import { KEEPER, type Keeper } from "./keeper.js";
import type { Dirty, IndexView, Persistence } from "./persistence.js";
import { partOf, type RetrieveOptions } from "./retrieve.js";
import {
  checkedOptions,
  type GivenOptions,
  indexOf,
  type OutputStoreOptions,
  persistenceOf,
  readStoreState,
  STATE,
  STATE_VERSION,
  sumOf,
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

interface Held {
  readonly text: string;
  readonly meta: unknown;
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
 * text.includes(`chars; full text: ${ref}] ...`); // true, and ref is "#R1"
 * store.retrieve("#R1", { lines: "2500-2501" }).text; // "step 2500 ok\nstep 2501 ok\n"
 * store.retrieve("#R1", { pattern: "step 4999" }).text; // "4999:step 4999 ok\n"
 * ```
 *
 * Equal texts share one ref, also after the text left memory. A text larger than the whole store keeps both ends,
 * with a marker between them. Memory is synchronous; `flush` writes to the `backend` and `load` reads from it, and a
 * failing backend loses nothing in memory. Storing a text reads it once.
 */
export class OutputStore {
  readonly #indexes: DurableIndex;
  /** The index that last returned the number of a text. */
  #asked: StoreIndex;
  readonly #held = new Map<number, Held>();
  readonly #maxBytes: number;
  readonly #backend: Persistence | undefined;
  /** The refs that each conversation was given. */
  readonly #given: Map<string, Set<number>>;
  /** Refs given by the store itself. */
  readonly #own: Set<number>;
  /** Used by everything that trims. */
  readonly [KEEPER]: Keeper;

  /** @throws TooltrimError `INVALID_OPTION` */
  constructor(options?: OutputStoreOptions) {
    const given = checkedOptions(options);
    const { maxBytes } = given;
    this.#indexes = new DurableIndex((state) => indexOf({ maxBytes }, state), given[STATE]?.index ?? "", this.#held);
    this.#asked = this.#index;
    this.#maxBytes = this.#indexes.maxBytes;
    this[KEEPER] = {
      number: (text) => this.#numberOf(text),
      reserve: (text) => {
        const number = this.#numberOf(text);
        this.#asked.reserve();
        this.#indexes.note(this.#asked);
        return number;
      },
      numberOfPrint: (print) => {
        this.#asked = this.#index;
        return this.#asked.number_of_print(print);
      },
      take: (text, number) => refOf(this.#owned(this.#take(text, number, undefined))),
      keep: (text) => this.#owned(this.#take(text, this.#numberOf(text), undefined)),
      answers: (number) => this.#own.has(number) || ![...this.#given.values()].some((given) => given.has(number)),
      skipTo: (number) => {
        const index = this.#index;
        index.skip_to(number);
        this.#indexes.note(index);
      },
      maxBytes: this.#maxBytes,
    };
    this.#backend = given[STATE]?.persistence ?? persistenceOf(given);
    this.#backend?.bind(this.#view());
    this.#given = new Map(given[STATE]?.given?.map(([name, numbers]) => [name, new Set(numbers)]));
    this.#own = new Set(given[STATE]?.own);
    for (const [number, text] of given[STATE]?.texts ?? []) {
      if (this.#index.knows(number)) this.#putBack(number, text);
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
   * Continues with the texts of a backend's namespace; an empty one is a new store. The namespace belongs to this store
   * until it is closed or its process ends.
   *
   * @throws TooltrimError `INVALID_OPTION`, also when another store has the namespace; `BACKEND_FAILED` when the backend cannot be
   * read or written
   */
  static async open(options: OutputStoreOptions): Promise<OutputStore> {
    const persistence = persistenceOf(checkedOptions(options));
    if (!persistence) throw new TooltrimError("INVALID_OPTION", "backend: is needed to open a store");
    const index = await persistence.open();
    const given: GivenOptions = { ...options, [STATE]: { index, texts: [], persistence } };
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

  /** Keeps a text and returns its ref. `meta` is your own data, kept with it in memory. */
  put(text: string, meta?: unknown): string {
    return refOf(this.#owned(this.#take(text, this.#numberOf(text), meta)));
  }

  /**
   * Returns a text from memory, and marks it as the most recently used.
   *
   * @throws TooltrimError `UNKNOWN_REF` for a ref that was never given, or whose text was evicted
   */
  get(ref: string): string {
    return this.#find(ref).text;
  }

  /** The `meta` passed to `put` with a text in memory. */
  meta(ref: string): unknown {
    return this.#find(ref).meta;
  }

  /** True if a text is in memory. */
  has(ref: string): boolean {
    return this.#held.has(numberOf(ref));
  }

  /**
   * Returns a part of a text in memory, by lines, pattern or page, of at most `maxChars`.
   *
   * @throws TooltrimError `UNKNOWN_REF`; `INVALID_OPTION` for lines and pages that do not exist
   */
  retrieve(ref: string, options?: RetrieveOptions): Retrieved {
    const { text } = this.#find(ref);
    const [part, about, page, pages, utf16, chars] = partOf(text, options);
    const omitted = { utf16, chars };
    return { text: part, truncated: pages > 1, omitted, ref: refOf(numberOf(ref)), about, page, pages };
  }

  /**
   * Returns a text from memory or from the backend, and keeps it in memory.
   *
   * @throws TooltrimError `UNKNOWN_REF`, `BACKEND_FAILED`
   */
  async load(ref: string): Promise<string> {
    const number = numberOf(ref);
    if (this.#backend && !this.#held.has(number) && this.#index.knows(number)) {
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
   * Writes texts that the backend does not have yet. A no-op without a backend.
   *
   * @throws TooltrimError `BACKEND_FAILED`: texts that could not be written stay in memory for the next flush;
   * `INVALID_OPTION` when another store has the namespace, or has written to it
   */
  async flush(): Promise<void> {
    await this.#backend?.flush();
  }

  /**
   * Flushes and releases the namespace. The texts in memory stay, and a later flush claims the namespace
   * again.
   *
   * @throws TooltrimError as {@link OutputStore.flush}; the store then keeps the namespace
   */
  async close(): Promise<void> {
    await this.#backend?.close();
  }

  /** The namespace in the backend; with `access: "separate"` it may differ from the option. */
  get namespace(): string | undefined {
    return this.#backend?.namespace;
  }

  /** The bytes in memory, and the number of texts evicted before they were written anywhere. */
  get stats(): { readonly bytes: number; readonly texts: number; readonly lost: number } {
    return { bytes: this.#index.used(), texts: this.#held.size, lost: this.#indexes.lost };
  }

  /** The state for `OutputStore.from`: the refs, and the texts as well when there is no backend. Plain JSON. */
  state(): JsonValue {
    const held = this.#backend ? [] : [...this.#held];
    const texts = held.map(([number, { text }]): JsonValue => [number, text, sumOf(number, text)]);
    const index = this.#index.state();
    const namespace = this.#backend ? { namespace: this.#backend.namespace } : {};
    const given = [...this.#given].map(([name, numbers]) => [name, [...numbers]] as [string, number[]]);
    const own = given.length > 0 ? [...this.#own] : [];
    const sum = sumOf(STATE_VERSION, this.#backend?.namespace ?? "", index, JSON.stringify([given, own]));
    return { version: STATE_VERSION, index, texts, ...namespace, ...(given.length > 0 ? { given, own } : {}), sum };
  }

  get #index(): StoreIndex {
    return this.#indexes.now;
  }

  /** View of the index for the code that writes to the backend. */
  #view(): IndexView {
    return {
      given: () => this.#index.given(),
      stateAfter: (number) => this.#index.state_after(number),
      agreesWith: (state) => this.#index.agrees_with(state),
      unwritten: () => this.#unwritten(),
      written: (number) => this.#index.written(number),
      left: (number) => this.#index.left(number),
      forgetWritten: () => {
        const index = this.#index;
        index.forget_written();
        this.#indexes.noteAll(index);
      },
    };
  }

  /**
   * True if a text that was read back is the one with this number; for a text that was too large, compares the ends.
   */
  #isText(text: string, number: number): boolean {
    return this.#numberOf(text) === number || (this.#index.is_larger(number) && hasEnds(text));
  }

  /** The number that a text has or would get; the next {@link OutputStore.#take} stores it. */
  #numberOf(text: string): number {
    if (typeof text !== "string") throw wrong("text", text, "a string");
    const print = printed(text);
    this.#asked = this.#index;
    return this.#asked.number_of(print, print.length);
  }

  #take(text: string, number: number, meta: unknown): number {
    const index = this.#asked;
    const bytes = index.bytes();
    const held = bytes > this.#maxBytes ? endsOf(text, this.#maxBytes) : text;
    this.#indexes.change(index, () => {
      const isNew = index.put(Math.min(bytes, this.#maxBytes));
      // A text in memory already had its number.
      if (isNew) this.#indexes.note(index);
      if (isNew || meta !== undefined || !this.#held.has(number)) {
        this.#held.set(number, { text: isNew ? held : this.#textOf(number, held), meta });
      }
      this.#indexes.evict(index);
    });
    return number;
  }

  #owned(number: number): number {
    this.#own.add(number);
    return number;
  }

  #textOf(number: number, otherwise: string): string {
    return this.#held.get(number)?.text ?? otherwise;
  }

  #putBack(number: number, text: string): void {
    this.#numberOf(text);
    const index = this.#asked;
    const bytes = index.bytes();
    const held = bytes > this.#maxBytes ? endsOf(text, this.#maxBytes) : text;
    this.#indexes.change(index, () => {
      index.put_back(number, Math.min(bytes, this.#maxBytes));
      this.#held.set(number, { text: held, meta: undefined });
      this.#indexes.evict(index);
    });
  }

  #find(ref: string): Held {
    const number = numberOf(ref);
    const held = this.#held.get(number);
    if (!held) throw toTooltrimError(this.#index.missing(number));
    this.#index.touch(number);
    // A state keeps the order of use.
    this.#held.delete(number);
    this.#held.set(number, held);
    return held;
  }

  *#unwritten(): Iterable<Dirty> {
    for (const number of this.#index.unwritten()) {
      const held = this.#held.get(number);
      if (held) yield { number, text: held.text };
    }
  }
}

export const refOf = (number: number): string => `#R${number}`;
