// One limit for many texts: small ones stay whole, the big ones share what is left.
import { countOf, TooltrimError } from "../../errors.js";
import { ownForm } from "../../forms.js";
import { estimateTokens, measure } from "../../text/measure.js";
import type { Trimmed, TrimOptions } from "../../text/options.js";
import { trim } from "../../text/trim.js";
import { wasm } from "../../wasm.js";

const kinds = ["maxChars", "maxUtf16", "maxBytes", "maxLines", "maxTokens"] as const;
type Kind = (typeof kinds)[number];
/** Limits by unit. */
export type UnitLimits = { readonly [kind in Kind]?: number };

/** Sizes in all units. */
export type Room = Readonly<Record<Kind, number>>;

/** Smallest useful sizes of a piece. Below them fewer pieces are kept: smaller ones would not be worth their marker. */
const LEAST: Room = {
  maxChars: 200,
  maxUtf16: 200,
  maxBytes: 200,
  maxLines: 3,
  maxTokens: 60,
};
/** Room for the text that reports the number of omitted parts. */
const NOTE: Room = { maxChars: 60, maxUtf16: 60, maxBytes: 60, maxLines: 1, maxTokens: 25 };
const NO_NOTE: Room = { maxChars: 0, maxUtf16: 0, maxBytes: 0, maxLines: 0, maxTokens: 0 };
/** Default limits of `trim`. */
const WITHOUT = { maxChars: 4000 };

/** Shares of texts under one limit. */
interface Shares {
  /** Numbers of texts kept at the start and at the end; the rest are omitted. If all are kept, `head` counts them. */
  readonly head: number;
  readonly tail: number;
  /** Limits of each kept text; empty for one that stays whole. */
  readonly limits: readonly UnitLimits[];
}

/** Returns the limits in options, or the default of `trim` if there are none. */
export function limitsOf(options: TrimOptions): UnitLimits {
  const found: { [kind in Kind]?: number } = {};
  for (const kind of kinds) if (options[kind] !== undefined) found[kind] = countOf(kind, options[kind]);
  return Object.keys(found).length > 0 ? found : WITHOUT;
}

/** Converts limits for texts into a limit in bytes for a value. */
export function totalBytesOf(options: TrimOptions): number {
  const limits = limitsOf(options);
  const perToken = 3;
  const bytes = [limits.maxChars, limits.maxUtf16, limits.maxBytes, limits.maxTokens && limits.maxTokens * perToken];
  const given = bytes.filter((limit) => limit !== undefined);
  return Math.max(2, given.length > 0 ? Math.min(...given) : 50_000);
}

/** Returns limits times a factor. */
export const scaled = (limits: UnitLimits, share: number): UnitLimits =>
  Object.fromEntries(Object.entries(limits).map(([kind, limit]) => [kind, Math.floor(limit * share)]));

/** Returns `true` if a text is within the limits. Nothing is reported. */
export const fits = (text: string, options: TrimOptions): boolean =>
  measuredIn([text], limitsOf(options), options).every(({ sizes: [size], limit }) => (size as number) <= limit);

/** Returns what a line leaves of limits, and whether that is at least half; `undefined` if the line does not fit. */
export function roomBeside(
  line: string,
  limits: UnitLimits,
  options: TrimOptions,
): { readonly limits: UnitLimits; readonly isHalf: boolean } | undefined {
  const places = measuredIn([line], limits, options).map(({ kind, limit, sizes: [size] }) => ({
    ...{ kind, limit, rest: limit - (size as number) },
  }));
  if (places.some(({ rest }) => rest < 0)) return undefined;
  return {
    limits: Object.fromEntries(places.map(({ kind, rest }) => [kind, rest])),
    isHalf: places.every(({ limit, rest }) => rest >= limit / 2),
  };
}

/** Texts measured in one unit. */
interface Measured {
  readonly kind: Kind;
  readonly limit: number;
  readonly sizes: readonly number[];
  /** Sizes of each part beside its text. */
  readonly beside: readonly number[];
}

/** Measures texts in each unit that has a limit. */
function measuredIn(
  texts: readonly string[],
  limits: UnitLimits,
  options: TrimOptions,
  chars?: readonly number[],
): readonly Measured[] {
  return (Object.entries(limits) as [Kind, number][]).map(([kind, limit]) => ({
    kind,
    limit,
    sizes: texts.map(sizer(kind, limit, options)),
    beside: (kind === "maxChars" ? chars : undefined) ?? texts.map(() => 0),
  }));
}

/** Sizes that count besides the texts. */
interface Beside {
  /** Room for a part that reports omitted parts. Default: enough for the line alone. */
  readonly note?: Room;
  /** True if there will be such a part even if all texts are kept. */
  readonly hasNote?: boolean;
  /** Chars of each part that are not in its text. */
  readonly chars?: readonly number[];
}

/**
 * Shares limits among texts: small ones stay whole, the others get equal shares. If the shares would be too small, only
 * the first and the last texts stay. Returns `undefined` if all are within the limits.
 */
export function shares(
  texts: readonly string[],
  limits: UnitLimits,
  options: TrimOptions,
  { note = NOTE, hasNote = false, chars }: Beside = {},
): Shares | undefined {
  const reserve = hasNote ? note : NO_NOTE;
  const places = measuredIn(texts, limits, options, chars).filter(
    ({ kind, limit, sizes, beside }) => total(sizes) + total(beside) > limit - reserve[kind],
  );
  if (places.length === 0) return undefined;

  const kept = Math.min(...places.map((place) => ends(place, note[place.kind], reserve[place.kind])));
  const all = kept === texts.length;
  const head = all ? kept : Math.ceil(kept / 2);
  const tail = kept - head;
  const indexes = [...texts.keys()].filter((index) => index < head || index >= texts.length - tail);
  const own: UnitLimits[] = indexes.map(() => ({}));
  for (const { kind, limit, sizes, beside } of places) {
    const room = limit - total(indexes.map((index) => beside[index] as number)) - (all ? reserve : note)[kind];
    const part = indexes.map((index) => sizes[index] as number);
    const most = wasm().fair_share(Math.max(0, room), Float64Array.from(part));
    for (const [at, size] of part.entries()) if (size > most) own[at] = { ...own[at], [kind]: most };
  }
  return { head, tail, limits: own };
}

/** Counts the parts, taken from both ends in turn, that have room for at least a useful piece. */
function ends({ kind, limit, sizes, beside }: Measured, note: number, reserved: number): number {
  const least = Math.min(LEAST[kind], Math.max(1, Math.floor(limit / 2)));
  const smallest = sizes.map((size, index) => Math.min(size, least) + (beside[index] as number));
  if (total(smallest) <= limit - reserved) return sizes.length;
  let room = limit - note;
  for (let count = 0; count < sizes.length; count += 1) {
    room -= smallest[count % 2 === 0 ? count / 2 : sizes.length - (count + 1) / 2] as number;
    if (room < 0) return count;
  }
  return sizes.length;
}

const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

/** Returns a measure of texts in one unit. Sizes are capped at `limit + 1`, so that huge texts need no full measure. */
function sizer(kind: Kind, limit: number, options: TrimOptions): (text: string) => number {
  const over = limit + 1;
  const measured = (text: string) => {
    if (kind === "maxUtf16") return text.length;
    if (kind === "maxLines") return lines(text, over);
    if (kind === "maxTokens") return text.length > 64 * over ? over : tokens(text, over, options);
    // A char is 2 units at most, a unit no less than a byte.
    return text.length > 2 * limit ? over : measure(text)[kind === "maxChars" ? "chars" : "bytes"];
  };
  return (text) => Math.min(over, measured(text));
}

function tokens(text: string, over: number, { tokens: counter, tokenMargin }: TrimOptions): number {
  const estimate = estimateTokens(text);
  if (!counter || estimate > 2 * over) return Math.ceil(estimate * (tokenMargin ?? 1.1));
  return Math.ceil(counter(text) * (tokenMargin ?? 1));
}

function lines(text: string, most: number): number {
  let count = text.length > 0 && !text.endsWith("\n") ? 1 : 0;
  for (let at = text.indexOf("\n"); at >= 0 && count < most; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Trims to a limit that may be too small for the marker: then the marker is shortened or dropped. */
export function trimTo(text: string, options: TrimOptions): Trimmed {
  for (const smaller of [{}, { rescue: false, marker: "..." }]) {
    try {
      return trim(text, { ...options, ...smaller });
    } catch (error) {
      if (!(error instanceof TooltrimError && error.code === "MARKER_TOO_LONG")) throw error;
    }
  }
  return trim(text, { ...options, rescue: false, keep: "head", marker: "" });
}

/** Room for a member, or an item, that names a ref. */
const REF: Room = { maxChars: 40, maxUtf16: 40, maxBytes: 40, maxLines: 0, maxTokens: 15 };

/** Trims a JSON text that does not fit, so that it stays JSON. With a store it names the ref of the whole, as values do. */
export function trimJson(text: string, given: TrimOptions): string {
  const less = ([kind, limit]: [Kind, number]) => [kind, given.store ? Math.max(1, limit - REF[kind]) : limit];
  const { text: cut, ref } = trimTo(text, {
    ...given,
    ...Object.fromEntries((Object.entries(limitsOf(given)) as [Kind, number][]).map(less)),
    // With escapes these ends may be over the limit, and then nothing of a text stays.
    headChars: given.headChars === 0 ? 0 : undefined,
    tailChars: given.tailChars === 0 ? 0 : undefined,
    format: "json",
  });
  if (ref === undefined || !/^[[{]/.test(cut)) return cut;
  // A second member of that name would hide the first.
  if (cut[0] === "{" && Object.hasOwn(JSON.parse(cut), "full_output")) return cut;
  const more = cut[0] === "[" ? JSON.stringify(ownForm("FULL_OUTPUT", ref)) : `"full_output":${JSON.stringify(ref)}`;
  return `${cut.slice(0, -1)}${cut.length > 2 ? "," : ""}${more}${cut.slice(-1)}`;
}
