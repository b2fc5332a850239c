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

/** A token counter as an object, as the reference takes it. */
export interface FamilyTokenCounter {
  estimateTextTokens(text: string, family: string): number;
}

/** Is told what a manager does. */
export interface ToolHistoryLogger {
  trace(message: string): void;
}

/** A recent call as text. */
export interface FormattedToolEntry {
  /** The call. */
  callText: string;
  /** The result: whole, or both ends and a marker. */
  resultText: string;
  /** Whether the call failed. */
  isError: boolean;
}

/** A history as text. */
export interface CompactedHistory {
  /** The older calls in a few lines; `null` when there are none. */
  summary: string | null;
  /** The recent calls, oldest first. */
  recentCalls: FormattedToolEntry[];
  /** How many calls the summary stands for. */
  truncatedCount: number;
  /** How many calls there are. */
  originalCount: number;
}

type Args = object | null | undefined;

const categories = new Set<unknown>(["read", "write", "terminal", "search", "other"]);

const isCount = (count: unknown): count is number => typeof count === "number" && count >= 0 && count < Infinity;

/** Arguments as the core writes them, for a caller's counter. */
function json(args: unknown): string {
  try {
    return JSON.stringify(args) ?? "null";
  } catch {
    return '"[not JSON]"';
  }
}

/** What both managers do; they differ in units and words. */
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
    // The family is the reference's.
    this.#counter =
      typeof counter === "function"
        ? counter
        : counter
          ? (text) => counter.estimateTextTokens(text, "claude")
          : undefined;
    this.#logger = logger ?? undefined;
    this.#categories = member(config, "categories") as Readonly<Record<string, ToolCategory>> | undefined;
  }

  /** Adds a call at the end: its parts, or an entry. */
  addToolCall(entry: ToolCallEntry): void;
  addToolCall(callId: string, name: string, args: Args, result: string, isError?: boolean): void;
  addToolCall(first: ToolCallEntry | string, name = "", args?: Args, result = "", isError = false): void {
    const given = typeof first === "object" ? first : { callId: first, name, args: args ?? null, result, isError };
    // Read one by one: the fields of a class may be getters of its prototype.
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

  /** The tokens of all calls. */
  getTotalTokens(): number {
    return this.#calls.reduce((sum, call) => sum + (call.tokenCount ?? 0), 0);
  }

  /** Whether the calls are over the threshold. */
  shouldTruncate(): boolean {
    return this.#history.now.is_over(this.#calls, this.#calls.length);
  }

  /** How many calls there are. */
  getHistoryLength(): number {
    return this.#calls.length;
  }

  /**
   * The history as text: the recent calls in full, the others as a summary.
   *
   * A recent result is trimmed only when it alone is over the threshold and huge (10,000 chars, or tokens if the threshold is in
   * tokens). With `budgetTokens` all together is meant to fit: recent results are trimmed, oldest first.
   *
   * @throws TooltrimError `INVALID_OPTION` when the budget is no number of 0 or more
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

  /** Forgets all calls. */
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
 * A history of tool calls that grows, and its text for a model.
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
 * `tokenCounter` is a function, or an object with `estimateTextTokens(text, family)`; without it tokens are estimated. For the
 * units and the wording of the reference module, import `tooltrim/tool-history` instead.
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
