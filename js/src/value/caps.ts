import { shown, TooltrimError } from "../errors.js";
import { countCheck, report, requireScope, type Scope } from "../signals/hub.js";
import { wasm } from "../wasm.js";
import { bounded, compileWith, trimValue } from "./trim-value.js";
import type { TrimmedValue, ValueOptions, ValueTruncationEvent } from "./types.js";

/** How {@link truncateStringToBytes} cuts. */
export interface ByteLimitOptions {
  /** What comes after the head; `"..."` by default. */
  readonly suffix?: string | undefined;
  /** Whether it is said how many chars there were; true by default. */
  readonly sizeSignal?: boolean | undefined;
  /** A name for the text, told to `onTruncate`. */
  readonly label?: string | undefined;
  /** The scope that is told of the cut, where there is no `AsyncLocalStorage` to find it. */
  readonly scope?: Scope | undefined;
  /** Is told of the cut. What it throws is ignored. */
  readonly onTruncate?: ((event: ValueTruncationEvent) => void) | undefined;
}

type Plan = [head: number, before: number, after: number, limit: number, end: string];

/**
 * The first `maxBytes` bytes of a text, what is added included: a declared limit for one field.
 *
 * @example
 * ```ts
 * import { truncateStringToBytes } from "tooltrim";
 *
 * truncateStringToBytes("A business summary that goes on and on and on, far longer than anyone reads.", 60);
 * // "A business summary that goes... [truncated, 76 chars total]"
 * ```
 *
 * The head is cut between chars, white space at its end goes, then come `suffix` and how many chars there were. Where not both fit
 * within the limit only the suffix is added, or nothing: the limit holds always, and a small one is no error. What is no string
 * passes through.
 *
 * @throws TooltrimError `INVALID_OPTION`
 */
export function truncateStringToBytes<T>(text: T, maxBytes?: number, options?: ByteLimitOptions): T {
  if (typeof text !== "string") return text;
  requireScope(options?.scope);
  countCheck();
  const plan = wasm().truncate_to_bytes(text, maxBytes, options ?? {}) as Plan | undefined;
  if (!plan) return text;
  const [head, before, after, limit, end] = plan;
  report({ label: options?.label ?? "", unit: "bytes", limit, before, after }, options?.scope, options?.onTruncate);
  // Joined: a chain of slices would hold on to the whole text.
  return [text.slice(0, head), end].join("") as T;
}

/**
 * Replaces every string of a value that is too long by a message: the last checkpoint before a model.
 *
 * @example
 * ```ts
 * import { truncateStringsForLlm } from "tooltrim";
 *
 * const { value, truncated } = truncateStringsForLlm({ id: 7, body: "x".repeat(5000) });
 * value.body; // "value exceeds size limit (5000 bytes, max 2000) [content truncated for context limit]"
 * truncated; // true
 * ```
 *
 * {@link trimValue} with these defaults. A message is never longer than what it replaces, and never replaced again.
 *
 * @throws TooltrimError `INVALID_OPTION`, and `CYCLE` for a value that holds itself
 */
export function truncateStringsForLlm<T>(
  value: T,
  maxBytes = 2000,
  toolName?: string,
): { value: T; truncated: boolean } {
  const trimmed = trimValue(value, { maxStringBytes: maxBytes, strings: "replace", base64: "keep", toolName });
  return { value: trimmed.value, truncated: trimmed.truncated };
}

/**
 * Bounds a value by a JSON Schema: `maxLength`, `maxItems` and `maxProperties` as caps, not rejections.
 *
 * @example
 * ```ts
 * import { capToSchema } from "tooltrim";
 *
 * const schema = { properties: { title: { maxLength: 20 }, tags: { maxItems: 2 } } };
 * const answer = { title: "A title that goes on and on", tags: ["a", "b", "c"] };
 * capToSchema(answer, schema).value; // { title: "A title that goes...", tags: ["a", "b"] }
 * ```
 *
 * `maxLength` counts chars, what is added included. Followed are `properties`, `items`, `prefixItems`, `additionalProperties`,
 * `patternProperties` (without matching them), `$ref` within the schema, `allOf`, `anyOf` and `oneOf`; of alternatives the widest cap
 * holds. Where the schema says nothing the options do; strings have no limit unless they give one.
 *
 * @throws TooltrimError `INVALID_OPTION`, also for what is no schema; `CYCLE` for a value that holds itself
 */
export function capToSchema<T>(value: T, jsonSchema: object | boolean, options?: ValueOptions): TrimmedValue<T> {
  const compiled = compileWith(options, (given) => wasm().CompiledValue.with_schema(given, schemaText(jsonSchema)));
  try {
    return bounded(compiled, value, options);
  } finally {
    compiled.free();
  }
}

function schemaText(schema: object | boolean): string {
  try {
    return JSON.stringify(schema) ?? "";
  } catch (cause) {
    throw new TooltrimError("INVALID_OPTION", `jsonSchema: is no JSON: ${shown(cause)}`, { cause });
  }
}
