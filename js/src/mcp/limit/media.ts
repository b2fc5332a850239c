import { mediaLeftOut, mediaType } from "../../core.js";
import { type Json, type Members, textOf, Written, withLeaves, writeJson } from "../json/tree.js";
import type { Cutter } from "./cutter.js";
import { replaceTexts } from "./structured.js";

/** Minimum length of strings that are matched; shorter ones may be equal by chance. */
const SHORTEST = 200;
/** Beginning of a placeholder: a number, since a cut leaves numbers as they are. */
const PLACE = "0e-91";

/** Images, audio and blobs of one result: they stay while there is room, and are else replaced by type and size. */
export class Media {
  #room: number;
  readonly #cutter: Cutter;
  /** Number of copies of each that stay. */
  readonly #kept = new Map<string, number>();
  /** Texts that replace omitted base64. */
  readonly #gone = new Map<string, string>();
  /** Base64 by its placeholder in a structured value. */
  readonly #places = new Map<string, string>();

  constructor(cutter: Cutter) {
    this.#room = cutter.limits.media;
    this.#cutter = cutter;
  }

  /** True if some base64 is over the limit. */
  get isReplaced(): boolean {
    return this.#gone.size > 0;
  }

  /** Returns the text that replaces base64 over the limit; `undefined` if the base64 stays. */
  instead(base64: string, holder: Members, kind: string): string | undefined {
    if (base64.length <= this.#room) {
      this.#room -= base64.length;
      if (base64.length >= SHORTEST) this.#kept.set(base64, (this.#kept.get(base64) ?? 0) + 1);
      return undefined;
    }
    this.#cutter.lost = true;
    const text = mediaLeftOut(mediaType(textOf(holder.get("mimeType"))) ?? kind, base64.length);
    if (base64.length >= SHORTEST) this.#gone.set(base64, text);
    return text;
  }

  /**
   * Applies the same decisions to a structured value that repeats media of the content. Base64 that stays becomes a
   * short placeholder, so that it does not count and is not cut; further copies than in the content are texts like any
   * other. `restore` puts it back.
   */
  hide(structured: Json, schema: unknown): Json {
    const left = new Map(this.#kept);
    let prefix = PLACE;
    if (left.size > 0) for (const json = writeJson(structured); json.includes(prefix); ) prefix += "1";
    const hidden = withLeaves(structured, (leaf) => {
      const copies = typeof leaf === "string" ? (left.get(leaf) ?? 0) : 0;
      if (copies === 0) return leaf;
      left.set(leaf as string, copies - 1);
      const place = `${prefix}0${this.#places.size}`;
      this.#places.set(place, leaf as string);
      return new Written(place);
    });
    return this.#gone.size === 0 ? hidden : replaceTexts(hidden, schema, (text) => this.#gone.get(text));
  }

  restore(structured: Json): Json {
    if (this.#places.size === 0) return structured;
    return withLeaves(structured, (leaf) => (leaf instanceof Written && this.#places.get(leaf.json)) || leaf);
  }
}
