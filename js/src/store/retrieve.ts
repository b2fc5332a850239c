import { wrong } from "../errors.js";

/** The part of a kept text to read. Without `lines`, `pattern` and `where`: all of it, page by page. */
export interface RetrieveOptions {
  /** Lines, counted from 1: `120`, `"120-180"`, `"120-"` (to the end), `[120, 180]`. */
  readonly lines?: number | string | readonly [first: number, last: number] | undefined;
  /** Only lines that contain this text, each with its number. Literal text, not a regular expression. */
  readonly pattern?: string | undefined;
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

/** Selects lines by a predicate, whose errors reach the caller. */
export function linesWhere(text: string, where: RetrieveOptions["where"]): Float64Array | undefined {
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
