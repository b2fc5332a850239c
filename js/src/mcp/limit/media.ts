import { mediaLeftOut, type PartKind, SHORTEST_MEDIA, withoutMedia, withStrings, withTexts } from "../../core.js";
import type { Cutter } from "./cutter.js";

/** Images, audio and blobs of one result: they stay while there is room, and are else replaced by type and size. */
export class Media {
  /** The parts without those that are left out. */
  readonly parts: readonly unknown[];
  /** Number of copies of each that stay. */
  readonly #kept = new Map<string, number>();
  /** Texts that replace omitted base64. */
  readonly #gone = new Map<string, string>();
  /** Base64 by the number of its placeholder. */
  readonly #places: string[] = [];
  /** Beginning of a placeholder: a number, since a cut leaves numbers as they are. */
  #prefix = "0e-91";

  constructor(parts: readonly unknown[], kind: PartKind<unknown>, cutter: Cutter) {
    let room = cutter.limits.media;
    this.parts = withoutMedia(parts, kind, ({ chars, type, base64 = "" }) => {
      const isKept = chars <= room;
      if (isKept) {
        room -= chars;
        this.#kept.set(base64, (this.#kept.get(base64) ?? 0) + 1);
      } else {
        cutter.lost = true;
        this.#gone.set(base64, mediaLeftOut(type, chars));
      }
      return isKept;
    });
  }

  /**
   * Applies the same decisions to the JSON of a structured value that repeats media of the content. Base64 that stays
   * becomes a short placeholder, so that it does not count and is not cut; further copies than in the content are texts
   * like any other. `restore` puts it back.
   */
  hide(json: string, schema: object | boolean | undefined): string {
    const left = new Map(this.#kept);
    while (left.size > 0 && json.includes(this.#prefix)) this.#prefix += "1";
    const hidden = withStrings(json, ({ start, end }) => {
      const base64 = end - start < SHORTEST_MEDIA ? "" : json.slice(start + 1, end - 1);
      const copies = base64 === "" ? 0 : (left.get(base64) ?? 0);
      if (copies === 0) return undefined;
      left.set(base64, copies - 1);
      return `${this.#prefix}0${this.#places.push(base64) - 1}`;
    });
    return this.#gone.size === 0 ? hidden : withTexts(hidden, schema, (text) => this.#gone.get(text));
  }

  restore(json: string): string {
    if (this.#places.length === 0) return json;
    const place = new RegExp(`${this.#prefix}0(\\d+)`, "g");
    return json.replace(place, (_, number) => JSON.stringify(this.#places[Number(number)]));
  }
}
