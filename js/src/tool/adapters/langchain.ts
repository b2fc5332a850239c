import { Bounds } from "./bounds.js";
import { readBase64, readUrl, typeName } from "./media.js";
import type { BoundOptions } from "./options.js";
import { boundParts, type PartKind } from "./parts.js";
import { bounding, copyWith, withMethods } from "./wrap.js";

/** What is looked at of a tool of LangChain. */
interface LangChainTool {
  readonly name?: unknown;
  readonly responseFormat?: unknown;
}
type Method = (...args: unknown[]) => unknown;

/**
 * A tool of LangChain (`tool()`, a `StructuredTool`, a `DynamicTool`, a runnable `asTool()`) whose results and errors are bounded. It is
 * an instance of the same class.
 *
 * @example
 * ```ts
 * import { tool } from "langchain";
 * import { boundLangChainTool } from "tooltrim/tools";
 *
 * const schema = { type: "object", properties: {} };
 * const readLog = boundLangChainTool(tool(async () => "line\n".repeat(100_000), { name: "read_log", schema }));
 *
 * const message = await readLog.invoke({ type: "tool_call", id: "call_1", name: "read_log", args: {} });
 * message.content.length; // 4081
 * ```
 *
 * Texts are trimmed by `output`, lists of content blocks as a whole, other values by `values`: what LangChain makes JSON of them is
 * bounded JSON. With `responseFormat: "content_and_artifact"` the artifact stays as it is: no model sees it. Errors keep their class, with
 * a bounded message, those of arguments that do not fit the schema as well. A `Command`, and what interrupts a graph, passes untouched.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`
 */
export function boundLangChainTool<T extends object>(tool: T, options?: BoundOptions): T {
  const { name, responseFormat } = tool as LangChainTool;
  const bounds = new Bounds(options, typeof name === "string" ? name : undefined);
  const content = (result: unknown) => boundContent(result, bounds);
  const isPair = responseFormat === "content_and_artifact";
  const raw = (result: unknown) =>
    isPair && Array.isArray(result) && result.length === 2 ? pair(result, content) : content(result);
  const answers: Record<string, (result: unknown) => unknown> = {
    // What the tool itself answers, so that a value is bounded before it is a text.
    _call: raw,
    invoke: content,
    call: content,
    batch: (results) => (Array.isArray(results) ? results.map(content) : results),
  };
  const methods: Record<string, Method> = {};
  for (const [method, answer] of Object.entries(answers)) {
    const given = (tool as Record<string, unknown>)[method];
    if (typeof given !== "function") continue;
    const outcome = { answer, thrown: bounds.thrown };
    // Our `_call` is found by their `call`, which therefore runs on ours; theirs runs on theirs, with its private fields.
    methods[method] = function (this: unknown, ...args) {
      return bounding(() => Reflect.apply(given, method === "_call" ? tool : this, args), outcome);
    };
  }
  return withMethods(tool, methods, "stand-in");
}

function pair(result: readonly unknown[], content: (result: unknown) => unknown): unknown {
  const after = content(result[0]);
  return after === result[0] ? result : [after, result[1]];
}

function boundContent(result: unknown, bounds: Bounds): unknown {
  if (typeof result === "string") return bounds.text(result);
  if (typeof result !== "object" || result === null || isCommand(result)) return result;
  if (isToolMessage(result)) {
    const after = boundContent(result.content, bounds);
    if (after === result.content) return result;
    const more = isRecord(result.lc_kwargs) ? { lc_kwargs: { ...result.lc_kwargs, content: after } } : {};
    return copyWith(result, { content: after, ...more });
  }
  if (Array.isArray(result) && result.length > 0 && result.every(isBlock)) return boundParts(result, blockKind, bounds);
  return bounds.result(result);
}

interface ToolMessage {
  readonly content: unknown;
  readonly tool_call_id: unknown;
  readonly lc_kwargs?: unknown;
}

const isRecord = (value: unknown): value is object => typeof value === "object" && value !== null;
const isToolMessage = (value: object): value is ToolMessage => "tool_call_id" in value && "content" in value;
/** What tells LangGraph where to go next: it and what it writes to the state is the graph's. */
const isCommand = (value: object) => (value as { lg_name?: unknown }).lg_name === "Command";
const isBlock = (value: unknown): value is Block => isRecord(value) && "type" in value;

/** A content block, in LangChain's standard or as a provider has it. */
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
    // Anthropic's blocks have their data one level down.
    const source: Record<string, unknown> = isRecord(block.source) ? { ...block.source } : { ...block };
    const { data, image_url: image, mimeType, mime_type: mime, media_type: media } = source;
    const type = typeName(mimeType ?? mime ?? media, "application/octet-stream");
    if (typeof data === "string") return readBase64(data, type);
    if (data instanceof Uint8Array) return { chars: Math.ceil(data.length / 3) * 4, type };
    const url = source.url ?? (isRecord(image) ? (image as { url?: unknown }).url : image);
    if (typeof url === "string") return readUrl(url);
    // A block of a kind that is not known here: a model may read all of it.
    return JSON.stringify(block);
  },
  withText: (block, text) => (block.type === "text" ? { ...block, text } : { type: "text", text }),
  note: (text) => ({ type: "text", text }),
};
