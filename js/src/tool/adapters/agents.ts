import { Bounds } from "./bounds.js";
import { readUrl, typeName } from "./media.js";
import type { BoundOptions } from "./options.js";
import { boundParts, type Media, type PartKind } from "./parts.js";
import { withinSchema } from "./schema.js";
import { bounding, withMethods } from "./wrap.js";

/** What is looked at of a function tool of the OpenAI Agents SDK. */
interface AgentsTool {
  readonly name?: unknown;
  readonly outputSchema?: unknown;
}

/** What answers the model: the tool, and what speaks for it when it fails or takes too long. */
const ANSWERING = ["invoke", "execute", "errorFunction", "timeoutErrorFunction"];

/**
 * A function tool of the OpenAI Agents SDK (`tool()`) whose results and errors are bounded. Type and all other fields stay.
 *
 * @example
 * ```ts
 * import { RunContext, tool } from "@openai/agents-core";
 * import { boundAgentsTool } from "tooltrim/tools";
 *
 * const parameters = { type: "object", properties: {}, required: [], additionalProperties: false };
 * const readLog = boundAgentsTool(
 *   tool({ name: "read_log", description: "Reads the log.", parameters, execute: async () => "line\n".repeat(100_000) }),
 * );
 * const text = await readLog.invoke(new RunContext(), "{}");
 * text.length; // 4081
 * ```
 *
 * Texts are trimmed by `output`; a list of text, image and file items is bounded as a whole; other values by `values`, and where the tool
 * has an `outputSchema` so that they go on to fit it. What `errorFunction` and `timeoutErrorFunction` answer is bounded, and so is the
 * message of an error that is thrown. The options of `tool()` can be given in place of the tool: `tool(boundAgentsTool({ … }))`.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`
 */
export function boundAgentsTool<T extends object>(tool: T, options?: BoundOptions): T {
  const { name, outputSchema } = tool as AgentsTool;
  const bounds = new Bounds(options, typeof name === "string" ? name : undefined);
  // A schema of zod is checked by what it makes of the value; only one of JSON can be read.
  const schema = isJsonSchema(outputSchema) ? outputSchema : undefined;
  const outcome = { answer: (result: unknown) => boundResult(result, bounds, schema), thrown: bounds.thrown };
  const methods: Record<string, (...args: unknown[]) => unknown> = {};
  for (const method of ANSWERING) {
    const given = (tool as Record<string, unknown>)[method];
    if (typeof given !== "function") continue;
    methods[method] = (...args) => bounding(() => Reflect.apply(given, tool, args), outcome);
  }
  return withMethods(tool, methods);
}

const isJsonSchema = (schema: unknown): schema is object =>
  typeof schema === "object" && schema !== null && !("~standard" in schema) && !("_zod" in schema);

function boundResult(result: unknown, bounds: Bounds, schema: object | undefined): unknown {
  if (schema !== undefined && typeof result !== "string") {
    return withinSchema(result, schema, bounds.values.maxTotalBytes as number, bounds.values) ?? bounds.result(result);
  }
  if (Array.isArray(result) && result.length > 0 && result.every(isItem)) return boundParts(result, itemKind, bounds);
  if (!isItem(result)) return bounds.either(result);
  const [item] = boundParts([result], itemKind, bounds);
  return item;
}

/** An item of a result that has more than text in it. */
interface Item {
  readonly type: "text" | "image" | "file";
  readonly text?: unknown;
  readonly mediaType?: unknown;
}

function isItem(value: unknown): value is Item {
  if (typeof value !== "object" || value === null) return false;
  const { type, text } = value as Item;
  return type === "text" ? typeof text === "string" : type === "image" || type === "file";
}

const itemKind: PartKind<Item> = {
  read: (item) => (item.type === "text" ? (item.text as string) : readMedia(item)),
  withText: (item, text) => ({ ...item, text }),
  note: (text) => ({ type: "text", text }),
};

/** The largest text or bytes of an item: its data stand in one of several places. */
function readMedia(item: Item): Media | undefined {
  let largest: Media | undefined;
  const look = (value: unknown, depth: number): void => {
    if (typeof value === "string") keep(readUrl(value) ?? undefined);
    else if (value instanceof Uint8Array) keep({ chars: Math.ceil(value.length / 3) * 4, type: item.type });
    else if (typeof value === "object" && value !== null && depth < 3) {
      for (const [name, member] of Object.entries(value)) if (name !== "providerData") look(member, depth + 1);
    }
  };
  const keep = (media: Media | undefined) => {
    if (media && media.chars > (largest?.chars ?? 0)) largest = media;
  };
  look(item, 0);
  return largest && { chars: largest.chars, type: typeName(item.mediaType, item.type) };
}
