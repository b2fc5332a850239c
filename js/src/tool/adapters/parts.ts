// Results that are a list of parts: texts, media, and what is neither.
import { ownForm } from "../../forms.js";
import type { Bounds } from "./bounds.js";
import { fits, share, totalBytesOf } from "./share.js";

/** What is base64: it stays whole or goes. */
export interface Media {
  readonly chars: number;
  readonly type: string;
  /** Whether a model would have to read the base64 as a text, since it is nothing to be seen or heard. */
  readonly isRead?: boolean;
}

/** How parts of one ecosystem are read and written. */
export interface PartKind<Part> {
  /** The text of a part that the model reads; or what media it is; nothing for what passes as it is. */
  read(part: Part): string | Media | undefined;
  /** The part with another text. */
  withText(part: Part, text: string): Part;
  /** A part that says what was left out: in place of one, or of a run of them. */
  note(text: string, insteadOf?: Part): Part;
  /** Whether the text of a part has to stay JSON. */
  isJson?(part: Part): boolean;
}

/** Bounds a list of parts as a whole; the very same list when it fits. */
export function boundParts<Part>(parts: readonly Part[], kind: PartKind<Part>, bounds: Bounds): readonly Part[] {
  const { maxParts } = bounds;
  if (parts.length <= maxParts) return boundTexts(withoutMedia(parts, kind, bounds), parts, parts.length, kind, bounds);
  // Both ends, and the one that says how many there were.
  const kept = Math.max(0, maxParts - 1);
  const head = Math.ceil(kept / 2);
  const fewer = [...parts.slice(0, head), ...parts.slice(parts.length - (kept - head))];
  return boundTexts(withoutMedia(fewer, kind, bounds), parts, head, kind, bounds);
}

/** Brings the texts of `parts`, of which those after the first `head` may be missing, within their limit. */
function boundTexts<Part>(
  parts: readonly Part[],
  all: readonly Part[],
  head: number,
  kind: PartKind<Part>,
  bounds: Bounds,
): readonly Part[] {
  const read = parts.map((part) => kind.read(part));
  const indexes = [...read.keys()].filter((index) => typeof read[index] === "string");
  const texts = indexes.map((index) => read[index] as string);
  const missing = all.length - parts.length;
  const isJson = (at: number) => kind.isJson?.(parts[indexes[at] as number] as Part) ?? false;
  const shared =
    isOne(texts, missing) && !isJson(0) ? one(texts, bounds) : share(texts, bounds.output, isJson, missing > 0);
  if (!shared && missing === 0) return parts;

  const changed: (Part | undefined)[] = [...parts];
  const gap = shared ? texts.length - shared.texts.length : 0;
  if (shared) {
    for (const [at, index] of indexes.entries()) {
      const isKept = at < shared.head || at >= shared.head + gap;
      const text = shared.texts[at < shared.head ? at : at - gap]?.text;
      if (!isKept) changed[index] = undefined;
      else if (text !== texts[at]) changed[index] = kind.withText(parts[index] as Part, text ?? "");
    }
  }
  const place = gap > 0 ? (indexes[shared?.head ?? 0] as number) : head;
  if (gap + missing > 0) changed.splice(place, 0, note(gap + missing, all, kind, bounds));
  return changed.filter((part) => part !== undefined);
}

const isOne = (texts: readonly string[], missing: number) => texts.length === 1 && missing === 0;

/** One text alone needs no share. */
function one(texts: readonly string[], bounds: Bounds): ReturnType<typeof share> {
  const trimmed = bounds.trim(texts[0] as string);
  return trimmed.text === texts[0] ? undefined : { head: 1, tail: 0, texts: [trimmed] };
}

/** The part that stands for those that are left out. */
function note<Part>(count: number, all: readonly Part[], kind: PartKind<Part>, bounds: Bounds): Part | undefined {
  bounds.tell({ unit: "items", limit: all.length - count, before: all.length, after: all.length - count });
  const texts = () => all.map((part) => kind.read(part)).filter((read) => typeof read === "string");
  const ref = bounds.keep(() => texts().join("\n"));
  const text = ownForm("PARTS", thousands(count), thousands(all.length), ref ? `: ${ref}` : "");
  // With so little room nothing has been kept either.
  return fits(text, bounds.output) ? kind.note(text) : undefined;
}

/** Media that have room, in their order; a text for each of the others. */
function withoutMedia<Part>(parts: readonly Part[], kind: PartKind<Part>, bounds: Bounds): readonly Part[] {
  const seen = { limit: bounds.maxMediaChars, used: 0 };
  const read = { limit: totalBytesOf(bounds.output), used: 0 };
  let changed: Part[] | undefined;
  for (const [index, part] of parts.entries()) {
    const media = kind.read(part);
    if (typeof media !== "object") continue;
    const { chars, type } = media;
    const room = media.isRead ? read : seen;
    if (room.used + chars <= room.limit) {
      room.used += chars;
      continue;
    }
    const text = ownForm("PART_LEFT_OUT", type, thousands(Math.floor((chars / 4) * 3)));
    bounds.tell({ unit: "bytes", limit: room.limit, before: chars, after: text.length });
    changed ??= [...parts];
    changed[index] = kind.note(text, part);
  }
  return changed ?? parts;
}

/** Not `toLocaleString`: its answer depends on the machine. */
export const thousands = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
