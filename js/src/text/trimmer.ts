import type { Compiled, Stream } from "../../../target/wasm-pkg/tooltrim.js";
import { show, TooltrimError, toTooltrimError, wrong } from "../errors.js";
import { ambientScope, countCheck, isWatched, report, requireScope, type Scope } from "../signals/hub.js";
import { type Keeper, requireKeeper } from "../store/keeper.js";
import { copyData } from "../tool/copy.js";
import { Lasting, numbersAt, wasm } from "../wasm.js";
import { decode } from "./decode.js";
import { type LoneSurrogates, restoreBetween } from "./lone-surrogates.js";
import type { Omitted, TokenCounter, Trimmed, TrimOptions, TruncationEvent } from "./options.js";
import { Result } from "./result.js";

/** Plans that are being made: more than one when a token counter trims. */
export let running = 0;
/** Gives a trimmer's memory back at once. Left to the garbage collector, WebAssembly memory grows in between. */
export let release: (trimmer: Trimmer) => void;
/** A stream with a trimmer's options. */
export let open: (trimmer: Trimmer) => Stream;
/** The result of such a stream, whose memory is then yet to be given back. */
export let conclude: (trimmer: Trimmer, stream: Stream, lone: LoneSurrogates | undefined, counts: CutCounts) => Trimmed;
/** The result of a stream if it ended now. Nothing is reported or kept. */
export let look: (trimmer: Trimmer, stream: Stream, lone: LoneSurrogates | undefined) => Trimmed;
/** The store of a trimmer, the scope of what it is about to trim, and the UTF-16 units up to which every text fits. */
export let belongings: (trimmer: Trimmer) => Belongings;

interface Belongings {
  readonly store: Keeper | undefined;
  readonly scope: Scope | undefined;
  readonly safe: number;
}

/** The facts that a stream has beside its text. */
export interface CutCounts {
  readonly scope: Scope | undefined;
  /** Keeps the text; asked when it was cut. */
  readonly keep: (() => string | undefined) | undefined;
}

/**
 * Trims many texts with options that are checked once.
 *
 * @example
 * ```ts
 * import { Trimmer } from "tooltrim";
 *
 * const trimmer = new Trimmer({ maxBytes: 20_000, keep: "head" });
 * trimmer.trim("short").truncated; // false
 * ```
 */
export class Trimmer {
  readonly #lasting: Lasting<Compiled>;
  /** The options compiled by the current instance of the core; a new instance does not know them. */
  #compiled: Compiled;
  readonly #counter: TokenCounter | undefined;
  /** Number of UTF-16 units up to which every text fits. */
  readonly #safe: number;
  readonly #pieces: readonly string[];
  readonly #label: string | undefined;
  readonly #onTruncate: ((event: TruncationEvent) => void) | undefined;
  readonly #store: Keeper | undefined;
  readonly #scope: Scope | undefined;
  readonly #counted: number;
  readonly #cleans: boolean;
  readonly #readsJson: boolean;
  #view: Float64Array = nothing;

  /** @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG` */
  constructor(options?: TrimOptions | number) {
    const given = ownOptions(options);
    this.#counter = given.tokens;
    this.#label = given.label;
    this.#onTruncate = given.onTruncate;
    this.#store = requireKeeper(given.store);
    requireScope(given.scope);
    this.#scope = given.scope;
    try {
      this.#lasting = new Lasting(({ Compiled }) => new Compiled(given, this.#counter));
    } catch (thrown) {
      // The marker's tokens are counted already here.
      rethrow(wasm().take_failure());
      throw thrown instanceof TooltrimError ? thrown : toTooltrimError(thrown);
    }
    rethrow(wasm().take_failure());
    this.#compiled = this.#lasting.now;
    this.#safe = this.#compiled.safe_utf16();
    this.#pieces = this.#compiled.marker_pieces();
    this.#counted = this.#compiled.counted();
    this.#cleans = this.#compiled.cleans();
    this.#readsJson = this.#compiled.reads_json();
  }

  /**
   * Trims a text, or bytes that hold UTF-8.
   *
   * @throws TooltrimError `INVALID_ENCODING`, for bytes only
   */
  trim(source: string | Uint8Array): Trimmed {
    const input = typeof source === "string" ? source : decode(source, this.#compiled.lossy());
    countCheck();
    if (input.length <= this.#safe && !this.#cleans) return this.#whole(input);
    const watched = this.#onTruncate !== undefined || isWatched(this.#scope);
    this.#begin();
    this.#compiled.set_report_cuts(watched);
    const store = this.#store;
    const number = store?.number(input);
    if (number !== undefined) this.#compiled.set_ref(number);
    const result = this.#changed(input);
    if (!result) return this.#whole(input);
    const { trimmed } = result;
    if (trimmed.truncated) {
      // To keep a text may move the memory in which the numbers stand.
      const numbers = watched && store ? result.numbers.slice() : result.numbers;
      // A counter may have come back here with another text.
      const ref = store?.take(input, this.#counter ? store.number(input) : (number as number));
      if (ref !== undefined) trimmed.ref = ref;
      if (watched) this.#report(numbers, trimmed, this.#scope);
    }
    return trimmed;
  }

  #begin(): void {
    if (!this.#lasting.isLost) return;
    this.#compiled = this.#lasting.now;
    this.#view = nothing;
    // The caller's counter was asked about the marker again.
    rethrow(wasm().take_failure());
  }

  #whole(input: string): Trimmed {
    return new Result(input, false, this.#omitted(0, 0, nothing), input.length);
  }

  /** Trims or cleans a text that cannot stay as it is. */
  #changed(input: string): Changed | undefined {
    if (this.#readsJson) {
      const bounded = this.#bound(input);
      if (bounded !== "no JSON") return bounded;
    }
    const cleaned = this.#cleans ? this.#clean(input) : undefined;
    if (cleaned) return cleaned;
    if (input.length <= this.#safe || !this.#plan(input)) return undefined;
    const numbers = this.#answer();
    const head = at(numbers, 0);
    const tail = at(numbers, 1);
    const breaks = at(numbers, 2);
    const ends = breaks & 8 ? this.#compiled.take_kept() : [0, head, tail, input.length];
    let text = input.slice(0, head);
    if (breaks & 1) text += "\n";
    if (breaks & 4) text += restoreBetween(this.#compiled.take_between(), input, head, tail, ends);
    else text += this.#marker(numbers);
    if (breaks & 2) text += "\n";
    text += input.slice(tail);
    // Reading one unit makes the text flat. Before, it is a chain of slices, each of which holds on to the whole input.
    flattened = text.charCodeAt(0);
    const omitted = this.#omitted(at(numbers, 3), at(numbers, 4), numbers);
    return { trimmed: new Result(text, true, omitted, ends), numbers };
  }

  /** The result for a JSON text. */
  #bound(input: string): Changed | "no JSON" | undefined {
    if (input.length <= this.#safe && !this.#cleans) return undefined;
    const kind = this.#asking(() => this.#compiled.json(input, input.length, this.#counter));
    if (kind === 0) return "no JSON";
    if (kind === 3) return undefined;
    const numbers = this.#answer();
    const last = numbers.length - 1;
    const omitted = this.#omitted(at(numbers, 3), at(numbers, 4), numbers);
    const trimmed = new Result(this.#compiled.take_between(), kind > 1, omitted, nothing);
    const chars = at(numbers, last - 1);
    if (chars > 0) trimmed.cleaned = { chars, lines: at(numbers, last) };
    return { trimmed, numbers };
  }

  #marker(numbers: Float64Array): string {
    let marker = this.#pieces[0] as string;
    for (let index = 1; index < this.#pieces.length; index += 1) {
      marker += at(numbers, MARKER - 1 + index) + (this.#pieces[index] as string);
    }
    return marker;
  }

  /** The numbers of the last plan. The view is gone when the memory has grown. */
  #answer(): Float64Array {
    if (this.#view.length === 0) this.#view = numbersAt(this.#compiled.answer(), MARKER + this.#pieces.length + 1);
    return this.#view;
  }

  /** The result for a text that cleaning changes. */
  #clean(input: string): Changed | undefined {
    const stream = this.#compiled.stream();
    try {
      stream.push(input, input.length);
      const numbers = this.#finish(stream);
      return at(numbers, CLEANED) > 0 ? { trimmed: this.#conclude(stream, numbers, undefined), numbers } : undefined;
    } finally {
      stream.free();
    }
  }

  #finish(stream: Stream): Float64Array {
    return this.#asking(() => stream.finish(this.#counter));
  }

  /** A call that may ask the caller's counter, which may trim as well. */
  #asking<T>(call: () => T): T {
    running += 1;
    let answer: T;
    try {
      answer = call();
    } finally {
      running -= 1;
    }
    rethrow(wasm().take_failure());
    return answer;
  }

  #conclude(stream: Stream, numbers: Float64Array, lone: LoneSurrogates | undefined): Trimmed {
    const cleaned = at(numbers, CLEANED) > 0;
    const kept = numbers.slice(ENDS);
    let text = stream.take_text();
    if (lone && !cleaned) text = lone.restore(text, at(numbers, KEPT), at(numbers, KEPT + 1), kept);
    const omitted = this.#omitted(at(numbers, 3), at(numbers, 4), numbers);
    const result = new Result(text, at(numbers, 0) > 0, omitted, kept);
    if (cleaned) result.cleaned = { chars: at(numbers, NOISE), lines: at(numbers, NOISE + 1) };
    return result;
  }

  #report(numbers: Float64Array, { omitted, ref }: Trimmed, scope: Scope | undefined): void {
    const [limit, before, after] = [at(numbers, EVENT + 1), at(numbers, EVENT + 2), at(numbers, EVENT + 3)];
    const index = at(numbers, EVENT);
    unitNames ??= wasm().unit_names();
    const unit = unitNames[index] as TruncationEvent["unit"];
    const event = { label: this.#label, unit, limit, before, after, omitted: { ...omitted } };
    report(ref === undefined ? event : { ...event, ref }, scope, this.#onTruncate);
  }

  #plan(text: string): boolean {
    if (this.#counter) return this.#planCounted(text, this.#counter);
    return this.#compiled.plan(text, text.length);
  }

  #planCounted(text: string, counter: TokenCounter): boolean {
    return this.#asking(() => this.#compiled.plan_counted(text, text.length, counter));
  }

  static {
    release = (trimmer) => trimmer.#compiled.free();
    open = (trimmer) => {
      trimmer.#begin();
      trimmer.#asking(() => trimmer.#compiled.check_stream());
      return trimmer.#compiled.stream();
    };
    conclude = (trimmer, stream, lone, { scope, keep }) => {
      countCheck();
      const numbers = trimmer.#finish(stream);
      const result = trimmer.#conclude(stream, numbers, lone);
      if (result.truncated) {
        const ref = keep?.();
        if (ref !== undefined) result.ref = ref;
        if (trimmer.#onTruncate || isWatched(scope)) trimmer.#report(numbers, result, scope);
      }
      return result;
    };
    look = (trimmer, stream, lone) => trimmer.#conclude(stream, trimmer.#finish(stream), lone);
    belongings = (trimmer) => ({
      store: trimmer.#store,
      scope: trimmer.#scope ?? ambientScope(),
      safe: trimmer.#safe,
    });
  }

  #omitted(utf16: number, chars: number, numbers: Float64Array): Omitted {
    const omitted: Omitted = { utf16, chars };
    if (this.#counted & 1) omitted.bytes = at(numbers, 5);
    if (this.#counted & 2) omitted.lines = at(numbers, 6);
    if (this.#counted & 4) omitted.tokens = at(numbers, 7);
    return omitted;
  }
}

/** Written so that no engine may skip the read. */
export let flattened = 0;

const nothing = new Float64Array(0);

/** The options as they are now, as they are read again later. A store and a scope are themselves. */
export function ownOptions(options: TrimOptions | number | undefined): TrimOptions {
  const given = typeof options === "number" ? { maxChars: options } : (options ?? {});
  if (typeof given !== "object" || Array.isArray(given)) {
    throw wrong("options", given, "an object or a number of chars");
  }
  try {
    const own: Record<string, unknown> = { ...given };
    for (const name in own) if (name !== "store" && name !== "scope") own[name] = copyData(own[name]);
    return own as TrimOptions;
  } catch (thrown) {
    throw toTooltrimError(thrown);
  }
}

/** Asked once. */
let unitNames: string[] | undefined;
/** A result that is not the input itself, and the numbers behind it. */
interface Changed {
  readonly trimmed: Trimmed;
  readonly numbers: Float64Array;
}

/** Offsets at which the numbers of an event and of the marker begin; see `plan` in the binding. */
const EVENT = 8;
const MARKER = 12;
/** The offset at which the numbers of a stream's result begin; see `finish` in the binding. */
const CLEANED = 1;
const NOISE = 12;
const KEPT = 14;
const ENDS = 16;

/** 0 where nothing has been omitted. Destructuring would go through an iterator, on the hot path. */
const at = (numbers: Float64Array, index: number): number => numbers[index] ?? 0;

/** A caller's counter that threw or answered nonsense: its error, not a quietly smaller text. */
function rethrow(failure: { readonly thrown?: unknown; readonly value?: unknown } | undefined): void {
  if (!failure) return;
  if ("thrown" in failure) throw failure.thrown;
  throw new TooltrimError("INVALID_OPTION", `tokens: answered ${show(failure.value)}, not a number of 0 or more`);
}
