import { shown } from "../errors.js";
import { Decoding, orderOf } from "../text/encoding.js";
import type { TrimStream } from "../text/stream.js";
import { isObject } from "./copy.js";
import { PENDING, type Steps } from "./driver.js";
import type { OutputLimits } from "./output-limits.js";
import { bytesOf, failureText, resultText, tagOf } from "./result-text.js";
import { toolWords } from "./words.js";

/** UTF-16 units held before a stream is opened; shorter texts need no stream. */
const HELD = 65_536;
/** The same for a text that may be JSON, which is trimmed as a whole. */
const HELD_JSON = 4 * 1024 * 1024;
/** Number of first bytes in which a NUL marks binary data, as in Git. */
const SNIFFED = 8000;

/** Collector of pieces: strings and bytes unchanged, anything else as text on lines of its own. */
class Gathered {
  readonly #limits: OutputLimits;
  #text = "";
  #stream: TrimStream | undefined;
  #decoder: Decoding | undefined;
  /** Last unit added so far, or "". */
  #last = "";
  /** True if the last piece was a value, which ends its line. */
  #afterValue = false;
  #isBinary = false;

  constructor(limits: OutputLimits) {
    this.#limits = limits;
  }

  /** Adds a piece. Returns `true` if more pieces are wanted. */
  push(piece: unknown): boolean {
    if (piece === undefined || piece === null || piece === "") return true;
    const bytes = typeof piece === "string" ? undefined : bytesOf(piece);
    if (bytes) return this.#bytes(bytes);
    this.#flush();
    const isValue = typeof piece !== "string";
    const text = isValue ? resultText(piece) : piece;
    if ((isValue || this.#afterValue) && !text.startsWith("\n")) this.#endLine();
    this.#afterValue = isValue;
    this.#add(text);
    return true;
  }

  /** Decodes bytes. A piece may end within a char. An invalid byte becomes U+FFFD, so that it does not lose a log. */
  #bytes(bytes: Uint8Array): boolean {
    if (this.#last === "" && !this.#decoder && bytes.subarray(0, SNIFFED).includes(0) && !orderOf(bytes)) {
      this.#isBinary = true;
      return false;
    }
    if (this.#afterValue) this.#endLine();
    this.#afterValue = false;
    this.#decoder ??= new Decoding();
    this.#add(this.#decoder.push(bytes));
    return true;
  }

  /** Adds the remaining bytes of an incomplete char. */
  #flush(): void {
    if (this.#decoder) this.#add(this.#decoder.end());
  }

  #endLine(): void {
    if (this.#last !== "" && this.#last !== "\n") this.#add("\n");
  }

  #add(text: string): void {
    if (text === "") return;
    this.#text += text;
    this.#last = text.slice(-1);
    if (this.#text.length <= (this.#stream || !this.#limits.json ? HELD : HELD_JSON)) return;
    this.#stream ??= this.#limits.stream();
    this.#stream.push(this.#text);
    this.#text = "";
  }

  /** Returns the result. */
  end(): string {
    if (this.#isBinary) return this.#limits.text(toolWords().binaryStream);
    return this.#finish().text;
  }

  #finish(): { readonly text: string; readonly truncated: boolean } {
    this.#flush();
    if (!this.#stream) return this.#limits.trim(this.#text);
    this.#stream.push(this.#text);
    this.#text = "";
    return this.#stream.finish();
  }

  /** Returns the result of a source that failed: the pieces so far, then the failure. */
  fail(thrown: unknown): string {
    const failure = failureText(thrown, this.#limits.errors);
    if (this.#last === "") return this.#limits.text(failure);
    this.#flush();
    this.#endLine();
    this.#add(failure);
    const { text, truncated } = this.#finish();
    // If the end was cut off, the failure is put first, since it must not be missing.
    return truncated && !text.endsWith(failure) ? this.#limits.fromStart(`${failure}\n${text}`) : text;
  }
}

/** Returns the iterator of a source of pieces. Lists, maps and other re-iterable values are not sources. */
export function piecesOf(value: object): AsyncIterator<unknown> | Iterator<unknown> | undefined {
  const held = holderOf(value);
  if (held) return contentOf(held);
  const source = value as Partial<AsyncIterable<unknown> & Iterator<unknown> & Iterable<unknown> & ReadableStream>;
  if (typeof source[Symbol.asyncIterator] === "function") return source[Symbol.asyncIterator]?.();
  if (typeof source.getReader === "function") return readerOf(value as ReadableStream);
  if (typeof source.next !== "function" || typeof source[Symbol.iterator] !== "function") return undefined;
  return value as Iterator<unknown>;
}

/** Returns `true` if the pieces of a source are asynchronous. */
export function isAsyncSource(value: object): boolean {
  if (holderOf(value)) return true;
  const source = value as Partial<AsyncIterable<unknown> & ReadableStream>;
  return typeof source[Symbol.asyncIterator] === "function" || typeof source.getReader === "function";
}

/** Response, request, blob or file: an object without JSON whose content is a stream. */
interface Holder {
  readonly body?: ReadableStream | null;
  readonly stream?: () => ReadableStream;
  readonly ok?: boolean;
  readonly status?: number;
  readonly statusText?: string;
}

/** Returns a value as a {@link Holder} if it is one, also of another realm or a polyfill. */
function holderOf(value: object): Holder | undefined {
  if (!/^\[object (Response|Request|Blob|File)\]$/.test(tagOf(value))) return undefined;
  const { body, stream } = value as Holder;
  // A class of the tool's own may have the same tag.
  return body === null || typeof body?.getReader === "function" || typeof stream === "function" ? value : undefined;
}

/** Yields the content of a holder, after the status line if it is an unsuccessful response. */
async function* contentOf(holder: Holder): AsyncGenerator<unknown> {
  const { ok, status, statusText } = holder;
  if (ok === false) yield `${`HTTP ${status} ${statusText}`.trimEnd()}\n`;
  const body = holder.stream?.() ?? holder.body;
  const pieces = body ? piecesOf(body) : undefined;
  if (!pieces) return;
  let isRead = false;
  try {
    for (let step = await pieces.next(); !step.done; step = await pieces.next()) yield step.value;
    isRead = true;
  } finally {
    if (!isRead) stop(pieces);
  }
}

/** Returns an iterator over a stream, for hosts that cannot iterate streams. */
function readerOf(stream: ReadableStream): AsyncIterator<unknown> {
  const reader = stream.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<unknown>>,
    return: (value) => reader.cancel().then(() => ({ done: true, value })),
  };
}

/** Readers of sources. Methods, for the same reason as the calls in `toolify.ts`. */
export const readers = {
  /** Reads a source to its end and returns its text within the limits; `undefined` if a piece would have to be awaited. */
  *toolifiedStream(
    source: AsyncIterator<unknown> | Iterator<unknown>,
    limits: OutputLimits,
  ): Steps<string | undefined> {
    const gathered = new Gathered(limits);
    try {
      for (;;) {
        const step = yield source.next();
        // Synchronous generators may yield promises. The return value of a generator is its last piece.
        const piece = step === PENDING ? PENDING : yield stepOf(step).value;
        const isWanted = piece !== PENDING && gathered.push(piece);
        if (piece !== PENDING && stepOf(step).done) break;
        if (isWanted) continue;
        stop(source);
        if (piece === PENDING) return undefined;
        break;
      }
      return gathered.end();
    } catch (thrown) {
      try {
        return gathered.fail(thrown);
      } catch (again) {
        return limits.failure(again);
      }
    }
  },
};

/** Checks a step as `for` loops do; otherwise a broken iterator would never end. */
function stepOf(step: unknown): IteratorResult<unknown> {
  if (!isObject(step)) throw new TypeError(`Iterator result ${shown(step)} is not an object`);
  return step as IteratorResult<unknown>;
}

/** Closes a source early, without waiting for it. */
function stop(source: AsyncIterator<unknown> | Iterator<unknown>): void {
  try {
    Promise.resolve(source.return?.()).then(undefined, () => {});
  } catch {
    // It is no longer read in any case.
  }
}

/** Cancels or destroys a source that will not be read. */
export function abandon(value: object): void {
  try {
    const source = holderOf(value)?.body ?? value;
    const { cancel, destroy } = source as { cancel?: unknown; destroy?: unknown };
    const end = typeof cancel === "function" ? cancel : destroy;
    if (typeof end === "function") Promise.resolve(Reflect.apply(end, source, [])).then(undefined, () => {});
  } catch {
    // It is not read in any case.
  }
}
