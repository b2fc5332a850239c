import { isBytes } from "../../bytes.js";
import { Limits } from "../result/limits.js";
import { readBase64, readUrl, typeName } from "../result/media.js";
import type { LimitOptions } from "../result/options.js";
import { limitParts, type PartKind } from "../result/parts.js";
import { copyWith, limiting, requireTool, withMethods } from "../result/wrap.js";
import { hasFailed } from "../words.js";

/** Members of a LangChain tool that the adapter reads. */
interface LangChainTool {
  readonly name?: unknown;
  readonly responseFormat?: unknown;
}
type Method = (...args: unknown[]) => unknown;

/**
 * Limits the results and errors of a LangChain tool (`tool()`, a `StructuredTool`, a `DynamicTool`, a runnable
 * `asTool()`). Returns an instance of the same class.
 *
 * @example
 * ```ts
 * import { tool } from "langchain";
 * import { limitLangChainTool } from "tooltrim/tools";
 *
 * const schema = { type: "object", properties: {} };
 * const readLog = limitLangChainTool(tool(async () => "line\n".repeat(100_000), { name: "read_log", schema }));
 *
 * const message = await readLog.invoke({ type: "tool_call", id: "call_1", name: "read_log", args: {} });
 * message.content.length; // 4081
 * ```
 *
 * `output` trims texts and lists of content blocks, each list as a whole; `values` trims other values before LangChain
 * writes them as JSON. With `responseFormat: "content_and_artifact"` the artifact stays unchanged: no model sees it.
 * Errors keep their class and get a limited message, also those about arguments that do not fit the schema. A
 * `ToolMessage` that begins with `Tool Failed: `, as `toolify` returns it, gets `status: "error"`. A
 * `Command`, and errors that interrupt a graph, pass unchanged.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`
 */
export function limitLangChainTool<T extends object>(tool: T, options?: LimitOptions): T {
  requireTool(tool, ["invoke", "_call"], "a tool with invoke");
  const { name, responseFormat } = tool as LangChainTool;
  const limits = new Limits(options, typeof name === "string" ? name : undefined);
  const content = (result: unknown, input: unknown) => limitContent(result, limits.of(input));
  const isPair = responseFormat === "content_and_artifact";
  const raw = (result: unknown, input: unknown) =>
    isPair && Array.isArray(result) && result.length === 2
      ? pair(result, (part) => content(part, input))
      : content(result, input);
  const answers: Record<string, (result: unknown, input: unknown) => unknown> = {
    // The tool's own result, so that a value is limited before LangChain turns it into a text.
    _call: raw,
    invoke: content,
    call: content,
    batch: (results, inputs) =>
      Array.isArray(results)
        ? results.map((result, at) => content(result, Array.isArray(inputs) ? argumentsIn(inputs[at]) : undefined))
        : results,
  };
  const methods: Record<string, Method> = {};
  for (const [method, answer] of Object.entries(answers)) {
    const given = (tool as Record<string, unknown>)[method];
    if (typeof given !== "function") continue;
    // `call` runs on the proxy, so that it finds the limited `_call`; the tool's own `_call` runs on the original,
    // with its private fields.
    methods[method] = function (this: unknown, ...args) {
      const input = argumentsIn(args[0]);
      const outcome = { answer: (result: unknown) => answer(result, input), thrown: limits.of(input).thrown };
      return limiting(() => Reflect.apply(given, method === "_call" ? tool : this, args), outcome);
    };
  }
  return withMethods(tool, methods, "stand-in");
}

function pair(result: readonly unknown[], content: (result: unknown) => unknown): unknown {
  const after = content(result[0]);
  return after === result[0] ? result : [after, result[1]];
}

function limitContent(result: unknown, limits: Limits): unknown {
  if (typeof result === "string") return limits.text(result);
  if (typeof result !== "object" || result === null || isCommand(result)) return result;
  if (isToolMessage(result)) {
    const after = limitContent(result.content, limits);
    const flag = hasFailed(result.content) ? { status: "error" } : {};
    if (after === result.content && Object.keys(flag).length === 0) return result;
    const more = isRecord(result.lc_kwargs) ? { lc_kwargs: { ...result.lc_kwargs, content: after, ...flag } } : {};
    return copyWith(result, { content: after, ...flag, ...more });
  }
  if (Array.isArray(result) && result.length > 0 && result.every(isBlock)) return limitParts(result, blockKind, limits);
  return limits.result(result);
}

/** The arguments in a call of a tool, or the arguments themselves. */
function argumentsIn(input: unknown): unknown {
  const { type, args } = (input ?? {}) as { readonly type?: unknown; readonly args?: unknown };
  return type === "tool_call" && isRecord(args) ? args : input;
}

interface ToolMessage {
  readonly content: unknown;
  readonly tool_call_id: unknown;
  readonly lc_kwargs?: unknown;
}

const isRecord = (value: unknown): value is object => typeof value === "object" && value !== null;
const isToolMessage = (value: object): value is ToolMessage => "tool_call_id" in value && "content" in value;
/** Returns `true` for a `Command`, which directs LangGraph: it and its state update belong to the graph. */
const isCommand = (value: object) => (value as { lg_name?: unknown }).lg_name === "Command";
const isBlock = (value: unknown): value is Block => isRecord(value) && "type" in value;

/** Content block, in LangChain's standard form or a provider's. */
interface Block {
  readonly type: unknown;
  readonly text?: unknown;
  readonly data?: unknown;
  readonly url?: unknown;
  readonly image_url?: unknown;
  readonly mimeType?: unknown;
  readonly mime_type?: unknown;
  readonly source?: unknown;
}

const blockKind: PartKind<Block> = {
  read(block) {
    if (block.type === "text") return typeof block.text === "string" ? block.text : undefined;
    // Anthropic's blocks hold their data one level below.
    const source: Record<string, unknown> = isRecord(block.source) ? { ...block.source } : { ...block };
    const { data, image_url: image, mimeType, mime_type: mime, media_type: media } = source;
    const type = typeName(mimeType ?? mime ?? media, "application/octet-stream");
    if (typeof data === "string") return readBase64(data, type);
    if (isBytes(data)) return { chars: Math.ceil(data.length / 3) * 4, type };
    const url = source.url ?? (isRecord(image) ? (image as { url?: unknown }).url : image);
    if (typeof url === "string") return readUrl(url);
    // An unknown kind of block: the model may read all of it.
    return JSON.stringify(block);
  },
  withText: (block, text) => (block.type === "text" ? { ...block, text } : { type: "text", text }),
  note: (text) => ({ type: "text", text }),
};
