import { builtin } from "../builtin.js";
import { requireOptions, wrong } from "../errors.js";
import {
  ambientScope,
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

/** Result of {@link truncationScope}: a promise for an async function. */
export type ScopeAnswer<T> = T extends PromiseLike<infer Result> ? Promise<ScopeResult<Result>> : ScopeResult<T>;

/**
 * Runs a function, usually one tool call, and reports all cuts made during it, by whichever function and however deep.
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
 * Concurrent scopes never see each other's cuts; a nested scope also reports to the outer one. If the host has
 * `AsyncLocalStorage` (Node from 20.16 on, Bun, Deno, most edge runtimes), the scope covers all code that the function
 * calls, also after `await`. Elsewhere, such as in browsers, it covers code up to the first `await`; after that, pass
 * the scope on: `trim(text, { scope })`, and `truncationScope(fn, { scope })` for a nested one.
 *
 * Errors of the function pass through unchanged; the scope passed to it and outer scopes hold the cuts up to then.
 * The result covers the time up to the end of the run. Later cuts, by code that was not awaited, are added to the scope
 * object.
 *
 * @throws TooltrimError `INVALID_OPTION`
 */
export function truncationScope<T>(
  fn: (scope: Scope) => T,
  options?: {
    /** Enclosing scope that the context does not provide. */
    readonly scope?: Scope | undefined;
  },
): ScopeAnswer<T> {
  if (typeof fn !== "function") throw wrong("fn", fn, "a function (scope) => result");
  requireOptions("options", options ?? {}, ["scope"]);
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
    // Called within the scope, since lazy thenables start only when `then` is called.
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

/**
 * Returns a scope, or the nearest enclosing ones that still run. Keeping ended scopes would let a task that never ends
 * build an endless chain of them.
 */
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

/** Creates the host's storage. Some edge runtimes have the class as a global, but no Node modules. */
function storageOfHost(): Storage | null {
  type Host = { AsyncLocalStorage?: new () => Storage };
  const { AsyncLocalStorage } = globalThis as Host;
  const Known = AsyncLocalStorage ?? builtin<Host>("node:async_hooks")?.AsyncLocalStorage;
  return Known ? new Known() : null;
}

/** Marks a scope as ended, unless it was frozen; that is no error. */
function end(scope: ScopeData): void {
  try {
    scope.ended = true;
  } catch {
    // Frozen.
  }
}
