import { shown, TooltrimError } from "../errors.js";

/** Maximum delay of Node's timers; longer ones fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Thrown by `within` on a timeout. */
export class TooSlow extends Error {}

/** Resolves to the result of `work`, or `TooSlow`. Later results and rejections are ignored. */
export async function within<T>(timeoutMs: number, work: () => T | Promise<T>): Promise<T> {
  const result = Promise.resolve().then(work);
  if (timeoutMs > LONGEST_TIMER) return result;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow(`took longer than ${timeoutMs} ms`)), timeoutMs);
  });
  // `race` handles both promises, so the loser may reject.
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}

/** Messages of file systems begin with a path. */
const LONGEST_MESSAGE = 300;

/**
 * The message of a thrown value. Some errors have only a code, such as Node's for a host with several
 * addresses.
 */
export function messageOf(reason: unknown): string {
  if (!(reason instanceof Error)) return shown(reason);
  const text = String(reason.message || (reason as { code?: unknown }).code || reason.name);
  return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}...` : text;
}

/** A failed operation of the backend. */
export class Failure extends Error {
  constructor(
    readonly operation: string,
    readonly reason: unknown,
  ) {
    super(operation);
  }

  /** `left`: the number of texts that are only in memory. */
  toTooltrimError(left?: number): TooltrimError {
    const { operation, reason } = this;
    const why = messageOf(reason);
    const what = reason instanceof TooSlow ? `${operation} ${why}` : `${operation} failed: ${why}`;
    const rest = !left ? "" : `; ${left} ${left === 1 ? "result stays" : "results stay"} in memory only`;
    return new TooltrimError("BACKEND_FAILED", `backend: ${what}${rest}`, { cause: reason });
  }
}
