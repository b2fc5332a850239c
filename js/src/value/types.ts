import type { Scope } from "../signals/hub.js";
import type { TrimOptions } from "../text/options.js";

/** Path that a limit applies to: `results[*].title`, `[0]`, `*.html`, `**.html`, `data["odd name"]`. */
export type PathPattern = string;

/** Declared limit of a string, a list or an object. */
export type Limit = Omit<TrimOptions, "tokens" | "onTruncate" | "store" | "scope"> & {
  /** Number of first items of a list that stay. */
  readonly maxItems?: number | undefined;
  /** Number of first members of an object that stay. */
  readonly maxKeys?: number | undefined;
};

/** Options of {@link trimValue}. A property that is `undefined` counts as absent. */
export interface ValueOptions {
  /**
   * Maximum bytes of UTF-8 of a string. Default 2,000; where `maxTotalBytes` is given, and neither this nor `strings`,
   * strings have no limit of their own. Names of members are shortened to it, too, but not below 16 bytes.
   */
  readonly maxStringBytes?: number | undefined;
  /** Number of first items of each list that stay. */
  readonly maxItems?: number | undefined;
  /** Number of first members of each object that stay. */
  readonly maxKeys?: number | undefined;
  /** Maximum number of levels, up to 1,000; the value itself is the first. Default 128. Empty lists and objects stay. */
  readonly maxDepth?: number | undefined;
  /** Maximum bytes of the value as compact JSON (`JSON.stringify`), 2 or more. Default 50,000; `Infinity` for no limit. */
  readonly maxTotalBytes?: number | undefined;
  /** Limits by path. The last matching pattern replaces the limits above. */
  readonly limits?: Readonly<Record<PathPattern, Limit>> | undefined;
  /** Treatment of strings over their limit: replaced by a message (default), or trimmed. */
  readonly strings?: "replace" | Omit<TrimOptions, "tokens" | "onTruncate" | "store" | "scope"> | undefined;
  /**
   * True if base64, and more than 64 raw bytes, are replaced by their type and size (default) or kept. Strings of 200
   * units and more are recognized by their beginning; those over 2,000 units or over their limit are checked as a
   * whole.
   */
  readonly base64?: "replace" | "keep" | undefined;
  /**
   * What the model is looking for, in a few words: within `maxTotalBytes`, values that answer it come first, and what
   * identifies them. Where the question finds nothing, the result is the one without it.
   */
  readonly about?: string | undefined;
  /** Finds the words of `about` by their synonyms as well. Default: `true`. */
  readonly synonyms?: boolean | undefined;
  /** Name of a member of the root object that is set to `true` if something was cut, such as `"truncation_applied"`. */
  readonly flag?: string | undefined;
  /** Name of the tool that returned the value: the first part of the labels in events. */
  readonly toolName?: string | undefined;
  /** Scope that records cuts, for hosts without `AsyncLocalStorage`. */
  readonly scope?: Scope | undefined;
  /** Called for each cut. Anything it throws is ignored. */
  readonly onTruncate?: ((event: ValueTruncationEvent) => void) | undefined;
}

/** Cut of a value. */
export interface Cut {
  /** JSON Pointer into the input. Shortened names are shown as shortened. */
  path: string;
  /**
   * Cause: a string (or a name) that is too long, a list with too many items, an object with too many members, a
   * container that is nested too deep, base64 or raw bytes, or a member that cannot be read.
   */
  kind: "string" | "items" | "keys" | "depth" | "base64" | "unreadable";
  /** Size before: bytes of UTF-8, items or members. */
  before: number;
  /** Size after. */
  after: number;
}

/** One cut of a value, as reported to `onTruncate`. */
export interface ValueTruncationEvent {
  /** The tool's name and the path: `fetch_reddit.posts[3].snippet`. */
  readonly label: string;
  /** The unit of `before` and `after`. */
  readonly unit: "bytes" | "items" | "keys" | "levels";
  /**
   * The limit of the place, or its share of the total; 0 if nothing may stay. One of `limits` is in its own
   * unit.
   */
  readonly limit: number;
  /** Its size before the cut. */
  readonly before: number;
  /** Size after. */
  readonly after: number;
}

/** A value within its limits, and what is missing. */
export interface TrimmedValue<T> {
  /** The value; the input itself if nothing changed. Untouched parts are the same objects. */
  value: T;
  /** True when something was cut. */
  truncated: boolean;
  /** The cuts, in the order of the value. */
  cuts: Cut[];
}
