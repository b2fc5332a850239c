import { Bounds } from "./bounds.js";
import { readBase64, readUrl, typeName } from "./media.js";
import type { BoundOptions } from "./options.js";
import { boundParts, type PartKind } from "./parts.js";
import { type AnyFunction, bounding, withMethods } from "./wrap.js";

/** What is looked at of a tool of the AI SDK. */
interface AiSdkTool {
  readonly execute?: AnyFunction | undefined;
  readonly toModelOutput?: AnyFunction | undefined;
}

/**
 * A tool of the AI SDK (`tool()`, `dynamicTool()`) whose results and errors are bounded. Type and all other fields stay.
 *
 * @example
 * ```ts
 * import { jsonSchema, tool } from "ai";
 * import { boundAiSdkTool } from "tooltrim/tools";
 *
 * const readLog = boundAiSdkTool(
 *   tool({ inputSchema: jsonSchema({ type: "object" }), execute: async () => "line\n".repeat(100_000) }),
 * );
 * const text = await readLog.execute({}, { toolCallId: "call_1", messages: [] });
 * text.length; // 4081
 * ```
 *
 * Texts are trimmed by `output`; objects and lists stay what they are, bounded by `values`; each result of a generator is bounded. An
 * error keeps its class, its message is bounded. A tool with `toModelOutput` shows the model what that makes, so this is what is bounded:
 * texts and JSON as above, media by `maxMediaChars`; its result itself goes to your code as it is, unless you give `values`. Tools
 * without `execute`, run by a provider or a client, stay as they are but for `toModelOutput`.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`
 */
export function boundAiSdkTool<T extends object>(tool: T, options?: BoundOptions): T {
  const bounds = new Bounds(options);
  const { execute, toModelOutput } = tool as AiSdkTool;
  const methods: Record<string, (...args: unknown[]) => unknown> = {};
  if (typeof execute === "function") {
    const isShown = typeof toModelOutput !== "function" || bounds.hasValues;
    const outcome = { answer: isShown ? bounds.either : (result: unknown) => result, thrown: bounds.thrown };
    methods.execute = (...args) => bounding(() => Reflect.apply(execute, tool, args), outcome);
  }
  if (typeof toModelOutput === "function") {
    const outcome = { answer: (output: unknown) => boundOutput(output, bounds), thrown: bounds.thrown };
    methods.toModelOutput = (...args) => bounding(() => Reflect.apply(toModelOutput, tool, args), outcome);
  }
  return Object.keys(methods).length > 0 ? withMethods(tool, methods) : tool;
}

/**
 * A record of tools of the AI SDK, each bounded as by {@link boundAiSdkTool} and named by its key.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`
 */
export function boundAiSdkTools<T extends Readonly<Record<string, object>>>(tools: T, options?: BoundOptions): T {
  const bound = Object.entries(tools).map(([name, tool]) => [name, boundAiSdkTool(tool, { name, ...options })]);
  return Object.fromEntries(bound) as T;
}

/** What `toModelOutput` answers, as far as it is looked at. */
interface Output {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly reason?: unknown;
}

function boundOutput(output: unknown, bounds: Bounds): unknown {
  if (typeof output !== "object" || output === null) return bounds.either(output);
  const { type, value, reason } = output as Output;
  if (type === "execution-denied") return changed(output, "reason", reason, bounds.either(reason));
  const isContent = type === "content" && Array.isArray(value);
  return changed(output, "value", value, isContent ? boundParts(value, partKind, bounds) : bounds.either(value));
}

const changed = (output: object, name: "value" | "reason", before: unknown, after: unknown) =>
  before === after ? output : { ...output, [name]: after };

/** A part of `content`. */
interface Part {
  readonly type: string;
  readonly text?: unknown;
  readonly data?: unknown;
  readonly url?: unknown;
  readonly mediaType?: unknown;
}

const partKind: PartKind<Part> = {
  read(part) {
    const { type, text, data, url, mediaType } = part ?? {};
    if (type === "text" && typeof text === "string") return text;
    if (typeof data === "string") return readBase64(data, typeName(mediaType, "application/octet-stream"));
    return typeof url === "string" ? readUrl(url) : undefined;
  },
  withText: (part, text) => (part.type === "text" ? { ...part, text } : { type: "text", text }),
  note: (text) => ({ type: "text", text }),
};
