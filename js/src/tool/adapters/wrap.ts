// A tool like the given one, with other methods. The given one stays as it is.

/** What any function takes and answers. */
export type AnyFunction = (this: unknown, ...args: never[]) => unknown;
type Loose = (...args: unknown[]) => unknown;
type Methods = Readonly<Record<string, Loose>>;

/**
 * A tool with methods of ours. A plain object is copied. An instance of a class is stood in for, since a copy would lack its private
 * fields: whatever is asked of it is asked of the original, which all its methods run on (`on: "original"`), or the stand-in itself, so
 * that methods that call each other find ours (`on: "stand-in"`).
 */
export function withMethods<T extends object>(tool: T, methods: Methods, on: "original" | "stand-in" = "original"): T {
  const prototype = Object.getPrototypeOf(tool);
  if (prototype === Object.prototype || prototype === null || Object.isFrozen(tool)) return copyWith(tool, methods);
  const ours = new Map<PropertyKey, unknown>(Object.entries(methods));
  const theirs = new WeakMap<object, unknown>();
  return new Proxy(tool, {
    get(target, key) {
      if (ours.has(key)) return ours.get(key);
      // With the original as its `this`, a getter may read private fields.
      const value = Reflect.get(target, key, target);
      if (on === "stand-in" || typeof value !== "function" || key === "constructor") return value;
      if (!theirs.has(value)) theirs.set(value, (...args: unknown[]) => Reflect.apply(value, target, args));
      return theirs.get(value);
    },
    set(target, key, value) {
      // What is set on the stand-in is not the original's: only its own methods can be set anew.
      if (ours.has(key)) ours.set(key, value);
      else Reflect.set(target, key, value, target);
      return true;
    },
  });
}

/** A copy of the same class, with other fields. */
export function copyWith<T extends object>(object: T, fields: object): T {
  const descriptors = Object.getOwnPropertyDescriptors(object) as Record<PropertyKey, PropertyDescriptor>;
  for (const [key, value] of Object.entries(fields)) {
    descriptors[key] = { value, writable: true, enumerable: descriptors[key]?.enumerable ?? true, configurable: true };
  }
  return Object.create(Object.getPrototypeOf(object), descriptors);
}

/** What becomes of a function's answer, and of what it throws. */
export interface Outcome {
  answer(result: unknown): unknown;
  /** What is thrown in its place; or, from `answer` of a wrapper that answers failures, what is answered. */
  thrown(error: unknown): unknown;
}

/** Runs a function and bounds its outcome: at once, when its promise settles, or item by item. */
export function bounding(run: () => unknown, outcome: Outcome): unknown {
  let result: unknown;
  try {
    result = run();
  } catch (error) {
    throw outcome.thrown(error);
  }
  if (isThenable(result)) {
    return Promise.resolve(result).then(
      (answer) => (isAsyncIterable(answer) ? each(answer, outcome) : outcome.answer(answer)),
      (error) => {
        throw outcome.thrown(error);
      },
    );
  }
  return isAsyncIterable(result) ? each(result, outcome) : outcome.answer(result);
}

/** An iteration of which each item, what it returns and what it throws is bounded. */
async function* each(items: AsyncIterable<unknown>, outcome: Outcome): AsyncGenerator<unknown, unknown> {
  const iterator = items[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await iterator.next();
      isOver = done === true;
      if (isOver) return value === undefined ? value : outcome.answer(value);
      yield outcome.answer(value);
    }
  } catch (error) {
    isOver = true;
    throw outcome.thrown(error);
  } finally {
    // Whoever stops reading lets the tool clean up.
    if (!isOver) await iterator.return?.();
  }
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  return typeof (value as { then?: unknown }).then === "function";
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;
