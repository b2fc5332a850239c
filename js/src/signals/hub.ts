import { shown, TooltrimError } from "../errors.js";
import type { TruncationEvent } from "../text/options.js";
import type { ValueTruncationEvent } from "../value/types.js";

/** One cut, as scopes and listeners are told of it: of a text or of a value. It is frozen, as all get the same object. */
export type CutEvent = (TruncationEvent | ValueTruncationEvent) & {
  /** The name of the original in the store, when one was given. */
  readonly ref?: string;
};

/** Cuts during one run. Stays live after `fn` returns: late cuts are still recorded. */
export interface Scope {
  /** True when anything was cut. */
  readonly truncationApplied: boolean;
  /** The first 1,000 cuts, in order. */
  readonly events: readonly CutEvent[];
  /** Number of cuts, including those beyond `events`. */
  readonly eventCount: number;
}

/** State behind a {@link Scope}. Plain data: the ESM and the CommonJS copy of the package write to the same ones. */
export interface ScopeData {
  truncationApplied: boolean;
  readonly events: CutEvent[];
  eventCount: number;
  /** Are told as well. */
  readonly parents: readonly ScopeData[];
  /** True if the run is over. */
  ended: boolean;
}

/** One subscription. */
export interface Subscription {
  readonly listener: (event: CutEvent) => unknown;
  /** False once it was ended, also for a report that is under way. */
  active: boolean;
  /** True if it is being told right now: it is not told of what it cuts itself. */
  busy: boolean;
}

export interface Storage {
  getStore(): ScopeData | undefined;
  run<T>(scope: ScopeData, run: () => T): T;
}

interface Channel {
  readonly hasSubscribers: boolean;
  publish(event: CutEvent): void;
}

/** State that all copies of the package share. */
export interface Hub {
  /** Number of texts and values that were checked. */
  checks: number;
  /** Replaced and never changed, so that a report goes on with those it began with. */
  listeners: readonly Subscription[];
  /** All scopes that were made, by whichever copy. */
  readonly scopes: WeakSet<object>;
  /** The host's AsyncLocalStorage: `undefined` until the first scope asks for it, `null` where there is none. */
  storage: Storage | null | undefined;
  /** The scope of the synchronous code that runs, where there is no storage. */
  current: ScopeData | undefined;
  readonly channel: Channel | undefined;
  /** Counts once metrics are asked for, in the WebAssembly of the copy that was asked first. */
  metrics: { record(event: CutEvent): void; prometheus(): string; snapshot(): unknown } | undefined;
  /** Sizes of session states by name, the one set last at the end, and whether they were too large. */
  readonly sessions: Map<string, { readonly bytes: number; readonly over: boolean }>;
}

const KEY = Symbol.for("tooltrim.signals.v1");
const KEPT_EVENTS = 1000;

/** A module of the host, without an import that a bundler for browsers would trip over. Node has the first way since 20.16. */
export function builtin<T>(name: string): T | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: Load; mainModule?: { require?: Load } } };
  try {
    return (process?.getBuiltinModule?.(name) ?? process?.mainModule?.require?.(name)) as T | undefined;
  } catch {
    return undefined;
  }
}
type Load = (name: string) => unknown;

let found: Hub | undefined;

/** The hub of this process (of this global object, to be exact). */
export function hub(): Hub {
  found ??= shared();
  return found;
}

function shared(): Hub {
  const place = globalThis as { [KEY]?: Hub };
  const known = place[KEY];
  if (known) return known;
  const made: Hub = {
    checks: 0,
    listeners: [],
    scopes: new WeakSet(),
    storage: undefined,
    current: undefined,
    channel: builtin<{ channel(name: string): Channel }>("node:diagnostics_channel")?.channel("tooltrim:truncate"),
    metrics: undefined,
    sessions: new Map(),
  };
  try {
    Object.defineProperty(globalThis, KEY, { value: made });
  } catch {
    // A sealed global object: this copy then keeps its hub to itself.
  }
  return made;
}

/** Counts a text or value that was looked at. */
export function countCheck(): void {
  hub().checks += 1;
}

/** The scope of the code that runs. */
export function ambientScope(): Scope | undefined {
  const { storage, current } = hub();
  return storage ? storage.getStore() : current;
}

/** True if anyone wants to know of a cut. Cheap, as it is asked each time. */
export function isWatched(scope?: Scope): boolean {
  const { listeners, metrics, channel } = hub();
  return (
    scope !== undefined ||
    listeners.length > 0 ||
    metrics !== undefined ||
    channel?.hasSubscribers === true ||
    ambientScope() !== undefined
  );
}

/** @throws TooltrimError `INVALID_OPTION` for what `truncationScope` has not made */
export function requireScope(scope: unknown): asserts scope is Scope | undefined {
  if (scope === undefined || hub().scopes.has(scope as object)) return;
  throw new TooltrimError("INVALID_OPTION", `scope: ${shown(scope)} is not the scope that truncationScope gives`);
}

/** Tells all who want to know of a cut. Nothing that they throw gets out. */
export function report(
  event: CutEvent,
  scope: Scope | undefined,
  onTruncate?: ((event: never) => void) | undefined,
): void {
  if ("omitted" in event) Object.freeze(event.omitted);
  Object.freeze(event);
  const { scopes, listeners, metrics, channel } = hub();
  // Each once, however many ways lead to it: a set goes on with what is added while it is walked.
  const notified = new Set([scope, ambientScope()] as (ScopeData | undefined)[]);
  for (const each of notified) {
    if (!each || !scopes.has(each)) continue;
    each.truncationApplied = true;
    each.eventCount += 1;
    if (each.events.length < KEPT_EVENTS) each.events.push(event);
    for (const parent of each.parents) notified.add(parent);
  }
  if (onTruncate) notify(onTruncate as (event: CutEvent) => unknown, event);
  for (const each of listeners) {
    if (!each.active || each.busy) continue;
    each.busy = true;
    notify(each.listener, event);
    each.busy = false;
  }
  if (metrics) notify((cut) => metrics.record(cut), event);
  if (channel?.hasSubscribers) notify((cut) => channel.publish(cut), event);
}

function notify(listener: (event: CutEvent) => unknown, event: CutEvent): void {
  try {
    const answer = listener(event);
    // An async listener fails later, and that harms nobody either.
    if (isThenable(answer)) Promise.resolve(answer).then(undefined, () => {});
  } catch {
    // Nobody's cut fails because a listener does.
  }
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
