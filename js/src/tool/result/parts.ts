// Limits for results that are a list of parts: texts, media and others.
import { ownForm } from "../../forms.js";
import type { TrimOptions } from "../../text/options.js";
import { type Media, mediaLeftOut, thousands } from "./media.js";
import { fits, limitsOf, type Room, roomBeside, shares, type UnitLimits } from "./shares.js";

/** Reads and writes the parts of one library. */
export interface PartKind<Part> {
  /** Returns the text of a part that the model reads, or its media; `undefined` for a part that passes unchanged. */
  read(part: Part): string | Media | undefined;
  /** Returns the part with another text. */
  withText(part: Part, text: string): Part;
  /** Returns a part that reports that media are left out, or, with `isGap`, parts of which the first is given. */
  note(text: string, insteadOf?: Part, isGap?: boolean): Part;
  /** Chars of a part that count beside its text and its `media`. Without it only texts count. */
  beside?(part: Part, text: string | undefined, media: number): number;
}

/** Limits of one result. */
export interface Limiter {
  /** Options with the limits of all texts together. */
  readonly output: TrimOptions;
  readonly maxParts: number;
  /** Room for the part that reports missing ones, if it is more than that of the line alone. */
  readonly noteRoom?: Room;
  /** Trims a text to limits of its own, or to those for all texts. JSON stays JSON. */
  trim(text: string, own?: UnitLimits): string;
  /** Returns a function that takes the media of a result in order, and answers whether there is room. */
  mediaRoom(): (media: Media) => boolean;
  /** Called for parts that are left out, with the texts of those that have one. Returns the ref of the texts. */
  leftOut(texts: readonly string[], missing: number, all: number): string | undefined;
}

/** A part, and what it counts. */
interface Item<Part> {
  readonly part: Part;
  readonly text: string | undefined;
  /** Chars of its base64. */
  readonly media: number;
}

/** Texts of parts before something else shortened them: a cut of a cut would count from the shorter text. */
export type Originals = ReadonlyMap<unknown, string>;

/** Limits a list of parts as a whole. A list that fits is returned as the same object. */
export function limitParts<Part>(
  given: readonly Part[],
  kind: PartKind<Part>,
  limits: Limiter,
  originals?: Originals,
): readonly Part[] {
  const { output, maxParts } = limits;
  // Of too many parts both ends are kept, and one place is left for the note.
  const kept = given.length > maxParts ? Math.max(0, maxParts - 1) : given.length;
  const head = Math.ceil(kept / 2);
  const missing = given.length - kept;
  const room = limits.mediaRoom();
  const isMissing = (at: number): boolean => at >= head && at < head + missing;
  const items = given.map((part, at) => itemOf(part, kind, isMissing(at) ? undefined : room));
  const counts = ({ text }: Item<Part>, at: number): boolean => !isMissing(at) && (!!kind.beside || text !== undefined);
  const counted = items.filter(counts);
  const isOne = counted.length === 1 && missing === 0 && !kind.beside;
  const plan = isOne ? undefined : planned(counted, kind, limits, missing > 0);
  const gap = plan ? counted.length - plan.limits.length : 0;

  const after: Part[] = [];
  const gone: Item<Part>[] = [];
  let place = 0;
  let position = -1;
  for (const [at, item] of items.entries()) {
    const isCounted = counts(item, at);
    if (isCounted) position += 1;
    const isDropped = gap > 0 && isCounted && position >= (plan?.head ?? 0) && position < (plan?.head ?? 0) + gap;
    if (isDropped || isMissing(at)) {
      if (gone.length === 0) place = after.length;
      gone.push(item);
      continue;
    }
    const own = plan?.limits[position < plan.head ? position : position - gap];
    const isOver = Object.keys(own ?? {}).length > 0;
    const isCut = isCounted && item.text !== undefined && (isOne || isOver);
    const whole = (isOver ? originals?.get(item.part) : undefined) ?? item.text;
    const text = isCut ? limits.trim(whole as string, own) : item.text;
    after.push(text === item.text ? item.part : kind.withText(item.part, text as string));
  }
  if (gone.length > 0) {
    const left = gone.flatMap(({ part, text }) => originals?.get(part) ?? text ?? []);
    const ref = limits.leftOut(left, gone.length, given.length);
    const line = ownForm("PARTS", thousands(gone.length), thousands(given.length), ref ? `: ${ref}` : "");
    // If the note does not fit, no text was kept either.
    if (fits(line, output)) after.splice(place, 0, kind.note(line, gone[0]?.part, true));
  }
  return after.length === given.length && after.every((part, at) => part === given[at]) ? given : after;
}

/** A line of ours about a result, and the limits that it leaves to the parts. */
interface Noted {
  readonly limits: Limiter;
  /** Appends the line to the limited parts. */
  add<Part>(parts: readonly Part[], kind: PartKind<Part>): readonly Part[];
}

/**
 * Reserves room for a line of ours after the parts. It is no part: nothing counts it, and it stays whole. `forms` are
 * the line and shorter ones; the first stands that takes up to half of the room, or fits beside the parts as they are.
 */
export function reserveNote(
  forms: readonly string[],
  parts: readonly unknown[],
  kind: PartKind<unknown>,
  limits: Limiter,
): Noted {
  const without: Noted = { limits, add: (after) => after };
  if (forms.length === 0) return without;
  const texts = parts.map((part) => textOf(kind, part) ?? "");
  const output = limitsOf(limits.output);
  for (const line of forms) {
    const rest = roomBeside(line, output, limits.output);
    if (!rest || !(rest.isHalf || shares(texts, rest.limits, limits.output) === undefined)) continue;
    const less: Limiter = {
      output: { ...limits.output, ...rest.limits },
      maxParts: limits.maxParts - 1,
      ...(limits.noteRoom && { noteRoom: limits.noteRoom }),
      trim: (text, own) => limits.trim(text, { ...rest.limits, ...own }),
      mediaRoom: () => limits.mediaRoom(),
      leftOut: (...missing) => limits.leftOut(...missing),
    };
    return {
      limits: less,
      add: (after, own) => (after.length < Math.max(1, limits.maxParts) ? [...after, own.note(line)] : after),
    };
  }
  return without;
}

function planned<Part>(items: readonly Item<Part>[], kind: PartKind<Part>, limits: Limiter, hasNote: boolean) {
  const { output, noteRoom } = limits;
  const chars = kind.beside && items.map(({ part, text, media }) => kind.beside?.(part, text, media) ?? 0);
  const beside = { hasNote, ...(noteRoom && { note: noteRoom }), ...(chars && { chars }) };
  const texts = items.map(({ text }) => text ?? "");
  return shares(texts, limitsOf(output), output, beside);
}

/** Returns `true` for parts that are within the limits, media left out of account. Nothing is cut or reported. */
export const partsFit = <Part>(parts: readonly Part[], kind: PartKind<Part>, limits: Limiter): boolean =>
  planned(
    parts.map((part) => itemOf(part, kind, undefined)),
    kind,
    limits,
    false,
  ) === undefined;

/** Reads a part. Media without room are replaced by a note; without `room` they are not asked for. */
function itemOf<Part>(part: Part, kind: PartKind<Part>, room: ((media: Media) => boolean) | undefined): Item<Part> {
  const read = kind.read(part);
  if (typeof read !== "object") return { part, text: read, media: 0 };
  if (!room || room(read)) return { part, text: undefined, media: read.chars };
  const text = mediaLeftOut(read.type, read.chars);
  const note = kind.note(text, part);
  // Some notes say more.
  return { part: note, text: textOf(kind, note) ?? text, media: 0 };
}

/** Returns the text that a model reads of a part. */
export function textOf<Part>(kind: PartKind<Part>, part: Part): string | undefined {
  const read = kind.read(part);
  return typeof read === "string" ? read : undefined;
}

/** Replaces media without room by notes. */
export const withoutMedia = <Part>(
  parts: readonly Part[],
  kind: PartKind<Part>,
  room: (media: Media) => boolean,
): Part[] => parts.map((part) => itemOf(part, kind, room).part);
