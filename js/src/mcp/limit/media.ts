import { mediaLeftOut, mediaType } from "../../core.js";
import { type Json, Kept, type Members, Shortened, textOf } from "../json/node.js";
import { withLeaves } from "../json/tree.js";
import type { Cutter } from "./cutter.js";
import { replaceTexts } from "./schema.js";

/** Minimum length of strings that are matched; shorter ones may be equal by chance. */
const SHORTEST = 200;

/** Images, audio and blobs of one result: they stay while there is room, and are else replaced by type and size. */
export class Media {
  #room: number;
  readonly #cutter: Cutter;
  /** Number of copies of each that stay. */
  readonly #kept = new Map<string, number>();
  /** Texts that replace omitted base64. */
  readonly #gone = new Map<string, string>();
  /** The same for those that were too long to be held, by length: nothing else of them is known. */
  readonly #neverHeld = new Map<number, string>();

  constructor(cutter: Cutter) {
    this.#room = cutter.limits.media;
    this.#cutter = cutter;
  }

  /** Returns the text that replaces base64 over the limit; `undefined` if the base64 stays. */
  instead(base64: string | Shortened, holder: Members, kind: string): string | undefined {
    const length = base64 instanceof Shortened ? base64.chars : base64.length;
    if (typeof base64 === "string" && length <= this.#room) {
      this.#room -= length;
      if (length >= SHORTEST) this.#kept.set(base64, (this.#kept.get(base64) ?? 0) + 1);
      return undefined;
    }
    this.#cutter.lost = true;
    const text = mediaLeftOut(mediaType(textOf(holder.get("mimeType"))) ?? kind, length);
    if (base64 instanceof Shortened) this.#neverHeld.set(length, text);
    else if (length >= SHORTEST) this.#gone.set(base64, text);
    return text;
  }

  /**
   * Applies the same decisions to a structured value that repeats media of the content: each base64 stays or is
   * replaced as there. It stays as often as in the content; further copies are texts like any other.
   */
  hide(structured: Json, schema: unknown): Json {
    if (this.#kept.size + this.#gone.size + this.#neverHeld.size === 0) return structured;
    const left = new Map(this.#kept);
    const hidden = withLeaves(structured, (leaf) => {
      const copies = typeof leaf === "string" ? (left.get(leaf) ?? 0) : 0;
      if (copies === 0) return leaf;
      left.set(leaf as string, copies - 1);
      return new Kept(leaf as string);
    });
    if (this.#gone.size + this.#neverHeld.size === 0) return hidden;
    return replaceTexts(hidden, schema, (text) => {
      if (typeof text === "string") return this.#gone.get(text);
      return text.text === "" ? this.#neverHeld.get(text.chars) : undefined;
    });
  }
}
