import { measure, trim, trimGuarded, type UnitLimits } from "../../core.js";
import { parse } from "../json/read.js";
import { type Json, Written, writeJson } from "../json/tree.js";

/** Limits of a result. */
export interface Limits {
  /** Chars of all texts together. */
  readonly chars: number;
  /** Tokens, by the estimate with its margin. `undefined`: only chars are limited. */
  readonly tokens: number | undefined;
  /** Chars of base64 in all images, audio and blobs together. */
  readonly media: number;
  /** True if error lines are rescued from the parts that are cut. */
  readonly rescue: boolean;
}

/** Smallest limits that leave room for a marker and some of the text. */
export const FEWEST_CHARS = 1000;
export const FEWEST_TOKENS = 300;

/** Margin on the token estimate, the same as for `maxTokens`. */
const TOKEN_MARGIN = 1.1;
/** Maximum tokens of a UTF-16 unit by the estimate, with the margin: it has up to 3 bytes, and a byte up to 1 token. */
export const TOKENS_PER_UNIT = 3 * TOKEN_MARGIN;

/** Counts Unicode code points. */
export function charsOf(text: string): number {
  let chars = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) chars -= 1;
  }
  return chars;
}

/** Stores the original of a text that is cut and returns its ref; `undefined` if it cannot be kept. */
type Keep = (text: string) => string | undefined;

/** Cutter of one result's texts; records what was cut. */
export class Cutter {
  readonly limits: Limits;
  readonly refs = new Set<string>();
  /** Number of missing chars. */
  omitted = 0;
  /** True if some of the missing content is not stored. */
  lost = false;
  readonly #keep: Keep;

  constructor(limits: Limits, keep: Keep) {
    this.limits = limits;
    this.#keep = keep;
  }

  /** Returns a cutter that stores nothing, to find out how large a result becomes. */
  rehearsal(): Cutter {
    return new Cutter(this.limits, () => "#00000000");
  }

  get changed(): boolean {
    return this.omitted > 0 || this.lost;
  }

  /** Stores a text that is to be cut. */
  keep(text: string): string | undefined {
    const ref = this.#keep(text);
    if (ref === undefined) this.lost = true;
    else this.refs.add(ref);
    return ref;
  }

  /** Trims a text to the given limits; without any it stays unchanged. */
  text(text: string, limits: UnitLimits): string {
    const { maxChars = Number.POSITIVE_INFINITY, maxTokens } = limits;
    if (maxTokens === undefined && (text.length <= maxChars || charsOf(text) <= maxChars)) return text;
    const ref = this.keep(text);
    const cut = trimGuarded(text, {
      ...limits,
      rescue: this.limits.rescue,
      marker: `... [truncated {count} chars${ref ? `; full text: ${ref}` : ""}] ...`,
      // Invalid JSON is trimmed as text.
      format: looksLikeJson(text) ? "json" : "text",
    });
    this.omitted += cut.omitted;
    return cut.text;
  }

  /** Trims a value to `maxChars` of JSON. */
  tree(value: Json, maxChars: number): Json {
    if (typeof value === "string") return this.text(value, { maxChars });
    const written = writeJson(value);
    if (charsOf(written) <= maxChars) return value;
    // A number with thousands of digits is not valid JSON once it is cut.
    if (value instanceof Written) return this.text(written, { maxChars });
    const cut = trim(written, { maxChars, format: "json" }).text;
    // If the limit leaves no room for JSON, a trimmed text replaces the value.
    if (parse(cut) === undefined) return this.text(written, { maxChars });
    this.keep(writeJson(value, ""));
    this.omitted += Math.max(1, charsOf(written) - charsOf(cut));
    return new Written(cut);
  }

  /** Estimates the tokens of all texts together, with the margin. */
  tokensOf(texts: Iterable<string>): number {
    let tokens = 0;
    for (const text of texts) tokens += measure(text).tokens;
    return tokens * TOKEN_MARGIN;
  }

  /** Returns `true` if a JSON text is within `chars` and the token limit. */
  fits(json: string, chars: number): boolean {
    const { tokens } = this.limits;
    if (charsOf(json) > chars) return false;
    return tokens === undefined || json.length * TOKENS_PER_UNIT <= tokens || this.tokensOf([json]) <= tokens;
  }
}

/** Returns `true` for a text that begins as a list or an object of JSON. */
export const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text.slice(0, 100));
