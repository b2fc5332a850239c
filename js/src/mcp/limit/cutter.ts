import { measure, trim, trimGuarded, type UnitLimits } from "../../core.js";
import { type Json, Shortened, Written, writeJson } from "../json/node.js";
import { tryReadJson } from "../json/read.js";
import { isLossy } from "../json/tree.js";
import { charsOf, type Limits } from "./limits.js";

/** Where texts go that are cut: what names them there, or nothing if they cannot be kept. */
export type Keep = (text: string) => string | undefined;

/** The estimate's margin, as that of `maxTokens`. */
const TOKEN_MARGIN = 1.1;

/** Cuts the texts of one result, and knows what was cut. */
export class Cutter {
  readonly limits: Limits;
  readonly refs = new Set<string>();
  /** Chars that are missing. */
  omitted = 0;
  /** True if something that is missing is nowhere else. */
  lost = false;
  readonly #keep: Keep;

  constructor(limits: Limits, keep: Keep) {
    this.limits = limits;
    this.#keep = keep;
  }

  /** One that keeps nothing: to see how large a result becomes. */
  rehearsal(): Cutter {
    return new Cutter(this.limits, () => "#R1000");
  }

  get changed(): boolean {
    return this.omitted > 0 || this.lost;
  }

  /** Puts a text away that is to be cut. */
  keep(text: string): string | undefined {
    const ref = this.#keep(text);
    if (ref === undefined) this.lost = true;
    else this.refs.add(ref);
    return ref;
  }

  /** Trims a text to limits of its own; without any it stays as it is. */
  text(text: string | Shortened, limits: UnitLimits): string {
    const rescue = this.limits.rescue;
    const isWithin = (held: string): boolean => {
      const { maxChars = Number.POSITIVE_INFINITY, maxTokens } = limits;
      return maxTokens === undefined && (held.length <= maxChars || charsOf(held) <= maxChars);
    };
    if (text instanceof Shortened) {
      this.lost = true;
      this.omitted += text.omitted;
      if (isWithin(text.text)) return text.text;
      const cut = trim(text.text, { ...limits, rescue, marker: `... [truncated more than ${text.omitted} chars] ...` });
      this.omitted += cut.omitted.chars;
      return cut.text;
    }
    if (isWithin(text)) return text;
    const ref = this.keep(text);
    const cut = trimGuarded(text, {
      ...limits,
      rescue,
      marker: `... [truncated {count} chars${ref ? `; full text: ${ref}` : ""}] ...`,
      // What is no JSON is trimmed as text.
      format: looksLikeJson(text) ? "json" : "text",
    });
    this.omitted += cut.omitted;
    return cut.text;
  }

  /** A JSON text within so many chars, still JSON. */
  json(text: string, maxChars: number): string {
    if (charsOf(text) <= maxChars) return text;
    return trim(text, { maxChars, format: "json" }).text;
  }

  /** A value within so many chars of JSON. */
  tree(value: Json, maxChars: number): Json {
    if (typeof value === "string" || value instanceof Shortened) {
      const text = this.text(value, { maxChars });
      return text === value ? value : text;
    }
    const written = writeJson(value);
    const isPart = isLossy(value);
    if (!isPart && charsOf(written) <= maxChars) return value;
    // A number of thousands of digits is no JSON any more once it is cut.
    if (value instanceof Written) return this.text(written, { maxChars });
    if (isPart) this.lost = true;
    else this.keep(writeJson(value, ""));
    const cut = this.json(written, maxChars);
    // A limit that leaves no room for JSON is held by a text.
    if (tryReadJson(cut) === undefined) return this.text(written, { maxChars });
    this.omitted += Math.max(1, charsOf(written) - charsOf(cut));
    return new Written(cut);
  }

  /** Tokens of all texts together. */
  tokensOf(texts: Iterable<string>): number {
    let tokens = 0;
    for (const text of texts) tokens += measure(text).tokens;
    return tokens * TOKEN_MARGIN;
  }
}

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text.slice(0, 100));
