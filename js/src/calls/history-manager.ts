import type { History } from "../../../target/wasm-pkg/tooltrim.js";
import { show, TooltrimError, wrong } from "../errors.js";
import type { TokenCounter } from "../text/options.js";
import { copyData } from "../tool/copy.js";
import { Lasting } from "../wasm.js";
import {
  callOf,
  categorizeToolCall,
  configOf,
  member,
  objectIn,
  refuseMessages,
  type ToolCallEntry,
  type ToolCategory,
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
  /**
   * A line for users: how many calls the summary covers, and the tokens before and after; `null` if there is no summary.
   */
  notice: string | null;
}

/** Arguments of a call: an object, or the JSON text of one. */
export type Args = object | string | null | undefined;

/** Result of the core. */
type Written = [summary: string | undefined, notice: string | undefined, truncatedCount: number, ...texts: unknown[]];

const categories = new Set<unknown>(["read", "write", "terminal", "search", "other"]);

const isCount = (count: unknown): count is number => typeof count === "number" && count >= 0 && count < Infinity;

/** Writes arguments as the core does, for a caller's counter. */
function json(args: unknown): string {
  try {
    return objectIn(args) ? (args as string) : (JSON.stringify(args) ?? "null");
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
  readonly #reference: boolean;
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
      throw new TooltrimError("INVALID_OPTION", `tokenCounter: ${show(counter)} is not ${rule}`);
    }
    if (logger && typeof member(logger, "trace") !== "function") {
      throw wrong("logger", logger, "an object with trace(message)");
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
    this.#reference = reference;
    this.#categories = member(config, "categories") as Readonly<Record<string, ToolCategory>> | undefined;
  }

  /**
   * Appends a call, given as an entry or in parts.
   *
   * @throws TooltrimError `INVALID_OPTION` for a message of a conversation
   */
  addToolCall(entry: ToolCallEntry): void;
  addToolCall(callId: string, name: string, args: Args, result: string, isError?: boolean): void;
  addToolCall(first: ToolCallEntry | string, name = "", args?: Args, result = "", isError?: boolean): void {
    const parts = () => ({ callId: first as string, name, args: (args ?? null) as object | null, result, isError });
    const given = typeof first === "object" ? first : parts();
    if (given === first && !this.#reference) refuseMessages([given]);
    const { tokenCount, ...call } = callOf(given);
    const entry = { ...call, tokenCount: isCount(tokenCount) ? tokenCount : this.#tokens(call) };
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
    return this.#history.now.is_over(this.#calls);
  }

  /** Number of calls. */
  getHistoryLength(): number {
    return this.#calls.length;
  }

  /** Calls, oldest first. */
  protected get calls(): readonly ToolCallEntry[] {
    return this.#calls;
  }

  /**
   * Renders calls as text. Returns `undefined` if the core refuses a given summary. In the dialect of the reference there
   * is no `notice`.
   */
  protected written(
    calls: readonly ToolCallEntry[],
    budgetTokens: number | undefined,
    text?: string,
  ): CompactedHistory | undefined {
    const answer = this.#history.now.compacted(calls, budgetTokens, text) as Written | undefined;
    if (!answer) return undefined;
    const [summary, notice, truncatedCount, ...texts] = answer;
    const recentCalls: FormattedToolEntry[] = [];
    for (let at = 0; at < texts.length; at += 3) {
      const [callText, resultText, isError] = texts.slice(at, at + 3) as [string, string, boolean];
      recentCalls.push({ callText, resultText, isError });
    }
    const history = { summary: summary ?? null, recentCalls, truncatedCount, originalCount: calls.length };
    return this.#reference ? (history as unknown as CompactedHistory) : { ...history, notice: notice ?? null };
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
    const { summary, truncatedCount } = this.written(this.#calls, undefined) as CompactedHistory;
    const entry = ({ callId, name, args, result, isError }: ToolCallEntry): RenderedEntry => ({
      callId: String(callId ?? ""),
      name: String(name ?? ""),
      args: objectIn(args) ?? args ?? null,
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
    return this.#history.now.tokens([call]);
  }
}
