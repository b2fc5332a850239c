import {
  type FormLimits,
  fits,
  looksLikeJson,
  measure,
  type Room,
  trim,
  trimGuarded,
  type UnitLimits,
} from "../../core.js";
import { access, unmarked, writeJson } from "../json.js";
import type { Limits } from "./limits.js";

/** Maximum tokens of a UTF-16 unit by the estimate, with its margin of 1.1: it has up to 3 bytes, and a byte up to 1 token. */
export const TOKENS_PER_UNIT = 3.3;
/** Room for the line in place of missing parts, and for the node around it. */
const GAP: Room = { maxChars: 200, maxUtf16: 200, maxBytes: 200, maxLines: 1, maxTokens: 60 };

/** Counts Unicode code points. */
export const charsOf = (text: string): number => measure(text).chars;

/** Stores the original of a text that is cut and returns its ref; `undefined` if it cannot be kept. */
type Keep = (text: string) => string | undefined;

/** Cutter of one result's texts; records what was cut. */
export class Cutter implements FormLimits {
  readonly maxParts = Number.POSITIVE_INFINITY;
  readonly noteRoom = GAP;
  readonly limits: Limits;
  readonly refs = new Set<string>();
  /** Number of missing chars. */
  omitted = 0;
  /** True if some of the missing content is not stored. */
  lost = false;
  /** Room of all texts: the limits, less what is reserved. */
  room: { readonly chars: number; readonly tokens: number | undefined };
  readonly #keep: Keep;

  constructor(limits: Limits, keep: Keep, room: Cutter["room"] = limits) {
    this.limits = limits;
    this.room = room;
    this.#keep = keep;
  }

  get output(): UnitLimits {
    const { chars, tokens } = this.room;
    return { maxChars: chars, ...(tokens !== undefined && { maxTokens: tokens }) };
  }

  get changed(): boolean {
    return this.omitted > 0 || this.lost;
  }

  scaled(share: number): this {
    const { chars, tokens } = this.room;
    const room = { chars: Math.floor(chars * share), tokens: tokens && Math.floor(tokens * share) };
    return new Cutter(this.limits, this.#keep, room) as this;
  }

  adopt({ refs, omitted, lost }: Cutter): void {
    for (const ref of refs) this.refs.add(ref);
    this.omitted += omitted;
    this.lost ||= lost;
  }

  /** Media are decided on before, since a structured value may repeat them. */
  mediaRoom(): () => boolean {
    return () => true;
  }

  /** Stores a text that is to be cut. */
  keep(text: string): string | undefined {
    const ref = this.#keep(text);
    if (ref === undefined) this.lost = true;
    else this.refs.add(ref);
    return ref;
  }

  leftOut(texts: readonly string[], missing: number): string | undefined {
    const joined = unmarked(texts.join("\n"));
    this.omitted += charsOf(joined);
    if (joined === "" || texts.length < missing) this.lost = true;
    return joined === "" ? undefined : this.keep(joined);
  }

  /** Trims a text to the given limits. */
  trim(text: string, limits: UnitLimits = this.output): string {
    if (fits(text, limits)) return text;
    const ref = this.keep(text);
    const cut = trimGuarded(text, {
      ...limits,
      rescue: this.limits.rescue,
      about: this.limits.about,
      marker: `... [truncated {count} chars${ref ? `; full text: ${ref}` : ""}] ...`,
      // Invalid JSON is trimmed as text.
      format: looksLikeJson(text) ? "json" : "text",
    });
    this.omitted += cut.omitted;
    return cut.text;
  }

  /** Trims a value to `maxChars` of JSON. */
  tree(value: unknown, maxChars: number): unknown {
    if (typeof value === "string") return this.trim(value, { maxChars });
    const written = writeJson(value);
    if (charsOf(written) <= maxChars) return value;
    const cut = trim(written, { maxChars, format: "json", about: this.limits.about }).text;
    // If the limit leaves no room for JSON, a trimmed text replaces the value; so it does for a number of many digits.
    const after = typeof value === "object" ? access.read(cut) : undefined;
    if (after === undefined) return this.trim(written, { maxChars });
    this.keep(writeJson(value, "  "));
    this.omitted += Math.max(1, charsOf(written) - charsOf(cut));
    return after;
  }

  /** Returns `true` if the JSON of a value is within the limits of all texts. */
  fits(json: string): boolean {
    const { chars, tokens } = this.limits;
    return fits(json, { maxChars: chars, maxTokens: tokens });
  }
}
