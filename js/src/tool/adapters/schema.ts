// A value within a total that goes on to fit its JSON Schema: texts and lists become shorter, nothing else changes.
import { capToSchema } from "../../value/caps.js";
import type { ValueOptions } from "../../value/types.js";

/** A value that no cap leaves too large. */
const WIDE = 2 ** 31 - 1;
/** Chars of a text that weigh as much as one list item. */
const CHARS_PER_ITEM = 16;

type Schema = { readonly [keyword: string]: unknown };

/** Bytes of a value as compact JSON; what has none counts as too large. */
export function jsonBytes(value: unknown): number {
  try {
    return encoder.encode(JSON.stringify(value) ?? "").length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
const encoder = new TextEncoder();

/**
 * The value as large as the total lets it be. `undefined` when it cannot be made to fit by what the schema leaves free:
 * texts without `enum`, `const`, `pattern` and `format`, items beyond `minItems`, members that are not required.
 */
export function withinSchema<T>(
  value: T,
  schema: object | boolean,
  limit: number,
  options: ValueOptions,
): T | undefined {
  if (jsonBytes(value) <= limit) return value;
  const found = new Keywords();
  const run = (from: T, items: number, told = false): T => {
    const chars = Math.min(limit, items * CHARS_PER_ITEM);
    const { onTruncate, ...quiet } = options;
    return capToSchema(from, found.tighten(schema, chars, items), {
      ...(told ? options : quiet),
      maxTotalBytes: undefined,
      maxDepth: 1000,
      maxStringBytes: chars,
      maxItems: items,
      maxKeys: items,
      base64: found.readsTexts ? "keep" : "replace",
    }).value;
  };
  try {
    const items = mostItems(value, limit, run);
    return items === undefined ? undefined : run(value, items, true);
  } catch {
    // A schema that is none, or nested too deeply to be read.
    return undefined;
  }
}

/** The most items with which the value fits, to within an eighth. */
function mostItems<T>(value: T, limit: number, run: (from: T, items: number) => T): number | undefined {
  let [from, low, high] = [value, Math.floor(limit / 2), limit];
  for (;;) {
    const smaller = run(from, low);
    if (jsonBytes(smaller) <= limit) break;
    if (low === 0) return undefined;
    [from, high, low] = [smaller, low, Math.floor(low / 2)];
  }
  for (let step = 0; step < 3; step += 1) {
    const middle = Math.floor((low + high) / 2);
    if (middle > low && jsonBytes(run(from, middle)) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

/** Adds caps to a schema wherever it leaves something free. */
class Keywords {
  /** True if the schema looks into texts, so that base64 is better left alone. */
  readsTexts = false;

  tighten(schema: unknown, chars: number, items: number, frozen = false): object | boolean {
    if (schema === false || (typeof schema !== "object" && schema !== true)) return false;
    const given: Schema = schema === true || schema === null ? {} : (schema as Schema);
    const isFixed = frozen || this.#isFixed(given);
    const down = (child: unknown) => this.tighten(child, chars, items, false);
    const tight: Record<string, unknown> = { ...given };
    for (const name of ["properties", "patternProperties", "$defs", "definitions"]) {
      if (isObject(given[name])) tight[name] = mapValues(given[name], down);
    }
    for (const name of ["items", "additionalProperties", "prefixItems"]) {
      const child = given[name];
      if (Array.isArray(child)) tight[name] = child.map(down);
      else if (isObject(child) || child === true) tight[name] = down(child);
    }
    const parts = Array.isArray(given.allOf) ? given.allOf : [];
    const isPartFixed = isFixed || parts.some((part) => isObject(part) && this.#isFixed(part));
    if (parts.length > 0) tight.allOf = parts.map((part) => this.tighten(part, chars, items, isPartFixed));
    for (const name of ["anyOf", "oneOf"]) {
      const list = given[name];
      if (Array.isArray(list)) tight[name] = list.map((part) => this.tighten(part, chars, items, isPartFixed));
    }
    const isLeaf = !("$ref" in given || "allOf" in given || "anyOf" in given || "oneOf" in given);
    return isLeaf || isPartFixed ? { ...tight, ...caps(given, chars, items, isPartFixed) } : tight;
  }

  #isFixed(schema: Schema): boolean {
    const looks = ["pattern", "format", "contentEncoding", "contentMediaType"].some((name) => name in schema);
    this.readsTexts ||= looks;
    return (
      looks ||
      ["enum", "const", "not", "if", "contains", "uniqueItems"].some((name) => name in schema && schema[name] !== false)
    );
  }
}

function caps(schema: Schema, chars: number, items: number, isFixed: boolean): object {
  const cap = (most: number, least: unknown, own: unknown) =>
    Math.max(number(least, 0), Math.min(isFixed ? WIDE : most, number(own, WIDE)));
  const tuple = [schema.prefixItems, schema.items].find(Array.isArray);
  const least = Math.max(number(schema.minItems, 0), tuple?.length ?? 0);
  // Which members may go, a cap cannot say: where some are required all stay.
  const required = "required" in schema || "dependentRequired" in schema || isObject(schema.properties);
  return {
    maxLength: cap(chars, schema.minLength, schema.maxLength),
    maxItems: cap(items, least, schema.maxItems),
    maxProperties: cap(required ? WIDE : items, schema.minProperties, schema.maxProperties),
  };
}

const number = (value: unknown, otherwise: number) => (typeof value === "number" && value >= 0 ? value : otherwise);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const mapValues = (object: Record<string, unknown>, map: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
