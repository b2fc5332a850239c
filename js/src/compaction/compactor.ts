import { SUMMARIZER_OPTIONS, type SummarizerOptions } from "../calls/summarizer.js";
import { alsoKnown, countOf, requireObject, requireOptions, TooltrimError, wrong } from "../errors.js";
import type { AnyMessage, Untyped } from "../messages/types.js";
import { wasm } from "../wasm.js";
import { type Answer, type Host, hostOf, isStep, later, requestOf, run, withNote } from "./compact-messages.js";
import type { Beside } from "./core.js";
import { equalLength } from "./equal.js";
import { LateSummary } from "./late-summary.js";
import type { Billed, Compaction, CompactionReport, CompactOptions, JsonValue, RequestOptions } from "./types.js";

/** Number of messages at the end that may have been changed in place. */
const TAIL = 2;

/** Options of {@link Compactor}. */
export interface CompactorOptions extends CompactOptions, SummarizerOptions {}

/** State up to a step, for reports that are not read yet. */
interface Epoch {
  state: string | undefined;
}

/**
 * Compacts a growing conversation. Decisions are stable across requests, so prompt caches keep hitting.
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
 *     { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: `${n} ok\n`.repeat(200) }] },
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
 * Pass the whole original conversation with each request. When it passes the mark (`triggerAt`), a step reduces it to
 * `compactTo`. Until the next step, identical bytes are sent again and only new messages are added. A step spends only
 * part of the room that it leaves on what may be needed, since everything kept is sent with each request until the next
 * step.
 *
 * Messages are identified by a fingerprint of structure, ids, and the length and both ends of each text. From the first
 * message that differs, everything is planned again (`report.forkedAt`).
 *
 * A request without a step reads only new messages and compares the others: by reference, and by content if they are
 * new objects. Holds the last list of messages.
 *
 * With `summarize`, `style` defaults to `"summary"`, and no request waits: a step sends tooltrim's own summary at once and
 * asks `summarize` about all calls that left. The first request after its answer sends that text in its place, which
 * counts as a step; `report.notes` then says so, or why it could not be used: it failed, took longer than `timeout`, or
 * is over `maxHistorySummaryTokens`. If another step, an undo or an edit of what left came first, the text is dropped.
 * Until the swap the bytes stay the same; which request swaps depends on when the answer comes. `state` holds a text that
 * was swapped in; one that had not come is asked for again after {@link Compactor.from}.
 */
export class Compactor {
  readonly #host: Host;
  #last: readonly unknown[] | undefined;
  #compaction: Compaction<unknown> | undefined;
  #size = 0;
  /** UTF-16 units of the last messages, to notice changes in place. */
  #tail = 0;
  #billed = 1;
  /** Options of the last request only. */
  #beside: Beside = {};
  /** Format of the last messages by their shape, unless the options name one. */
  #shape: string | undefined;
  /** True if the known size is outdated. */
  #stale = false;
  #epoch: Epoch = { state: undefined };
  readonly #late: LateSummary | undefined;

  /**
   * Creates a compactor for one conversation.
   *
   * @throws TooltrimError `INVALID_OPTION`, also for an invalid `state`
   */
  constructor(options: CompactorOptions) {
    requireObject("options", options);
    const { summarize, timeout, signal, ...own } = options;
    const { style = summarize && "summary" } = own;
    this.#late = LateSummary.of(options);
    this.#host = alsoKnown(SUMMARIZER_OPTIONS, () => hostOf({ ...own, ...(style && { style }) }, true));
  }

  /**
   * Restores a compactor from {@link Compactor.state}. It returns the same messages byte for byte.
   *
   * @throws TooltrimError `INVALID_OPTION`, also for an invalid state
   */
  static from(state: JsonValue, options: CompactorOptions): Compactor {
    return new Compactor({ ...options, state });
  }

  /**
   * Returns the messages for the next request. `messages` is the whole original conversation.
   *
   * With `force` a step is taken below the mark, too; `hold` takes none. `compactTo` sets the target of this step,
   * `reserve` the size of what this request sends outside its messages, and `window` and `thinking` are those of its model
   * (another `thinking` than in the last step counts as a step). The report is computed on first access: read it before the list
   * that you passed grows.
   *
   * @throws TooltrimError `INVALID_OPTION`, `INVALID_MESSAGES`, `UNKNOWN_FORMAT`; the state is then unchanged
   */
  next<M extends AnyMessage = Untyped>(messages: readonly M[], request: RequestOptions = {}): Compaction<M> {
    const { force, hold, beside } = requestOf(request);
    this.#goBeside(beside);
    const text = hold || force ? undefined : this.#late?.text;
    const quick = !force && !hold && text === undefined ? this.#grown(messages) : undefined;
    if (quick) return this.#noted(quick);
    this.#compare(messages);
    return this.#noted(this.#step(messages, request, text));
  }

  /** Adds the reason if a summary could not be had. */
  #noted<M>(compaction: Compaction<M>): Compaction<M> {
    const failure = this.#late?.takeFailure();
    return failure === undefined ? compaction : withNote(compaction, failure);
  }

  /** Reports to the core the first message that differs from the last request. */
  #compare(messages: readonly unknown[]): void {
    const last = this.#last;
    if (!last || !Array.isArray(messages)) return;
    const common = Math.min(last.length, messages.length);
    const areSame = last.every((message, at) => at >= common || message === messages[at]);
    const same = areSame ? common : equalLength(messages, last);
    if (same >= common) return;
    this.#epoch.state ??= this.#host.core.state;
    this.#epoch = { state: undefined };
    try {
      this.#host.core.compare(same, last.slice(same, common), messages.slice(same, common));
    } catch {
      // The step below reports unreadable messages.
    }
  }

  #goBeside(beside: Beside): void {
    if (areSame(beside, this.#beside)) return;
    this.#host.core.beside(beside);
    const { reserve, window, thinking } = beside;
    this.#beside = { reserve: reserve && { ...reserve }, window: window && { ...window }, thinking };
    this.#stale = true;
  }

  /** `text` is the summary of what an earlier step removed. */
  #step<M>(messages: readonly M[], request: RequestOptions, text?: string): Compaction<M> {
    const late = { text, isLate: text !== undefined };
    const { compaction, size, before } = run(this.#host, messages, request, () => this.#stateOf(now), late);
    if (before !== undefined) {
      this.#epoch.state ??= before;
      this.#epoch = { state: undefined };
    }
    const now = this.#epoch;
    this.#shape = this.#host.isFormatGiven ? undefined : wasm().detect_format(messages);
    // A copy, since the caller's list may grow in place.
    const isFirst = this.#last === undefined;
    this.#remember(messages, compaction, size);
    // A request that steps and one that takes over a state may leave a summary of ours.
    if (this.#late && (isStep(compaction) || isFirst)) {
      const { summary } = compaction.state as { readonly summary?: readonly JsonValue[] };
      this.#late.ask(messages, compaction.report, this.#host.redact, summary);
    } else if (text !== undefined) {
      this.#late?.refuse(compaction.report.notes);
    }
    return compaction;
  }

  #remember(messages: readonly unknown[], compaction: Compaction<unknown>, size: number): void {
    const billed = this.#host.core.now.billed();
    // `#last` is set last, so that an error in between leaves nothing half remembered.
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

  /** Returns the size that messages add, in the unit of the window and in UTF-16 units. */
  #grownBy(messages: readonly unknown[]): { readonly size: number; readonly chars: number } {
    if (messages.length === 0) return { size: 0, chars: 0 };
    const [size = 0, chars = 0] = this.#host.core.now.grown(messages, this.#host.tokens) ?? [];
    return { size, chars };
  }

  #stateOf(epoch: Epoch): JsonValue {
    return JSON.parse(epoch.state ?? this.#host.core.state) as JsonValue;
  }

  /**
   * Handles a request that only adds messages and passes no mark, reading only the new messages; else returns
   * `undefined`. The others are the same objects, or equal ones: hosts may create new ones for each request.
   */
  #grown<M>(messages: readonly M[]): Compaction<M> | undefined {
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
    const areSame = last.every((message, at) => message === messages[at]);
    if (!areSame && equalLength(messages, last) < last.length) return undefined;
    if (last.length > 0 && this.#grownBy(last.slice(-TAIL)).chars !== this.#tail) return undefined;
    const added = messages.slice(last.length);
    if (!this.#hasShape(added) && !this.#hasShape(messages)) return undefined;
    const size = this.#size + this.#grownBy(added).size;
    if (!this.#host.core.now.is_below(size)) return undefined;
    if (this.#host.names && this.#host.core.now.arrives(added, last.length)) return undefined;
    const sent = areSame || !before.changed ? before.messages : renewed(before.messages, last, messages);
    const compaction = {
      messages: before.changed ? [...sent, ...added] : messages,
      changed: before.changed,
      edits: before.edits,
      notice: null,
    } as unknown as Compaction<M>;
    const epoch = this.#epoch;
    const [then, beside] = [[...messages], this.#beside];
    later(compaction, "report", () => this.#look(then, epoch, beside));
    later(compaction, "state", () => this.#stateOf(epoch));
    this.#remember(messages, compaction, size);
    return compaction;
  }

  /** Returns `false` if later messages decide a format that the first ones left open: a user's text fits several. */
  #hasShape(messages: readonly unknown[]): boolean {
    return this.#host.isFormatGiven || messages.length === 0 || wasm().detect_format(messages) === this.#shape;
  }

  /** Computes a report on first access. */
  #look(messages: readonly unknown[], epoch: Epoch, beside: Beside): CompactionReport {
    const { core, create, tokens } = this.#host;
    const asNow = epoch.state === undefined && areSame(beside, this.#beside);
    const { now } = core;
    const then = asNow ? now : now.from(this.#stateOf(epoch));
    try {
      if (!asNow) then.beside(beside.reserve, beside.window, beside.thinking);
      const answer = then.next(
        messages,
        false,
        false,
        undefined,
        create,
        tokens,
        undefined,
        undefined,
        undefined,
        false,
      );
      return (answer as Answer)[1];
    } finally {
      if (then !== now) then.free();
    }
  }

  /**
   * Corrects the token estimate by what the provider billed for the last request. `outside` is the estimate of what it
   * sent outside its messages (tools, system prompt): the messages get their share of what was billed.
   *
   * `cleared` is what the provider cleared itself before it billed (`cleared_input_tokens`).
   *
   * The correction applies from the next request on, by a factor of at most five in either direction. Marks in chars do
   * not change. A no-op before the first request.
   *
   * @throws TooltrimError `INVALID_OPTION` unless `inputTokens`, `outside` and `cleared` are numbers of 0 or more
   */
  observe(billed: Billed): void {
    const { inputTokens, outside, cleared } = checkBilled(billed);
    if (!this.#compaction) return;
    const { core, inTokens } = this.#host;
    // Reports count tokens as billed; a size in tokens is the exact sum of estimates.
    const estimated = inTokens ? this.#size : this.#compaction.report.after.tokens / this.#billed;
    this.#epoch.state ??= core.state;
    this.#epoch = { state: undefined };
    const share = outside > 0 ? estimated / (estimated + outside) : 1;
    core.observe((inputTokens + cleared) * share, estimated);
    this.#billed = core.now.billed();
  }

  /**
   * Takes the last step back and returns the last messages without it; without a step, returns them as they were sent.
   *
   * The step is not tried again until the conversation has grown by `minimumGain` of the window; until then, watch
   * the window yourself. Only the last step can be taken back: a second `undo` without a step in between changes nothing.
   *
   * Give the type of the messages: `undo<Message>()`.
   *
   * @throws TooltrimError `INVALID_OPTION` before the first request
   */
  undo<M = unknown>(): Compaction<M> {
    const last = this.#last;
    if (!last) throw new TooltrimError("INVALID_OPTION", "undo: there was no request yet");
    const epoch = this.#epoch;
    epoch.state = this.#host.core.state;
    this.#epoch = { state: undefined };
    this.#host.core.undo();
    this.#late?.drop();
    return this.#step(last as readonly M[], this.#beside);
  }

  /**
   * Returns the state to continue from, for example after a restart: JSON with 16 bytes per message of the last step,
   * and the replacement texts.
   *
   * It holds only texts that a compaction wrote.
   */
  state(): JsonValue {
    return JSON.parse(this.#host.core.state) as JsonValue;
  }
}

/** Returns what was sent with the objects of a list of equal messages: a message that nothing changed is the caller's own. */
function renewed<M>(sent: readonly M[], last: readonly M[], messages: readonly M[]): readonly M[] {
  const places = new Map(last.map((message, at) => [message, at]));
  return sent.map((message) => messages[places.get(message) ?? -1] ?? message);
}

/** Checks and returns what was billed. */
export function checkBilled(billed: Billed): Required<{ readonly [K in keyof Billed]: number }> {
  const given = billed ?? {};
  requireOptions("billed", given, ["inputTokens", "outside", "cleared"]);
  const { inputTokens, outside = 0, cleared = 0 } = given as { readonly [K in keyof Billed]: unknown };
  for (const [name, value] of [
    ["inputTokens", inputTokens],
    ["outside", outside],
    ["cleared", cleared],
  ] as const) {
    if (countOf(name, value) === Number.POSITIVE_INFINITY) throw wrong(name, value, "a finite number of 0 or more");
  }
  return { inputTokens, outside, cleared } as { inputTokens: number; outside: number; cleared: number };
}

/** Returns `true` if two requests override options alike. */
function areSame(one: Beside, other: Beside): boolean {
  const same = one.thinking === other.thinking && isSame(one.reserve, other.reserve);
  return same && isSame(one.window, other.window);
}

/** Returns `true` if two reserves are equal. The core refuses values that are not budgets. */
function isSame(one: RequestOptions["reserve"], other: RequestOptions["reserve"]): boolean {
  if (one === other) return true;
  const sizeOf = (budget: RequestOptions["reserve"], unit: string) =>
    (budget as Record<string, unknown> | undefined)?.[unit];
  const isBudget = typeof one === "object" && typeof other === "object" && one !== null;
  return isBudget && ["chars", "utf16", "tokens"].every((unit) => sizeOf(one, unit) === sizeOf(other, unit));
}
