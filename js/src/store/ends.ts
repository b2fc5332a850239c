import type { Compiled, Stream } from "../../../target/wasm-pkg/tooltrim.js";
import { wasm } from "../wasm.js";

/** Ends of a text that is larger than its store, with a marker between. Reports no cut: no tool's output was cut. */
export class Ends {
  readonly #compiled: Compiled;
  readonly #stream: Stream;

  constructor(maxBytes: number) {
    this.#compiled = new (wasm().Compiled)({ maxBytes, marker: wasm().too_large_marker(), rescue: false }, undefined);
    this.#stream = this.#compiled.stream();
  }

  /** Adds a piece that does not end inside a surrogate pair. */
  push(piece: string): void {
    this.#stream.push(piece, piece.length);
  }

  finish(): string {
    this.#stream.finish(undefined);
    const text = this.#stream.take_text();
    this.#stream.free();
    this.#compiled.free();
    return text;
  }
}

export function endsOf(text: string, maxBytes: number): string {
  const ends = new Ends(maxBytes);
  ends.push(text);
  return ends.finish();
}

/** Returns `true` if a text has the marker of an incomplete text. */
export const hasEnds = (text: string): boolean => text.includes(wasm().too_large_marker().split("}").at(-1) as string);
