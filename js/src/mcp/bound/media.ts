import { Items, type Json, Members, Shortened, textOf, Written, writeJson } from "../json/node.js";
import type { Cutter } from "./cutter.js";
import { SchemaCut } from "./schema-cut.js";

/** What stands for base64 that stays, while a structured value is bounded. */
const PLACE = "tooltrim:media:";
/** Shorter strings may be equal by chance. */
const SHORTEST = 200;

/** Images, sounds and blobs of one result: they stay while there is room for them, and are else told by type and size. */
export class Media {
  #room: number;
  readonly #cutter: Cutter;
  readonly #kept: string[] = [];
  /** What stands for those that are gone; those that were not even held have no text to be known by. */
  readonly #gone = new Map<string, string>();

  constructor(cutter: Cutter) {
    this.#room = cutter.limits.media;
    this.#cutter = cutter;
  }

  /** The text in place of base64 that has no room, or nothing. */
  instead(base64: Json | undefined, holder: Members, kind: string): string | undefined {
    const length = base64 instanceof Shortened ? base64.chars : typeof base64 === "string" ? base64.length : 0;
    if (!(base64 instanceof Shortened) && length <= this.#room) {
      this.#room -= length;
      if (typeof base64 === "string" && length >= SHORTEST) this.#kept.push(base64);
      return undefined;
    }
    this.#cutter.lost = true;
    const type = textOf(holder.get("mimeType"))?.slice(0, 100) ?? "of unknown type";
    const bytes = Math.floor((length * 3) / 4).toLocaleString("en");
    const text = `[${kind} ${type}, ${bytes} bytes, left out: larger than what is left of ${this.#cutter.limits.media} chars]`;
    this.#gone.set(textOf(base64) ?? "", text);
    return text;
  }

  /** A structured value that repeats what stands in the content: the same base64 stays or goes, and counts as little. */
  hide(structured: Json, schema: unknown): Json {
    if (this.#kept.length === 0 && this.#gone.size === 0) return structured;
    const places = new Map(this.#kept.map((base64, index) => [base64, `${PLACE}${index}:`]));
    const hidden = replaceTexts(structured, places);
    const all = Number.POSITIVE_INFINITY;
    return new SchemaCut(schema ?? true).cut(hidden, { text: all, items: all, members: all, instead: this.#gone });
  }

  /** Puts back what stays. */
  show(structured: Json): Json {
    if (this.#kept.length === 0) return structured;
    const json = writeJson(structured).replace(/"tooltrim:media:(\d+):"/g, (place, index) => {
      const base64 = this.#kept[Number(index)];
      return base64 === undefined ? place : JSON.stringify(base64);
    });
    return new Written(json);
  }
}

/** The same value where no text is replaced. */
function replaceTexts(value: Json, texts: ReadonlyMap<string, string>): Json {
  if (typeof value === "string") return texts.get(value) ?? value;
  if (value instanceof Items) {
    const list = value.list.map((item) => replaceTexts(item, texts));
    if (list.every((item, index) => item === value.list[index])) return value;
    const items = new Items(list);
    items.dropped = value.dropped;
    return items;
  }
  if (!(value instanceof Members)) return value;
  const members = new Members();
  members.dropped = value.dropped;
  for (const [name, member] of value.entries) members.entries.push([name, replaceTexts(member, texts)]);
  return members.entries.every(([, member], index) => member === value.entries[index]?.[1]) ? value : members;
}
