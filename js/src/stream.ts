import type { Stream } from "../../target/wasm-pkg/tooltrim.js";
import { shown, TooltrimError, toTooltrimError } from "./errors.js";
import { LoneSurrogates } from "./lone.js";
import type { Trimmed, TrimOptions } from "./options.js";
import type { Scope } from "./signals/hub.js";
import { Whole } from "./store/whole.js";
import { belongings, conclude, open, release, Trimmer } from "./trimmer.js";

/** What a `TransformStream` is made of; not all declarations of it know all of that. */
interface Steps {
  transform(piece: string | Uint8Array): void;
  flush(controller: { enqueue(text: string): void }): void;
  cancel(): void;
}

type Base = new (steps: Steps) => TransformStream<string | Uint8Array, string>;

/** A host without Web Streams still has `push` and `finish`. */
const Transform: Base = /* @__PURE__ */ webStream();

function webStream(): Base {
  return (globalThis.TransformStream as Base | undefined) ?? (class {} as unknown as Base);
}

/**
 * Trims a text that comes in pieces, cut anywhere: the result of `trim` on the whole, without holding the whole.
 *
 * @example
 * ```ts
 * import { TrimStream } from "tooltrim";
 *
 * const pieces = ["start\nstep 1\nstep 2\nst", "ep 3\nstep 4\nstep 5\nstep 6\n", "error: step 7 failed\n"];
 * const stream = new TrimStream(66);
 * for (const piece of pieces) stream.push(piece);
 * stream.finish().text; // "start\nstep 1\n... [truncated 35 chars] ...\nerror: step 7 failed\n"
 *
 * // As a Web Stream, here of bytes: what comes out is one string, at the end.
 * const body = new Response(pieces.join("")).body!;
 * for await (const text of body.pipeThrough(new TrimStream({ maxChars: 66 }))) console.log(text.length); // 66
 * ```
 *
 * It holds at most 64 bytes for each unit of the smallest limit, and 1 MiB, however long the text; with `clean` or
 * `rescue` a few MB more. With no limit but `maxLines` it holds twice as many lines as the result may have. Pieces are
 * strings or bytes of UTF-8; a piece may end within a char of either. It works wherever a `TransformStream` does, Node's
 * `pipeline` and `compose` included. Linear in the text. With a `store` the text is held whole, up to the size of the store.
 */
export class TrimStream extends Transform {
  readonly #pieces: Pieces;

  /** @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG` */
  constructor(options?: TrimOptions | number) {
    const pieces = new Pieces(options);
    super({
      transform: (piece) => pieces.push(piece),
      flush: (controller) => controller.enqueue(pieces.finish().text),
      cancel: () => pieces.free(),
    });
    this.#pieces = pieces;
  }

  /**
   * Reads on.
   *
   * @throws TooltrimError `INVALID_ENCODING` for bytes that are not UTF-8, with their offset in all that was read, unless
   * `decode` is `"replace"`; `INVALID_OPTION` for anything but a string or a `Uint8Array`, and after `finish`
   */
  push(piece: string | Uint8Array): void {
    this.#pieces.push(piece);
  }

  /**
   * The result; the memory is given back. Asked again, it is the same.
   *
   * @throws TooltrimError `INVALID_ENCODING`, also for bytes that end within a char; and what `tokens` throws
   */
  finish(): Trimmed {
    return this.#pieces.finish();
  }
}

/** Bytes that cross at a time. */
const STEP = 65_536;

/** What a stream does, apart from being one. */
class Pieces {
  readonly #trimmer: Trimmer;
  readonly #stream: Stream;
  /** The first half of a pair that a piece ended with. */
  #half = "";
  /** None once there are bytes: their length in UTF-16 units is not known here. */
  #lone: LoneSurrogates | undefined = new LoneSurrogates();
  #result: Trimmed | undefined;
  /** Why no more can come. */
  #failed: { readonly error: unknown } | undefined;
  #freed = false;
  /** That of the code that made the stream: the last piece may come from elsewhere. */
  readonly #scope: Scope | undefined;
  /** All of the text, where it is to be kept. */
  readonly #whole: Whole | undefined;

  constructor(options?: TrimOptions | number) {
    this.#trimmer = new Trimmer(options);
    this.#stream = open(this.#trimmer);
    const { store, scope } = belongings(this.#trimmer);
    this.#scope = scope;
    if (store) this.#whole = new Whole(store);
  }

  push(piece: string | Uint8Array): void {
    this.#requireOpen();
    this.#whole?.push(piece);
    if (typeof piece === "string") this.#read(piece);
    else if (ArrayBuffer.isView(piece)) this.#decode(piece);
    else throw new TooltrimError("INVALID_OPTION", `text: ${shown(piece)} is not a string or a Uint8Array`);
  }

  #requireOpen(): void {
    if (this.#failed) throw this.#failed.error;
  }

  #read(piece: string): void {
    let text = this.#half + piece;
    this.#half = "";
    if ((text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800) {
      this.#half = text.slice(-1);
      text = text.slice(0, -1);
    }
    this.#pass(text);
  }

  #pass(text: string): void {
    if (text === "") return;
    this.#try(() => crossed(() => this.#stream.push(text, text.length)));
    this.#lone?.push(text, () => this.#stream.gone());
  }

  #decode(piece: Uint8Array): void {
    if (piece.byteLength === 0) return;
    // Nothing can follow it any more.
    const half = this.#half;
    this.#half = "";
    this.#pass(half);
    this.#lone = undefined;
    const bytes = new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let at = 0; at < bytes.length; at += STEP) {
      this.#try(() => crossed(() => this.#stream.push_bytes(bytes.subarray(at, at + STEP))));
    }
  }

  finish(): Trimmed {
    if (this.#result) return this.#result;
    this.#requireOpen();
    this.#pass(this.#half);
    const keep = this.#whole?.finish((number) => this.#stream.set_ref(number));
    this.#result = this.#try(() => conclude(this.#trimmer, this.#stream, this.#lone, { scope: this.#scope, keep }));
    this.free();
    return this.#result;
  }

  #try<T>(call: () => T): T {
    try {
      return call();
    } catch (thrown) {
      this.#failed = { error: thrown };
      this.free();
      throw thrown;
    }
  }

  /** Left to the garbage collector, WebAssembly memory grows in between. */
  free(): void {
    if (this.#freed) return;
    this.#freed = true;
    this.#failed ??= { error: new TooltrimError("INVALID_OPTION", "text: came after the end of the stream") };
    this.#stream.free();
    release(this.#trimmer);
  }
}

function crossed<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw toTooltrimError(thrown);
  }
}
