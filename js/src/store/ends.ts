import type { Compiled, Stream } from "../../../target/wasm-pkg/tooltrim.js";
import { wasm } from "../wasm.js";

/** The ends of a text that is larger than its store, with a marker between. Nobody is told: no tool's answer was cut. */
export class Ends {
  readonly #compiled: Compiled;
  readonly #stream: Stream;

  constructor(maxBytes: number) {
    this.#compiled = new (wasm().Compiled)({ maxBytes, marker: wasm().too_large_marker() }, undefined);
    this.#stream = this.#compiled.stream();
  }

  /** A piece that ends with no half of a pair that goes on. */
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

/** True if a text says that it is not all there. */
export const hasEnds = (text: string): boolean => text.includes(wasm().too_large_marker().split("}").at(-1) as string);
