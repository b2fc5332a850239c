import { alsoKnown, requireObject, requireOptions, show, TooltrimError, wrong } from "../errors.js";
import type { AnyMessage, Untyped } from "../messages/types.js";
import { wasm } from "../wasm.js";
import { isStep, REQUEST_OPTIONS } from "./compact-messages.js";
import { Compactor, type CompactorOptions, checkBilled } from "./compactor.js";
import { type Asked, type Found, find, type Known, likeOf, printsOf, withOwn } from "./compactor-pool-find.js";
import { decidedIn, hex, readStates } from "./compactor-pool-state.js";
import type { Billed, Compaction, CompactOptions, JsonValue, PoolRequestOptions } from "./types.js";

/** Options of {@link CompactorPool}. */
export interface CompactorPoolOptions extends CompactorOptions {
  /** Maximum number of conversations to keep. Default 32. */
  readonly max?: number | undefined;
  /** State from {@link CompactorPool.state}. */
  readonly state?: JsonValue | undefined;
}

/** Conversations that keep their compactor in memory; the others keep only their state. */
const AWAKE = 4;

/**
 * Compacts conversations without an id: finds each one by its longest known prefix.
 *
 * @example
 * ```ts
 * import { CompactorPool } from "tooltrim";
 *
 * const pool = new CompactorPool({ window: { tokens: 128_000 } });
 *
 * // A VS Code language model provider receives the whole history with each request, as new objects.
 * const first = pool.next([{ role: "user", content: "Which files are there?" }]);
 * first.changed; // false
 * const saved = JSON.stringify(pool.state());
 *
 * // After a restart
 * const restored = new CompactorPool({ window: { tokens: 128_000 }, state: JSON.parse(saved) });
 * ```
 *
 * Two messages match if they are the same object, have equal content, or `same` returns `true`; otherwise the pool
 * compares fingerprints of structure, ids, and the length and both ends of each text. A message changed in place still
 * counts as the original.
 *
 * If a conversation branches off a known one (an earlier message was edited, two agents share a beginning), it
 * continues from the decisions up to that point. The known one stays, unless all its decisions belong to the shared
 * part. A shared beginning without decisions is ignored.
 *
 * The pool keeps up to `max` conversations. It first evicts conversations without decisions, such as a request for a
 * title, which lose nothing, and then the least recently used. It holds the messages of the last four only, or of all
 * once `same` was given.
 *
 * New objects are compared with those of the previous request instead of being read again: a request without a step
 * takes a few microseconds per message, plus the time to compare the texts of the last four conversations.
 *
 * With `summarize`, a conversation that is not among the last four loses a text that has not been swapped in; it is asked
 * for again when the conversation goes on.
 */
export class CompactorPool {
  readonly #options: CompactorOptions;
  readonly #max: number;
  /** Known conversations, least recently used first. */
  #known: Known[];
  /** True if a caller has passed `same`. */
  #compared = false;
  /** Conversation of each result; `undefined` for messages that are not a conversation. */
  readonly #answered = new WeakMap<Compaction<unknown>, Known | undefined>();

  /**
   * Creates a pool, empty or from a `state`.
   *
   * @throws TooltrimError `INVALID_OPTION`, also for an invalid `state`
   */
  constructor(options: CompactorPoolOptions) {
    requireObject("options", options);
    const { max = 32, state, ...rest } = options;
    if (!Number.isInteger(max) || max < 1) {
      throw wrong("max", max, "a whole number of 1 or more");
    }
    // Reports wrong options now rather than with the first request.
    alsoKnown(["max"], () => new Compactor(rest));
    this.#options = rest;
    this.#max = max;
    this.#known = state === undefined ? [] : restored(state, rest);
    this.#trim();
  }

  /**
   * Returns the messages for the next request. `messages` is the whole original conversation.
   *
   * `request` holds options of this request only. Its `same` compares messages that are not the same object, for
   * example by id.
   *
   * @throws TooltrimError `INVALID_OPTION`, `INVALID_MESSAGES`, `UNKNOWN_FORMAT`; and what `same` throws
   */
  next<M extends AnyMessage = Untyped>(messages: readonly M[], request: PoolRequestOptions<M> = {}): Compaction<M> {
    if (typeof request !== "object" || request === null) {
      throw wrong("request", request, "an object, such as { same, reserve }");
    }
    requireOptions("request", request, ["same", ...REQUEST_OPTIONS]);
    const { same, ...own } = request;
    if (same !== undefined && typeof same !== "function") {
      throw wrong("same", same, "a function");
    }
    const list = copyOf(messages);
    // An empty list has no prefix to find, and the compactor refuses what is not a list.
    if (!list?.length) {
      const compaction = new Compactor(this.#options).next(messages, own);
      this.#answered.set(compaction, undefined);
      return compaction;
    }
    const like = likeOf(this.#known, list);
    const numbers: number[] = like?.known.prints.slice(0, like.length) ?? [];
    const printed = printer(list, this.#options.format);
    const print = (at: number) => {
      numbers[at] ??= printed(list[at]);
      return numbers[at];
    };
    const asked = { messages, list, print, same, request: own, like };
    const found = find(this.#known, asked);
    const goesOn = found && found.common === found.known.prints.length;
    const compaction = goesOn ? this.#goOn(found, asked) : this.#start(found, asked);
    this.#compared ||= same !== undefined;
    this.#trim();
    this.#answered.set(compaction, this.#known.at(-1));
    return compaction as Compaction<M>;
  }

  /**
   * Corrects the token estimate of a conversation by what the provider billed for a request, as
   * {@link Compactor.observe} does. `compaction` is the result of {@link CompactorPool.next}.
   *
   * Other conversations may have gone on in between. If this one has, or was evicted, the call is a no-op.
   *
   * @throws TooltrimError `INVALID_OPTION`
   */
  observe(compaction: Compaction<unknown>, billed: Billed): void {
    if (!this.#answered.has(compaction)) {
      throw new TooltrimError("INVALID_OPTION", `compaction: ${show(compaction)} is not a result of next`);
    }
    checkBilled(billed);
    const known = this.#answered.get(compaction);
    if (known?.last?.deref() === compaction) known.compactor?.observe(billed);
  }

  #goOn(found: Found, asked: Asked): Compaction<unknown> {
    const { known } = found;
    known.compactor ??= Compactor.from(known.state, this.#options);
    // Equal new objects are not read again.
    const { like } = asked;
    const list = like?.known === known ? like.list : asked.list;
    const done = known.compactor.next(list === asked.list ? asked.messages : list, asked.request);
    const compaction = list === asked.list ? done : withOwn(done, list, asked);
    known.prints = printsOf(found, asked);
    known.messages = list;
    known.decided ||= isStep(done);
    known.last = new WeakRef(compaction);
    this.#use(known);
    return compaction;
  }

  #start(found: Found | undefined, asked: Asked): Compaction<unknown> {
    const { known, common } = found ?? { known: undefined, common: 0 };
    const state = known ? stateOf(known) : null;
    const { first, last } = decidedIn(state);
    const inherits = first < common;
    const compactor = inherits ? Compactor.from(state, this.#options) : new Compactor(this.#options);
    const compaction = compactor.next(asked.messages, asked.request);
    const stepped = isStep(compaction);
    const prints = printsOf(found, asked);
    if (known && !stepped && last < common) {
      // Both have the same decisions: one of them is enough.
      if (common === prints.length) {
        this.#use(known);
        return compaction;
      }
      if (known.decided) this.#known = this.#known.filter((other) => other !== known);
    }
    const messages = asked.list;
    const decided = inherits || stepped;
    this.#use({ prints, messages, compactor, state: null, decided, last: new WeakRef(compaction) });
    return compaction;
  }

  #use(used: Known): void {
    this.#known = [...this.#known.filter((known) => known !== used), used];
  }

  #trim(): void {
    while (this.#known.length > this.#max) {
      const nothing = this.#known.slice(0, -1).findIndex((known) => !known.decided);
      // The current one stays beside the others: it may continue, and then need not be read again with each request.
      if (nothing < 0 && this.#known.length === this.#max + 1 && this.#known.at(-1)?.decided === false) break;
      this.#known.splice(Math.max(0, nothing), 1);
    }
    for (const known of this.#known.slice(0, -AWAKE)) {
      known.state = stateOf(known);
      known.compactor = undefined;
      if (!this.#compared) known.messages = undefined;
    }
  }

  /**
   * Returns the state to continue from, for example after a restart: per conversation a few bytes per message, and the
   * replacement texts.
   */
  state(): JsonValue {
    const all = this.#known.length > this.#max ? this.#known.filter(({ decided }) => decided) : this.#known;
    return all.map((known) => ({ prints: hex(known.prints), state: stateOf(known) }));
  }
}

/** Returns the core's fingerprint of a message, or 0 if it cannot be read: `next` reports why. */
function printer(list: readonly unknown[], given: CompactOptions["format"]): (message: unknown) => number {
  let format: string | undefined = given;
  return (message) => {
    try {
      format ??= wasm().detect_format(list);
      return format === undefined ? 0 : wasm().message_print([message], format);
    } catch {
      return 0;
    }
  };
}

/** Returns a copy; `undefined` if `messages` is not a list or cannot be read. */
function copyOf(messages: readonly unknown[]): readonly unknown[] | undefined {
  try {
    return Array.isArray(messages) ? [...messages] : undefined;
  } catch {
    return undefined;
  }
}

function stateOf({ compactor, state }: Known): JsonValue {
  return compactor ? compactor.state() : state;
}

function restored(state: JsonValue, options: CompactorOptions): Known[] {
  return readStates(state).map(({ prints, state }) => {
    Compactor.from(state, options);
    return { prints, messages: undefined, compactor: undefined, state, decided: decidedIn(state).last >= 0 };
  });
}
