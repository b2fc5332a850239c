// One limit for many texts: small ones stay whole, the big ones share what is left.
import { TooltrimError } from "../../errors.js";
import { estimateTokens, measure } from "../../text/measure.js";
import type { Trimmed, TrimOptions } from "../../text/options.js";
import { trim } from "../../text/trim.js";
import { fairShare } from "../fair-share.js";

const kinds = ["maxChars", "maxUtf16", "maxBytes", "maxLines", "maxTokens"] as const;
type Kind = (typeof kinds)[number];
/** Limits in each unit that the options give one in. */
type Limits = { readonly [kind in Kind]?: number };

/** Below so much a piece says too little to be worth its marker: rather fewer pieces than many of this size. */
const LEAST: Readonly<Record<Kind, number>> = {
  maxChars: 200,
  maxUtf16: 200,
  maxBytes: 200,
  maxLines: 3,
  maxTokens: 60,
};
/** Room for the text that says how many were left out. */
const NOTE: Readonly<Record<Kind, number>> = { maxChars: 60, maxUtf16: 60, maxBytes: 60, maxLines: 1, maxTokens: 25 };
const NO_NOTE: typeof NOTE = { maxChars: 0, maxUtf16: 0, maxBytes: 0, maxLines: 0, maxTokens: 0 };
/** Default limits of `trim`. */
const WITHOUT = { maxChars: 4000 };

/** Shares of texts under one limit. */
export interface Shared {
  /** Numbers of texts kept at the start and at the end; those between are left out. If all are kept, `head` counts them. */
  readonly head: number;
  readonly tail: number;
  /** The kept ones, trimmed where they are over their share. */
  readonly texts: readonly Trimmed[];
}

/** The limits of options, `trim`'s own default where there are none. */
export function limitsOf(options: TrimOptions): Limits {
  const found: { [kind in Kind]?: number } = {};
  for (const kind of kinds) if (options[kind] !== undefined) found[kind] = Math.floor(options[kind]);
  return Object.keys(found).length > 0 ? found : WITHOUT;
}

/** A limit in bytes for a value, where the options speak of texts. */
export function totalBytesOf(options: TrimOptions): number {
  const limits = limitsOf(options);
  const perToken = 3;
  const bytes = [limits.maxChars, limits.maxUtf16, limits.maxBytes, scaled(limits.maxTokens, perToken)];
  const given = bytes.filter((limit) => limit !== undefined);
  return Math.max(2, given.length > 0 ? Math.min(...given) : 50_000);
}

const scaled = (limit: number | undefined, by: number) => (limit === undefined ? undefined : limit * by);

/** True if a text is within the limits; nobody is told. */
export const fits = (text: string, options: TrimOptions): boolean => overLimits([text], options, NO_NOTE).length === 0;

/** The limits that texts together are over, with the size of each. */
function overLimits(texts: readonly string[], options: TrimOptions, reserve: Readonly<Record<Kind, number>>) {
  const limits = Object.entries(limitsOf(options)) as [Kind, number][];
  return limits
    .map(([kind, limit]) => ({ kind, limit, sizes: texts.map(sizer(kind, limit, options)) }))
    .filter(({ kind, sizes, limit }) => total(sizes) > limit - reserve[kind]);
}

/**
 * Brings texts within one limit for all of them; `undefined` when they are already. Those that are JSON, as `isJson`
 * says, stay JSON. With `hasNote` a text that says what was left out has to have room as well.
 */
export function share(
  texts: readonly string[],
  options: TrimOptions,
  isJson: (index: number) => boolean,
  hasNote: boolean,
): Shared | undefined {
  const over = overLimits(texts, options, hasNote ? NOTE : NO_NOTE);
  if (over.length === 0) return undefined;

  const kept = Math.min(...over.map(({ kind, limit, sizes }) => ends(sizes, limit, kind, hasNote)));
  const all = kept === texts.length;
  const head = all ? kept : Math.ceil(kept / 2);
  const tail = kept - head;
  const own: TrimOptions[] = texts.map((_, index) => (isJson(index) ? { ...options, format: "json" } : options));
  for (const { kind, limit, sizes } of over) {
    const part = all ? sizes : [...sizes.slice(0, head), ...sizes.slice(sizes.length - tail)];
    const most = fairShare(part, all && !hasNote ? limit : Math.max(0, limit - NOTE[kind]));
    for (const [index, size] of sizes.entries()) if (size > most) own[index] = { ...own[index], [kind]: most };
  }
  const indexes = [...texts.keys()].filter((index) => index < head || index >= texts.length - tail);
  return { head, tail, texts: indexes.map((index) => trimTo(texts[index] as string, own[index] as TrimOptions)) };
}

/** Counts the sizes, taken from both ends in turn, that have room for at least a useful piece. */
function ends(sizes: readonly number[], limit: number, kind: Kind, hasNote: boolean): number {
  const least = Math.min(LEAST[kind], Math.max(1, Math.floor(limit / 2)));
  const smallest = total(sizes.map((size) => Math.min(size, least)));
  if (smallest <= limit - (hasNote ? NOTE[kind] : 0)) return sizes.length;
  let room = limit - NOTE[kind];
  for (let count = 0; count < sizes.length; count += 1) {
    const index = count % 2 === 0 ? count / 2 : sizes.length - (count + 1) / 2;
    room -= Math.min(sizes[index] as number, least);
    if (room < 0) return count;
  }
  return sizes.length;
}

const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

/** Sizes in one unit. What is over the limit counts as just that: a huge text is not measured. */
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

/** Trims to a limit that may have no room for the marker: that gives way then, never the limit. */
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
