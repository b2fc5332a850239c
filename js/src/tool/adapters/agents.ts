import { isBytes } from "../../bytes.js";
import { fitToSchema } from "../../value/fitting.js";
import { Limits } from "../result/limits.js";
import { type Media, readUrl, typeName } from "../result/media.js";
import type { LimitOptions } from "../result/options.js";
import { limitParts, type PartKind } from "../result/parts.js";
import { limiting, requireTool, withMethods } from "../result/wrap.js";

/** Members of an OpenAI Agents function tool that the adapter reads. */
interface AgentsTool {
  readonly name?: unknown;
  readonly outputSchema?: unknown;
}

/** Methods whose results the model sees: the tool itself, and its handlers of errors and timeouts. */
const ANSWERING = ["invoke", "execute", "errorFunction", "timeoutErrorFunction"];

/**
 * Limits the results and errors of an OpenAI Agents function tool (`tool()`). Type and all other fields stay.
 *
 * @example
 * ```ts
 * import { RunContext, tool } from "@openai/agents-core";
 * import { limitAgentsTool } from "tooltrim/tools";
 *
 * const parameters = { type: "object", properties: {}, required: [], additionalProperties: false };
 * const readLog = limitAgentsTool(
 *   tool({ name: "read_log", description: "Reads the log.", parameters, execute: async () => "line\n".repeat(100_000) }),
 * );
 * const text = await readLog.invoke(new RunContext(), "{}");
 * text.length; // 4081
 * ```
 *
 * `output` trims texts, and lists of text, image and file items as a whole; `values` trims other values, which still
 * fit the tool's `outputSchema` if it has one. Results of `errorFunction` and `timeoutErrorFunction` and messages of
 * thrown errors are limited, too. The options of `tool()` can be given in place of the tool:
 * `tool(limitAgentsTool({ … }))`.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`
 */
export function limitAgentsTool<T extends object>(tool: T, options?: LimitOptions): T {
  requireTool(tool, ["invoke", "execute"], "a tool with invoke, or options with execute");
  const { name, outputSchema } = tool as AgentsTool;
  const limits = new Limits(options, typeof name === "string" ? name : undefined);
  // Zod schemas can only be run against a value; only a JSON Schema can be inspected.
  const schema = isJsonSchema(outputSchema) ? outputSchema : undefined;
  // `invoke` gets a context and the arguments as JSON, `execute` the arguments.
  const own = (method: string, args: unknown[]) =>
    method === "invoke" ? limits.of(readArguments(args[1])) : method === "execute" ? limits.of(args[0]) : limits;
  const methods: Record<string, (...args: unknown[]) => unknown> = {};
  for (const method of ANSWERING) {
    const given = (tool as Record<string, unknown>)[method];
    if (typeof given !== "function") continue;
    methods[method] = (...args) => {
      const limits = own(method, args);
      const outcome = { answer: (result: unknown) => limitResult(result, limits, schema), thrown: limits.thrown };
      return limiting(() => Reflect.apply(given, tool, args), outcome);
    };
  }
  return withMethods(tool, methods);
}

function readArguments(given: unknown): unknown {
  try {
    return typeof given === "string" ? JSON.parse(given) : given;
  } catch {
    return given;
  }
}

const isJsonSchema = (schema: unknown): schema is object =>
  typeof schema === "object" && schema !== null && !("~standard" in schema) && !("_zod" in schema);

function limitResult(result: unknown, limits: Limits, schema: object | undefined): unknown {
  if (schema !== undefined && typeof result !== "string") {
    return fitToSchema(result, schema, limits.values) ?? limits.result(result);
  }
  if (Array.isArray(result) && result.length > 0 && result.every(isItem)) return limitParts(result, itemKind, limits);
  if (!isItem(result)) return limits.either(result);
  const [item] = limitParts([result], itemKind, limits);
  return item;
}

/** Text, image or file item of a result. */
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

/** Returns the largest media found in an item, since its data may be in one of several places. */
function readMedia(item: Item): Media | undefined {
  let largest: Media | undefined;
  const look = (value: unknown, depth: number): void => {
    if (typeof value === "string") keep(readUrl(value) ?? undefined);
    else if (isBytes(value)) keep({ chars: Math.ceil(value.length / 3) * 4, type: item.type });
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
