import type { Scope } from "../signals/hub.js";
import type { OutputStore } from "../store/store.js";

/** Counts the tokens of a text, synchronously. */
export type TokenCounter = (text: string) => number;

/**
 * How to trim. All limits that are given hold for the result at once, the marker included; with none given,
 * `maxChars` is 4,000. A property that is `undefined` counts as absent. Defaults live in the core.
 */
export interface TrimOptions {
  /** At most so many Unicode code points. */
  readonly maxChars?: number | undefined;
  /** At most so many UTF-16 units (`length`). */
  readonly maxUtf16?: number | undefined;
  /** At most so many UTF-8 bytes. */
  readonly maxBytes?: number | undefined;
  /** At most so many lines. */
  readonly maxLines?: number | undefined;
  /** At most so many tokens: by the estimate × `tokenMargin`, or exactly by `tokens`. */
  readonly maxTokens?: number | undefined;
  /**
   * A tokenizer's count. Called at most 8 times a cut, on texts that by the estimate
   * come to at most 1.5 × the limit.
   */
  readonly tokens?: TokenCounter | undefined;
  /** What a token count is multiplied with before it is compared: 1.1 for the estimate, 1 for `tokens`. */
  readonly tokenMargin?: number | undefined;
  /** What survives: the start, the end, both ends (default), or only the marker. */
  readonly keep?: "head" | "tail" | "ends" | "none" | undefined;
  /** The head's share of the room, 0 to 1, when both ends are kept; default 0.5. What one end cannot use goes to the other. */
  readonly headShare?: number | undefined;
  /** The most chars to keep of the head. The limits stay the threshold and outrank it. */
  readonly headChars?: number | undefined;
  /** The most chars to keep of the tail. */
  readonly tailChars?: number | undefined;
  /** Where a cut may fall: between chars, graphemes or lines (default). A line too long for its share is cut by grapheme. */
  readonly snap?: "char" | "grapheme" | "line" | undefined;
  /**
   * What stands where something is missing; default `"... [truncated {count} chars] ..."`. Numbers: `{count}` or
   * `{omittedChars}`, `{omittedBytes}`, `{omittedLines}`, `{omittedTokens}`, `{totalChars}`, `{totalBytes}`,
   * `{totalLines}`, `{keptChars}`, `{limit}`, `{firstOmittedLine}`, `{lastOmittedLine}`; with a `store` also `{ref}`. `{{` is a brace.
   */
  readonly marker?: string | undefined;
  /** Drop white space before the marker. */
  readonly trimEnd?: boolean | undefined;
  /**
   * Keep lines that matter out of what `keep` omits: errors, warnings and what belongs to them, and lines that stand out.
   * Whole lines, whatever `snap` says; one longer than a quarter of the limit is cut around what matters. Each gap gets
   * a marker, by default `"... [{omittedLines} lines omitted] ..."`. Reads the whole text once.
   */
  readonly rescue?: boolean | RescueOptions | undefined;
  /**
   * Take noise out before the limits are applied: `true`, or what of it. Reads the whole text. Totals in the marker, and
   * `before` of an event, then speak of the input; what is omitted and its lines are those of the clean text. A lone
   * surrogate of a text that has noise comes out as U+FFFD.
   */
  readonly clean?: boolean | CleanOptions | undefined;
  /**
   * `"json"`: a text that is JSON stays JSON. Over a limit it is written compactly, and if that is not enough bounded as a value: lists
   * keep both ends (or as `keep` says), objects their first members, strings as much as there is room for. Numbers and escapes stay as
   * they are written. White space that went counts as `cleaned`. A number or a word that is over a limit becomes a string that says so. What is
   * no JSON is trimmed as text. With `clean`, a JSON text within the limits is left alone. Not for streams.
   */
  readonly format?: "text" | "json" | undefined;
  /** For bytes: refuse what is not UTF-8 (`"strict"`, default: `INVALID_ENCODING`) or read it as U+FFFD. */
  readonly decode?: "strict" | "replace" | undefined;
  /** Count the omitted part in more units than UTF-16 units and chars. */
  readonly count?: readonly ("bytes" | "lines" | "tokens")[] | undefined;
  /** A name for the text, told to those who want to know of cuts. */
  readonly label?: string | undefined;
  /**
   * Keeps texts that are cut. `ref` of the result then names the text; our own markers name it too, where there is room, and others may, by
   * `{ref}`.
   */
  readonly store?: Pick<OutputStore, "put" | "get"> | undefined;
  /** The scope that is told of cuts, where there is no `AsyncLocalStorage` to find it. */
  readonly scope?: Scope | undefined;
  /** Is told of each cut. What it throws is ignored. */
  readonly onTruncate?: ((event: TruncationEvent) => void) | undefined;
}

/** What `rescue` keeps, and how much of it. */
export interface RescueOptions {
  /** The largest share of the limit that rescued lines and their markers take, 0 to 1; default 0.9. The ends get the rest. */
  readonly share?: number | undefined;
  /** Lines that hold one of these texts matter, as errors do. */
  readonly include?: readonly string[] | undefined;
  /** Lines that hold one of these texts are never rescued. */
  readonly exclude?: readonly string[] | undefined;
}

/** Which noise to take out; nothing but what is `true`. `clean: true` is all of it but `longLines`. */
export interface CleanOptions {
  /** Escape sequences: colours, titles, addresses of hyperlinks, cursor movements; C1 controls, bells, shifts. */
  readonly ansi?: boolean | undefined;
  /** What carriage returns and backspaces overwrite; with `ansi` also after cursor movements and erasing. CR LF becomes LF. */
  readonly carriageReturns?: boolean | undefined;
  /**
   * Repeated lines and blocks of up to 8, lines that differ only in times, sizes and progress, more than two blank lines
   * in a row.
   */
  readonly repeatedLines?: boolean | undefined;
  /** Long base64: its type and size stay. */
  readonly base64?: boolean | undefined;
  /** The middle of lines of more than 2,000 chars. */
  readonly longLines?: boolean | undefined;
}

/** One cut, as told to `onTruncate`. */
export interface TruncationEvent {
  /** The caller's name for the text. */
  readonly label: string | undefined;
  /** The unit of `limit`, `before` and `after`: that of the first limit given. */
  readonly unit: "chars" | "utf16" | "bytes" | "lines" | "tokens";
  /** The limit in this unit. */
  readonly limit: number;
  /** The size of the input. */
  readonly before: number;
  /** The size of the result, marker included. */
  readonly after: number;
  /** How much is missing. */
  readonly omitted: Omitted;
}

/** A text within its limits, and what is missing. */
export interface Trimmed {
  /** The text; the very input when nothing was cut. */
  text: string;
  /** True when a limit cut something away. */
  truncated: boolean;
  /** How much is missing. Bytes, lines and tokens are there when a limit, the marker or `count` names them. */
  omitted: Omitted;
  /** How many chars and lines of noise were taken out first; there only when `clean` changed the text. */
  cleaned?: { chars: number; lines: number };
  /** Under which name the `store` keeps the input; there only when something was cut. */
  ref?: string;
}

/** Sizes of what is missing. */
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
