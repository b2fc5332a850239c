import { requireObject, wrong } from "../../errors.js";
import { Limits } from "../result/limits.js";
import { readBase64, readUrl, typeName } from "../result/media.js";
import type { LimitOptions } from "../result/options.js";
import { limitParts, type PartKind } from "../result/parts.js";
import { type AnyFunction, limiting, withMethods } from "../result/wrap.js";
import { hasFailed } from "../words.js";

/** Members of an AI SDK tool that the adapter reads. */
interface AiSdkTool {
  readonly execute?: AnyFunction | undefined;
  readonly toModelOutput?: AnyFunction | undefined;
}

/**
 * Limits the results and errors of an AI SDK tool (`tool()`, `dynamicTool()`). Type and all other fields stay.
 *
 * @example
 * ```ts
 * import { jsonSchema, tool } from "ai";
 * import { limitAiSdkTool } from "tooltrim/tools";
 *
 * const readLog = limitAiSdkTool(
 *   tool({ inputSchema: jsonSchema({ type: "object" }), execute: async () => "line\n".repeat(100_000) }),
 * );
 * const text = await readLog.execute({}, { toolCallId: "call_1", messages: [] });
 * text.length; // 4081
 * ```
 *
 * `output` trims texts, and `values` trims objects and lists, which stay objects and lists. Each result of a generator
 * is limited. An error keeps its class and gets a limited message. A tool with `toModelOutput` shows the model that
 * output, so the adapter limits the output instead: texts and JSON as above, media by `maxMediaChars`; a text that begins
 * with `Tool Failed: ` becomes an `error-text`. The result
 * itself then reaches your code unchanged, unless you give `values`. Tools without `execute`, which a provider or a
 * client runs, are limited in `toModelOutput` only.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`
 */
export function limitAiSdkTool<T extends object>(tool: T, options?: LimitOptions): T {
  requireObject("tool", tool);
  if (!MEMBERS.some((member) => member in tool)) throw wrong("tool", tool, "a tool with inputSchema or execute");
  const limits = new Limits(options);
  const { execute, toModelOutput } = tool as AiSdkTool;
  const methods: Record<string, (...args: unknown[]) => unknown> = {};
  if (typeof execute === "function") {
    const isShown = typeof toModelOutput !== "function" || limits.hasValues;
    methods.execute = (...args) => {
      const { either, thrown } = limits.of(args[0]);
      const outcome = { answer: isShown ? either : (result: unknown) => result, thrown };
      return limiting(() => Reflect.apply(execute, tool, args), outcome);
    };
  }
  if (typeof toModelOutput === "function") {
    methods.toModelOutput = (...args) => {
      // Since version 6 the input comes along.
      const own = limits.of((args[0] as { readonly input?: unknown } | null | undefined)?.input);
      const outcome = { answer: (output: unknown) => limitOutput(output, own), thrown: own.thrown };
      return limiting(() => Reflect.apply(toModelOutput, tool, args), outcome);
    };
  }
  return Object.keys(methods).length > 0 ? withMethods(tool, methods) : tool;
}

/**
 * Limits each tool of a record as {@link limitAiSdkTool} does, named by its key.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`
 */
export function limitAiSdkTools<T extends Readonly<Record<string, object>>>(tools: T, options?: LimitOptions): T {
  requireObject("tools", tools);
  // Spreading would make `{}` of anything.
  requireObject("options", options ?? {});
  const limited = Object.entries(tools).map(([name, tool]) => {
    requireObject(`tools.${name}`, tool);
    return [name, limitAiSdkTool(tool, { name, ...options })];
  });
  return Object.fromEntries(limited) as T;
}

/** Members of which a tool has at least one; tools that a provider runs have a `type`. */
const MEMBERS = ["execute", "toModelOutput", "inputSchema", "parameters", "type"];

/** Members of a result of `toModelOutput` that the adapter reads. */
interface Output {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly reason?: unknown;
}

function limitOutput(output: unknown, limits: Limits): unknown {
  if (typeof output !== "object" || output === null) return limits.either(output);
  const { type, value, reason } = output as Output;
  if (type === "execution-denied") return changed(output, "reason", reason, limits.either(reason));
  if (type === "text" && hasFailed(value)) return { ...output, type: "error-text", value: limits.either(value) };
  const isContent = type === "content" && Array.isArray(value);
  return changed(output, "value", value, isContent ? limitParts(value, partKind, limits) : limits.either(value));
}

const changed = (output: object, name: "value" | "reason", before: unknown, after: unknown) =>
  before === after ? output : { ...output, [name]: after };

/** Part of `content`. */
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
