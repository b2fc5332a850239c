import { forget, isWellFormed } from "./units.js";

/**
 * Lone surrogates of a streamed text. The core reads each as U+FFFD, which has the same size in every unit; their
 * originals are noted here, so that a result can contain them.
 */
export class LoneSurrogates {
  /** UTF-16 units of the text so far. */
  #units = 0;
  #places: number[] = [];
  #codes: number[] = [];
  /** The number of notes after which those that no result can hold are forgotten. */
  #most = 10_000;

  /** Reads a piece; `gone` returns the range that is no longer held. */
  push(text: string, gone: () => ArrayLike<number>): void {
    if (!isWellFormed(text)) {
      forget();
      this.#note(text);
    }
    this.#units += text.length;
    if (this.#places.length > this.#most) this.#forget(gone());
  }

  /** Returns a copy that has read one more piece. */
  with(text: string): LoneSurrogates {
    const copy = new LoneSurrogates();
    copy.#units = this.#units;
    copy.#places = this.#places.slice();
    copy.#codes = this.#codes.slice();
    copy.#note(text);
    copy.#units += text.length;
    return copy;
  }

  #note(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if ((unit & 0xf800) !== 0xd800) continue;
      if (unit < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at += 1;
      else {
        this.#places.push(this.#units + at);
        this.#codes.push(unit);
      }
    }
  }

  #forget({ 0: from = 0, 1: to = 0 }: ArrayLike<number>): void {
    let left = 0;
    for (const [index, place] of this.#places.entries()) {
      if (place >= from && place < to) continue;
      this.#places[left] = place;
      this.#codes[left] = this.#codes[index] as number;
      left += 1;
    }
    this.#places.length = left;
    this.#codes.length = left;
    this.#most = Math.max(this.#most, 2 * left);
  }

  /** Restores a result whose first `head` and last `tail` units are those of the text. */
  restore(result: string, head: number, tail: number): string {
    const pieces: string[] = [];
    let done = 0;
    for (const [index, place] of this.#places.entries()) {
      const fromEnd = this.#units - place;
      if (place >= head && fromEnd > tail) continue;
      const at = place < head ? place : result.length - fromEnd;
      pieces.push(result.slice(done, at), String.fromCharCode(this.#codes[index] as number));
      done = at + 1;
    }
    return done === 0 ? result : pieces.join("") + result.slice(done);
  }
}
