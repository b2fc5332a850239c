import { shown, TooltrimError } from "../errors.js";
import { type Answer, type Host, hostOf, later, requestOf, run } from "./compact-messages.js";
import type { Compaction, CompactionReport, CompactOptions, JsonValue, RequestOptions } from "./types.js";

/** Messages at the end that may have been changed in place. */
const TAIL = 2;

/** What was decided up to a step, for reports that nobody has asked for yet. */
interface Epoch {
  state: string | undefined;
}

/**
 * Compacts a conversation that goes on: what was decided stays decided, so that a prompt cache keeps its beginning.
 *
 * @example
 * ```ts
 * import { Compactor } from "tooltrim";
 *
 * const options = { window: { chars: 40_000 } };
 * const compactor = new Compactor(options);
 * const history: unknown[] = [{ role: "user", content: "Make the tests pass." }];
 * let steps = 0;
 * for (let n = 1; n <= 100; n += 1) {
 *   const id = `toolu_${n}`;
 *   const input = { command: `npm test -- part${n}` };
 *   history.push(
 *     { role: "assistant", content: [{ type: "tool_use", id, name: "bash", input }] },
 *     { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "PASS\n".repeat(200) }] },
 *   );
 *   // `messages` goes to the provider.
 *   const { messages, notice } = compactor.next(history);
 *   if (notice !== null) steps += 1;
 * }
 * steps > 1 && steps < 10; // true
 *
 * const restored = Compactor.from(compactor.state(), options);
 * const [before, after] = [compactor.next(history).messages, restored.next(history).messages];
 * JSON.stringify(after) === JSON.stringify(before); // true
 * ```
 *
 * Each request gets all of the conversation as it came to be. When it passes the mark (`triggerAt`) a step goes down to
 * `compactTo`; until the next one, what went out goes out again byte for byte, and only what is new is added. Of the room that a step
 * leaves only a part is spent on what may be needed: what is kept is sent with each request until the next step.
 *
 * Messages are known by a fingerprint of structure, ids, and of each text its length and both ends. From the first one that is another
 * one on, all is planned anew (`report.forkedAt`).
 *
 * A request without a step reads only messages that are new, and compares the others by reference. Holds the last list of messages.
 */
export class Compactor<M> {
  readonly #host: Host<M>;
  #last: readonly M[] | undefined;
  #compaction: Compaction<M> | undefined;
  #size = 0;
  /** UTF-16 units of the last messages: they may be changed in place. */
  #tail = 0;
  #billed = 1;
  /** What stands outside the messages, when a request said so. */
  #reserve: RequestOptions["reserve"];
  /** What is known of the size no longer holds. */
  #stale = false;
  #epoch: Epoch = { state: undefined };

  /**
   * A compactor for one conversation.
   *
   * @throws TooltrimError `INVALID_OPTION`, also for a `state` that is none
   */
  constructor(options: CompactOptions) {
    this.#host = hostOf<M>(options, true);
  }

  /**
   * A compactor that goes on from what {@link Compactor.state} gave: the same messages come out byte for byte.
   *
   * @throws TooltrimError `INVALID_OPTION`, also for what is no state
   */
  static from<M>(state: JsonValue, options: CompactOptions): Compactor<M> {
    return new Compactor<M>({ ...options, state });
  }

  /**
   * The messages of the next request; `messages` is all of the conversation, as it came to be.
   *
   * With `force` a step is taken below the mark, too; `compactTo` says how far this one goes, and `reserve` what stands outside the
   * messages of this request. The report is made when it is first read: read it before a list grows that was passed.
   *
   * @throws TooltrimError `INVALID_OPTION`, `INVALID_MESSAGES`, `UNKNOWN_FORMAT`; then nothing was decided
   */
  next(messages: readonly M[], request: RequestOptions = {}): Compaction<M> {
    const { force, reserve } = requestOf(request);
    this.#beside(reserve);
    return (!force && this.#grown(messages)) || this.#step(messages, request);
  }

  #beside(reserve: RequestOptions["reserve"]): void {
    if (isSame(reserve, this.#reserve)) return;
    this.#host.core.beside(reserve);
    this.#reserve = reserve && { ...reserve };
    this.#stale = true;
  }

  #step(messages: readonly M[], request: RequestOptions): Compaction<M> {
    const { compaction, size, before } = run(this.#host, messages, request, () => this.#stateOf(now));
    if (before !== undefined) {
      this.#epoch.state ??= before;
      this.#epoch = { state: undefined };
    }
    const now = this.#epoch;
    // A copy: a list that grows in place is another one next time.
    this.#remember(messages, compaction, size);
    return compaction;
  }

  #remember(messages: readonly M[], compaction: Compaction<M>, size: number): void {
    const billed = this.#host.core.now.billed();
    // What is remembered of one request is remembered together.
    this.#last = undefined;
    const tail = this.#grownBy(messages.slice(-TAIL)).chars;
    const last = [...messages];
    this.#compaction = compaction;
    this.#size = size;
    this.#stale = false;
    this.#billed = billed;
    this.#tail = tail;
    this.#last = last;
  }

  /** What messages add: in the unit of the window, and in UTF-16 units. */
  #grownBy(messages: readonly M[]): { readonly size: number; readonly chars: number } {
    if (messages.length === 0) return { size: 0, chars: 0 };
    const [size = 0, chars = 0] = this.#host.core.now.grown(messages, this.#host.tokens) ?? [];
    return { size, chars };
  }

  #stateOf(epoch: Epoch): JsonValue {
    return JSON.parse(epoch.state ?? this.#host.core.state) as JsonValue;
  }

  /** The same messages as last time and some more, and no mark passed: nothing is read but what is new. */
  #grown(messages: readonly M[]): Compaction<M> | undefined {
    const [last, before] = [this.#last, this.#compaction];
    if (
      !last ||
      !before ||
      this.#stale ||
      this.#host.core.isLost ||
      !Array.isArray(messages) ||
      messages.length < last.length
    )
      return undefined;
    for (let at = 0; at < last.length; at += 1) if (messages[at] !== last[at]) return undefined;
    if (last.length > 0 && this.#grownBy(last.slice(-TAIL)).chars !== this.#tail) return undefined;
    const added = messages.slice(last.length);
    const size = this.#size + this.#grownBy(added).size;
    if (!this.#host.core.now.is_below(size)) return undefined;
    const compaction = {
      messages: before.changed ? [...before.messages, ...added] : messages,
      changed: before.changed,
      edits: before.edits,
      notice: null,
    } as unknown as Compaction<M>;
    const epoch = this.#epoch;
    const [then, reserve] = [[...messages], this.#reserve];
    later(compaction, "report", () => this.#look(then, epoch, reserve));
    later(compaction, "state", () => this.#stateOf(epoch));
    this.#remember(messages, compaction, size);
    return compaction;
  }

  /** A report that was not needed until somebody asked for it. */
  #look(messages: readonly M[], epoch: Epoch, reserve: RequestOptions["reserve"]): CompactionReport {
    const { core, create, tokens } = this.#host;
    const asNow = epoch.state === undefined && isSame(reserve, this.#reserve);
    const { now } = core;
    const then = asNow ? now : now.from(this.#stateOf(epoch));
    try {
      if (!asNow) then.beside(reserve);
      const answer = then.next(messages, false, undefined, create, tokens, undefined, undefined, undefined);
      return JSON.parse((answer as Answer)[1]) as CompactionReport;
    } finally {
      if (then !== now) then.free();
    }
  }

  /**
   * Corrects the estimate by what the provider billed for the last request, without what stands outside the messages.
   *
   * From the next request on tokens are counted that way, at most five times more or less than estimated. Marks in chars do not
   * change. Before the first request it does nothing.
   *
   * @throws TooltrimError `INVALID_OPTION` for what is no number of 0 or more
   */
  observe(billed: { readonly inputTokens: number }): void {
    const inputTokens = inputTokensOf(billed);
    if (!this.#compaction) return;
    const { core, inTokens } = this.#host;
    // Reports speak of tokens as they are billed; a size in tokens is the exact sum of estimates.
    const estimated = inTokens ? this.#size : this.#compaction.report.after.tokens / this.#billed;
    this.#epoch.state ??= core.state;
    this.#epoch = { state: undefined };
    core.observe(inputTokens, estimated);
    this.#billed = core.now.billed();
  }

  /**
   * Takes the last step back, and answers the last messages without it; without a step, as they went out.
   *
   * It is not tried again before the conversation has grown by `minimumGain` of the window: mind the window until then. Only the last
   * step can be taken back. With `style: "summary"` what had left before comes back, too.
   *
   * @throws TooltrimError `INVALID_OPTION` before the first request
   */
  undo(): Compaction<M> {
    const last = this.#last;
    if (!last) throw new TooltrimError("INVALID_OPTION", "undo: there was no request yet");
    const epoch = this.#epoch;
    epoch.state = this.#host.core.state;
    this.#epoch = { state: undefined };
    this.#host.core.undo();
    return this.#step(last, {});
  }

  /**
   * What to go on from, after a restart too: JSON, 16 bytes for each message of the last step, and what stands in place of others.
   *
   * No text is in it that was not written by a compaction.
   */
  state(): JsonValue {
    return JSON.parse(this.#host.core.state) as JsonValue;
  }
}

export function inputTokensOf(billed: { readonly inputTokens: number }): number {
  const inputTokens = (billed as { inputTokens?: unknown } | undefined)?.inputTokens;
  if (typeof inputTokens !== "number" || !(inputTokens >= 0)) {
    throw new TooltrimError("INVALID_OPTION", `inputTokens: ${shown(inputTokens)} is not a number of 0 or more`);
  }
  return inputTokens;
}

/** Whether two requests leave the same room; what is no budget is the core's to refuse. */
function isSame(one: RequestOptions["reserve"], other: RequestOptions["reserve"]): boolean {
  if (one === other) return true;
  const sizeOf = (budget: RequestOptions["reserve"], unit: string) =>
    (budget as Record<string, unknown> | undefined)?.[unit];
  const isBudget = typeof one === "object" && typeof other === "object" && one !== null;
  return isBudget && ["chars", "tokens"].every((unit) => sizeOf(one, unit) === sizeOf(other, unit));
}
