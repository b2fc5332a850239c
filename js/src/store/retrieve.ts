import { requireObject, wrong } from "../errors.js";
import { disguise } from "../text/halves.js";
import { isWellFormed } from "../text/units.js";
import { wasm } from "../wasm.js";

/** The part of a kept text to read. Without `lines`, `pattern` and `where`: all of it, page by page. */
export interface RetrieveOptions {
  /** Lines, counted from 1: `120`, `"120-180"`, `"120-"` (to the end), `[120, 180]`. */
  readonly lines?: number | string | readonly [first: number, last: number] | undefined;
  /** Only lines that contain this text, each with its number. Literal text, not a regular expression. */
  readonly pattern?: string | undefined;
  /**
   * Only lines that answer this question, as many as one page holds, each with its number. Where it finds nothing, all
   * lines.
   */
  readonly about?: string | undefined;
  /** True to ignore case in `pattern`; default false. */
  readonly ignoreCase?: boolean | undefined;
  /** Only lines for which this returns `true`, each with its number. `line` has no line break. */
  readonly where?: ((line: string, number: number) => boolean) | undefined;
  /** Lines of context around each match; default 0. */
  readonly context?: number | undefined;
  /** The page of an answer that is too long for one, from 1; default 1. */
  readonly page?: number | undefined;
  /** For a model: a row that begins like one of our own lines gets a backslash. Default false. */
  readonly guarded?: boolean | undefined;
  /** Maximum chars of the result, at least 200; default 20,000. */
  readonly maxChars?: number | undefined;
}

/** The part, its description, its page and the number of pages, and UTF-16 units and chars of the others. */
export type Part = [text: string, about: string, page: number, pages: number, utf16: number, chars: number];

/** @throws TooltrimError `INVALID_OPTION` */
export function partOf(text: string, options: RetrieveOptions | undefined): Part {
  const given = options ?? {};
  requireObject("options", given);
  const chosen = linesWhere(text, given.where);
  const read = (text: string, given: object) => wasm().retrieve(text, text.length, given, chosen) as Part;
  const hidden = disguised(text, given);
  if (!hidden) return read(text, given);
  const { whole, wanted, show } = hidden;
  const [part, about, page, pages, utf16, chars] = read(whole, wanted);
  const shown = show(part);
  // The private chars of the other pages have two units each.
  const extra = (text: string) => text.length - show(text).length;
  const rows = pages > 1 ? read(whole, { ...wanted, page: 1, maxChars: Number.MAX_SAFE_INTEGER })[0] : part;
  return [shown, show(about), page, pages, utf16 - extra(rows) + part.length - shown.length, chars];
}

/** The text and the part without lone surrogates, and the way back. A text that uses all private chars gets U+FFFD for them. */
function disguised<Given extends { readonly pattern?: unknown }>(text: string, given: Given) {
  const pattern = typeof given.pattern === "string" ? given.pattern : "";
  const hidden = isWellFormed(text) && isWellFormed(pattern) ? undefined : disguise(text, pattern);
  if (!hidden) return undefined;
  const { hide, show } = hidden;
  return { whole: hide(text), wanted: pattern === "" ? given : { ...given, pattern: hide(pattern) }, show };
}

/**
 * The part of a text that a model asks for, below a line that says what it is.
 *
 * @throws TooltrimError `INVALID_OPTION`, with a message for the model
 */
export function askedPart(asked: { readonly pattern?: unknown }, text: string, maxUtf16: number): string {
  const hidden = disguised(text, asked);
  if (!hidden) return wasm().asked_part(asked, text, text.length, maxUtf16);
  return hidden.show(wasm().asked_part(hidden.wanted, hidden.whole, hidden.whole.length, maxUtf16));
}

/** Selects lines by a predicate, whose errors reach the caller. */
function linesWhere(text: string, where: RetrieveOptions["where"]): Float64Array | undefined {
  if (where === undefined) return undefined;
  if (typeof where !== "function") throw wrong("where", where, "a function (line, number) => boolean");
  const chosen: number[] = [];
  let number = 1;
  for (let at = 0; at < text.length; number += 1) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    const line = text.slice(at, text[end - 1] === "\r" && end > at ? end - 1 : end);
    if (where(line, number)) chosen.push(number);
    at = end + 1;
  }
  return Float64Array.from(chosen);
}
