import { forget, isWellFormed } from "./units.js";

/**
 * Lone surrogates of a streamed text. The core reads each as U+FFFD, which has the same size in every unit; their
 * originals are noted here, so that a result can contain them. U+FFFD of the text itself are noted as well: between
 * the ends the order alone tells which is which.
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
    if (!isWellFormed(text) || text.includes("\ufffd")) {
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
      if ((unit & 0xf800) !== 0xd800 && unit !== 0xfffd) continue;
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

  /**
   * Restores a result that keeps the ranges `ends` of the text (starts and ends, in turn) and has `head` units of its
   * first end and `tail` of its last.
   */
  restore(result: string, head: number, tail: number, ends: ArrayLike<number>): string {
    const last = this.#units - tail;
    const first: [number, number][] = [];
    const between: number[] = [];
    const after: [number, number][] = [];
    for (const [index, place] of this.#places.entries()) {
      const code = this.#codes[index] as number;
      if (place < head) first.push([place, code]);
      else if (place >= last) after.push([place - last, code]);
      else if (holds(ends, place)) between.push(code);
    }
    if (first.length + between.length + after.length === 0) return result;
    const to = result.length - tail;
    return (
      placed(result.slice(0, head), first) + inOrder(result.slice(head, to), between) + placed(result.slice(to), after)
    );
  }
}

const holds = (ends: ArrayLike<number>, place: number): boolean => {
  for (let at = 0; at < ends.length; at += 2) {
    if (place < (ends[at + 1] as number)) return place >= (ends[at] as number);
  }
  return false;
};

/** Puts each unit at its place. */
function placed(text: string, units: readonly [place: number, code: number][]): string {
  let done = 0;
  let whole = "";
  for (const [place, code] of units) {
    whole += text.slice(done, place) + String.fromCharCode(code);
    done = place + 1;
  }
  return whole + text.slice(done);
}

/**
 * Replaces each U+FFFD by the next unit, in order, since the position of a range between the markers is not known. A text
 * with another number of U+FFFD (a marker may have some) is left alone.
 */
function inOrder(text: string, units: readonly number[]): string {
  if (units.length === 0 || text.split("\ufffd").length - 1 !== units.length) return text;
  let next = 0;
  return text.replace(/\ufffd/g, () => String.fromCharCode(units[next++] as number));
}

/** Restores `text`, which stands between the ends `0..head` and `tail..` of `whole` and keeps the ranges `ends`. */
export function restoreBetween(
  text: string,
  whole: string,
  head: number,
  tail: number,
  ends: ArrayLike<number>,
): string {
  if (!text.includes("\ufffd")) return text;
  const units: number[] = [];
  for (let at = 0; at < ends.length; at += 2) {
    for (const char of whole.slice(Math.max(ends[at] as number, head), Math.min(ends[at + 1] as number, tail))) {
      const code = char.codePointAt(0) as number;
      if (code === 0xfffd || (code & 0x1ff800) === 0xd800) units.push(code);
    }
  }
  return inOrder(text, units);
}
