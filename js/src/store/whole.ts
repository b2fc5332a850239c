import type { Print } from "../../../target/wasm-pkg/tooltrim.js";
import { Decoding } from "../text/encoding.js";
import { wholePairs } from "../text/units.js";
import { wasm } from "../wasm.js";
import { Ends } from "./ends.js";
import type { Keeper } from "./keeper.js";

/** A streamed text to keep, within the size of a store; larger texts keep their ends. */
export class Whole {
  readonly #keeper: Keeper;
  #pieces: string[] = [];
  #units = 0;
  #large: Large | undefined;
  readonly #decoder = new Decoding();

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
  }

  /** Adds a piece; the stream itself refuses one that is neither a string nor bytes. */
  push(piece: string | Uint8Array): void {
    if (typeof piece === "string") this.#add(this.#decoder.end() + piece);
    else if (ArrayBuffer.isView(piece)) this.#add(this.#decoder.push(piece));
  }

  #add(text: string): void {
    if (this.#large) {
      this.#large.push(text);
      return;
    }
    this.#pieces.push(text);
    this.#units += text.length;
    if (this.#units <= this.#keeper.maxBytes) return;
    this.#large = new Large(this.#keeper.maxBytes);
    for (const each of this.#pieces) this.#large.push(each);
    this.#pieces = [];
  }

  /** Passes on the number that the text so far would have. */
  peek(receive: (number: number) => void): void {
    if (!this.#large) receive(this.#keeper.number(this.#pieces.join("")));
  }

  /** Passes on the number of the text, and returns a function that stores it. */
  finish(receive: (number: number) => void): () => string | undefined {
    this.#add(this.#decoder.end());
    const keeper = this.#keeper;
    const large = this.#large?.finish();
    const text = large ? large.ends : this.#pieces.join("");
    this.#pieces = [];
    const ask = () => (large ? keeper.numberOfPrint(large.print) : keeper.number(text));
    receive(ask());
    return () => keeper.take(text, ask());
  }
}

/** A text that is larger than its store: identified by the whole text, stored as its ends. */
class Large {
  readonly #print: Print = new (wasm().Print)();
  readonly #ends: Ends;
  /** The high surrogate at the end of the last piece. */
  #half = "";

  constructor(maxBytes: number) {
    this.#ends = new Ends(maxBytes);
  }

  push(piece: string): void {
    const [text, half] = wholePairs(this.#half + piece);
    this.#half = half;
    this.#read(text);
  }

  #read(text: string): void {
    this.#ends.push(text);
    this.#print.push(text, text.length);
  }

  finish(): { readonly print: BigUint64Array; readonly ends: string } {
    this.#read(this.#half);
    const print = this.#print.words();
    this.#print.free();
    return { print, ends: this.#ends.finish() };
  }
}
