import { requireOptions, shown, TooltrimError } from "../errors.js";
import { countCheck, report, requireScope, type Scope } from "../signals/hub.js";
import { wasm } from "../wasm.js";
import { compileWith, trimValue, trimWith } from "./trim-value.js";
import type { TrimmedValue, ValueOptions, ValueTruncationEvent } from "./types.js";

/** Options of {@link truncateStringToBytes}. */
export interface ByteLimitOptions {
  /** Text after the head. Default `"..."`. */
  readonly suffix?: string | undefined;
  /** True if the number of chars of the original is added. Default true. */
  readonly sizeSignal?: boolean | undefined;
  /** Name of the text in events. Default `"unknown"`. */
  readonly label?: string | undefined;
  /** Scope that records the cut, for hosts without `AsyncLocalStorage`. */
  readonly scope?: Scope | undefined;
  /** Called for the cut. Anything it throws is ignored. */
  readonly onTruncate?: ((event: ValueTruncationEvent) => void) | undefined;
}

/** Options of {@link truncateStringsForLlm}. */
export type CheckpointOptions = Pick<ValueOptions, "scope" | "onTruncate">;

type Plan = [head: number, before: number, after: number, limit: number, end: string];

/**
 * Limits a text to `maxBytes` bytes of UTF-8, additions included: a declared limit for one field.
 *
 * @example
 * ```ts
 * import { truncateStringToBytes } from "tooltrim";
 *
 * truncateStringToBytes("A business summary that goes on and on and on, far longer than anyone reads.", 60);
 * // "A business summary that goes... [truncated, 76 chars total]"
 * ```
 *
 * Cuts between chars and drops trailing white space, then adds `suffix` and the number of chars of the original. If
 * both do not fit within the limit, only the suffix is added, or nothing: the limit always holds, and a small one is
 * not an error. A value that is not a string is returned unchanged.
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
  report(
    { label: options?.label ?? "unknown", unit: "bytes", limit, before, after },
    options?.scope,
    options?.onTruncate,
  );
  // `join`, because a concatenation of slices would keep the whole text in memory.
  return [text.slice(0, head), end].join("") as T;
}

/**
 * Replaces every string of a value that is over `maxBytes` by a message: the last checkpoint before a model.
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
 * A shorthand for {@link trimValue}. A message is never longer than the string that it replaces, and is never replaced
 * again.
 *
 * @throws TooltrimError `INVALID_OPTION`, and `CYCLE` for a cyclic value
 */
export function truncateStringsForLlm<T>(
  value: T,
  maxBytes = 2000,
  toolName = "tool",
  options?: CheckpointOptions,
): { value: T; truncated: boolean } {
  requireOptions("options", options ?? {}, ["scope", "onTruncate"]);
  // Only strings count here.
  const maxTotalBytes = Number.POSITIVE_INFINITY;
  const limits = { maxStringBytes: maxBytes, maxTotalBytes, strings: "replace", base64: "keep", toolName } as const;
  const trimmed = trimValue(value, { ...limits, ...options });
  return { value: trimmed.value, truncated: trimmed.truncated };
}

/**
 * Caps a value at the sizes of a JSON Schema: shortens what exceeds `maxLength`, `maxItems` and `maxProperties` instead
 * of rejecting it.
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
 * `maxLength` counts chars, additions included. Follows `properties`, `items`, `prefixItems`, `additionalProperties`,
 * `patternProperties` (without matching them), `$ref` within the schema, `allOf`, `anyOf` and `oneOf`; among
 * alternatives the widest cap applies. The options apply where the schema has no cap; strings have no limit unless the
 * options set one.
 *
 * With `maxTotalBytes` the result has at most that many bytes and still fits the schema: lists lose their last items,
 * objects the members that the schema does not name, and strings their ends, but only as far as the schema lets them.
 * With `about`, answers to the question are kept before the first items and members.
 *
 * @throws TooltrimError `INVALID_OPTION`, also for an invalid schema, for a value of which the schema requires more
 * than `maxTotalBytes`, and for a list with `uniqueItems` of which caps would make two items equal; `CYCLE` for a cyclic
 * value
 */
export function capToSchema<T>(value: T, jsonSchema: object | boolean, options?: ValueOptions): TrimmedValue<T> {
  const compiled = compileWith(options, (given) => wasm().CompiledValue.with_schema(given, schemaText(jsonSchema)));
  try {
    return trimWith(compiled, value, options);
  } finally {
    compiled.free();
  }
}

/** Returns a schema as JSON. */
export function schemaText(schema: object | boolean): string {
  try {
    return JSON.stringify(schema) ?? "";
  } catch (cause) {
    throw new TooltrimError("INVALID_OPTION", `jsonSchema: is not JSON: ${shown(cause)}`, { cause });
  }
}
