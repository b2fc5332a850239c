import { shown, wrong } from "../errors.js";
import { wasm } from "../wasm.js";
import { applyEdits, type Edit } from "./edits.js";
import { flag, named, optionsOf } from "./options.js";
import type {
  AnyMessage,
  ExtractedToolCall,
  MessageFormat,
  MessageOptions,
  Problem,
  RenderOptions,
  Repair,
  RepairedMessages,
  RepairOptions,
  Untyped,
  ValidateOptions,
  WriteOptions,
} from "./types.js";

function creatorOf(options: WriteOptions): WriteOptions["create"] {
  const { create } = options;
  if (create !== undefined && typeof create !== "function") throw wrong("create", create, "a function");
  return create;
}

/**
 * Returns the format of messages, by their shape; `null` if no format knows any of them.
 *
 * @example
 * ```ts
 * import { detectFormat } from "tooltrim/messages";
 *
 * detectFormat([{ role: "user", parts: [{ text: "hi" }] }]); // "gemini"
 * ```
 *
 * The first message that only one format knows decides. Messages that several formats have, such as
 * `{ role: "user", content: "hi" }`, count as `"openai-chat"` when there are no others.
 */
export function detectFormat(messages: readonly unknown[]): MessageFormat | null {
  return (wasm().detect_format(messages) as MessageFormat | undefined) ?? null;
}

/**
 * Returns the tool calls of messages, each with its result, as `computeTruncation` takes them.
 *
 * @example
 * ```ts
 * import { computeTruncation } from "tooltrim";
 * import { extractToolCalls } from "tooltrim/messages";
 *
 * const calls = extractToolCalls([
 *   { role: "user", content: "Which files are there?" },
 *   { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "ls", input: { path: "src" } }] },
 *   { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "lib.rs" }] },
 * ]);
 *
 * calls[0]?.name; // "ls"
 * calls[0]?.result; // "lib.rs"
 * calls[0]?.resultPath; // "/2/content/0"
 * computeTruncation(calls);
 * ```
 *
 * Pairs calls and results by id and position, as ids may repeat. Joins the texts of a result by line breaks, writes a
 * JSON value compactly and an image or a file as its type in brackets. Arguments that are not an object are returned as
 * `{ input }`, and missing ones as `null`. Results without a call are left out: {@link validateMessages} lists them.
 *
 * Takes one or two microseconds per call, whatever the size of the results: no text is copied.
 */
export function extractToolCalls(messages: readonly unknown[], options?: MessageOptions): ExtractedToolCall[] {
  const { format } = optionsOf(options, ["format"]);
  return wasm().extract_tool_calls(messages, named(format));
}

/**
 * Returns the rules that messages break, each with its place and the providers that refuse it.
 *
 * @example
 * ```ts
 * import { validateMessages } from "tooltrim/messages";
 *
 * validateMessages([
 *   { role: "user", content: "Which files are there?" },
 *   { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "ls", input: {} }] },
 *   { role: "user", content: [{ type: "text", text: "Never mind." }] },
 * ]);
 * // [{
 * //   path: "/1/content/0",
 * //   rule: "call-without-result",
 * //   message: "the call toolu_1 has no result",
 * //   providers: ["anthropic"],
 * // }]
 * ```
 *
 * Unknown parts and members are not a problem: they pass through. With `before`, the messages of an earlier request,
 * thinking that is in both is a problem if anything before it changed.
 *
 * Throws `INVALID_MESSAGES` if `messages` is not a list of objects, `UNKNOWN_FORMAT` if no format is given and none is
 * found, `INVALID_OPTION` if `before` is not a list of objects.
 */
export function validateMessages(messages: readonly unknown[], options?: ValidateOptions): Problem[] {
  const { format, thinking, prefill, before } = optionsOf(options, ["format", "thinking", "prefill", "before"]);
  return wasm().validate_messages(messages, named(format), named(thinking), flag("prefill", prefill, true), before);
}

/**
 * Repairs messages so that their provider accepts them. Changes as little as possible, deterministically, and reports
 * every change.
 *
 * @example
 * ```ts
 * import { repairMessages } from "tooltrim/messages";
 *
 * const { messages, repairs } = repairMessages([
 *   { role: "user", content: "Which files are there?" },
 *   { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "ls", input: {} }] },
 *   { role: "user", content: "Never mind." },
 * ]);
 *
 * messages[2];
 * // { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1",
 * //   content: "[No result was recorded for this call.]", is_error: true }] }
 * repairs; // [{ path: "/1/content/0", rule: "call-without-result", action: "inserted" }]
 * ```
 *
 * Calls without a result get a placeholder result; results move to their place, and results without a call are dropped.
 * User and system messages stay unchanged, lone surrogates in them as well unless `repairUserTexts`. Valid messages are returned as the input array itself, and untouched ones as
 * the same objects. If a final check fails, the input is returned and `reason` says why.
 *
 * Throws as {@link validateMessages} does.
 */
export function repairMessages<M extends AnyMessage = Untyped>(
  messages: readonly M[],
  options?: RepairOptions,
): RepairedMessages<M> {
  const given = optionsOf(options, ["format", "thinking", "prefill", "repairUserTexts", "create"]);
  const asked = [
    named(given.format),
    named(given.thinking),
    flag("prefill", given.prefill, true),
    flag("repairUserTexts", given.repairUserTexts, false),
  ] as const;
  const create = creatorOf(given);
  const [edits, repairs, problems, failure] = wasm().repair_messages(messages, ...asked, create) as [
    Edit<M>[] | undefined,
    Repair[],
    Problem[],
    unknown,
  ];
  const untouched = (reason: string | null, left: readonly Problem[]): RepairedMessages<M> => ({
    messages: messages as M[],
    changed: false,
    edits: [],
    repairs: [],
    problems: left,
    reason,
  });
  const asTheyCame = () =>
    validateMessages(messages, { format: given.format, thinking: given.thinking, prefill: given.prefill });
  // A part that cannot be made: `create` threw, or its class has no public constructor.
  if (edits === undefined) return untouched(shown(failure), asTheyCame());
  if (edits.length === 0) return untouched(null, problems);
  let reason: string | undefined;
  try {
    const repaired = applyEdits(messages, edits);
    reason = wasm().verify_messages(messages, repaired, ...asked, problems.length);
    if (reason === undefined) return { messages: repaired, changed: true, edits, repairs, problems, reason: null };
  } catch (thrown) {
    // An object that takes no change, or cannot be copied.
    reason = shown(thrown);
  }
  return untouched(reason, asTheyCame());
}

/**
 * Renders tool calls and results as texts, for gateways that reject tool items. One way only.
 *
 * @example
 * ```ts
 * import { renderAsText } from "tooltrim/messages";
 *
 * renderAsText([
 *   { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "ls", input: { path: "src" } }] },
 *   { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "lib.rs" }] },
 * ]);
 * // [
 * //   { role: "assistant", content: [{ type: "text", text: '<!-- prior-tool: ls | id: toolu_1 | args: {"path":"src"} -->' }] },
 * //   { role: "user", content: [{ type: "text", text: "<!-- prior-tool-result: toolu_1 -->\nlib.rs" }] },
 * // ]
 * ```
 *
 * Lines of results that begin like tooltrim's markers get a leading backslash, so that a tool cannot print a call.
 * Images in results are named by their type. Without tool items, the input array itself is returned.
 *
 * Throws as {@link validateMessages} does, and `INVALID_OPTION` if it needs a text part of a class that no message has
 * and there is no `create`.
 */
export function renderAsText<M extends AnyMessage = Untyped>(messages: readonly M[], options?: RenderOptions): M[] {
  const given = optionsOf(options, ["format", "create", "rendering"]);
  const [format, rendering, create] = [named(given.format), named(given.rendering), creatorOf(given)];
  const edits = wasm().render_as_text(messages, format, rendering, create) as Edit<M>[];
  return applyEdits(messages, edits);
}
