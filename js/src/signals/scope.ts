import { shown, TooltrimError } from "../errors.js";
import {
  ambientScope,
  builtin,
  type CutEvent,
  type Hub,
  hub,
  isThenable,
  requireScope,
  type Scope,
  type ScopeData,
  type Storage,
} from "./hub.js";

/** Result of a run, and the cuts during it. */
export interface ScopeResult<T> {
  /** Return value of the function. */
  readonly result: T;
  /** True when anything was cut during the run, however deep. */
  readonly truncationApplied: boolean;
  /** The first 1,000 cuts, in order. */
  readonly events: readonly CutEvent[];
  /** Number of cuts, including those beyond `events`. */
  readonly eventCount: number;
}

/** The answer of {@link truncationScope}: a promise for an async function. */
export type ScopeAnswer<T> = T extends PromiseLike<infer Result> ? Promise<ScopeResult<Result>> : ScopeResult<T>;

/**
 * Runs a function, usually one call of a tool, and says whether anything was cut during it, by whichever function and
 * however deep.
 *
 * @example
 * ```ts
 * import { trim } from "tooltrim";
 * import { truncationScope } from "tooltrim/signals";
 *
 * const fetchPage = async () => ({ page: trim("text ".repeat(2000), 500).text });
 * const { result, truncationApplied } = await truncationScope(fetchPage);
 *
 * ({ ...result, truncation_applied: truncationApplied }).truncation_applied; // true
 * ```
 *
 * Scopes that run at the same time never see each other's cuts, and a scope within a scope tells the outer one as well.
 * Where the host has `AsyncLocalStorage` (Node from 20.16 on, Bun, Deno, most edge runtimes) all code that the function
 * calls is seen, also after `await`. Elsewhere, such as in browsers, that holds up to the first `await`; after it pass
 * the scope on: `trim(text, { scope })`, and `truncationScope(fn, { scope })` for one within it.
 *
 * What the function throws goes through as it is; an outer scope has then been told, and the scope that the function
 * was given still says what was cut. The answer tells of the time up to its end; work that nobody waited for is told to
 * the scope object later.
 *
 * @throws TooltrimError `INVALID_OPTION`
 */
export function truncationScope<T>(
  fn: (scope: Scope) => T,
  options?: {
    /** A scope around this one that is not known from the context. */
    readonly scope?: Scope | undefined;
  },
): ScopeAnswer<T> {
  if (typeof fn !== "function") {
    throw new TooltrimError("INVALID_OPTION", `fn: ${shown(fn)} is not a function (scope) => result`);
  }
  const explicit: unknown = options?.scope;
  requireScope(explicit);
  const shared = hub();
  const parents = [
    ...new Set([...running(ambientScope() as ScopeData | undefined), explicit as ScopeData | undefined]),
  ];
  const scope: ScopeData = {
    truncationApplied: false,
    events: [],
    eventCount: 0,
    parents: parents.filter((parent) => parent !== undefined),
    ended: false,
  };
  shared.scopes.add(scope);
  return within(shared, scope, () => answer(fn, scope)) as ScopeAnswer<T>;
}

function answer<T>(fn: (scope: Scope) => T, scope: ScopeData): ScopeResult<T> | Promise<ScopeResult<unknown>> {
  let ends = true;
  try {
    const result = fn(scope);
    if (!isThenable(result)) return resultWith(result, scope);
    ends = false;
    // Made here, within the scope: there are promises that begin their work only when they are asked.
    return Promise.resolve(result)
      .finally(() => {
        end(scope);
      })
      .then((value) => resultWith(value, scope));
  } finally {
    if (ends) end(scope);
  }
}

function resultWith<T>(result: T, { truncationApplied, events, eventCount }: ScopeData): ScopeResult<T> {
  return { result, truncationApplied, events: [...events], eventCount };
}

/** A scope, or what still runs around it: otherwise work that goes on and on would make an endless chain of scopes that have ended. */
function running(scope: ScopeData | undefined): ScopeData[] {
  if (!scope) return [];
  return scope.ended ? scope.parents.flatMap(running) : [scope];
}

function within<T>(shared: Hub, scope: ScopeData, run: () => T): T {
  if (shared.storage === undefined) shared.storage = storageOfHost();
  if (shared.storage) return shared.storage.run(scope, run);
  const before = shared.current;
  shared.current = scope;
  try {
    return run();
  } finally {
    shared.current = before;
  }
}

/** Some edge runtimes have the class as a global and no modules of Node. */
function storageOfHost(): Storage | null {
  type Host = { AsyncLocalStorage?: new () => Storage };
  const { AsyncLocalStorage } = globalThis as Host;
  const Known = AsyncLocalStorage ?? builtin<Host>("node:async_hooks")?.AsyncLocalStorage;
  return Known ? new Known() : null;
}

/** Frozen objects stay as they are; that is no error. */
function end(scope: ScopeData): void {
  try {
    scope.ended = true;
  } catch {
    // It stays as it is.
  }
}
