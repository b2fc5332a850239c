import { trim } from "../../core.js";
import { Items, type Json, Members, Shortened, Written } from "../json/node.js";
import { charsOf } from "./limits.js";

/** Cuts a value within the bounds of its schema. */
export interface SchemaSizes {
  /** Chars of each string. */
  readonly text: number;
  /** Items of each list: the first ones. */
  readonly items: number;
  /** Members of each object that the schema does not name. */
  readonly members: number;
  /** Replacement for texts that are also cut elsewhere. */
  readonly instead?: (text: string | Shortened) => string | undefined;
}

type Schema = Readonly<Record<string, unknown>>;

/** A string that has one of these may not become another. */
const FIXED_TEXT = ["enum", "const", "pattern", "format", "contentEncoding", "contentMediaType"];
/** Keywords that couple sibling members; a schema that uses one is left alone. */
const ENTANGLED = [
  "if",
  "not",
  "unevaluatedProperties",
  "unevaluatedItems",
  "dependentSchemas",
  "dependencies",
  "$dynamicRef",
];
/** Schemas can name themselves. */
const DEEPEST = 200;

/**
 * Makes values smaller that have to go on fitting a JSON Schema. It cuts only where the schema says that it may:
 * strings of which it says nothing but their length, items down to `minItems`, members that are neither named nor
 * required. Of alternatives all have to allow it. What was not held whole stays marked as such where the schema does
 * not allow a part of it.
 */
export class SchemaCut {
  readonly #root: unknown;

  constructor(schema: unknown) {
    this.#root = schema;
  }

  cut(value: Json, sizes: SchemaSizes): Json {
    return this.#cut(value, this.#all([this.#root]), sizes, 0);
  }

  #cut(value: Json, schemas: readonly Schema[] | undefined, sizes: SchemaSizes, depth: number): Json {
    if (schemas === undefined || depth > DEEPEST || value instanceof Written) return value;
    if (schemas.some((schema) => "const" in schema || "enum" in schema)) return value;
    if (typeof value === "string" || value instanceof Shortened) return cutText(value, schemas, sizes);
    return value instanceof Items
      ? this.#cutItems(value, schemas, sizes, depth)
      : this.#cutMembers(value, schemas, sizes, depth);
  }

  #cutItems(value: Items, schemas: readonly Schema[], sizes: SchemaSizes, depth: number): Json {
    const fewest = mostOf(schemas, "minItems");
    const fixed = schemas.some((schema) => "contains" in schema);
    const kept = fixed ? value.list : value.list.slice(0, Math.max(fewest, sizes.items));
    // Texts that are cut alike may become the same text.
    const unique = schemas.some(({ uniqueItems }) => uniqueItems === true);
    const list = kept.map((item, index) => {
      const within = unique ? undefined : this.#all(schemas.flatMap((schema) => itemSchemas(schema, index)));
      return this.#cut(item, within, sizes, depth + 1);
    });
    if (fixed && value.dropped > 0) return value;
    return value.dropped === 0 && isSameList(list, value.list) ? value : new Items(list);
  }

  #cutMembers(value: Members, schemas: readonly Schema[], sizes: SchemaSizes, depth: number): Json {
    const fewest = mostOf(schemas, "minProperties");
    const needed = new Set(schemas.flatMap(neededNames));
    const mayDrop = !schemas.some((schema) => "dependentRequired" in schema);
    const cut = new Members();
    let [extra, changed] = [0, value.dropped > 0];
    // What was never read may be what is needed.
    if (
      changed &&
      !(mayDrop && schemas.every((schema) => requiredNames(schema).every((name) => value.get(name) !== undefined)))
    ) {
      return value;
    }
    for (const [name, member] of value.entries) {
      if (mayDrop && !needed.has(name)) {
        extra += 1;
        if (extra > sizes.members && cut.entries.length >= fewest) {
          changed = true;
          continue;
        }
      }
      const within = this.#all(schemas.flatMap((schema) => memberSchemas(schema, name)));
      const smaller = this.#cut(member, within, sizes, depth + 1);
      if (smaller !== member) changed = true;
      cut.entries.push([name, smaller]);
    }
    return changed ? cut : value;
  }

  /** All schemas that a value may have to fit, those behind references and alternatives included; nothing where that cannot be said. */
  #all(given: readonly unknown[]): Schema[] | undefined {
    const found = new Set<Schema>();
    const queue = [...given];
    while (queue.length > 0) {
      const next = queue.pop();
      if (next === undefined || next === true || next === false) continue;
      if (typeof next !== "object" || next === null || Array.isArray(next)) return undefined;
      const schema = next as Schema;
      if (found.has(schema)) continue;
      if (ENTANGLED.some((name) => name in schema)) return undefined;
      found.add(schema);
      if (schema.$ref !== undefined) {
        const target = this.#referenced(schema.$ref);
        if (target === undefined) return undefined;
        queue.push(target);
      }
      for (const name of ["allOf", "anyOf", "oneOf"]) {
        if (Array.isArray(schema[name])) for (const alternative of schema[name]) queue.push(alternative);
      }
    }
    // Cut, a value may fit a second alternative.
    return [...found].some(({ oneOf }) => Array.isArray(oneOf) && !isNullable(oneOf)) ? undefined : [...found];
  }

  #referenced(ref: unknown): unknown {
    if (typeof ref !== "string" || !/^#(\/|$)/.test(ref)) return undefined;
    const pointer = decoded(ref.slice(1));
    if (pointer === undefined) return undefined;
    const steps = pointer.split("/").slice(1);
    return steps.reduce<unknown>((at, step) => {
      const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
      return typeof at === "object" && at !== null && Object.hasOwn(at, name) ? (at as Schema)[name] : undefined;
    }, this.#root);
  }
}

/** A URI fragment without its percent signs; nothing where they make no text. */
function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function cutText(value: string | Shortened, schemas: readonly Schema[], sizes: SchemaSizes): Json {
  const text = value instanceof Shortened ? value.text : value;
  if (schemas.some((schema) => FIXED_TEXT.some((name) => name in schema))) return value;
  const fewest = mostOf(schemas, "minLength");
  const instead = sizes.instead?.(value);
  if (instead !== undefined && charsOf(instead) >= fewest) return instead;
  const maxChars = Math.max(sizes.text, fewest);
  if (text.length <= maxChars || charsOf(text) <= maxChars) return text;
  const cut = trim(text, { maxChars, snap: "grapheme" }).text;
  return charsOf(cut) >= fewest ? cut : value;
}

/** One alternative and `null`: what many generators write for a value that may be absent. */
const isNullable = (oneOf: readonly unknown[]): boolean =>
  oneOf.filter((schema) => (schema as Schema | null)?.type !== "null").length <= 1;

/** The largest of the numbers that schemas give a keyword; 0 where none does. */
const mostOf = (schemas: readonly Schema[], name: string): number =>
  schemas.reduce((most, { [name]: value }) => (typeof value === "number" ? Math.max(most, value) : most), 0);
const isSameList = (one: readonly Json[], other: readonly Json[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

function itemSchemas(schema: Schema, index: number): unknown[] {
  const tuple = Array.isArray(schema.prefixItems)
    ? schema.prefixItems
    : Array.isArray(schema.items)
      ? schema.items
      : [];
  if (index < tuple.length) return [tuple[index]];
  return [Array.isArray(schema.items) ? schema.additionalItems : schema.items];
}

const requiredNames = ({ required }: Schema): string[] => (Array.isArray(required) ? required.map(String) : []);

function neededNames(schema: Schema): string[] {
  return [...requiredNames(schema), ...(isObject(schema.properties) ? Object.keys(schema.properties) : [])];
}

function memberSchemas(schema: Schema, name: string): unknown[] {
  const named = isObject(schema.properties) && Object.hasOwn(schema.properties, name) ? [schema.properties[name]] : [];
  const byPattern = isObject(schema.patternProperties) ? Object.values(schema.patternProperties) : [];
  return named.length > 0 ? [...named, ...byPattern] : [...byPattern, schema.additionalProperties];
}

const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
