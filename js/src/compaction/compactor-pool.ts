import { shown, TooltrimError } from "../errors.js";
import { Compactor, inputTokensOf } from "./compactor.js";
import { type Asked, type Found, find, type Known, likeOf, printsOf, withOwn } from "./compactor-pool-find.js";
import { decidedIn, hex, readStates } from "./compactor-pool-state.js";
import { fingerprint } from "./fingerprint.js";
import type { Compaction, CompactOptions, JsonValue, RequestOptions } from "./types.js";

/** How conversations are compacted, and how many of them are kept. */
export interface CompactorPoolOptions extends CompactOptions {
  /** How many conversations are kept; default 32. */
  readonly max?: number | undefined;
  /** What {@link CompactorPool.state} gave. */
  readonly state?: JsonValue | undefined;
}

/** So many conversations keep their compactor; of the others there is what was decided. */
const AWAKE = 4;

/**
 * Compacts conversations that come without an id: each is found by its longest known prefix.
 *
 * @example
 * ```ts
 * import { CompactorPool } from "tooltrim";
 *
 * const pool = new CompactorPool({ window: { tokens: 128_000 } });
 *
 * // A language model provider of VS Code gets the whole history with each request, as new objects.
 * const first = pool.next([{ role: "user", content: "Which files are there?" }]);
 * first.changed; // false
 * const saved = JSON.stringify(pool.state());
 *
 * // After a restart
 * const restored = new CompactorPool({ window: { tokens: 128_000 }, state: JSON.parse(saved) });
 * ```
 *
 * Messages are the same when they are the same object or hold the same, or when `same` says so, or else by a fingerprint: structure, ids,
 * lengths of texts and both ends of them. A message that is changed in place counts as the one that it was.
 *
 * Where a conversation leaves a known one (an earlier message was edited, two agents share a beginning), it goes on from what had been
 * decided up to there. The known one stays, unless all that was decided about it went along. Conversations that only begin alike have
 * nothing in common as long as nothing was decided about what they begin with.
 *
 * At most `max` conversations are kept. Those go first about which nothing was decided, such as a request for a title: nothing is
 * lost with them. Then the least recently used. Messages are held of the last four only, or of all once `same` was given.
 *
 * New objects that hold the same as those of the request before are compared, not read: a request without a step takes some microseconds
 * per message, and as long as it takes to compare the texts of the last four conversations.
 */
export class CompactorPool<M> {
  readonly #options: CompactOptions;
  readonly #max: number;
  /** The least recently used first. */
  #known: Known<M>[];
  /** Whether a caller compares messages. */
  #compared = false;
  /** The conversation of each answer; none for messages that are no conversation. */
  readonly #answered = new WeakMap<Compaction<M>, Known<M> | undefined>();

  /** @throws TooltrimError `INVALID_OPTION`, also for a `state` that is none */
  constructor(options: CompactorPoolOptions) {
    if (typeof options !== "object" || options === null) {
      throw new TooltrimError("INVALID_OPTION", `options: ${shown(options)} is not an object`);
    }
    const { max = 32, state, ...rest } = options;
    if (!Number.isInteger(max) || max < 1) {
      throw new TooltrimError("INVALID_OPTION", `max: ${shown(max)} is not a whole number of 1 or more`);
    }
    // What is wrong with the options is told now, not with the first request.
    new Compactor<M>(rest);
    this.#options = rest;
    this.#max = max;
    this.#known = state === undefined ? [] : restored<M>(state, rest);
    this.#trim();
  }

  /**
   * The messages of the next request; `messages` is all of the conversation, as it came to be.
   *
   * `same` compares messages that are not the same object, such as by their ids. `request` is how this one differs from others.
   *
   * @throws TooltrimError `INVALID_OPTION`, `INVALID_MESSAGES`, `UNKNOWN_FORMAT`; and what `same` throws
   */
  next(
    messages: readonly M[],
    same?: ((known: M, message: M) => boolean) | undefined,
    request?: RequestOptions | undefined,
  ): Compaction<M> {
    if (same !== undefined && typeof same !== "function") {
      throw new TooltrimError("INVALID_OPTION", `same: ${shown(same)} is not a function`);
    }
    const list = copyOf(messages);
    // Nothing to find it by; and what is no list is the compactor's to refuse.
    if (!list?.length) {
      const compaction = new Compactor<M>(this.#options).next(messages, request);
      this.#answered.set(compaction, undefined);
      return compaction;
    }
    const like = likeOf(this.#known, list);
    const numbers: number[] = like?.known.prints.slice(0, like.length) ?? [];
    const print = (at: number) => {
      numbers[at] ??= fingerprint(list[at]);
      return numbers[at];
    };
    const asked = { messages, list, print, same, request, like };
    const found = find(this.#known, asked);
    const goesOn = found && found.common === found.known.prints.length;
    const compaction = goesOn ? this.#goOn(found, asked) : this.#start(found, asked);
    this.#compared ||= same !== undefined;
    this.#trim();
    this.#answered.set(compaction, this.#known.at(-1));
    return compaction;
  }

  /**
   * Corrects the estimate of a conversation by what the provider billed for the messages of a request, as
   * {@link Compactor.observe} does. `compaction` is what {@link CompactorPool.next} answered.
   *
   * Billing may be told after the next request of that conversation went out, or of many others: then it does nothing.
   *
   * @throws TooltrimError `INVALID_OPTION`
   */
  observe(compaction: Compaction<M>, billed: { readonly inputTokens: number }): void {
    if (!this.#answered.has(compaction)) {
      throw new TooltrimError("INVALID_OPTION", `compaction: ${shown(compaction)} is none that next answered`);
    }
    const inputTokens = inputTokensOf(billed);
    const known = this.#answered.get(compaction);
    if (known?.last?.deref() === compaction) known.compactor?.observe({ inputTokens });
  }

  #goOn(found: Found<M>, asked: Asked<M>): Compaction<M> {
    const { known } = found;
    known.compactor ??= Compactor.from<M>(known.state, this.#options);
    // New objects that hold the same are not read again.
    const { like } = asked;
    const list = like?.known === known ? like.list : asked.list;
    const done = known.compactor.next(list === asked.list ? asked.messages : list, asked.request);
    const compaction = list === asked.list ? done : withOwn(done, list, asked);
    known.prints = printsOf(found, asked);
    known.messages = list;
    known.decided ||= compaction.notice !== null;
    known.last = new WeakRef(compaction);
    this.#use(known);
    return compaction;
  }

  #start(found: Found<M> | undefined, asked: Asked<M>): Compaction<M> {
    const { known, common } = found ?? { known: undefined, common: 0 };
    const state = known ? stateOf(known) : null;
    const { first, last } = decidedIn(state);
    const inherits = first < common;
    const compactor = inherits ? Compactor.from<M>(state, this.#options) : new Compactor<M>(this.#options);
    const compaction = compactor.next(asked.messages, asked.request);
    const stepped = compaction.notice !== null;
    const prints = printsOf(found, asked);
    if (known && !stepped && last < common) {
      // Nothing was decided that only one of the two has: one of them is enough.
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

  #use(used: Known<M>): void {
    this.#known = [...this.#known.filter((known) => known !== used), used];
  }

  #trim(): void {
    while (this.#known.length > this.#max) {
      const nothing = this.#known.slice(0, -1).findIndex((known) => !known.decided);
      // The one that is at hand stays beside the others: it may go on, and need not be read anew with each request.
      if (nothing < 0 && this.#known.length === this.#max + 1 && this.#known.at(-1)?.decided === false) break;
      this.#known.splice(Math.max(0, nothing), 1);
    }
    for (const known of this.#known.slice(0, -AWAKE)) {
      known.state = stateOf(known);
      known.compactor = undefined;
      if (!this.#compared) known.messages = undefined;
    }
  }

  /** What to go on from, after a restart too; for each conversation a few bytes per message, and what stands in place of others. */
  state(): JsonValue {
    const all = this.#known.length > this.#max ? this.#known.filter(({ decided }) => decided) : this.#known;
    return all.map((known) => ({ prints: hex(known.prints), state: stateOf(known) }));
  }
}

/** Undefined for what is no list, and for one that cannot be read. */
function copyOf<M>(messages: readonly M[]): readonly M[] | undefined {
  try {
    return Array.isArray(messages) ? [...messages] : undefined;
  } catch {
    return undefined;
  }
}

function stateOf<M>({ compactor, state }: Known<M>): JsonValue {
  return compactor ? compactor.state() : state;
}

function restored<M>(state: JsonValue, options: CompactOptions): Known<M>[] {
  return readStates(state).map(({ prints, state }) => {
    Compactor.from<M>(state, options);
    return { prints, messages: undefined, compactor: undefined, state, decided: decidedIn(state).last >= 0 };
  });
}
