import { isArrayBuffer, isDataView } from "../bytes.js";

/**
 * Returns a deep copy of data: plain objects, lists, maps, sets, dates and bytes, cycles included. Values with behavior
 * (instances of classes, functions) are passed unchanged: a copy would lack that behavior, and `structuredClone` throws
 * for all arguments if one of them is a function. Not recursive, since data may be deep.
 */
export function copyData<T>(data: T): T {
  const copies = new Map<object, object>();
  const unfilled: [source: object, copy: object][] = [];
  const copyOf = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    const known = copies.get(value);
    if (known) return known;
    const copy = begin(value);
    copies.set(value, copy);
    if (copy !== value) unfilled.push([value, copy]);
    return copy;
  };
  const whole = copyOf(data);
  for (let next = unfilled.pop(); next; next = unfilled.pop()) fill(next[0], next[1], copyOf);
  return whole as T;
}

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Returns an empty copy, or the value itself if it is passed unchanged. Dates and bytes are copied in full. */
function begin(value: object): object {
  const kind: object | null = Object.getPrototypeOf(value);
  if (Array.isArray(value)) return kind === Array.prototype ? [] : Object.setPrototypeOf([], kind);
  if (kind === Object.prototype) return {};
  // Includes plain objects of other realms: their prototype has none itself.
  if (kind === null || Object.getPrototypeOf(kind) === null) return Object.create(kind);
  if (kind === Map.prototype) return new Map();
  if (kind === Set.prototype) return new Set();
  if (kind === Date.prototype) return new Date((value as Date).getTime());
  if (isArrayBuffer(value)) return value.slice(0);
  // `slice` of a Node buffer would not copy. Shared memory is shared on purpose.
  if (ArrayBuffer.isView(value) && !isDataView(value) && isArrayBuffer(value.buffer)) {
    return Uint8Array.prototype.slice.call(value);
  }
  return value;
}

function fill(source: object, copy: object, copyOf: (value: unknown) => unknown): void {
  if (source instanceof Map) {
    for (const [key, value] of source) (copy as Map<unknown, unknown>).set(copyOf(key), copyOf(value));
  } else if (source instanceof Set) {
    for (const value of source) (copy as Set<unknown>).add(copyOf(value));
  } else if (Array.isArray(source)) {
    const list = copy as unknown[];
    list.length = source.length;
    for (let at = 0; at < source.length; at += 1) if (at in source) list[at] = copyOf(source[at]);
  } else if (isPlain(source)) {
    for (const [name, value] of Object.entries(source)) put(copy, name, copyOf(value));
  }
}

/** Returns `true` unless `begin` has already copied all of the value (dates, bytes). */
const isPlain = (source: object): boolean =>
  !(source instanceof Date || isArrayBuffer(source) || ArrayBuffer.isView(source));

function put(copy: object, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(copy, name, { value, writable: true, enumerable: true, configurable: true });
  else (copy as Record<string, unknown>)[name] = value;
}
