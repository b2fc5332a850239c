import { measure, trim, trimGuarded, type UnitLimits } from "../../core.js";
import { type Json, Shortened, Written, writeJson } from "../json/node.js";
import { tryReadJson } from "../json/read.js";
import { isLossy } from "../json/tree.js";
import { charsOf, type Limits } from "./limits.js";

/** Stores the original of a text that is cut and returns its ref; `undefined` if it cannot be kept. */
type Keep = (text: string) => string | undefined;

/** Margin on the token estimate, the same as for `maxTokens`. */
const TOKEN_MARGIN = 1.1;

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
    return new Cutter(this.limits, () => "#R1000");
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
      // Invalid JSON is trimmed as text.
      format: looksLikeJson(text) ? "json" : "text",
    });
    this.omitted += cut.omitted;
    return cut.text;
  }

  /** Trims a JSON text to `maxChars`; it stays JSON. */
  json(text: string, maxChars: number): string {
    if (charsOf(text) <= maxChars) return text;
    return trim(text, { maxChars, format: "json" }).text;
  }

  /** Trims a value to `maxChars` of JSON. */
  tree(value: Json, maxChars: number): Json {
    if (typeof value === "string" || value instanceof Shortened) {
      const text = this.text(value, { maxChars });
      return text === value ? value : text;
    }
    const written = writeJson(value);
    const isPart = isLossy(value);
    if (!isPart && charsOf(written) <= maxChars) return value;
    // A number with thousands of digits is not valid JSON once it is cut.
    if (value instanceof Written) return this.text(written, { maxChars });
    if (isPart) this.lost = true;
    else this.keep(writeJson(value, ""));
    const cut = this.json(written, maxChars);
    // If the limit leaves no room for JSON, a trimmed text replaces the value.
    if (tryReadJson(cut) === undefined) return this.text(written, { maxChars });
    this.omitted += Math.max(1, charsOf(written) - charsOf(cut));
    return new Written(cut);
  }

  /** Estimates the tokens of all texts together, with the margin. */
  tokensOf(texts: Iterable<string>): number {
    let tokens = 0;
    for (const text of texts) tokens += measure(text).tokens;
    return tokens * TOKEN_MARGIN;
  }
}

/** Returns `true` for a text that begins as a list or an object of JSON. */
export const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text.slice(0, 100));
