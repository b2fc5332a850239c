import { faultOf, isStack, TooltrimError, toTooltrimError } from "./errors.js";

/**
 * The life of one instance of the WebAssembly module, which ends when a call into it does not return: a trap, a stack
 * overflow or an exception has left objects borrowed, the stack pointer where it was, and maybe the heap half
 * changed. Nothing of such an instance is used again. The guards around the exports (scripts/build/instance.mjs) end
 * a life and read whether it has ended.
 */
export class Life {
  /** The error of the call that did not return; `undefined` while the instance lives. */
  end: unknown;

  /** The error for what came out of an export: an `Err` of the binding is `isReported`. */
  errorOf(thrown: unknown, isReported: boolean): TooltrimError {
    if (isReported) return toTooltrimError(thrown);
    // A call within this one had ended it before.
    if (this.end !== (thrown ?? "nothing")) return this.gone();
    const error = faultOf(thrown);
    this.end = error;
    return error;
  }

  /** Throws when what was thrown came of an exhausted stack, and it is not the thrower alone who has exhausted it. */
  requireRoom(thrown: unknown): void {
    if (mayBeStack(thrown)) descend(ENOUGH);
  }

  /** The error for an object of an instance that has ended. */
  gone(): TooltrimError {
    const { end } = this;
    const why = end instanceof Error ? end.message : String(end);
    return new TooltrimError("INTERNAL", `internal error: lost with the memory of another call that failed: ${why}`, {
      cause: end,
    });
  }
}

/** More stack frames than any helper of the binding uses. */
const ENOUGH = 500;
const descend = (frames: number): number => (frames === 0 ? 0 : descend(frames - 1) + 1);

/** Any value may be thrown, even one that throws when it is read. */
function mayBeStack(thrown: unknown): boolean {
  try {
    return isStack(thrown);
  } catch {
    return true;
  }
}

/**
 * Makes one error: engines compile a function when it is first called, which takes more stack than there is at the end
 * of it.
 */
export function rehearse(): void {
  const life = new Life();
  life.end = new RangeError("call stack");
  life.errorOf(life.end, false);
  life.gone();
  life.requireRoom(life.end);
}
