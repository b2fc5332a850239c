import { requireObject, shown, TooltrimError, wrong } from "../errors.js";
import { wasm } from "../wasm.js";

/** Category of a tool. */
export type ToolCategory = "read" | "write" | "terminal" | "search" | "other";

/**
 * Size of texts, names and compact-JSON arguments, in UTF-16 units (`utf16`, or `chars`, which means the same here) or
 * in estimated tokens.
 */
export type Budget =
  | { readonly tokens: number; readonly chars?: never; readonly utf16?: never }
  | { readonly chars: number; readonly tokens?: never; readonly utf16?: never }
  | { readonly utf16: number; readonly tokens?: never; readonly chars?: never };

/** Tool call with its result. */
export interface ToolCallEntry {
  /** Id that pairs call and result. */
  readonly callId: string;
  /** The name of the tool. */
  readonly name: string;
  /** The arguments. The JSON text of an object, as OpenAI sends `function.arguments`, counts as that object. */
  readonly args: object | null;
  /** The result as text. One that is missing, or is not a text, counts as empty. */
  readonly result: string;
  /** True if the call failed, false if it did not: both are final. Default: as the result tells. */
  readonly isError?: boolean | undefined;
  /** Time of the call; not read. */
  readonly timestamp?: number | undefined;
  /** Tokens of the call, if known. Default: estimated. */
  readonly tokenCount?: number | undefined;
  /** Category of the tool, if known. Default: from its name. */
  readonly category?: ToolCategory | undefined;
}

/** Options of {@link computeTruncation}. A property that is `undefined` counts as absent. */
export interface TruncationConfig {
  /** Number of last calls that stay in full. Default 6. */
  readonly recentCallsToKeep?: number | undefined;
  /** Maximum estimated tokens of the summary. Default 500. */
  readonly maxHistorySummaryTokens?: number | undefined;
  /** True if failures are quoted; otherwise they are only counted. Default true. */
  readonly preserveErrorsVerbatim?: boolean | undefined;
  /**
   * Size of all calls together above which older calls are truncated. Default 10,000. A bare number counts the UTF-16
   * units of names, arguments as `JSON.stringify` writes them, and results. Alternatively a size in chars or tokens, a
   * number of calls, or a share (0 to 1) of a budget such as the context window.
   */
  readonly truncationThreshold?:
    | number
    | Budget
    | { readonly calls: number }
    | { readonly share: number; readonly of: Budget }
    | undefined;
  /** Categories of your own tools, by name. They take precedence over the built-in table. */
  readonly categories?: Readonly<Record<string, ToolCategory>> | undefined;
  /**
   * Rendering of calls by a `ToolHistoryManager`: HTML comments (default), or brackets, which models tend to imitate.
   */
  readonly rendering?: "comments" | "brackets" | undefined;
}

/** Calls that stay, and the summary of the others. */
export interface TruncationDecision {
  /** True if the summary is to replace older calls. */
  shouldTruncate: boolean;
  /** Older calls in a few lines; `null` if nothing is truncated, or if the limit has no room for any. */
  summary: string | null;
  /** Ids of calls that stay in full. */
  recentCallIds: Set<string>;
  /** Ids of calls that the summary covers. An id that occurs in both halves counts as recent. */
  truncatedCallIds: Set<string>;
  /** Tokens of the truncated calls minus those of the summary. An estimate unless every call has a `tokenCount`. */
  tokensSaved: number;
  /**
   * A line for users, such as `⚠️ Context compacted to save tokens: 14 of 20 tool calls summarized, 3,248 -> 1,190
   * tokens`; `null` if nothing is truncated.
   */
  notice: string | null;
}

/**
 * Compacts a tool-call history: recent calls stay, older ones become a summary of at most `maxHistorySummaryTokens`
 * tokens.
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
 * The calls are not changed. Nothing is truncated unless they are over the threshold and there are more than
 * `recentCallsToKeep`. The summary stays within its limit whatever the tools printed. Tool output cannot begin a line
 * of it, and failures without room are counted. The running time depends on the number of calls, not on their size.
 *
 * Messages of a conversation are refused; `extractToolCalls` of `tooltrim/messages` returns their calls.
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
 * Returns the category of a tool, by its name.
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
 * Knows the tools of common agents and otherwise goes by the words of the name, however they are joined. `own` takes
 * precedence.
 *
 * @throws TooltrimError `INVALID_OPTION` if `own` is not an object of categories
 */
export function categorizeToolCall(name: string, own?: Readonly<Record<string, ToolCategory>>): ToolCategory {
  return wasm().categorize(typeof name === "string" ? name : shown(name), own) as ToolCategory;
}

/** Returns the configuration as an object; the core checks its members. */
export function configOf(config: object | null | undefined): object {
  const given = config ?? {};
  requireObject("config", given);
  return given;
}

/** Result of the core. */
type Plan = [from: number, summary: string | undefined, tokensSaved: number, notice: string | undefined];

/**
 * Implements {@link computeTruncation}; `reference` selects the units and wording of `tooltrim/tool-history`, where
 * results have no `notice`.
 */
export function decide(
  calls: readonly ToolCallEntry[],
  config: object | null | undefined,
  reference: boolean,
): TruncationDecision {
  if (!isList(calls)) {
    // A request body, for example.
    const messages = [member(calls, "messages"), member(calls, "input"), member(calls, "contents")].find(isList);
    if (messages && !reference) refuseMessages(messages as unknown[]);
    throw wrong("calls", calls, "a list");
  }
  const history = new (wasm().History)(configOf(config), reference);
  try {
    if (!reference) refuseMessages(calls);
    const [from, summary, tokensSaved, notice] = history.plan(calls) as Plan;
    const recentCallIds = new Set<string>();
    const truncatedCallIds = new Set<string>();
    for (let at = from; at < calls.length; at += 1) recentCallIds.add(idAt(calls, at));
    for (let at = 0; at < from; at += 1) {
      const id = idAt(calls, at);
      if (!recentCallIds.has(id)) truncatedCallIds.add(id);
    }
    const shouldTruncate = summary !== undefined;
    const decision = { shouldTruncate, summary: summary || null, recentCallIds, truncatedCallIds, tokensSaved };
    return reference ? (decision as TruncationDecision) : { ...decision, notice: notice ?? null };
  } finally {
    history.free();
  }
}

/**
 * Rewrites the summary of the calls that are truncated: with a given text (`undefined` if the core refuses it), or from
 * redacted calls.
 */
export function resummarize(
  calls: readonly ToolCallEntry[],
  config: object,
  text: string | undefined,
): Pick<TruncationDecision, "summary" | "tokensSaved" | "notice"> | undefined {
  // It is decided already that calls leave; redacted ones may be shorter than the threshold.
  const history = new (wasm().History)({ ...config, truncationThreshold: { calls: 0 } }, false);
  try {
    const plan = history.plan(calls, text) as Plan | undefined;
    return plan && { summary: plan[1] ?? null, tokensSaved: plan[2], notice: plan[3] ?? null };
  } finally {
    history.free();
  }
}

/** Throws `INVALID_OPTION` for messages, which would otherwise count as calls without a name or a result. */
export function refuseMessages(entries: readonly unknown[]): void {
  // No message of any format has both.
  const isCall = (entry: unknown) => member(entry, "callId") !== undefined && member(entry, "result") !== undefined;
  if (entries.length === 0 || entries.some(isCall) || wasm().detect_format(entries) === undefined) return;
  const way = 'pass extractToolCalls(messages) from "tooltrim/messages"';
  throw new TooltrimError("INVALID_OPTION", `calls: these look like messages, not tool calls; ${way}`);
}

/** Returns `true` for a list; `false` also for a revoked proxy. */
function isList(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** Returns the id of a call; an empty one if it has none. */
export function idAt(calls: readonly ToolCallEntry[], at: number): string {
  // Faster than `member`: engines optimize access by a fixed name.
  try {
    return (calls[at] as ToolCallEntry).callId ?? "";
  } catch {
    return (member(calls[at], "callId") ?? "") as string;
  }
}

/** Copies the members of a call. Read one by one: members of a class may be getters of its prototype. */
export function callOf(given: unknown): ToolCallEntry {
  const read = (name: keyof ToolCallEntry) => member(given, name);
  return {
    callId: read("callId"),
    name: read("name"),
    args: read("args") ?? null,
    result: read("result"),
    isError: read("isError"),
    timestamp: read("timestamp"),
    tokenCount: read("tokenCount"),
    category: read("category"),
  } as ToolCallEntry;
}

/** Returns the object in a JSON text, as OpenAI sends `function.arguments`; `undefined` for any other value. */
export function objectIn(given: unknown): object | undefined {
  if (typeof given !== "string" || !/^\s*\{/.test(given)) return undefined;
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

/** Returns a member of any value; `undefined` if a getter throws or a proxy is revoked. */
export function member(object: unknown, name: string): unknown {
  try {
    return (object as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}
