import { shown, TooltrimError } from "../errors.js";

/** Node's timers take no more, and would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Thrown by `within` when it was too slow. */
export class TooSlow extends Error {}

/** Resolves to the result of `work`, or `TooSlow`. Later results and rejections are ignored. */
export async function within<T>(timeoutMs: number, work: () => T | Promise<T>): Promise<T> {
  const result = Promise.resolve().then(work);
  if (timeoutMs > LONGEST_TIMER) return result;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow(`took longer than ${timeoutMs} ms`)), timeoutMs);
  });
  // `race` listens to both, so the one that loses may reject.
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}

/** Messages of file systems begin with a path. */
const LONGEST_MESSAGE = 300;

/**
 * The message of an error, or of whatever else was thrown. Some have only a code, as Node's for a host with several
 * addresses.
 */
export function messageOf(reason: unknown): string {
  if (!(reason instanceof Error)) return shown(reason);
  const text = String(reason.message || (reason as { code?: unknown }).code || reason.name);
  return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}...` : text;
}

/** An operation that the backend did not do. */
export class Failure extends Error {
  constructor(
    readonly operation: string,
    readonly reason: unknown,
  ) {
    super(operation);
  }

  /** `left`: how many texts are in memory only; `undefined` for what is about none. */
  toTooltrimError(left?: number): TooltrimError {
    const { operation, reason } = this;
    const why = messageOf(reason);
    const what = reason instanceof TooSlow ? `${operation} ${why}` : `${operation} failed: ${why}`;
    let rest = "";
    if (left === 0) rest = "; all results are written, but not the list of them";
    else if (left !== undefined) rest = `; ${left} ${left === 1 ? "result stays" : "results stay"} in memory only`;
    return new TooltrimError("BACKEND_FAILED", `backend: ${what}${rest}`, { cause: reason });
  }
}
