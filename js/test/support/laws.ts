// Sizes and limits, by code that shares nothing with the library but the token estimate.
import { estimateTokens, type TrimOptions } from "tooltrim";

interface Sizes {
  readonly chars: number;
  readonly utf16: number;
  readonly bytes: number;
  readonly lines: number;
}

export function sizes(text: string): Sizes {
  let [chars, bytes, feeds] = [0, 0, 0];
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    chars += 1;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (char === "\n") feeds += 1;
  }
  return { chars, utf16: text.length, bytes, lines: feeds + (text === "" || text.endsWith("\n") ? 0 : 1) };
}

/** The limits as they hold: fractions round down, and 4,000 chars when none is given. */
function limitsOf(options: TrimOptions) {
  const { maxChars, maxUtf16, maxBytes, maxLines, maxTokens } = options;
  const none = [maxChars, maxUtf16, maxBytes, maxLines, maxTokens].every((limit) => limit === undefined);
  const whole = (limit = Number.POSITIVE_INFINITY) => Math.floor(limit);
  return {
    chars: none ? 4000 : whole(maxChars),
    utf16: whole(maxUtf16),
    bytes: whole(maxBytes),
    lines: whole(maxLines),
    tokens: whole(maxTokens),
  };
}

/** The units in which a text is over its limits. */
export function overLimit(text: string, options: TrimOptions): string[] {
  const limits = limitsOf(options);
  const { chars, utf16, bytes, lines } = sizes(text);
  const tokens = limits.tokens === Number.POSITIVE_INFINITY ? 0 : estimateTokens(text) * (options.tokenMargin ?? 1.1);
  const taken = { chars, utf16, bytes, lines, tokens };
  return (Object.keys(taken) as (keyof typeof taken)[]).filter((unit) => taken[unit] > limits[unit]);
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Where graphemes begin, and the end. The library reads a lone surrogate as U+FFFD. */
export function graphemeStarts(text: string): Set<number> {
  const readable = text.replace(/\p{Surrogate}/gu, "\ufffd");
  return new Set([...Array.from(segmenter.segment(readable), ({ index }) => index), text.length]);
}
