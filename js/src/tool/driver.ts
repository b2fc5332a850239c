import { isThenable } from "../signals/hub.js";

/** A computation that yields what may be a promise, and gets what it settles to. */
export type Steps<T> = Generator<unknown, T, unknown>;

/** What steps that do not wait get in place of a promise. */
export const PENDING: unique symbol = Symbol("pending");

/** A method, since minifiers keep its name: `ownStack` of `result-text.ts` ends a stack at its frame. */
export const driver = {
  /** Runs steps to their end, waiting for promises only. */
  async toolifiedSteps<T>(steps: Steps<T>, first?: IteratorResult<unknown, T>): Promise<T> {
    let step = first ?? steps.next();
    while (!step.done) {
      try {
        const settled = isThenable(step.value) ? await step.value : step.value;
        step = steps.next(settled);
      } catch (error) {
        step = steps.throw(error);
      }
    }
    return step.value;
  },
};

/** Runs steps to their end without waiting. */
export function atOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) {
    try {
      step = steps.next(isPromise(step.value) ? PENDING : step.value);
    } catch (error) {
      // A getter `then` that throws.
      step = steps.throw(error);
    }
  }
  return step.value;
}

/** Runs steps, and returns a promise only if one of them yields one. */
export function eagerly<T>(steps: Steps<T>): T | Promise<T> {
  let step = steps.next();
  while (!step.done) {
    if (isThenable(step.value)) return driver.toolifiedSteps(steps, step);
    step = steps.next(step.value);
  }
  return step.value;
}

/**
 * Returns `true` for a promise, and ignores its outcome, since it is not awaited: a late rejection must not end the
 * process. Other thenables may be lazy and are not started.
 */
function isPromise(value: unknown): boolean {
  if (!isThenable(value)) return false;
  try {
    Promise.prototype.then.call(value, undefined, () => {});
  } catch {
    // Not a promise of the language.
  }
  return true;
}
