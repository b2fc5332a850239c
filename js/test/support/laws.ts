// Sizes and laws, by code that shares nothing with the library but the token estimate.
import { isDeepStrictEqual } from "node:util";
import { estimateTokens, type Omitted, type Trimmed, type TrimOptions } from "tooltrim";

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

const templateOf = (options: TrimOptions) => options.marker ?? "... [truncated {count} chars] ...";

/** The default marker, and its forms for smaller limits. */
const FORMS = ["... [truncated {count} chars] ...", "... [-{count}] ...", "…", ""];

const uses = (options: TrimOptions, ...names: string[]) =>
  names.some((name) => templateOf(options).includes(`{${name}}`));

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

function render(text: string, { head, tail }: Gap, all: Sizes, options: TrimOptions): string {
  const gap = sizes(text.slice(head, tail));
  const first = text.slice(0, head).split("\n").length;
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
    limit: Math.floor(order.find((limit) => limit !== undefined) ?? 4000),
    firstOmittedLine: first,
    lastOmittedLine: first + gap.lines - 1,
  };
  return templateOf(options).replace(/\{\{|\{(\w+)\}/g, (_, name) => (name === undefined ? "{" : String(values[name])));
}

/** Where the cuts fell: all before `head` and all from `tail` on is kept. */
export interface Gap {
  readonly head: number;
  readonly tail: number;
}

/** The gaps that leave the head and the tail of a result as they stand, on boundaries that the options allow. */
function* possibleGaps(text: string, options: TrimOptions, { text: result, omitted }: Trimmed): Generator<Gap> {
  const starts = (options.snap ?? "line") === "char" ? undefined : graphemeStarts(text);
  const splitsPair = (at: number) => /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, at - 1), at + 1));
  const kept = text.length - omitted.utf16;
  // An empty marker does not say which end was kept.
  const [onlyHead, onlyTail] = [options.keep === "head", options.keep === "tail"].map(
    (only) => only && options.marker !== "",
  );
  let common = 0;
  while (common < kept && result.at(-1 - common) === text.at(-1 - common)) common += 1;
  for (let head = 0; head <= kept && (head === 0 || result[head - 1] === text[head - 1]); head += 1) {
    const tail = head + omitted.utf16;
    if (text.length - tail > common || (onlyHead && tail < text.length) || (onlyTail && head > 0)) continue;
    if (options.keep === "none" && kept > 0) continue;
    if ((head > 0 && splitsPair(head)) || (tail < text.length && splitsPair(tail))) continue;
    // White space that is dropped before the marker may end inside a cluster: a mark may sit on a space.
    if (starts && !(starts.has(tail) && (options.trimEnd || starts.has(head)))) continue;
    yield { head, tail };
  }
}

/**
 * The gap that explains a result: head, marker and tail make it, and its numbers are those that were reported. A result
 * does not always say where the gap was (`aaa` without an `a`), so any will do that also holds what the caller asks of
 * it.
 */
export function findGap(
  text: string,
  options: TrimOptions,
  trimmed: Trimmed,
  also: (gap: Gap) => boolean = () => true,
): Gap {
  const markers = templateOf(options) === FORMS[0] ? FORMS : [templateOf(options)];
  for (const marker of markers) {
    const gap = gapWith(text, { ...options, marker }, trimmed, also);
    if (gap) return gap;
  }
  throw new Error(`no gap explains ${JSON.stringify(trimmed.text)} and ${JSON.stringify(trimmed.omitted)}`);
}

function gapWith(text: string, options: TrimOptions, trimmed: Trimmed, also: (gap: Gap) => boolean): Gap | undefined {
  const { text: result, omitted } = trimmed;
  const all = sizes(text);
  const literal = templateOf(options).split("{")[0] ?? "";
  const ownLine = (options.snap ?? "line") === "line" && options.marker !== "";
  for (const gap of possibleGaps(text, options, trimmed)) {
    const { head, tail } = gap;
    const middle = result.slice(head, result.length - (text.length - tail));
    // Dear to render: first a look at what stands before its first number.
    if (!middle.startsWith(literal) && !middle.startsWith(`\n${literal}`)) continue;
    const marker = render(text, gap, all, options);
    const before = ownLine && head > 0 && text[head - 1] !== "\n" && !marker.startsWith("\n") ? "\n" : "";
    const after = ownLine && tail < text.length && !marker.endsWith("\n") ? "\n" : "";
    if (middle !== before + marker + after || !also(gap)) continue;
    if (isDeepStrictEqual(omitted, omittedIn(text.slice(head, tail), options))) return gap;
  }
  return undefined;
}
