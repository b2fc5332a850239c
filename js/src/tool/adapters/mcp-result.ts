import { alsoKnown } from "../../errors.js";
import { ownForm } from "../../forms.js";
import { fitToSchema } from "../../value/fitting.js";
import { Limits } from "../result/limits.js";
import { readBase64, thousands, typeName } from "../result/media.js";
import type { LimitOptions } from "../result/options.js";
import { limitParts, type PartKind } from "../result/parts.js";
import { fits, totalBytesOf, trimTo } from "../result/shares.js";
import { hasFailed } from "../words.js";

/** Options of {@link limitMcpHandler} and {@link limitCallToolResult}. */
export interface McpLimitOptions extends LimitOptions {
  /** JSON Schema of `structuredContent`, as the tool declares it. The shortened value still fits it. */
  readonly outputSchema?: object | boolean | undefined;
}

/** Members of a content block that the adapter reads. */
interface Block {
  readonly type: string;
  readonly text?: unknown;
  readonly data?: unknown;
  readonly mimeType?: unknown;
  readonly resource?: {
    readonly uri?: unknown;
    readonly mimeType?: unknown;
    readonly text?: unknown;
    readonly blob?: unknown;
  };
}

/** Members of a `tools/call` result that the adapter reads. */
interface Result {
  /** A list of blocks; a tool may return anything else. */
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly toolResult?: unknown;
}

/**
 * Limits a `CallToolResult` of the Model Context Protocol. A result within its limits is returned as the same object.
 *
 * @example
 * ```ts
 * import { limitCallToolResult } from "tooltrim/tools";
 *
 * const result = { content: [{ type: "text", text: "line\n".repeat(10_000) }], isError: true };
 * limitCallToolResult(result).content[0].text.length; // 4081
 * limitCallToolResult(result).isError; // true
 * ```
 *
 * All texts of the result share the limit of `output`: those of text blocks, embedded resources and links. Images,
 * audio and binary resources stay whole while they fit within `maxMediaChars`; others are replaced by a line with their
 * type and size. `structuredContent` stays an object; with `outputSchema` it still fits the schema. A text block that
 * repeats it as JSON still does. `isError`, `_meta` and annotations stay; a text that begins with `Tool Failed: `, as
 * `toolify` returns it, sets `isError` where it is absent.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`
 */
export function limitCallToolResult<R extends object>(result: R, options?: McpLimitOptions): R {
  return resultLimiter(options)(result);
}

/** Returns {@link limitCallToolResult} with options that are checked once. */
export function resultLimiter(options: McpLimitOptions = {}, name?: string): <R extends object>(result: R) => R {
  const { outputSchema, ...rest } = options;
  const limits = alsoKnown(["outputSchema"], () => new Limits(rest, name));
  return <R extends object>(result: R) => limited(result as R & Result, limits, outputSchema);
}

function limited<R extends Result>(result: R, limits: Limits, schema: McpLimitOptions["outputSchema"]): R {
  if (typeof result !== "object" || result === null) return result;
  const changes: { -readonly [name in keyof Result]: Result[name] } = {};
  const given: readonly Block[] = Array.isArray(result.content) ? result.content : noList(result.content);
  const content = writable(given, limits);
  const mirror = isStructure(result.structuredContent) ? new Mirror(result.structuredContent, content) : undefined;
  let blocks = content;
  if (mirror) {
    const { value, note } = structured(result, mirror, limits, schema);
    if (value !== mirror.value) changes.structuredContent = value;
    if (value === undefined) changes.isError = true;
    else blocks = mirror.of(value, limits);
    if (note) blocks = [...blocks, { type: "text", text: note }];
  }
  // The result member of the protocol of 2024.
  if (result.toolResult !== undefined) {
    const toolResult = limits.either(result.toolResult);
    if (toolResult !== result.toolResult) changes.toolResult = toolResult;
  }
  blocks = limitParts(blocks, mirror ? { ...blockKind, isJson: (block) => mirror.is(block) } : blockKind, limits);
  if (blocks !== given) changes.content = blocks;
  if (result.isError === undefined && hasFailed(given[0]?.text)) changes.isError = true;
  if (Object.keys(changes).length === 0) return result;
  const { structuredContent, ...rest } = { ...result, ...changes };
  return (structuredContent === undefined ? rest : { ...rest, structuredContent }) as R;
}

/** Wraps content that is not a list as one block. */
function noList(content: unknown): readonly Block[] {
  if (content === undefined || content === null) return NO_BLOCKS;
  return [typeof content === "object" ? (content as Block) : { type: "text", text: String(content) }];
}
const NO_BLOCKS: readonly Block[] = [];

/** Replaces each block that is nested too deep for `JSON.stringify` by a text. */
function writable(blocks: readonly Block[], limits: Limits): readonly Block[] {
  const after = blocks.map((block) => {
    if (!isStructure(block) || !isReadAsJson(block)) return block;
    try {
      JSON.stringify(block);
      return block;
    } catch {
      return { type: "text", text: JSON.stringify(limits.value(block, { ...limits.values, maxDepth: MOST_LEVELS })) };
    }
  });
  return after.every((block, index) => block === blocks[index]) ? blocks : after;
}
const MOST_LEVELS = 100;

/** Limits `structuredContent` and returns it with a note for the model. */
function structured(result: Result, mirror: Mirror, limits: Limits, schema: McpLimitOptions["outputSchema"]) {
  const total = limits.values.maxTotalBytes as number;
  // The text that repeats the value must fit as well, with the note.
  const limit = mirror.exists ? Math.max(2, Math.min(total, totalBytesOf(limits.output) - NOTE_BYTES)) : total;
  const whole = mirror.value;
  // Clients do not validate errors against the schema.
  const isFree = schema === undefined || result.isError === true;
  const own = { ...limits.values, maxTotalBytes: isFree ? limit : Number.MAX_SAFE_INTEGER };
  // Limits that the caller sets for single places outrank the schema.
  let value: object | undefined = isFree || limits.values.limits ? limits.value(whole, own) : whole;
  if (!isFree) value = fitToSchema(value, schema, { ...limits.values, maxTotalBytes: limit });
  if (value === whole) return { value, note: undefined };
  const ref = limits.keep(() => JSON.stringify(whole));
  const where = ref ? ` The whole of it is ${ref}.` : "";
  if (value !== undefined) return { value, note: `(response truncated)${where}` };
  const bytes = thousands(jsonBytes(whole));
  limits.report({ unit: "bytes", limit, before: jsonBytes(whole), after: 0 });
  return {
    value,
    note: ownForm("NO_STRUCTURE", bytes) + where,
  };
}

/** Bytes reserved for "(response truncated) The whole of it is #k3f9a2bx." */
const NOTE_BYTES = 50;

/** Text block that repeats `structuredContent`, for clients that read only texts. */
class Mirror {
  readonly value: object;
  readonly #blocks: readonly Block[];
  readonly #index: number;
  #made: Block | undefined;

  constructor(value: object, blocks: readonly Block[]) {
    this.value = value;
    this.#blocks = blocks;
    this.#index = blocks.findIndex((block) => block?.type === "text" && this.#holds(block.text));
  }

  get exists(): boolean {
    return this.#index >= 0;
  }

  is(block: Block): boolean {
    return block === (this.#made ?? this.#blocks[this.#index]);
  }

  /** True if the value may be wrapped: some libraries wrap `[1, 2]` as `{ result: [1, 2] }`, but not in the text. */
  get #wrapped(): boolean {
    const names = Object.keys(this.value);
    return names.length === 1 && names[0] === "result";
  }

  #holds(text: unknown): boolean {
    if (typeof text !== "string" || !/^\s*[[{]/.test(text)) return false;
    try {
      const json = JSON.stringify(JSON.parse(text));
      const { result } = this.value as { result?: unknown };
      return json === JSON.stringify(this.value) || (this.#wrapped && json === JSON.stringify(result));
    } catch {
      return false;
    }
  }

  /** Returns the blocks with the text of the shortened value. */
  of(value: object, limits: Limits): readonly Block[] {
    const block = this.#blocks[this.#index];
    if (!block) return this.#blocks;
    const before = block.text as string;
    const isWhole = value === this.value;
    if (isWhole && fits(before, limits.output)) return this.#blocks;
    const isInner = this.#wrapped && JSON.stringify(JSON.parse(before)) !== JSON.stringify(this.value);
    const held = isInner ? (value as { result?: unknown }).result : value;
    const indent = /^\s*[[{]\r?\n( +|\t)/.exec(before)?.[1];
    const wide = JSON.stringify(held, undefined, indent);
    const text = fits(wide, limits.output) ? wide : JSON.stringify(held);
    this.#made = { ...block, text };
    return this.#blocks.map((each, index) => (index === this.#index ? (this.#made as Block) : each));
  }
}

const isStructure = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Returns `true` if the model reads a block as JSON: a link, or a block of an unknown type. */
function isReadAsJson({ type, data, resource }: Block): boolean {
  if (type === "text") return false;
  if (type === "image" || type === "audio") return typeof data !== "string";
  return type !== "resource" || (typeof resource?.text !== "string" && typeof resource?.blob !== "string");
}

const blockKind: PartKind<Block> = {
  read(block) {
    if (typeof block === "string") return block;
    if (typeof block !== "object" || block === null) return undefined;
    const { type, text, data, mimeType, resource } = block;
    if (type === "text") return typeof text === "string" ? text : undefined;
    if ((type === "image" || type === "audio") && typeof data === "string") {
      return { chars: data.length, type: typeName(mimeType, type) };
    }
    if (type === "resource" && resource) {
      if (typeof resource.text === "string") return resource.text;
      const kind = typeName(resource.mimeType, "application/octet-stream");
      if (typeof resource.blob === "string") return readBase64(resource.blob, kind);
    }
    return JSON.stringify(block);
  },
  withText(block, text) {
    const { resource } = block;
    if (block.type === "text") return { ...block, text };
    if (block.type === "resource_link") return shorterLink(block, text.length) ?? { type: "text", text };
    if (block.type !== "resource" || !resource) return { type: "text", text };
    const { blob, ...rest } = resource;
    return { ...block, resource: { ...rest, text } };
  },
  note(text, insteadOf) {
    const uri = insteadOf?.resource?.uri;
    // The model can still read the resource by its URI, which has no white space and no invisible characters.
    if (typeof uri === "string" && uri.length <= 1000 && !/[\s\p{C}]/u.test(uri))
      return { type: "text", text: `${text}: ${uri}` };
    return { type: "text", text };
  },
};

/**
 * Returns a link without its long optional fields; `undefined` if it is still over its share, since a cut URI is
 * useless.
 */
function shorterLink(link: Block & { readonly description?: unknown }, units: number): Block | undefined {
  const { icons, description, ...rest } = link as Block & { icons?: unknown; description?: unknown };
  const size = (block: object) => JSON.stringify(block).length;
  if (size(rest) > units) return undefined;
  if (typeof description !== "string") return rest as Block;
  let room = units - size({ ...rest, description: "" });
  // Escapes take more room than the text; the second try accounts for them.
  for (let tries = 0; tries < 2 && room > 0; tries += 1) {
    const { text } = trimTo(description, { maxUtf16: room, keep: "head", snap: "char", marker: "..." });
    const shorter = { ...rest, description: text };
    if (size(shorter) <= units) return shorter as Block;
    room -= size(shorter) - units;
  }
  return rest as Block;
}

/** Returns the bytes of a value as compact JSON; 0 if it has none. */
function jsonBytes(value: unknown): number {
  try {
    return new TextEncoder().encode(JSON.stringify(value) ?? "").length;
  } catch {
    return 0;
  }
}
