// Copies of tools with other methods. The given tool is not changed.

import { requireObject, wrong } from "../../errors.js";
import { isThenable } from "../../signals/hub.js";

/** Any function. */
export type AnyFunction = (this: unknown, ...args: never[]) => unknown;
type Loose = (...args: unknown[]) => unknown;
type Methods = Readonly<Record<string, Loose>>;

/**
 * Returns a tool with some methods replaced. A plain object is copied. An instance of a class gets a proxy, since a
 * copy would lack its private fields. Its methods run on the original (`on: "original"`), or on the proxy, so that
 * methods that call each other find the replaced ones (`on: "stand-in"`).
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
      // A replaced method is set on the proxy only; everything else is set on the original.
      if (ours.has(key)) ours.set(key, value);
      else Reflect.set(target, key, value, target);
      return true;
    },
  });
}

/** Returns a copy of the same class with other fields. */
export function copyWith<T extends object>(object: T, fields: object): T {
  const descriptors = Object.getOwnPropertyDescriptors(object) as Record<PropertyKey, PropertyDescriptor>;
  for (const [key, value] of Object.entries(fields)) {
    descriptors[key] = { value, writable: true, enumerable: descriptors[key]?.enumerable ?? true, configurable: true };
  }
  return Object.create(Object.getPrototypeOf(object), descriptors);
}

/** @throws TooltrimError `INVALID_OPTION` for anything but an object with one of these methods */
export function requireTool(tool: unknown, methods: readonly string[], rule: string): void {
  requireObject("tool", tool);
  const has = (method: string) => typeof (tool as Methods)[method] === "function";
  if (!methods.some(has)) throw wrong("tool", tool, rule);
}

/** Transforms a function's result, and what it throws. */
interface Outcome {
  answer(result: unknown): unknown;
  /** Returns what to throw instead; or, if the wrapper returns failures, what to return. */
  thrown(error: unknown): unknown;
}

/** Runs a function and limits its outcome: at once, when its promise settles, or item by item. */
export function limiting(run: () => unknown, outcome: Outcome): unknown {
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

/** Iterates with each item, the return value and thrown errors limited. */
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
    // A consumer that stops early lets the tool clean up.
    if (!isOver) await iterator.return?.();
  }
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;
