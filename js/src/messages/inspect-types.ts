import type { ToolCategory } from "../calls/calls.js";
import type { ConversationSize } from "../compaction/types.js";
import type { TokenCounter } from "../text/options.js";
import type { MessageFormat, MessageOptions } from "./types.js";

/** Options of `inspectMessages`. */
export interface InspectOptions extends MessageOptions {
  /** Counts the tokens of a text. Default: the estimate. */
  readonly tokens?: TokenCounter | undefined;
  /** Hides secrets in names, subjects, paths and lines of failures, such as `redactSecrets`. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** UTF-16 units by the kind of part that they are in, counted as in {@link ConversationSize}. */
export interface CharsByKind {
  /** Texts of the system or the developer. */
  readonly system: number;
  /** Texts of the user. */
  readonly user: number;
  /** Texts of the assistant. */
  readonly assistant: number;
  /** Thinking and reasoning. */
  readonly thinking: number;
  /** Names and arguments of calls. */
  readonly arguments: number;
  /** Results of calls. */
  readonly results: number;
  /** Images and files: four units for each of their tokens, texts among them by their length. */
  readonly media: number;
  /** Texts in messages of any other role, and members that the format does not know. */
  readonly other: number;
}

/**
 * Why a result is out of date: a later call `"changed"` its file, `"repeated"` the read, the query or the command, or
 * succeeded where it failed (`"resolved"`).
 */
export type Stale = "changed" | "repeated" | "resolved";

/** One call with its result. */
export interface InspectedCall {
  /** Id of the call, else of its result; empty if neither has one. */
  readonly callId: string;
  /** Name of the tool, at most 160 chars on one line. */
  readonly name: string;
  readonly category: ToolCategory;
  /** Parallel calls have the same number, from 0 on. */
  readonly group: number;
  /** Index of the message with the call. */
  readonly message: number;
  /** Index of the message with the result. */
  readonly resultMessage: number | null;
  /** What the call was about, on one line: files, a query, a command, an address. `null` if the arguments do not say. */
  readonly subject: string | null;
  /** UTF-16 units of name and arguments. */
  readonly argsChars: number;
  /** UTF-16 units of the result. */
  readonly resultChars: number;
  /** Tokens of name, arguments and result. */
  readonly tokens: number;
  /** True if the call failed, as `extractToolCalls` judges it. */
  readonly isError: boolean;
  /** True if there is a result. */
  readonly isAnswered: boolean;
  /** Why the result is out of date; `null` if it is not. */
  readonly stale: Stale | null;
  /** Index of the later call that makes it so. */
  readonly staleBy: number | null;
}

/** File: how often calls read and changed it, and what its reads take. */
export interface FileUse {
  /** Path as the first of its calls has it. */
  readonly path: string;
  /** Number of calls that read it. */
  readonly reads: number;
  /** Number of calls that changed it. */
  readonly edits: number;
  /** UTF-16 units of the results of its reads. A result with several files counts in equal shares. */
  readonly readChars: number;
  /** The same of reads that are stale: the file was changed or read again later. */
  readonly staleChars: number;
  /** Message of the last call. */
  readonly lastMessage: number;
}

/** Failures whose results have the same telling line. */
export interface FailureGroup {
  /** Line of the result that describes the error best; empty if no line does. */
  readonly line: string;
  /** Number of calls. */
  readonly count: number;
  /** Indexes of the calls, in order. */
  readonly calls: readonly number[];
  /** True if a later attempt at each of them succeeded. */
  readonly resolved: boolean;
}

/** Composition of a conversation: its size by kind of part, its calls, files and failures. */
export interface Inspection {
  /** Format of the messages; `null` if there are none. */
  readonly format: MessageFormat | null;
  /** Size, as `report.before` of a compaction with a window in tokens. */
  readonly size: ConversationSize;
  /** Number of images and files. */
  readonly media: number;
  /** Chars by kind; their sum is `size.chars`. */
  readonly parts: CharsByKind;
  /** The same of each message. */
  readonly messages: readonly CharsByKind[];
  /** Parts and members that no format knows, and how they count: as in `report.notes` of a compaction. */
  readonly notes: readonly string[];
  /** All calls, in order. */
  readonly calls: readonly InspectedCall[];
  /** Files that calls read or changed, in the order of the last calls. */
  readonly files: readonly FileUse[];
  /** All failures, by their telling line, in the order of the first calls. */
  readonly failures: readonly FailureGroup[];
}
