import { utf8Bytes } from "../../bytes.js";
import { alsoKnown, requireObject, wrong } from "../../errors.js";
import { ownForm } from "../../forms.js";
import { fitToSchema } from "../../value/fitting.js";
import { isObject } from "../copy.js";
import { limitForms, type Structured } from "../result/forms.js";
import { objects, stringOf } from "../result/json.js";
import { Limits } from "../result/limits.js";
import { blocksOf } from "../result/mcp-blocks.js";
import { readBase64, thousands, typeName } from "../result/media.js";
import type { LimitOptions } from "../result/options.js";
import { limitParts, reserveNote } from "../result/parts.js";
import { totalBytesOf } from "../result/shares.js";
import { hasFailed } from "../words.js";

/** Options of {@link limitMcpHandler} and {@link limitCallToolResult}. */
export interface McpLimitOptions extends LimitOptions {
  /** JSON Schema of `structuredContent`, as the tool declares it. The shortened value still fits it. */
  readonly outputSchema?: object | boolean | undefined;
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
  return resultLimiter(options).of(undefined)(result);
}

/** Limits results of calls with a given input. */
interface ResultLimiter {
  of(input: unknown): <R extends object>(result: R) => R;
}

/** Returns {@link limitCallToolResult} with options that are checked once, and its limits. */
export function resultLimiter(options: McpLimitOptions | undefined): ResultLimiter & { readonly limits: Limits } {
  requireObject("options", options ?? {});
  const { outputSchema, ...rest } = options ?? {};
  if (outputSchema !== undefined && typeof outputSchema !== "boolean") requireSchema(outputSchema);
  const limits = alsoKnown(["outputSchema"], () => new Limits(rest));
  return {
    limits,
    of(input) {
      const own = limits.of(input);
      return (result) => limited(result as typeof result & Result, own, outputSchema);
    },
  };
}

/** Whether a schema can be read shows with a value: one that cannot leaves nothing free. */
function requireSchema(schema: unknown): void {
  if (!isObject(schema) || Array.isArray(schema)) throw wrong("outputSchema", schema, "a JSON Schema");
}

function limited<R extends Result>(result: R, limits: Limits, schema: McpLimitOptions["outputSchema"]): R {
  if (!isObject(result)) return result;
  const changes: { -readonly [name in keyof Result]: Result[name] } = {};
  const given: readonly unknown[] = Array.isArray(result.content) ? result.content : noList(result.content);
  let blocks = given;
  const whole = result.structuredContent;
  if (isObject(whole)) {
    const structured = new Structure(whole, limits, result.isError === true ? undefined : schema);
    const forms = limitForms(blocks, kind, limits, structured);
    blocks = forms.parts;
    if (forms.value !== whole) changes.structuredContent = forms.value;
    if (forms.value === undefined) {
      changes.isError = true;
      const noted = reserveNote(structured.leftOut(), blocks, kind, limits);
      blocks = noted.add(limitParts(blocks, kind, noted.limits), kind);
    }
  } else blocks = limitParts(blocks, kind, limits);
  // The result member of the protocol of 2024.
  if (result.toolResult !== undefined) {
    const toolResult = limits.either(result.toolResult);
    if (toolResult !== result.toolResult) changes.toolResult = toolResult;
  }
  if (blocks !== given) changes.content = blocks;
  if (result.isError === undefined && hasFailed(stringOf(given[0], "text"))) changes.isError = true;
  if (Object.keys(changes).length === 0) return result;
  const { structuredContent, ...rest } = { ...result, ...changes };
  return (structuredContent === undefined ? rest : { ...rest, structuredContent }) as R;
}

const kind = blocksOf(objects, (base64, type) => readBase64(base64, typeName(type, "application/octet-stream")));

/** Wraps content that is not a list as one block. */
function noList(content: unknown): readonly unknown[] {
  if (content === undefined || content === null) return NO_BLOCKS;
  return [isObject(content) ? content : { type: "text", text: String(content) }];
}
const NO_BLOCKS: readonly unknown[] = [];

const NOTE = "(response truncated)";
/** As the shortest form of the default marker. */
const SHORTEST_NOTE = "…";
/** Bytes reserved for "(response truncated) The whole of it is #k3f9a2bx." */
const NOTE_BYTES = 50;

/** `structuredContent` of a result. */
class Structure implements Structured {
  readonly access = objects;
  readonly value: object;
  readonly schema: object | boolean | undefined;
  readonly room: number;
  readonly cutsTexts: boolean;
  readonly #limits: Limits;

  /** `schema`: absent for errors, which clients do not validate. */
  constructor(value: object, limits: Limits, schema: object | boolean | undefined) {
    this.value = value;
    this.schema = schema;
    this.room = limits.values.maxTotalBytes as number;
    this.cutsTexts = !limits.hasValues;
    this.#limits = limits;
  }

  readonly size = utf8Bytes;

  fits(json: string): boolean {
    return json.length <= this.room && utf8Bytes(json) <= this.room;
  }

  shorter(hasTwin: boolean): unknown {
    const { values, output } = this.#limits;
    // The text that repeats the value must fit as well, with the note.
    const maxTotalBytes = hasTwin ? Math.max(2, Math.min(this.room, totalBytesOf(output) - NOTE_BYTES)) : this.room;
    const own = { ...values, maxTotalBytes };
    if (this.schema === undefined) return this.#limits.value(this.value, own);
    // Limits that the caller sets for single places outrank the schema.
    const { limits } = values;
    const free = limits ? { ...values, maxTotalBytes: Number.MAX_SAFE_INTEGER } : undefined;
    return fitToSchema(free ? this.#limits.value(this.value, free) : this.value, this.schema, own);
  }

  notes(): readonly string[] {
    return [`${NOTE}${this.#where()}`, NOTE, SHORTEST_NOTE];
  }

  /** Returns the line in place of a value that cannot be shorter, and shorter ones. */
  leftOut(): readonly string[] {
    const bytes = utf8Bytes(objects.json(this.value) ?? "");
    this.#limits.report({ unit: "bytes", limit: this.room, before: bytes, after: 0 });
    const line = ownForm("NO_STRUCTURE", thousands(bytes));
    return [line + this.#where(), line, NOTE, SHORTEST_NOTE];
  }

  #where(): string {
    const ref = this.#limits.keep(() => objects.json(this.value));
    return ref ? ` The whole of it is ${ref}.` : "";
  }
}
