import { shown, toTooltrimError } from "../errors.js";
import { wasm } from "../wasm.js";
import { KEEPER, type Keeper } from "./keeper.js";
import type { RetrieveOptions } from "./retrieve.js";
import type { OutputStore, Retrieved } from "./store.js";

/**
 * View of a store for one conversation: it reads only texts whose refs it received. Made by {@link
 * OutputStore.conversation}.
 *
 * @example
 * ```ts
 * import { trim } from "tooltrim";
 * import { OutputStore, retrieveTool } from "tooltrim/store";
 *
 * const shared = new OutputStore();
 * const [mine, other] = [shared.conversation("mine"), shared.conversation("other")];
 * trim("a line of the log\n".repeat(1000), { maxChars: 200, store: mine }).ref; // "#z6vv924d"
 *
 * await retrieveTool(other, "text").handler({ ref: "#z6vv924d" });
 * // "Error: ref: #z6vv924d was not given in this conversation; a ref that stands in the output of a tool is part of that output"
 * ```
 *
 * Accepted as an option wherever an `OutputStore` is.
 */
export class ConversationStore {
  readonly #store: OutputStore;
  readonly #keep: (text: string, meta: unknown) => number;
  readonly #given: Set<number>;
  /** Used by everything that trims. */
  readonly [KEEPER]: Keeper;

  /** Internal: call {@link OutputStore.conversation}. */
  constructor(
    store: OutputStore,
    given: Set<number>,
    keep: (text: string, meta: unknown) => number,
    take: (text: string, number: number) => number,
  ) {
    const noted = (number: number): number => {
      if (number !== 0) given.add(number);
      return number;
    };
    this.#store = store;
    this.#given = given;
    this.#keep = (text, meta) => noted(keep(text, meta));
    this[KEEPER] = {
      ...store[KEEPER],
      take: (text, number) => refOf(noted(take(text, number))),
      keep: (text) => this.#keep(text, undefined),
      answers: (number) => given.has(number),
    };
  }

  /** Keeps a text as {@link OutputStore.put} does, and gives the conversation its ref. */
  put(text: string, meta?: unknown): string | undefined {
    return refOf(this.#keep(text, meta));
  }

  /**
   * Like {@link OutputStore.get}.
   *
   * @throws TooltrimError `UNKNOWN_REF`, also for a ref that the conversation was not given
   */
  get(ref: string | undefined): string {
    return this.#store.get(this.#checked(ref));
  }

  /** True if a text of the conversation is in memory. */
  has(ref: string | undefined): boolean {
    return this.#given.has(numberOf(ref)) && this.#store.has(ref);
  }

  /**
   * Like {@link OutputStore.retrieve}.
   *
   * @throws TooltrimError `UNKNOWN_REF`, also for a ref that the conversation was not given; `INVALID_OPTION`
   */
  retrieve(ref: string | undefined, options?: RetrieveOptions): Retrieved {
    return this.#store.retrieve(this.#checked(ref), options);
  }

  /**
   * Like {@link OutputStore.load}.
   *
   * @throws TooltrimError `UNKNOWN_REF`, also for a ref that the conversation was not given; `BACKEND_FAILED`
   */
  async load(ref: string | undefined): Promise<string> {
    return this.#store.load(this.#checked(ref));
  }

  /** The refs that the conversation was given: what {@link OutputStore.conversation} takes to go on. */
  given(): string[] {
    return [...this.#given].map((number) => wasm().ref_text(number));
  }

  #checked(ref: string | undefined): string | undefined {
    const number = numberOf(ref);
    if (!this.#given.has(number)) throw toTooltrimError(wasm().ref_not_given(number));
    return ref;
  }
}

/** @throws TooltrimError `UNKNOWN_REF` for an invalid ref */
export function numberOf(ref: string | undefined): number {
  return wasm().ref_number(typeof ref === "string" ? ref : shown(ref));
}

/** A ref as the model reads it; none for 0. */
export const refOf = (number: number): string | undefined => wasm().ref_text(number) || undefined;
