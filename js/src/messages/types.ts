import type { ToolCallEntry } from "../calls/calls.js";
import type { Edit, Pointer } from "./edits.js";

/** A format of messages, by the API or library that defines it. */
export type MessageFormat = "openai-chat" | "openai-responses" | "anthropic" | "gemini" | "ai-sdk" | "vscode";

/** Who refuses messages. */
export type Provider = "openai" | "anthropic" | "google" | "ai-sdk" | "vscode" | "amazon-bedrock";

/** How messages are read. */
export interface MessageOptions {
  /** Their format; found by shape when absent. */
  readonly format?: MessageFormat | undefined;
}

/** What a part is, for `create`. */
export type PartKind = "text" | "toolResult" | "user";

/** How messages are written. */
export interface WriteOptions extends MessageOptions {
  /**
   * Makes a part of a class that is nowhere in the messages: `kind` is `"text"` (`{ value }` in VS Code) or `"toolResult"`
   * (`{ callId, content, isError }`; of LangChain `{ content, tool_call_id, name, status }`), or `"user"` (`{ content }` of
   * LangChain). Without it, what would need such a part is done another way.
   */
  readonly create?: ((kind: PartKind, value: Record<string, unknown>) => unknown) | undefined;
}

/** A call with its result, and where they are in the messages. */
export interface ExtractedToolCall extends ToolCallEntry {
  /**
   * Whether the call failed: by the flag of its format, or by its result, as compaction reads it. A command failed if its exit
   * code is not 0; where a format sets no flag (OpenAI, VS Code), any call whose result begins with an error did.
   */
  readonly isError: boolean;
  /** Whether there is a result; without one, `result` is empty. */
  readonly isAnswered: boolean;
  /** Whether the provider ran it. */
  readonly isHosted: boolean;
  /** Parallel calls have the same number, from 0 on. */
  readonly group: number;
  /** Where the call is. */
  readonly callPath: Pointer;
  /** Where the result is. */
  readonly resultPath: Pointer | null;
}

/** The rules that are looked at; see the guide for what each means and who says so. */
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
  | "result-type"
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
  | "too-many-cache-breakpoints"
  | "misplaced-cache-control"
  | "server-call-without-result"
  | "server-result-without-call"
  | "unknown-role"
  | "first-message-role"
  | "call-turn-order"
  | "missing-thought-signature"
  | "reasoning-without-item"
  | "duplicate-item-id"
  | "invalid-item-id"
  | "approval-without-request";

/** A rule that messages break. */
export interface Problem {
  /** Where. */
  readonly path: Pointer;
  /** Which rule. */
  readonly rule: Rule;
  /** The value and the rule, in words. */
  readonly message: string;
  /** Who refuses it. */
  readonly providers: readonly Provider[];
}

/** One thing that was mended. */
export interface Repair {
  /** What it was about, in the messages as they came. */
  readonly path: Pointer;
  /** The rule that was broken. */
  readonly rule: Rule;
  /** What was done about it. */
  readonly action: "dropped" | "inserted" | "moved" | "changed";
}

/** Messages that their provider takes, and how they became so. */
export interface RepairedMessages<M> {
  /** The messages; the very input when nothing was mended. */
  readonly messages: readonly M[];
  /** Whether anything was mended. */
  readonly changed: boolean;
  /** What was changed, by position in the original. */
  readonly edits: readonly Edit<M>[];
  /** What was mended. */
  readonly repairs: readonly Repair[];
  /** What could not be mended. */
  readonly problems: readonly Problem[];
  /** Why nothing was changed although there is something to mend: a check of the result failed. */
  readonly reason: string | null;
}

/** How calls and results look as text. */
export interface RenderOptions extends WriteOptions {
  /** HTML comments (default), or brackets, which models tend to imitate. */
  readonly rendering?: "comments" | "brackets" | undefined;
}
