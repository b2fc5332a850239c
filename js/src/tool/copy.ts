/**
 * A deep copy of data: plain objects, lists, maps, sets, dates and bytes, cycles included. What has behaviour of its
 * own (instances of classes, functions) is passed as it is: a copy of it would lack that behaviour, and
 * `structuredClone` refuses all arguments for one function among them. Not recursive: data may be deep.
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

/** A copy without what is in it; the very value where that is passed as it is. */
function begin(value: object): object {
  const kind: object | null = Object.getPrototypeOf(value);
  if (Array.isArray(value)) return kind === Array.prototype ? [] : Object.setPrototypeOf([], kind);
  if (kind === Object.prototype) return {};
  // Plain objects of other realms, too: nothing stands above their prototype.
  if (kind === null || Object.getPrototypeOf(kind) === null) return Object.create(kind);
  if (kind === Map.prototype) return new Map();
  if (kind === Set.prototype) return new Set();
  if (kind === Date.prototype) return new Date((value as Date).getTime());
  if (value instanceof ArrayBuffer) return value.slice(0);
  // The `slice` of a Node buffer itself would be no copy. Memory that is shared is shared on purpose.
  if (ArrayBuffer.isView(value) && !(value instanceof DataView) && value.buffer instanceof ArrayBuffer) {
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

/** Dates and bytes are whole already. */
const isPlain = (source: object): boolean =>
  !(source instanceof Date || source instanceof ArrayBuffer || ArrayBuffer.isView(source));

function put(copy: object, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(copy, name, { value, writable: true, enumerable: true, configurable: true });
  else (copy as Record<string, unknown>)[name] = value;
}
