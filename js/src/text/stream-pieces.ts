import type { Stream } from "../../../target/wasm-pkg/tooltrim.js";
import { TooltrimError, wrong } from "../errors.js";
import type { Scope } from "../signals/hub.js";
import { Whole } from "../store/whole.js";
import { LoneSurrogates } from "./lone-surrogates.js";
import type { Trimmed, TrimOptions } from "./options.js";
import { belongings, conclude, look, open, ownOptions, release, Trimmer } from "./trimmer.js";
import { wholePairs } from "./units.js";

/** Bytes that cross at a time. */
const STEP = 65_536;
/** UTF-16 units, or bytes, that stay in JavaScript at least, and at most. */
const HELD = 65_536;
const MOST_HELD = 1_048_576;

/** The part of a stream that is in WebAssembly memory. */
interface Core {
  readonly trimmer: Trimmer;
  readonly stream: Stream;
}

/**
 * Logic of a stream, apart from the Web Stream around it.
 *
 * While a text may fit its limits, it stays in JavaScript: engines do not count the WebAssembly memory behind an
 * object, so abandoned streams would fill it long before they are collected.
 */
export class Pieces {
  /** Checked, and the caller's own no longer. */
  readonly #options: TrimOptions;
  /** Pieces that arrived before the core was ready, and their UTF-16 units and bytes. */
  #held: (string | Uint8Array)[] = [];
  #units = 0;
  readonly #most: number;
  #core: Core | undefined;
  /** Finds what is not UTF-8 in bytes that are held, to fail with the piece that it comes in. */
  #utf8: TextDecoder | undefined;
  /** The first half of a pair that a piece ended with. */
  #half = "";
  /** None once there are bytes: their length in UTF-16 units is not known here. */
  #lone: LoneSurrogates | undefined = new LoneSurrogates();
  #result: Trimmed | undefined;
  /** Why no more can come. */
  #failed: { readonly error: unknown } | undefined;
  /** The scope of the code that made the stream: the last piece may come from elsewhere. */
  readonly #scope: Scope | undefined;
  /** All of the text, where it is to be kept. */
  readonly #whole: Whole | undefined;

  constructor(options?: TrimOptions | number) {
    this.#options = ownOptions(options);
    const { trimmer, stream } = this.#open();
    const { store, scope, safe } = belongings(trimmer);
    stream.free();
    release(trimmer);
    this.#core = undefined;
    this.#most = Math.min(Math.max(safe, HELD), MOST_HELD);
    this.#scope = scope;
    if (store) this.#whole = new Whole(store);
  }

  #open(): Core {
    const trimmer = new Trimmer(this.#options);
    try {
      this.#core = { trimmer, stream: open(trimmer) };
    } catch (thrown) {
      release(trimmer);
      throw thrown;
    }
    return this.#core;
  }

  /** The core, which has read all that came. */
  #reading(): Core {
    if (this.#core) return this.#core;
    const core = this.#try(() => this.#open());
    const held = this.#held;
    this.#held = [];
    this.#utf8 = undefined;
    for (const piece of held) this.#feed(piece);
    return core;
  }

  push(piece: string | Uint8Array): void {
    this.#requireOpen();
    this.#whole?.push(piece);
    if (typeof piece !== "string" && !ArrayBuffer.isView(piece)) throw wrong("text", piece, "a string or a Uint8Array");
    if (!this.#core && this.#hold(piece)) return;
    this.#reading();
    this.#feed(piece);
  }

  /** {@link Pieces.push} of a stream that ends with the error it throws, so that `finish` is never called. */
  pass(piece: string | Uint8Array): void {
    try {
      this.push(piece);
    } catch (thrown) {
      this.free();
      throw thrown;
    }
  }

  /** Keeps a piece for later; false for what has to be read now. */
  #hold(piece: string | Uint8Array): boolean {
    const units = typeof piece === "string" ? piece.length : piece.byteLength;
    if (this.#units + units > this.#most || !this.#isUtf8(piece)) return false;
    this.#units += units;
    // The caller's bytes may change.
    if (units > 0) this.#held.push(typeof piece === "string" ? piece : bytesOf(piece).slice());
    return true;
  }

  #isUtf8(piece: string | Uint8Array): boolean {
    if (this.#options.decode === "replace" || piece.length === 0) return true;
    try {
      if (typeof piece === "string") {
        this.#utf8?.decode();
        return true;
      }
      this.#utf8 ??= new TextDecoder("utf-8", { fatal: true });
      this.#utf8.decode(piece, { stream: true });
      return true;
    } catch {
      return false;
    }
  }

  #requireOpen(): void {
    if (this.#failed) throw this.#failed.error;
  }

  #feed(piece: string | Uint8Array): void {
    if (typeof piece === "string") this.#read(piece);
    else this.#decode(piece);
  }

  #read(piece: string): void {
    const [text, half] = wholePairs(this.#half + piece);
    this.#half = half;
    this.#pass(text);
  }

  #pass(text: string): void {
    const { stream } = this.#reading();
    if (text === "") return;
    this.#try(() => stream.push(text, text.length));
    this.#lone?.push(text, () => stream.gone());
  }

  #decode(piece: Uint8Array): void {
    if (piece.byteLength === 0) return;
    // Nothing can follow it any more.
    const half = this.#half;
    this.#half = "";
    this.#pass(half);
    this.#lone = undefined;
    const { stream } = this.#reading();
    const bytes = bytesOf(piece);
    for (let at = 0; at < bytes.length; at += STEP) {
      this.#try(() => stream.push_bytes(bytes.subarray(at, at + STEP)));
    }
  }

  finish(): Trimmed {
    if (this.#result) return this.#result;
    this.#requireOpen();
    const { trimmer, stream } = this.#reading();
    this.#pass(this.#half);
    const keep = this.#whole?.finish((number) => stream.set_ref(number));
    this.#result = this.#try(() => conclude(trimmer, stream, this.#lone, { scope: this.#scope, keep }));
    this.free();
    return this.#result;
  }

  peek(): Trimmed {
    if (this.#result) return this.#result;
    this.#requireOpen();
    const { trimmer, stream } = this.#reading();
    const soFar = stream.so_far();
    if (!soFar) throw this.#ended();
    try {
      // The first half of a pair may never get its second.
      soFar.push(this.#half, this.#half.length);
      this.#whole?.peek((number) => soFar.set_ref(number));
      return look(trimmer, soFar, this.#half === "" ? this.#lone : this.#lone?.with(this.#half));
    } finally {
      soFar.free();
    }
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

  #ended(): TooltrimError {
    return new TooltrimError("INVALID_OPTION", "text: came after the end of the stream");
  }

  /** Frees the memory at once; nothing more can come. */
  free(): void {
    this.#failed ??= { error: this.#ended() };
    this.#held = [];
    const core = this.#core;
    this.#core = undefined;
    core?.stream.free();
    if (core) release(core.trimmer);
  }
}

const bytesOf = (piece: Uint8Array): Uint8Array => new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength);
