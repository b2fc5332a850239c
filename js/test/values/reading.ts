// A value as JSON writers read it, by code of its own: what the results are compared with.
import { types } from "node:util";
import { put } from "./plain.js";

/** What cannot be read: `JSON.stringify` throws there. */
export const unreadable = Symbol("unreadable");

/** Raw bytes that are not written out. */
class Binary {
  constructor(
    /** How many. */
    readonly bytes: number,
  ) {}
}

/** JSON, or what stands in its place. */
export type Read = null | boolean | number | string | Read[] | { [key: string]: Read } | typeof unreadable | Binary;

export const isList = Array.isArray as (value: unknown) => value is readonly Read[];
export const isObject = (value: unknown): value is { readonly [key: string]: Read } =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Binary);

const nothing = Symbol("nothing");

function members(value: object, most: number): Read | typeof nothing {
  if (Array.isArray(value)) {
    return Array.from({ length: value.length }, (_, at) => member(value, String(at), most)).map((one) =>
      one === nothing ? null : one,
    );
  }
  const object = {};
  for (const key of Object.keys(value)) {
    const one = member(value, key, most);
    if (one !== nothing) put(object, key, one);
  }
  return object;
}

function member(holder: object, key: string, most: number): Read | typeof nothing {
  try {
    return one(Reflect.get(holder, key), key, most);
  } catch {
    return unreadable;
  }
}

function one(given: unknown, key: string, most: number): Read | typeof nothing {
  let value = given;
  if (typeof value === "object" && value !== null) {
    if (ArrayBuffer.isView(value) && value.byteLength > most) return new Binary(value.byteLength);
  }
  if ((typeof value === "object" && value !== null) || typeof value === "bigint") {
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === "function") value = toJSON.call(value, key);
  }
  if (types.isBoxedPrimitive(value) && !types.isSymbolObject(value)) value = value.valueOf();
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value + 0 : null;
    case "bigint":
      return String(value);
    case "object":
      return value === null ? null : members(value, most);
    default:
      return nothing;
  }
}

/**
 * The value as it is read; undefined where JSON has no such value. Raw bytes of more than `most` are not written out.
 */
export function read(value: unknown, most = 64): Read | undefined {
  const found = member({ "": value }, "", most);
  return found === nothing ? undefined : found;
}

export const utf8 = (text: string) => Buffer.byteLength(text);
/** Bytes as compact JSON. */
export const jsonBytes = (value: unknown) => utf8(JSON.stringify(value) ?? "");
/** A step of a JSON Pointer. */
export const step = (key: string | number) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** All values of a tree, with the way to each. */
export function* walk(
  value: Read | undefined,
  path: readonly (string | number)[] = [],
): Generator<[typeof path, Read]> {
  if (value === undefined) return;
  yield [path, value];
  if (isList(value)) {
    for (const [at, item] of value.entries()) yield* walk(item, [...path, at]);
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) yield* walk(value[key], [...path, key]);
  }
}

/** Levels that hold something. */
export function levels(value: Read | undefined): number {
  const inner = isList(value) ? value : isObject(value) ? Object.values(value) : undefined;
  return inner === undefined || inner.length === 0
    ? 0
    : 1 + inner.reduce((most: number, one) => Math.max(most, levels(one)), 0);
}
