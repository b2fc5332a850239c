// Results in two forms: content for models, and a structured value that a text of the content often repeats.
import { leastSizes } from "../../value/fitting.js";
import { type Access, looksLikeJson, memberOf, stringsIn, withStrings } from "./json.js";
import { type Limiter, limitParts, type PartKind, partsFit, reserveNote, textOf } from "./parts.js";
import { fits, totalBytesOf } from "./shares.js";

/** Limits of both forms. */
export interface FormLimits extends Limiter {
  /** Returns the same limits for one try, smaller by a factor. */
  scaled(share: number): this;
  /** Takes over what a try has cut. */
  adopt(tried: this): void;
}

/** The structured form, and how it is limited. */
export interface Structured {
  readonly value: unknown;
  readonly access: Access;
  readonly schema: object | boolean | undefined;
  /** Limit of its JSON, in the unit of `size`. */
  readonly room: number;
  size(json: string): number;
  /** True if its strings may be cut as texts are: a caller may have limits of its own for them. */
  readonly cutsTexts: boolean;
  /** Returns `true` if its JSON is within the limit. */
  fits(json: string): boolean;
  /** Returns a value within the limit that fits the schema; `undefined` if there is none. */
  shorter(hasTwin: boolean): unknown;
  /** Returns the line for the model about a value that was cut, and shorter ones for less room; empty for none. */
  notes(): readonly string[];
}

interface Forms {
  readonly parts: readonly unknown[];
  /** `undefined` if the schema leaves no room for a smaller value; then the parts are not limited either. */
  readonly value: unknown;
}

/** Minimum length of texts that are matched with those of the value; shorter ones may be equal by chance. */
const SHORTEST = 1000;
/** The same for base64. */
export const SHORTEST_MEDIA = 200;
const MOST_TRIES = 6;
/** Smallest room that is tried for such texts. With less, other members take it, and the texts are cut by themselves. */
const LEAST = SHORTEST / 4;

/**
 * Limits both forms. A text that repeats the value as JSON is written from the shortened value, and a text that is also
 * a member of the value is cut once, so that both forms still say the same.
 */
export function limitForms(
  parts: readonly unknown[],
  kind: PartKind<unknown>,
  limits: FormLimits,
  structured: Structured,
): Forms {
  const { value, access } = structured;
  const json = access.json(value);
  const isOnce = json !== undefined && structured.cutsTexts && !structured.fits(json);
  const once = isOnce ? cutOnce(json, parts, kind, limits, structured) : undefined;
  if (once) return once;
  const twins = parts.map((part) => twinOf(textOf(kind, part), json, access));
  const after = structured.shorter(twins.some((twin) => twin !== undefined));
  if (after === undefined) return { parts, value: undefined };
  const isWhole = after === value;
  const originals = new Map<unknown, string>();
  const repeated = (isWide: boolean): readonly unknown[] =>
    parts.map((part, at) => {
      const twin = twins[at];
      const text = textOf(kind, part) ?? "";
      if (twin === undefined || (isWhole && fits(text, limits.output))) return part;
      const held = twin.isInner ? memberOf(after, "result") : after;
      const shorter = kind.withText(part, access.json(held, isWide ? twin.indent : undefined) ?? "");
      // Among other parts its share may be less than the value has.
      if (!isWhole) originals.set(shorter, text);
      return shorter;
    });
  const compact = repeated(false);
  if (isWhole && compact.every((part, at) => part === parts[at]))
    return { parts: limitParts(parts, kind, limits), value: after };
  const noted = reserveNote(isWhole ? [] : structured.notes(), compact, kind, limits);
  // White space only where it takes room from nothing.
  const wide = repeated(true);
  const list = partsFit(wide, kind, noted.limits) ? wide : compact;
  return { parts: noted.add(limitParts(list, kind, noted.limits, originals), kind), value: after };
}

/** Returns how a text repeats a value as JSON; `undefined` if it does not. */
function twinOf(text: string | undefined, json: string | undefined, access: Access) {
  if (text === undefined || json === undefined || !looksLikeJson(text)) return undefined;
  // Some libraries wrap `[1, 2]` as `{ result: [1, 2] }`, but not in the text.
  const inner = /^\{"result":(?=[[{])/.exec(json);
  if (text.length < json.length - (inner ? inner[0].length + 1 : 0)) return undefined;
  const read = access.read(text);
  const written = read === undefined ? undefined : access.json(read);
  const isInner = written !== json;
  if (isInner && `${inner?.[0]}${written}}` !== json) return undefined;
  return { isInner, indent: /^\s*[[{]\r?\n( +|\t)/.exec(text)?.[1] };
}

/** Limits forms that have a long text in common; `undefined` if there is none, or if no cut of it makes them fit. */
function cutOnce(
  json: string,
  parts: readonly unknown[],
  kind: PartKind<unknown>,
  limits: FormLimits,
  structured: Structured,
): Forms | undefined {
  const { access, schema, room } = structured;
  const texts = new Set(parts.map((part) => textOf(kind, part)).filter((text) => (text?.length ?? 0) >= SHORTEST));
  if (texts.size === 0) return undefined;
  let [escaped, plain] = [0, 0];
  const members = new Set<string>();
  for (const { start, end } of stringsIn(json)) {
    const text = end - start >= SHORTEST ? (JSON.parse(json.slice(start, end)) as string) : "";
    if (!texts.has(text)) continue;
    members.add(text);
    escaped += structured.size(json.slice(start, end));
    plain += text.length;
  }
  if (members.size === 0) return undefined;
  const notes = structured.notes();
  // In the value a text is longer by its escapes.
  const most = totalBytesOf(limits.output);
  let share = Math.min(1, (((room - structured.size(json) + escaped) / escaped) * plain * 0.98) / most);
  for (let tries = 0; tries < MOST_TRIES && share * most >= LEAST; tries += 1) {
    const tried = limits.scaled(share);
    const noted = reserveNote(notes, parts, kind, tried);
    const after = limitParts(parts, kind, noted.limits);
    // After a gap the parts cannot be matched.
    if (after.length !== parts.length) return undefined;
    const instead = new Map(parts.map((part, at) => [textOf(kind, part), textOf(kind, after[at])]));
    const cut = withTexts(json, schema, (text) => (members.has(text) ? instead.get(text) : undefined));
    if (structured.fits(cut)) {
      limits.adopt(tried);
      return { parts: noted.add(after, kind), value: access.read(cut) };
    }
    share *= Math.min(0.95, (room / structured.size(cut)) * 0.98);
  }
  return undefined;
}

/** Replaces texts of a JSON text for which `instead` has another one, wherever the schema leaves them free. */
export function withTexts(
  json: string,
  schema: object | boolean | undefined,
  instead: (text: string) => string | undefined,
): string {
  let sizes: Uint32Array | undefined;
  /** Returns 0 if nothing may change, else the fewest chars plus 1. */
  const least = (at: number): number => {
    if (schema === undefined || schema === true) return 1;
    sizes ??= leastSizes(json, schema) ?? new Uint32Array();
    return sizes[at] ?? 0;
  };
  return withStrings(json, ({ start, end, index }) => {
    if (end - start < SHORTEST_MEDIA) return undefined;
    const text = instead(JSON.parse(json.slice(start, end)));
    const free = text === undefined ? 0 : least(index);
    return text !== undefined && free > 0 && [...text].length >= free - 1 ? JSON.stringify(text) : undefined;
  });
}
