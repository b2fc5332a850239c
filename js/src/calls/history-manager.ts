import type { History } from "../../../target/wasm-pkg/tooltrim.js";
import { shown, TooltrimError } from "../errors.js";
import type { TokenCounter } from "../text/options.js";
import { copyData } from "../tool/copy.js";
import { Lasting } from "../wasm.js";
import {
  categorizeToolCall,
  configOf,
  member,
  type ToolCallEntry,
  type ToolCategory,
  type TruncationConfig,
} from "./calls.js";
import {
  type HistoryStrategy,
  type RenderedEntry,
  renderItems,
  TextEmbedStrategy,
  type UserTextItem,
} from "./render-items.js";

/** Token counter as an object, as the reference module takes it. */
export interface FamilyTokenCounter {
  estimateTextTokens(text: string, family: string): number;
}

/** Logger of a manager. */
export interface ToolHistoryLogger {
  trace(message: string): void;
}

/** Recent call as text. */
export interface FormattedToolEntry {
  /** Text of the call. */
  callText: string;
  /** Result, whole or as both ends with a marker. */
  resultText: string;
  /** True if the call failed. */
  isError: boolean;
}

/** History as text. */
export interface CompactedHistory {
  /** Older calls in a few lines; `null` if there are none. */
  summary: string | null;
  /** Recent calls, oldest first. */
  recentCalls: FormattedToolEntry[];
  /** Number of calls that the summary covers. */
  truncatedCount: number;
  /** Number of calls. */
  originalCount: number;
}

type Args = object | null | undefined;

const categories = new Set<unknown>(["read", "write", "terminal", "search", "other"]);

const isCount = (count: unknown): count is number => typeof count === "number" && count >= 0 && count < Infinity;

/** Writes arguments as the core does, for a caller's counter. */
function json(args: unknown): string {
  try {
    return JSON.stringify(args) ?? "null";
  } catch {
    return '"[not JSON]"';
  }
}

/** Base of both managers, which differ in units and wording. */
export abstract class HistoryManager {
  readonly #history: Lasting<History>;
  readonly #counter: TokenCounter | undefined;
  readonly #logger: ToolHistoryLogger | undefined;
  readonly #categories: Readonly<Record<string, ToolCategory>> | undefined;
  #calls: ToolCallEntry[] = [];

  protected constructor(
    config: object | null | undefined,
    reference: boolean,
    counter: TokenCounter | FamilyTokenCounter | null | undefined,
    logger: ToolHistoryLogger | null | undefined,
  ) {
    const counts = typeof counter === "function" || typeof member(counter, "estimateTextTokens") === "function";
    if (counter && !counts) {
      const rule = "a function (text) => number or an object with estimateTextTokens(text, family)";
      throw new TooltrimError("INVALID_OPTION", `tokenCounter: ${shown(counter)} is not ${rule}`);
    }
    if (logger && typeof member(logger, "trace") !== "function") {
      throw new TooltrimError("INVALID_OPTION", `logger: ${shown(logger)} is not an object with trace(message)`);
    }
    const own = copyData({ ...configOf(config) });
    this.#history = new Lasting(({ History }) => new History(own, reference));
    // The reference module always passes this family.
    this.#counter =
      typeof counter === "function"
        ? counter
        : counter
          ? (text) => counter.estimateTextTokens(text, "claude")
          : undefined;
    this.#logger = logger ?? undefined;
    this.#categories = member(config, "categories") as Readonly<Record<string, ToolCategory>> | undefined;
  }

  /** Appends a call, given as an entry or in parts. */
  addToolCall(entry: ToolCallEntry): void;
  addToolCall(callId: string, name: string, args: Args, result: string, isError?: boolean): void;
  addToolCall(first: ToolCallEntry | string, name = "", args?: Args, result = "", isError = false): void {
    const given = typeof first === "object" ? first : { callId: first, name, args: args ?? null, result, isError };
    // Read one by one: members of a class may be getters of its prototype.
    const call = {
      callId: member(given, "callId"),
      name: member(given, "name"),
      args: member(given, "args") ?? null,
      result: member(given, "result"),
      isError: member(given, "isError"),
      category: member(given, "category"),
    } as ToolCallEntry;
    const counted = member(given, "tokenCount");
    const entry = { ...call, tokenCount: isCount(counted) ? counted : this.#tokens(call) };
    this.#calls.push(entry);
    if (!this.#logger) return;
    const category = categories.has(entry.category) ? entry.category : categorizeToolCall(entry.name, this.#categories);
    const failed = Boolean(entry.isError);
    this.#logger.trace(`[ToolHistory] Added ${entry.name} (${category}): ${entry.tokenCount} tokens, error=${failed}`);
  }

  /** Returns the tokens of all calls. */
  getTotalTokens(): number {
    return this.#calls.reduce((sum, call) => sum + (call.tokenCount ?? 0), 0);
  }

  /** Returns `true` if the calls are over the threshold. */
  shouldTruncate(): boolean {
    return this.#history.now.is_over(this.#calls, this.#calls.length);
  }

  /** Number of calls. */
  getHistoryLength(): number {
    return this.#calls.length;
  }

  /**
   * Renders the history as text: recent calls in full, the others as a summary.
   *
   * A recent result is trimmed only if it alone is over the threshold and over 10,000 chars (or tokens, if the
   * threshold is in tokens). With `budgetTokens`, recent results are trimmed, oldest first, so that everything fits if
   * possible.
   *
   * @throws TooltrimError `INVALID_OPTION` unless the budget is a number of 0 or more
   */
  getCompactedHistory(budgetTokens?: number): CompactedHistory {
    const answer = this.#history.now.compacted(this.#calls, this.#calls.length, budgetTokens);
    const [summary, truncatedCount, ...texts] = answer as [string | undefined, number, ...unknown[]];
    const recentCalls: FormattedToolEntry[] = [];
    for (let at = 0; at < texts.length; at += 3) {
      const [callText, resultText, isError] = texts.slice(at, at + 3) as [string, string, boolean];
      recentCalls.push({ callText, resultText, isError });
    }
    return { summary: summary ?? null, recentCalls, truncatedCount, originalCount: this.#calls.length };
  }

  /**
   * Renders the history as items of a request: the summary of older calls, then each recent call in full, oldest first.
   *
   * Without a strategy each result becomes a message of the user in the OpenAI Responses API; see `TextEmbedStrategy` and
   * `NativeStrategy` of `tooltrim/tool-history`.
   *
   * @throws TooltrimError `INVALID_OPTION` unless the strategy has `renderEntry` and `renderSummary`
   */
  renderAsItems(): UserTextItem[];
  renderAsItems<Entry, Summary = Entry>(strategy: HistoryStrategy<Entry, Summary>): (Entry | Summary)[];
  renderAsItems(strategy: HistoryStrategy = new TextEmbedStrategy()): unknown[] {
    const { summary, truncatedCount } = this.getCompactedHistory();
    const entry = ({ callId, name, args, result, isError }: ToolCallEntry): RenderedEntry => ({
      callId: String(callId ?? ""),
      name: String(name ?? ""),
      args: args ?? null,
      result: String(result ?? ""),
      isError: Boolean(isError),
    });
    return renderItems(strategy, summary, this.#calls.slice(truncatedCount).map(entry));
  }

  /** Removes all calls. */
  clear(): void {
    this.#calls = [];
    this.#logger?.trace("[ToolHistory] Cleared all history");
  }

  #tokens(call: ToolCallEntry): number {
    if (this.#counter) {
      const counted = this.#counter(`${call.name} ${json(call.args)} ${call.result}`);
      if (isCount(counted)) return counted;
    }
    return this.#history.now.tokens([call], 1);
  }
}

/**
 * Growing history of tool calls, rendered as text for a model.
 *
 * @example
 * ```ts
 * import { ToolHistoryManager } from "tooltrim";
 *
 * const history = new ToolHistoryManager({ recentCallsToKeep: 1 });
 * history.addToolCall("call_1", "run_in_terminal", { command: "npm test" }, "ok", false);
 * history.addToolCall("call_2", "read_file", { filePath: "src/a.ts" }, "export {};", false);
 * const { summary, recentCalls } = history.getCompactedHistory();
 * summary?.split("\n")[1]; // "- Ran 1 terminal command(s): npm test"
 * recentCalls[0]?.resultText; // "<!-- prior-tool-result: call_2 -->\nexport {};"
 * ```
 *
 * `tokenCounter` is a function, or an object with `estimateTextTokens(text, family)`; without it tokens are estimated.
 * A bare `truncationThreshold` counts UTF-16 units. Import `tooltrim/tool-history` instead for thresholds in tokens and
 * the wording of the reference module.
 */
export class ToolHistoryManager extends HistoryManager {
  /** @throws TooltrimError `INVALID_OPTION` */
  constructor(
    config?: TruncationConfig | null,
    tokenCounter?: TokenCounter | FamilyTokenCounter | null,
    logger?: ToolHistoryLogger | null,
  ) {
    super(config, false, tokenCounter, logger);
  }
}
