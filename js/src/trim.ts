import type { Compiled, Stream } from "../../target/wasm-pkg/tooltrim.js";
import { decode } from "./decode.js";
import { shown, TooltrimError, toTooltrimError } from "./errors.js";
import type { LoneSurrogates } from "./lone.js";
import type { Omitted, TokenCounter, Trimmed, TrimOptions, TruncationEvent } from "./options.js";
import { plainLength } from "./text.js";
import { numbersAt, wasm } from "./wasm.js";

/** Plans that are being made: more than one when a token counter trims. */
let running = 0;
/** Gives a trimmer's memory back at once. Left to the garbage collector, WebAssembly memory grows in between. */
export let release: (trimmer: Trimmer) => void;
/** A stream with a trimmer's options. */
export let open: (trimmer: Trimmer) => Stream;
/** The result of such a stream, whose memory is then yet to be given back. */
export let conclude: (trimmer: Trimmer, stream: Stream, lone: LoneSurrogates | undefined) => Trimmed;

/**
 * Options that are checked once, for many texts.
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
  readonly #compiled: Compiled;
  readonly #counter: TokenCounter | undefined;
  /** Up to so many UTF-16 units every text fits. */
  readonly #safe: number;
  readonly #pieces: readonly string[];
  readonly #label: string | undefined;
  readonly #onTruncate: ((event: TruncationEvent) => void) | undefined;
  readonly #counted: number;
  readonly #cleans: boolean;
  readonly #readsJson: boolean;
  #view: Float64Array = nothing;

  /** @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG` */
  constructor(options?: TrimOptions | number) {
    const given = typeof options === "number" ? { maxChars: options } : (options ?? {});
    if (typeof given !== "object" || Array.isArray(given)) {
      throw new TooltrimError("INVALID_OPTION", `options: ${shown(given)} is not an object or a number of chars`);
    }
    this.#counter = given.tokens;
    this.#label = given.label;
    this.#onTruncate = given.onTruncate;
    try {
      this.#compiled = new (wasm().Compiled)(given, this.#counter, this.#onTruncate !== undefined);
    } catch (thrown) {
      // The marker's tokens are counted already here.
      rethrow(wasm().take_failure());
      throw thrown instanceof TooltrimError ? thrown : toTooltrimError(thrown);
    }
    rethrow(wasm().take_failure());
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
    const bounded = this.#readsJson ? this.#bound(input) : undefined;
    if (bounded) return bounded;
    const cleaned = this.#cleans ? this.#clean(input) : undefined;
    if (cleaned) return cleaned;
    if (input.length <= this.#safe || !this.#plan(input)) {
      return { text: input, truncated: false, omitted: this.#omitted(0, 0, nothing) };
    }
    const numbers = this.#answer();
    const breaks = at(numbers, 2);
    let text = input.slice(0, at(numbers, 0));
    if (breaks & 1) text += "\n";
    if (breaks & 4) text += this.#compiled.take_between();
    else text += this.#marker(numbers);
    if (breaks & 2) text += "\n";
    text += input.slice(at(numbers, 1));
    // Reading one unit makes the text flat. Before, it is a chain of slices, each of which holds on to the whole input.
    flattened = text.charCodeAt(0);
    const omitted = this.#omitted(at(numbers, 3), at(numbers, 4), numbers);
    if (this.#onTruncate) this.#tell(numbers, omitted);
    return { text, truncated: true, omitted };
  }

  /** The result for a JSON text that is over a limit. */
  #bound(input: string): Trimmed | undefined {
    if (input.length <= this.#safe) return undefined;
    const kind = this.#asking(() => this.#compiled.json(input, input.length, this.#counter));
    if (kind === 0) return undefined;
    const numbers = this.#answer();
    const last = numbers.length - 1;
    const result: Trimmed = {
      text: this.#compiled.take_between(),
      truncated: kind > 1,
      omitted: this.#omitted(at(numbers, 3), at(numbers, 4), numbers),
    };
    const chars = at(numbers, last - 1);
    if (chars > 0) result.cleaned = { chars, lines: at(numbers, last) };
    if (result.truncated && this.#onTruncate) this.#tell(numbers, result.omitted);
    return result;
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
  #clean(input: string): Trimmed | undefined {
    const stream = this.#compiled.stream();
    try {
      stream.push(input, input.length);
      const numbers = this.#finish(stream);
      return at(numbers, CLEANED) > 0 ? this.#conclude(stream, numbers, undefined) : undefined;
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
    } catch (thrown) {
      throw toTooltrimError(thrown);
    } finally {
      running -= 1;
    }
    rethrow(wasm().take_failure());
    return answer;
  }

  #conclude(stream: Stream, numbers: Float64Array, lone: LoneSurrogates | undefined): Trimmed {
    const truncated = at(numbers, 0) > 0;
    const cleaned = at(numbers, CLEANED) > 0;
    let text = stream.take_text();
    if (lone && !cleaned) text = lone.restore(text, at(numbers, KEPT), at(numbers, KEPT + 1));
    const omitted = this.#omitted(at(numbers, 3), at(numbers, 4), numbers);
    if (truncated && this.#onTruncate) this.#tell(numbers, omitted);
    const result: Trimmed = { text, truncated, omitted };
    if (cleaned) result.cleaned = { chars: at(numbers, NOISE), lines: at(numbers, NOISE + 1) };
    return result;
  }

  #tell(numbers: Float64Array, omitted: Omitted): void {
    const [limit, before, after] = [at(numbers, EVENT + 1), at(numbers, EVENT + 2), at(numbers, EVENT + 3)];
    const index = at(numbers, EVENT);
    const unit = wasm().unit_names()[index] as TruncationEvent["unit"];
    try {
      this.#onTruncate?.({ label: this.#label, unit, limit, before, after, omitted: { ...omitted } });
    } catch {
      // A listener that throws harms nobody.
    }
  }

  #plan(text: string): boolean {
    if (this.#counter) return this.#planCounted(text, this.#counter);
    try {
      return this.#compiled.plan(text, text.length, plainLength(text));
    } catch (thrown) {
      throw toTooltrimError(thrown);
    }
  }

  #planCounted(text: string, counter: TokenCounter): boolean {
    return this.#asking(() => this.#compiled.plan_counted(text, text.length, plainLength(text), counter));
  }

  static {
    release = (trimmer) => trimmer.#compiled.free();
    open = (trimmer) => {
      trimmer.#asking(() => trimmer.#compiled.check_stream());
      return trimmer.#compiled.stream();
    };
    conclude = (trimmer, stream, lone) => trimmer.#conclude(stream, trimmer.#finish(stream), lone);
  }

  #omitted(utf16: number, chars: number, numbers: Float64Array): Omitted {
    const omitted: Omitted = { utf16, chars };
    if (this.#counted & 1) omitted.bytes = at(numbers, 5);
    if (this.#counted & 2) omitted.lines = at(numbers, 6);
    if (this.#counted & 4) omitted.tokens = at(numbers, 7);
    return omitted;
  }
}

/**
 * Trims a text to its limits, the marker included. A text that fits comes back as it is.
 *
 * @example
 * ```ts
 * import { trim } from "tooltrim";
 *
 * const log = "start\nstep 1\nstep 2\nstep 3\nstep 4\nstep 5\nstep 6\nerror: step 7 failed\n";
 * trim(log, 66).text; // "start\nstep 1\n... [truncated 35 chars] ...\nerror: step 7 failed\n"
 * ```
 *
 * The second argument is a limit in chars or {@link TrimOptions}. Trimming a result again changes nothing. On ASCII
 * and Latin-1 the time does not grow with the input; on other texts one fast pass counts what was omitted.
 *
 * @throws TooltrimError `INVALID_OPTION`, `MARKER_TOO_LONG`, and `INVALID_ENCODING` for bytes
 */
export function trim(text: string | Uint8Array, options?: TrimOptions | number): Trimmed {
  return trimmerFor(options).trim(text);
}

/** Written so that no engine may skip the read. */
export let flattened = 0;

const nothing = new Float64Array(0);
/** Where the numbers of an event and of the marker begin; see `plan` in the binding. */
const EVENT = 8;
const MARKER = 12;
/** Where the numbers of a stream's result begin; see `finish` in the binding. */
const CLEANED = 1;
const NOISE = 12;
const KEPT = 14;

/** 0 where nothing has been omitted. Destructuring would go through an iterator, on the hot path. */
const at = (numbers: Float64Array, index: number): number => numbers[index] ?? 0;

interface Known {
  readonly options: TrimOptions | number | undefined;
  /** How many options there are. */
  readonly size: number;
  readonly trimmer: Trimmer;
}

let known: Known | undefined;

/** The trimmer of the last call serves the next one with the same options: checking costs more than trimming. */
function trimmerFor(options: TrimOptions | number | undefined): Trimmer {
  // A copy: the caller's object may change later, and what a getter says is asked once.
  const given = isPlain(options) ? ownCopy(options) : options;
  if (known && isSame(known, given)) return known.trimmer;
  const trimmer = new Trimmer(given);
  if (known && running === 0) release(known.trimmer);
  const size = isPlain(given) ? Object.keys(given).length : 0;
  known = { options: given, size, trimmer };
  return trimmer;
}

/** A list is no options object: the constructor says so. */
const isPlain = (options: unknown): options is TrimOptions =>
  typeof options === "object" && options !== null && !Array.isArray(options);

const ownCopy = (options: TrimOptions): TrimOptions => ({ __proto__: null, ...options }) as TrimOptions;

function isSame(last: Known, options: TrimOptions | number | undefined): boolean {
  const { options: before } = last;
  if (!isPlain(options) || !isPlain(before)) return options === before;
  let size = 0;
  for (const name in options) {
    const value = options[name as keyof TrimOptions];
    // A list may have changed although it is the same object.
    if (value !== before[name as keyof TrimOptions] || typeof value === "object") return false;
    size += 1;
  }
  return size === last.size;
}

/** A caller's counter that threw or answered nonsense: its error, not a quietly smaller text. */
function rethrow(failure: { readonly thrown?: unknown; readonly value?: unknown } | undefined): void {
  if (!failure) return;
  if ("thrown" in failure) throw failure.thrown;
  throw new TooltrimError("INVALID_OPTION", `tokens: answered ${shown(failure.value)}, not a number of 0 or more`);
}
