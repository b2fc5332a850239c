import {
  type Compaction,
  CompactorPool,
  type CompactorPoolOptions,
  type JsonValue,
  type RequestOptions,
  redactSecrets,
} from "tooltrim";
import { extractToolCalls } from "tooltrim/messages";
import type { OutputStore } from "tooltrim/store";
import type { Settings } from "./settings.js";
import { type ChatMessage, readPart } from "./translate/parts.js";

/** What of the settings says how a conversation is compacted. */
export type ContextSettings = Pick<
  Settings,
  "truncationThreshold" | "recentCallsToKeep" | "style" | "maxHistorySummaryTokens"
>;

/** What there is room for. All in tokens. */
export interface Room {
  readonly window: number;
  /** What is sent, or comes back, beside the messages: tool schemas and the answer. */
  readonly outside: number;
}

/** Messages as they go out. */
export interface Prepared {
  readonly messages: readonly ChatMessage[];
  /** Absent for conversations below the threshold. */
  readonly compaction: Compaction<ChatMessage> | undefined;
  /** What all of this took. */
  readonly milliseconds: number;
  /** Corrects the estimate by what the endpoint billed for the messages. */
  observe(inputTokens: number): void;
}

/** The least that is left for messages, however much stands beside them. */
const leastRoom = 1000;
/** A step that an endpoint asked for goes down to this share: another refusal would end the request. */
const shareAfterRefusal = 0.4;
/** So many conversations are remembered that were refused. */
const mostRefused = 16;

/**
 * The conversations with one model.
 *
 * VS Code passes a provider no conversation id: a {@link CompactorPool} finds the conversation by its beginning.
 * Decisions are stable across requests, so identical bytes are sent again.
 */
export class ModelContext {
  readonly #warn: (line: string) => void;
  readonly #outputs: OutputStore | undefined;
  #pool: CompactorPool | undefined;
  #state: JsonValue | undefined;
  #options = "";
  /** What the endpoint said to be its window: less than we were told. */
  #named = Number.POSITIVE_INFINITY;
  /** The window that we were told when it said so. */
  #told = 0;
  /**
   * Tokens that it refused without a word of its window, by the conversation: a refusal of one says little about
   * others.
   */
  readonly #refused = new Map<string, number>();

  /**
   * @param outputs keeps what is taken out, under a short name that stands in the fact: by it the model can ask for it
   * @param state what {@link ModelContext.state} gave, before a restart
   */
  constructor(warn: (line: string) => void, outputs?: OutputStore, state?: JsonValue) {
    this.#warn = warn;
    this.#outputs = outputs;
    this.#state = state;
  }

  /** What goes out of a conversation. */
  prepare(messages: readonly ChatMessage[], settings: ContextSettings, room: Room): Prepared {
    const start = performance.now();
    this.#forgetOther(room);
    const threshold = settings.truncationThreshold;
    if (threshold > 0 && !isOver(messages, threshold)) {
      return { messages, compaction: undefined, milliseconds: performance.now() - start, observe: () => {} };
    }
    const reserve = this.#reserve(messages, room);
    const prepared = this.#next(start, messages, settings, { reserve }, room);
    if (threshold === 0 || !prepared.compaction || !isOver(prepared.messages, threshold)) return prepared;
    // A step down to half of the threshold, whatever stands beside the calls.
    const { chars, tokens } = prepared.compaction.report.after;
    const left = Math.max(0, chars - callUnits(prepared.messages) + threshold / 2);
    const compactTo = Math.min(1, (tokens * left) / chars / (room.window - reserve.tokens));
    return this.#next(start, messages, settings, { force: true, compactTo, reserve }, room);
  }

  /**
   * The same messages in less, after the endpoint answered that they are too many; undefined when they get no smaller.
   *
   * @param named the window, if the endpoint told it
   */
  shrink(
    messages: readonly ChatMessage[],
    { compaction }: Prepared,
    settings: ContextSettings,
    room: Room,
    named: number | undefined,
  ): Prepared | undefined {
    if (compaction === undefined) return undefined;
    const start = performance.now();
    const { tokens, chars } = compaction.report.after;
    this.#forgetOther(room);
    if (named === undefined) this.#remember(messages, tokens + room.outside);
    else this.#named = Math.min(this.#named, named);
    const request = { force: true, compactTo: shareAfterRefusal, reserve: this.#reserve(messages, room) };
    const smaller = this.#next(start, messages, settings, request, room);
    return smaller.compaction && smaller.compaction.report.after.chars < chars ? smaller : undefined;
  }

  #next(
    start: number,
    messages: readonly ChatMessage[],
    settings: ContextSettings,
    request: RequestOptions,
    room: Room,
  ): Prepared {
    // Settings may have made it another one when the answer is complete.
    const pool = this.#open(settings, room);
    const compaction = pool.next(messages, request);
    return {
      messages: compaction.messages,
      compaction,
      milliseconds: performance.now() - start,
      observe: (inputTokens) => pool.observe(compaction, { inputTokens }),
    };
  }

  /** What to go on from after a restart; undefined when nothing is known. */
  state(): JsonValue | undefined {
    return this.#pool?.state() ?? this.#state;
  }

  /** With other settings there is another compactor, which goes on from what the one before decided. */
  #open({ recentCallsToKeep, style, maxHistorySummaryTokens }: ContextSettings, { window }: Room): CompactorPool {
    const options: CompactorPoolOptions = {
      format: "vscode",
      window: { tokens: window },
      recentCallsToKeep,
      style,
      maxHistorySummaryTokens,
    };
    const key = JSON.stringify(options);
    if (this.#pool !== undefined && key === this.#options) return this.#pool;
    this.#pool = this.#goOn({
      ...options,
      ...(this.#outputs && { store: this.#outputs }),
      // What a tool printed once is not quoted with its tokens and passwords.
      redact: redactSecrets,
      // Parts that tooltrim makes are translated and never handed back to VS Code: plain data does.
      create: (_kind, value) => value,
    });
    this.#options = key;
    return this.#pool;
  }

  #goOn(options: CompactorPoolOptions): CompactorPool {
    const state = this.state();
    if (state === undefined) return new CompactorPool(options);
    try {
      return new CompactorPool({ ...options, state });
    } catch (error) {
      // A file that something else wrote to. If the options are what is wrong, this throws as well.
      const pool = new CompactorPool(options);
      this.#warn(`what was decided about conversations before cannot be used, and is decided anew: ${error}`);
      return pool;
    }
  }

  #reserve(messages: readonly ChatMessage[], { window, outside }: Room): { tokens: number } {
    const refused = this.#refused.get(beginningOf(messages)) ?? Number.POSITIVE_INFINITY;
    const left = Math.max(leastRoom, Math.min(window, this.#named, refused) - outside);
    return { tokens: Math.max(0, window - left) };
  }

  #remember(messages: readonly ChatMessage[], tokens: number): void {
    const beginning = beginningOf(messages);
    const before = this.#refused.get(beginning) ?? tokens;
    this.#refused.delete(beginning);
    this.#refused.set(beginning, Math.min(before, tokens));
    for (const oldest of [...this.#refused.keys()].slice(0, -mostRefused)) this.#refused.delete(oldest);
  }

  /** Who sets another window knows more than was found out under the one before. */
  #forgetOther({ window }: Room): void {
    if (window === this.#told) return;
    this.#told = window;
    this.#named = Number.POSITIVE_INFINITY;
    this.#refused.clear();
  }
}

/** How a conversation begins: what it is known by, as it grows. */
function beginningOf(messages: readonly ChatMessage[]): string {
  const texts = messages.slice(0, 3).map(({ role, content }) => {
    const parts = content
      .map(readPart)
      .map((part) => (part.kind === "call" ? part.callId : "text" in part ? part.text : ""));
    return [role, ...parts];
  });
  return JSON.stringify(texts);
}

/** Returns `true` if the calls and results have more UTF-16 units than the threshold; reads no more than it takes. */
function isOver(messages: readonly ChatMessage[], threshold: number): boolean {
  for (let most = 16; ; most *= 2) {
    if (callUnits(messages.slice(0, most)) > threshold) return true;
    if (most >= messages.length) return false;
  }
}

/** UTF-16 units of names, arguments as JSON, and results. */
function callUnits(messages: readonly ChatMessage[]): number {
  return extractToolCalls(messages, { format: "vscode" }).reduce((sum, { name, args, result }) => {
    return sum + name.length + JSON.stringify(args ?? "").length + result.length;
  }, 0);
}
