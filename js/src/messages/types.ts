import type { ToolCallEntry } from "../calls/calls.js";
import type { Edit, Pointer } from "./edits.js";

/** Message format, by the API or library that defines it. */
export type MessageFormat = "openai-chat" | "openai-responses" | "anthropic" | "gemini" | "ai-sdk" | "vscode";

/** Provider that refuses messages. */
export type Provider = "openai" | "anthropic" | "google" | "ai-sdk" | "vscode" | "amazon-bedrock";

/** Options for reading messages. */
export interface MessageOptions {
  /** Format of the messages. Default: detected by shape. */
  readonly format?: MessageFormat | undefined;
}

/** Options of `validateMessages`. */
export interface ValidateOptions extends MessageOptions {
  /**
   * Messages of an earlier request. Thinking in both lists is a problem (`thinking-after-change`) if anything before it
   * changed since: Claude since Fable 5.1 refuses it. Marks of the prompt cache are no change.
   */
  readonly before?: readonly unknown[] | undefined;
  /**
   * Binding of the model's thinking, as in compaction. With `"calls"` (DeepSeek, Kimi, GLM, MiniMax), thinking without a
   * signature is no problem. `before` is compared where it is `"prefix"`. Default: that of Claude.
   */
  readonly thinking?: "prefix" | "loop" | "calls" | undefined;
  /**
   * `false` if the model does not go on from a last message of the assistant (Claude since Opus 4.6): then such a message
   * is a problem (`assistant-last`), and a repair adds `Continue.` of the user. Default: `true`.
   */
  readonly prefill?: boolean | undefined;
}

/** Kind of a part, for `create`. */
export type PartKind = "text" | "toolResult" | "user";

/** Options for writing messages. */
export interface WriteOptions extends MessageOptions {
  /**
   * Creates a part of a class that no message has: `kind` is `"text"` (`{ value }` in VS Code) or `"toolResult"`
   * (`{ callId, content, isError }`; of LangChain `{ content, tool_call_id, name, status }`), or `"user"`
   * (`{ content }` of LangChain). Without it, tooltrim avoids such parts.
   */
  readonly create?: ((kind: PartKind, value: Record<string, unknown>) => unknown) | undefined;
}

/** Options of `repairMessages`. */
export interface RepairOptions extends WriteOptions {
  /** Binding of the model's thinking. With `"calls"` (DeepSeek, Kimi, GLM, MiniMax), thinking without a signature stays. */
  readonly thinking?: ValidateOptions["thinking"];
  /** `false` if the model does not go on from a last message of the assistant. Default: `true`. */
  readonly prefill?: ValidateOptions["prefill"];
  /**
   * Replaces lone surrogates in texts of the user and of the system as well, by U+FFFD. Default: `false`: they are only
   * reported.
   */
  readonly repairUserTexts?: boolean | undefined;
}

/** Tool call with its result and their positions. */
export interface ExtractedToolCall extends ToolCallEntry {
  /**
   * True if the call failed: by the flag of its format, or by its result, as compaction reads it. A command failed if
   * its exit code is not 0; where a format sets no flag (OpenAI, VS Code), any call whose result begins with an error
   * did.
   */
  readonly isError: boolean;
  /** True if there is a result; without one, `result` is empty. */
  readonly isAnswered: boolean;
  /** True if the provider ran it. */
  readonly isHosted: boolean;
  /** Parallel calls have the same number, from 0 on. */
  readonly group: number;
  /** Position of the call. */
  readonly callPath: Pointer;
  /** Position of the result. */
  readonly resultPath: Pointer | null;
}

/** Rules that are checked; the guide explains each one and names its source. */
export type Rule =
  | "call-without-result"
  | "open-call"
  | "misplaced-call"
  | "result-without-call"
  | "duplicate-result"
  | "result-out-of-place"
  | "results-not-first"
  | "calls-not-last"
  | "missing-call-id"
  | "repeated-call-id"
  | "invalid-call-id"
  | "missing-tool-name"
  | "invalid-tool-name"
  | "arguments-type"
  | "lone-surrogate"
  | "result-type"
  | "error-without-text"
  | "error-with-media"
  | "content-type"
  | "part-type"
  | "empty-text"
  | "blank-text"
  | "empty-message"
  | "empty-tool-calls"
  | "empty-part"
  | "trailing-white-space"
  | "thinking-without-signature"
  | "thinking-last"
  | "thinking-after-change"
  | "too-many-cache-breakpoints"
  | "misplaced-cache-control"
  | "server-call-without-result"
  | "server-result-without-call"
  | "unknown-role"
  | "assistant-last"
  | "first-message-role"
  | "call-turn-order"
  | "missing-thought-signature"
  | "reasoning-without-item"
  | "duplicate-item-id"
  | "invalid-item-id"
  | "approval-without-request"
  | "request-without-call";

/** Rule that messages break. */
export interface Problem {
  /** Position of the broken rule. */
  readonly path: Pointer;
  /** Broken rule. */
  readonly rule: Rule;
  /** The value and the rule, in words. */
  readonly message: string;
  /** Providers that refuse it. */
  readonly providers: readonly Provider[];
}

/** One repair. */
export interface Repair {
  /** Position in the input. */
  readonly path: Pointer;
  /** The rule that was broken. */
  readonly rule: Rule;
  /** Action taken. */
  readonly action: "dropped" | "inserted" | "moved" | "changed";
}

/** Any string. The literal keeps TypeScript from widening the literals of the caller. */
type Word = "text" | (string & {});

/** Members of messages and parts whose literals stay narrow. */
interface NarrowMembers {
  readonly role?: Word;
  readonly type?: Word;
  readonly status?: Word;
  readonly media_type?: Word;
  readonly content?: string | null | readonly NarrowMembers[];
  readonly parts?: readonly NarrowMembers[];
  readonly tool_calls?: readonly NarrowMembers[];
  readonly output?: string | NarrowMembers | readonly NarrowMembers[];
  readonly source?: NarrowMembers;
}

/**
 * Any message: everything is assignable. In messages that are written in the call itself, roles and types of parts stay
 * literals, so that the result is of the type that a provider takes.
 */
// biome-ignore lint/complexity/noBannedTypes: with null and undefined it is `unknown`, which no union may hold beside hints.
export type AnyMessage = NarrowMembers | {} | null | undefined;

/** The type of messages that have none, such as those of `JSON.parse`. */
// biome-ignore lint/suspicious/noExplicitAny: what has no type goes to a provider as it came.
export type Untyped = any;

/** Result of `repairMessages`. */
export interface RepairedMessages<M> {
  /** Repaired messages; the input array itself if nothing was repaired. Mutable, as most clients take them. */
  readonly messages: M[];
  /** True if anything was repaired. */
  readonly changed: boolean;
  /** Changes, by position in the original. */
  readonly edits: readonly Edit<M>[];
  /** Repairs made. */
  readonly repairs: readonly Repair[];
  /** Problems that could not be repaired. */
  readonly problems: readonly Problem[];
  /** Why nothing was changed despite problems: a check of the result failed. */
  readonly reason: string | null;
}

/** Options of `renderAsText`. */
export interface RenderOptions extends WriteOptions {
  /** Rendering as HTML comments (default), or in brackets, which models tend to imitate. */
  readonly rendering?: "comments" | "brackets" | undefined;
}
