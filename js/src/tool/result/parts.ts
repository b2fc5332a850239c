// Limits for results that are a list of parts: texts, media and others.
import { ownForm } from "../../forms.js";
import type { Limits } from "./limits.js";
import { type Media, mediaLeftOut, thousands } from "./media.js";
import { fits, limitsOf, shares, totalBytesOf, trimTo } from "./shares.js";

/** Reads and writes the parts of one library. */
export interface PartKind<Part> {
  /** Returns the text of a part that the model reads, or its media; `undefined` for a part that passes unchanged. */
  read(part: Part): string | Media | undefined;
  /** Returns the part with another text. */
  withText(part: Part, text: string): Part;
  /** Returns a part that reports what was left out, in place of one or several parts. */
  note(text: string, insteadOf?: Part): Part;
  /** Returns `true` if the text of a part has to stay JSON. */
  isJson?(part: Part): boolean;
}

/** Limits a list of parts as a whole. A list that fits is returned as the same object. */
export function limitParts<Part>(parts: readonly Part[], kind: PartKind<Part>, limits: Limits): readonly Part[] {
  const { maxParts } = limits;
  if (parts.length <= maxParts) return limitTexts(withoutMedia(parts, kind, limits), parts, parts.length, kind, limits);
  // Keeps both ends, and leaves one place for the note.
  const kept = Math.max(0, maxParts - 1);
  const head = Math.ceil(kept / 2);
  const fewer = [...parts.slice(0, head), ...parts.slice(parts.length - (kept - head))];
  return limitTexts(withoutMedia(fewer, kind, limits), parts, head, kind, limits);
}

/** Limits the texts of `parts`; parts of `all` after the first `head` may be missing. */
function limitTexts<Part>(
  parts: readonly Part[],
  all: readonly Part[],
  head: number,
  kind: PartKind<Part>,
  limits: Limits,
): readonly Part[] {
  const read = parts.map((part) => kind.read(part));
  const indexes = [...read.keys()].filter((index) => typeof read[index] === "string");
  const texts = indexes.map((index) => read[index] as string);
  const missing = all.length - parts.length;
  const isJson = (at: number) => kind.isJson?.(parts[indexes[at] as number] as Part) ?? false;
  const shared =
    texts.length === 1 && missing === 0 && !isJson(0)
      ? one(texts[0] as string, limits)
      : share(texts, limits, isJson, missing > 0);
  if (!shared && missing === 0) return parts;

  const changed: (Part | undefined)[] = [...parts];
  const gap = shared ? texts.length - shared.texts.length : 0;
  if (shared) {
    for (const [at, index] of indexes.entries()) {
      const isKept = at < shared.head || at >= shared.head + gap;
      const text = shared.texts[at < shared.head ? at : at - gap];
      if (!isKept) changed[index] = undefined;
      else if (text !== texts[at]) changed[index] = kind.withText(parts[index] as Part, text ?? "");
    }
  }
  const place = gap > 0 ? (indexes[shared?.head ?? 0] as number) : head;
  if (gap + missing > 0) changed.splice(place, 0, note(gap + missing, all, kind, limits));
  return changed.filter((part) => part !== undefined);
}

/** Texts trimmed to their shares. `head` of them precede the gap. */
interface Shared {
  readonly head: number;
  readonly texts: readonly string[];
}

/** One text alone needs no share. */
function one(text: string, limits: Limits): Shared | undefined {
  const trimmed = limits.trim(text).text;
  return trimmed === text ? undefined : { head: 1, texts: [trimmed] };
}

/** Trims texts to their shares of the limit. Texts for which `isJson` returns `true` stay JSON. */
function share(
  texts: readonly string[],
  { output }: Limits,
  isJson: (index: number) => boolean,
  hasNote: boolean,
): Shared | undefined {
  const plan = shares(texts, limitsOf(output), output, { hasNote });
  if (!plan) return undefined;
  const { head, tail, limits } = plan;
  const trimmed = limits.map((own, at) => {
    const index = at < head ? at : texts.length - tail + at - head;
    const format = isJson(index) ? { format: "json" as const } : {};
    return trimTo(texts[index] as string, { ...output, ...format, ...own }).text;
  });
  return { head, texts: trimmed };
}

/** Returns the note in place of the parts that are left out. */
function note<Part>(count: number, all: readonly Part[], kind: PartKind<Part>, limits: Limits): Part | undefined {
  limits.report({ unit: "items", limit: all.length - count, before: all.length, after: all.length - count });
  const texts = () => all.map((part) => kind.read(part)).filter((read) => typeof read === "string");
  const ref = limits.keep(() => texts().join("\n"));
  const text = ownForm("PARTS", thousands(count), thousands(all.length), ref ? `: ${ref}` : "");
  // If the note does not fit, no text was kept either.
  return fits(text, limits.output) ? kind.note(text) : undefined;
}

/** Keeps media that fit, in order, and replaces all others by texts. */
function withoutMedia<Part>(parts: readonly Part[], kind: PartKind<Part>, limits: Limits): readonly Part[] {
  const seen = { limit: limits.maxMediaChars, used: 0 };
  const read = { limit: totalBytesOf(limits.output), used: 0 };
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
    const text = mediaLeftOut(type, chars);
    limits.report({ unit: "bytes", limit: room.limit, before: chars, after: text.length });
    changed ??= [...parts];
    changed[index] = kind.note(text, part);
  }
  return changed ?? parts;
}
