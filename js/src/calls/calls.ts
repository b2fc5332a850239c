import { shown, TooltrimError } from "../errors.js";
import { wasm } from "../wasm.js";

/** What a tool does. */
export type ToolCategory = "read" | "write" | "terminal" | "search" | "other";

/** A size: UTF-16 units of texts, names and compact-JSON arguments, or estimated tokens. */
export type Budget =
  | { readonly tokens: number; readonly chars?: never }
  | { readonly chars: number; readonly tokens?: never };

/** A tool call with its result. */
export interface ToolCallEntry {
  /** The id by which the result found its call. */
  readonly callId: string;
  /** The name of the tool. */
  readonly name: string;
  /** The arguments. */
  readonly args: object | null;
  /** The result as text. */
  readonly result: string;
  /** Whether the call failed. */
  readonly isError?: boolean | undefined;
  /** When it was made; not read. */
  readonly timestamp?: number | undefined;
  /** The tokens of the call, when you know them; else they are estimated. */
  readonly tokenCount?: number | undefined;
  /** What the tool does, when you know it; else it follows from the name. */
  readonly category?: ToolCategory | undefined;
}

/** How a history of calls is truncated. A property that is `undefined` counts as absent. Defaults live in the core. */
export interface TruncationConfig {
  /** So many of the last calls stay in full; default 6. */
  readonly recentCallsToKeep?: number | undefined;
  /** The most tokens of the summary, estimated; default 500. */
  readonly maxHistorySummaryTokens?: number | undefined;
  /** Quote failures (default), or only count them. */
  readonly preserveErrorsVerbatim?: boolean | undefined;
  /**
   * Older calls go when all calls together are over this; default 10,000. A bare number counts the UTF-16 units of names,
   * arguments as `JSON.stringify` writes them, and results; or a size in chars or tokens, a number of calls, or a share (0 to
   * 1) of a budget such as the context window.
   */
  readonly truncationThreshold?:
    | number
    | Budget
    | { readonly calls: number }
    | { readonly share: number; readonly of: Budget }
    | undefined;
  /** What tools of your own do, by name; asked before the built-in table. */
  readonly categories?: Readonly<Record<string, ToolCategory>> | undefined;
  /** How a `ToolHistoryManager` writes calls as text: HTML comments (default), or brackets, which models tend to imitate. */
  readonly rendering?: "comments" | "brackets" | undefined;
}

/** Which calls stay, and what stands for the others. */
export interface TruncationDecision {
  /** Whether older calls are to be replaced by the summary. */
  shouldTruncate: boolean;
  /** The older calls in a few lines; `null` when nothing is truncated. */
  summary: string | null;
  /** The ids of calls that stay in full. */
  recentCallIds: Set<string>;
  /** The ids of calls that the summary stands for. An id that occurs in both halves is recent. */
  truncatedCallIds: Set<string>;
  /** Tokens of the truncated calls less those of the summary. An estimate unless every call has a `tokenCount`. */
  tokensSaved: number;
}

/**
 * Decides which tool calls of a history stay in full, and writes a summary of the others.
 *
 * @example
 * ```ts
 * import { computeTruncation } from "tooltrim";
 *
 * const calls = Array.from({ length: 20 }, (_, n) => ({
 *   callId: `call_${n}`,
 *   name: "read_file",
 *   args: { filePath: `src/${n}.ts` },
 *   result: "x".repeat(900),
 * }));
 * const { shouldTruncate, summary, recentCallIds, truncatedCallIds } = computeTruncation(calls);
 * shouldTruncate; // true
 * summary?.split("\n")[1]; // "- Read 14 file(s): src/0.ts, src/1.ts, src/2.ts, +11 more"
 * [recentCallIds.size, truncatedCallIds.size]; // [6, 14]
 * ```
 *
 * The calls are not changed. Nothing is truncated unless they are over the threshold and more than are to be kept. The
 * summary is within its limit whatever the tools printed, no line of it is a tool's, and failures that it has no room for
 * are counted. Time follows the number of calls, not their size.
 *
 * @throws TooltrimError `INVALID_OPTION`
 */
export function computeTruncation(
  calls: readonly ToolCallEntry[],
  config?: TruncationConfig | null,
): TruncationDecision {
  return decide(calls, config, false);
}

/**
 * What a tool does, by its name.
 *
 * @example
 * ```ts
 * import { categorizeToolCall } from "tooltrim";
 *
 * categorizeToolCall("replace_string_in_file"); // "write"
 * categorizeToolCall("mcp__github__get_file_contents"); // "read"
 * categorizeToolCall("deploy", { deploy: "terminal" }); // "terminal"
 * ```
 *
 * Knows the tools of today's agents, and else goes by the words of the name, however they are joined. `own` comes first.
 *
 * @throws TooltrimError `INVALID_OPTION` when `own` is no object of categories
 */
export function categorizeToolCall(name: string, own?: Readonly<Record<string, ToolCategory>>): ToolCategory {
  return wasm().categorize(typeof name === "string" ? name : shown(name), own) as ToolCategory;
}

/** What may be a configuration; the core checks what is in it. */
export function configOf(config: object | null | undefined): object {
  const given = config ?? {};
  if (typeof given === "object" && !Array.isArray(given)) return given;
  throw new TooltrimError("INVALID_OPTION", `config: ${shown(given)} is not an object`);
}

/** The decision of {@link computeTruncation}, for both entries. */
export function decide(
  calls: readonly ToolCallEntry[],
  config: object | null | undefined,
  reference: boolean,
): TruncationDecision {
  if (!isList(calls)) throw new TooltrimError("INVALID_OPTION", `calls: ${shown(calls)} is not a list`);
  const history = new (wasm().History)(configOf(config), reference);
  try {
    const [from, summary, tokensSaved] = history.plan(calls, calls.length) as [number, string?, number?];
    const recentCallIds = new Set<string>();
    const truncatedCallIds = new Set<string>();
    for (let at = from; at < calls.length; at += 1) recentCallIds.add(idAt(calls, at));
    for (let at = 0; at < from; at += 1) {
      const id = idAt(calls, at);
      if (!recentCallIds.has(id)) truncatedCallIds.add(id);
    }
    const shouldTruncate = summary !== undefined;
    return {
      shouldTruncate,
      summary: summary ?? null,
      recentCallIds,
      truncatedCallIds,
      tokensSaved: tokensSaved ?? 0,
    };
  } finally {
    history.free();
  }
}

/** A revoked proxy is no list either. */
function isList(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** The id as the caller will look for it; what has none has an empty one. */
function idAt(calls: readonly ToolCallEntry[], at: number): string {
  // Engines are quick at a member by its name.
  try {
    return (calls[at] as ToolCallEntry).callId ?? "";
  } catch {
    return (member(calls[at], "callId") ?? "") as string;
  }
}

/** A member of anything: a getter may throw, and a proxy may be revoked. */
export function member(object: unknown, name: string): unknown {
  try {
    return (object as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}
