import { TrimStream } from "../stream.js";
import { wasm } from "../wasm.js";
import type { Keeper } from "./keeper.js";

/** A text that goes by and is kept, as far as a store can hold it: beyond that, its ends. */
export class Whole {
  readonly #keeper: Keeper;
  #pieces: string[] = [];
  #units = 0;
  #ends: TrimStream | undefined;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
  }

  /** What is neither a string nor bytes is refused by the stream itself. */
  push(piece: string | Uint8Array): void {
    if (typeof piece === "string") this.#add(this.#decoder.decode() + piece);
    else if (ArrayBuffer.isView(piece)) this.#add(this.#decoder.decode(piece, { stream: true }));
  }

  #add(text: string): void {
    if (this.#ends) {
      this.#ends.push(text);
      return;
    }
    this.#pieces.push(text);
    this.#units += text.length;
    if (this.#units <= this.#keeper.maxBytes) return;
    this.#ends = new TrimStream({ maxBytes: this.#keeper.maxBytes, marker: wasm().too_large_marker() });
    for (const each of this.#pieces) this.#ends.push(each);
    this.#pieces = [];
  }

  /** Tells the number of the text, and answers what keeps it. */
  finish(tell: (number: number) => void): () => string {
    this.#add(this.#decoder.decode());
    const text = this.#ends?.finish().text ?? this.#pieces.join("");
    this.#pieces = [];
    tell(this.#keeper.number(text));
    return () => this.#keeper.take(text, this.#keeper.number(text));
  }
}
