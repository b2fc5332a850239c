import type { Scope } from "../signals/hub.js";
import type { OutputStore } from "../store/store.js";

/** Counts the tokens of a text, synchronously. */
export type TokenCounter = (text: string) => number;

/**
 * Options of {@link trim}. All given limits hold for the result, marker included; without any, `maxChars` is 4,000. A
 * property that is `undefined` counts as absent.
 */
export interface TrimOptions {
  /** Maximum Unicode code points. */
  readonly maxChars?: number | undefined;
  /** Maximum UTF-16 units (`length`). */
  readonly maxUtf16?: number | undefined;
  /** Maximum UTF-8 bytes. */
  readonly maxBytes?: number | undefined;
  /** Maximum lines. */
  readonly maxLines?: number | undefined;
  /** Maximum tokens: by the estimate × `tokenMargin`, or exactly by `tokens`. */
  readonly maxTokens?: number | undefined;
  /**
   * Counts tokens exactly. Called up to 8 times per cut, on texts of an estimated 1.5 × the limit at most.
   */
  readonly tokens?: TokenCounter | undefined;
  /** Factor on token counts before they are compared with the limit. Default 1.1 for the estimate, 1 for `tokens`. */
  readonly tokenMargin?: number | undefined;
  /** Part that is kept: the start, the end, both ends (default), or only the marker. */
  readonly keep?: "head" | "tail" | "ends" | "none" | undefined;
  /**
   * Share of the room for the head, 0 to 1, if both ends are kept. Room that one end cannot use goes to the other.
   * Default 0.5.
   */
  readonly headShare?: number | undefined;
  /** Maximum chars of the head. The limits above remain the threshold and take precedence. */
  readonly headChars?: number | undefined;
  /** Maximum chars of the tail. */
  readonly tailChars?: number | undefined;
  /**
   * Unit between which cuts fall: chars, graphemes or lines (default). A line too long for its share is cut by
   * grapheme.
   */
  readonly snap?: "char" | "grapheme" | "line" | undefined;
  /**
   * Text in place of an omitted part. Default `"... [truncated {count} chars] ..."`. Placeholders: `{count}` or
   * `{omittedChars}`, `{omittedBytes}`, `{omittedLines}`, `{omittedTokens}`, `{totalChars}`, `{totalBytes}`,
   * `{totalLines}`, `{keptChars}`, `{limit}`, `{firstOmittedLine}`, `{lastOmittedLine}`; with a `store` also `{ref}`.
   * `{{` is a brace.
   */
  readonly marker?: string | undefined;
  /** Drops white space before the marker. */
  readonly trimEnd?: boolean | undefined;
  /**
   * Keeps important lines of the omitted part: errors and warnings with their context, and lines that stand out. Keeps
   * whole lines, whatever `snap` says; a line longer than a quarter of the limit is cut around its important part. Each
   * gap gets a marker, by default `"[… {omittedLines} lines]"`, or
   * `"[… {omittedLines} lines, {count} chars]"` from 1,000 chars on. Reads the whole text once.
   */
  readonly rescue?: boolean | RescueOptions | undefined;
  /**
   * What the model is looking for, in a few words, such as its query or the user's question: lines that answer it come
   * first, each with what it stands under. Where the question finds nothing, the result is the one without it. Ask once,
   * when the output arrives: another question later would change a message that a prompt cache holds.
   */
  readonly about?: string | undefined;
  /** Finds the words of `about` by their synonyms as well. Default: `true`. */
  readonly synonyms?: boolean | undefined;
  /**
   * Removes noise before the limits are applied: all of it (`true`), or selected kinds. Reads the whole text. Totals in
   * the marker, and `before` of an event, then refer to the input; omitted counts and line numbers refer to the cleaned
   * text. Lone surrogates in a text with noise become U+FFFD.
   */
  readonly clean?: boolean | CleanOptions | undefined;
  /**
   * `"json"` keeps a JSON text valid. Over a limit it is written compactly, and if that is not enough trimmed as a
   * value: lists keep both ends (or what `keep` says), objects their first members, strings as much as fits. Numbers
   * and escapes keep their spelling. Removed white space counts as `cleaned`. A number or literal over a limit becomes
   * a string that says so. A text that is not JSON is trimmed as text. With `clean`, a JSON text within the limits is
   * not cleaned. Not available for streams.
   */
  readonly format?: "text" | "json" | undefined;
  /**
   * Handling of bytes that are not UTF-8: `"strict"` (default) throws `INVALID_ENCODING`, `"replace"` reads them as
   * U+FFFD.
   */
  readonly decode?: "strict" | "replace" | undefined;
  /** Further units to count the omitted part in, besides UTF-16 units and chars. */
  readonly count?: readonly ("bytes" | "lines" | "tokens")[] | undefined;
  /** Name of the text in events. */
  readonly label?: string | undefined;
  /**
   * Store that keeps texts that are cut. `ref` of the result then names the text. Default markers name it too if there
   * is room, and your own can with `{ref}`.
   */
  readonly store?: Pick<OutputStore, "put" | "get"> | undefined;
  /** Scope that records cuts, for hosts without `AsyncLocalStorage`. */
  readonly scope?: Scope | undefined;
  /** Called for each cut. Anything it throws is ignored. */
  readonly onTruncate?: ((event: TruncationEvent) => void) | undefined;
}

/** Options of `rescue`. */
export interface RescueOptions {
  /**
   * Maximum share of the limit for rescued lines and their markers, 0 to 1; the ends get the rest. Default: 0.9 of a text
   * that failed (an exit code or the summary of a runner says so), 0.3 of others.
   */
  readonly share?: number | undefined;
  /** Lines that contain one of these texts come before those that rules select, but for the first failure. */
  readonly include?: readonly string[] | undefined;
  /** Lines that contain one of these texts are never rescued. */
  readonly exclude?: readonly string[] | undefined;
}

/** Kinds of noise to remove: only those that are `true`. `clean: true` removes all but `longLines`. */
export interface CleanOptions {
  /** Escape sequences (colours, titles, hyperlink targets, cursor movements), C1 controls, bells and shifts. */
  readonly ansi?: boolean | undefined;
  /**
   * Text overwritten by carriage returns and backspaces; with `ansi` also by cursor movements and erasing. CR LF
   * becomes LF.
   */
  readonly carriageReturns?: boolean | undefined;
  /**
   * Repeated lines, repeated blocks of up to 8 lines, lines that differ only in times, sizes and progress, and blank
   * lines after the second in a row.
   */
  readonly repeatedLines?: boolean | undefined;
  /** Long base64, replaced by its type and size. */
  readonly base64?: boolean | undefined;
  /** The middle of lines of more than 2,000 chars. */
  readonly longLines?: boolean | undefined;
}

/** Event of one cut, passed to `onTruncate`. */
export interface TruncationEvent {
  /** `label` of the options. */
  readonly label: string | undefined;
  /** Unit of `limit`, `before` and `after`: that of the first given limit. */
  readonly unit: "chars" | "utf16" | "bytes" | "lines" | "tokens";
  /** The limit in this unit. */
  readonly limit: number;
  /** The size of the input. */
  readonly before: number;
  /** The size of the result, marker included. */
  readonly after: number;
  /** Size of the omitted part. */
  readonly omitted: Omitted;
}

/** Result of {@link trim}. */
export interface Trimmed {
  /** Trimmed text; the input itself if nothing was cut. */
  text: string;
  /** True if a limit cut something. */
  truncated: boolean;
  /** Size of the omitted part. Bytes, lines and tokens are set if a limit, the marker or `count` names them. */
  omitted: Omitted;
  /** Chars and lines of noise removed first; set only if `clean` changed the text. */
  cleaned?: { chars: number; lines: number };
  /**
   * Pieces of the input that stand in `text`, in order: where each starts and ends, in UTF-16 units. Positions in the
   * text that {@link clean} returns where cleaning changed the input. Empty for a text that was rewritten as JSON.
   * Computed when it is read, on the prototype: a spread, JSON and a structured clone leave it out.
   */
  readonly kept: readonly (readonly [start: number, end: number])[];
  /** Ref under which the `store` keeps the input; set only if something was cut. */
  ref?: string;
}

/** Size of the omitted part, in each unit. */
export interface Omitted {
  /** UTF-16 units. */
  utf16: number;
  /** Unicode code points. */
  chars: number;
  /** UTF-8 bytes. */
  bytes?: number;
  /** Lines. */
  lines?: number;
  /** Estimated tokens. */
  tokens?: number;
}
