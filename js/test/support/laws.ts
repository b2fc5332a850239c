// Sizes and laws, by code that shares nothing with the library but the token estimate.
import { estimateTokens, type Omitted, type Trimmed, type TrimOptions } from "tooltrim";
import { expect } from "vitest";

export interface Sizes {
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
export function limitsOf(options: TrimOptions) {
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

const uses = (options: TrimOptions, ...names: string[]) =>
  names.some((name) => (options.marker ?? "").includes(`{${name}}`));

/** What must be reported for a gap: bytes, lines and tokens when a limit, the marker or `count` names them. */
function omittedIn(gap: string, options: TrimOptions): Omitted {
  const { chars, utf16, bytes, lines } = sizes(gap);
  const asked = new Set(options.count);
  const omitted: Omitted = { utf16, chars };
  if (asked.has("bytes") || options.maxBytes !== undefined || uses(options, "omittedBytes", "totalBytes")) {
    omitted.bytes = bytes;
  }
  const lineNames = ["omittedLines", "totalLines", "lastOmittedLine"];
  if (asked.has("lines") || options.maxLines !== undefined || uses(options, ...lineNames)) omitted.lines = lines;
  if (asked.has("tokens") || options.maxTokens !== undefined || uses(options, "omittedTokens")) {
    omitted.tokens = estimateTokens(gap);
  }
  return omitted;
}

function render(text: string, head: number, tail: number, options: TrimOptions): string {
  const [gap, all] = [sizes(text.slice(head, tail)), sizes(text)];
  const first = text.slice(0, head).split("\n").length;
  const limits = limitsOf(options);
  const order = [options.maxChars, options.maxUtf16, options.maxBytes, options.maxLines, options.maxTokens];
  const values: Record<string, number> = {
    count: gap.chars,
    omittedChars: gap.chars,
    omittedBytes: gap.bytes,
    omittedLines: gap.lines,
    omittedTokens: uses(options, "omittedTokens") ? estimateTokens(text.slice(head, tail)) : 0,
    totalChars: all.chars,
    totalBytes: all.bytes,
    totalLines: all.lines,
    keptChars: all.chars - gap.chars,
    limit: Math.floor(order.find((limit) => limit !== undefined) ?? limits.chars),
    firstOmittedLine: first,
    lastOmittedLine: first + gap.lines - 1,
  };
  const template = options.marker ?? "... [truncated {count} chars] ...";
  return template.replace(/\{\{|\{(\w+)\}/g, (brace, name) => (name === undefined ? "{" : String(values[name] ?? brace)));
}

export interface Gap {
  readonly head: number;
  readonly tail: number;
}

/**
 * The gap that explains a result: head, marker and tail make it, and its numbers are those that were reported. A result
 * does not always say where the gap was (`aaa` without an `a`), so the first that explains all of it will do.
 */
export function findGap(text: string, options: TrimOptions, { text: result, omitted }: Trimmed): Gap {
  const snap = options.snap ?? "line";
  const starts = snap === "char" ? undefined : graphemeStarts(text);
  const splitsPair = (at: number) => /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, at - 1), at + 1));
  const all = options.keep === "none" ? [0] : Array(text.length - omitted.utf16 + 1).keys();
  for (const head of all) {
    if (!result.startsWith(text.slice(0, head))) break;
    const tail = head + omitted.utf16;
    const after = text.slice(tail);
    if (head + after.length > result.length || !result.endsWith(after)) continue;
    if ((head > 0 && splitsPair(head)) || (tail < text.length && splitsPair(tail))) continue;
    // White space that is dropped before the marker may end inside a cluster: a mark may sit on a space.
    if (starts && !(starts.has(tail) && (options.trimEnd || starts.has(head)))) continue;
    if (options.keep === "head" && options.marker !== "" && after !== "") continue;
    if (options.keep === "tail" && options.marker !== "" && head > 0) continue;
    const marker = render(text, head, tail, options);
    const ownLine = snap === "line" && marker !== "";
    const before = ownLine && head > 0 && text[head - 1] !== "\n" && !marker.startsWith("\n") ? "\n" : "";
    const behind = ownLine && after !== "" && !marker.endsWith("\n") ? "\n" : "";
    if (result !== text.slice(0, head) + before + marker + behind + after) continue;
    try {
      expect(omitted).toEqual(omittedIn(text.slice(head, tail), options));
      return { head, tail };
    } catch {
      // Another gap may explain the numbers as well.
    }
  }
  throw new Error(`no gap explains ${JSON.stringify(result)} and ${JSON.stringify(omitted)}`);
}
