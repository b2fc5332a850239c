import type { Scope } from "../signals/hub.js";
import type { TrimOptions } from "../text/options.js";

/** Where a limit holds: `results[*].title`, `[0]`, `*.html`, `**.html`, `data["odd name"]`. */
export type PathPattern = string;

/** A declared limit: how a string is trimmed, and how many items of a list or members of an object stay. */
export type Limit = Omit<TrimOptions, "tokens" | "onTruncate" | "store" | "scope"> & {
  /** The first so many items of a list stay. */
  readonly maxItems?: number | undefined;
  /** The first so many members of an object stay. */
  readonly maxKeys?: number | undefined;
};

/** How to bound a value. A property that is `undefined` counts as absent. Defaults live in the core. */
export interface ValueOptions {
  /**
   * At most so many bytes of UTF-8 in a string, 2,000 by default. With `maxTotalBytes`, and neither this nor `strings` given, strings
   * have no limit of their own. Names of members are shortened to it, too, but not below 16.
   */
  readonly maxStringBytes?: number | undefined;
  /** The first so many items of each list stay. */
  readonly maxItems?: number | undefined;
  /** The first so many members of each object stay. */
  readonly maxKeys?: number | undefined;
  /** At most so many levels, 128 by default, 1,000 at most; the value itself is the first. */
  readonly maxDepth?: number | undefined;
  /** At most so many bytes as compact JSON (`JSON.stringify`), 2 or more. */
  readonly maxTotalBytes?: number | undefined;
  /** Limits by path. The last pattern that matches decides; it stands in place of the limits above. */
  readonly limits?: Readonly<Record<PathPattern, Limit>> | undefined;
  /** What becomes of a string that is too long: a message in its place (default), or how it is trimmed. */
  readonly strings?: "replace" | Omit<TrimOptions, "tokens" | "onTruncate" | "store" | "scope"> | undefined;
  /**
   * Base64, and raw bytes of more than 64, become their type and size (default), or stay. Strings of 200 units and more are looked at
   * by their beginning, those of more than 2,000 and those that are too long as a whole.
   */
  readonly base64?: "replace" | "keep" | undefined;
  /** The name of a member of the value that is set to `true` when something was cut: `"truncation_applied"`. */
  readonly flag?: string | undefined;
  /** The tool that answered the value: the first part of the labels in events. */
  readonly toolName?: string | undefined;
  /** The scope that is told of cuts, where there is no `AsyncLocalStorage` to find it. */
  readonly scope?: Scope | undefined;
  /** Is told of each cut. What it throws is ignored. */
  readonly onTruncate?: ((event: ValueTruncationEvent) => void) | undefined;
}

/** One cut. */
export interface Cut {
  /** Where it stands in the value that came: a JSON Pointer. A name that was shortened stands there as it is now. */
  path: string;
  /**
   * A string (or a name) that was too long, a list with too many items, an object with too many members, a container that stood too
   * deep, base64 or raw bytes, or a member that could not be read.
   */
  kind: "string" | "items" | "keys" | "depth" | "base64" | "unreadable";
  /** How large it was: bytes of UTF-8, items or members. */
  before: number;
  /** How large it is now. */
  after: number;
}

/** One cut of a value, as told to `onTruncate`. */
export interface ValueTruncationEvent {
  /** The tool's name and the path: `fetch_reddit.posts[3].snippet`. */
  readonly label: string;
  /** The unit of `before` and `after`. */
  readonly unit: "bytes" | "items" | "keys" | "levels";
  /** The limit of the place, or its share of the total; 0 for what may not stay at all. One of `limits` is in its own unit. */
  readonly limit: number;
  /** How large it was. */
  readonly before: number;
  /** How large it is now. */
  readonly after: number;
}

/** A value within its limits, and what is missing. */
export interface TrimmedValue<T> {
  /** The value; the very input when nothing changed. What was not touched in it are the same objects. */
  value: T;
  /** True when something was cut. */
  truncated: boolean;
  /** What was cut, in the order of the value. */
  cuts: Cut[];
}
