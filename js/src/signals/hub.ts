import { builtin } from "../builtin.js";
import { wrong } from "../errors.js";
import type { TruncationEvent } from "../text/options.js";
import type { ValueTruncationEvent } from "../value/types.js";
import type { Violation } from "./violations.js";

/** Report of one cut, of a text or a value, for scopes and listeners. Frozen, since all of them get the same object. */
export type CutEvent = (TruncationEvent | ValueTruncationEvent) & {
  /** Ref of the original in the store, if there is a store. */
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

/** State behind a {@link Scope}. Plain data, since the ESM and the CommonJS copy of the package share it. */
export interface ScopeData {
  truncationApplied: boolean;
  readonly events: CutEvent[];
  eventCount: number;
  /** Enclosing scopes, which record each cut as well. */
  readonly parents: readonly ScopeData[];
  /** True if the run is over. */
  ended: boolean;
}

/** One subscription. */
export interface Subscription {
  readonly listener: (event: CutEvent) => unknown;
  /** False once the subscription has ended, even during a report. */
  active: boolean;
  /** True while the listener runs: cuts that it makes itself are not reported to it. */
  busy: boolean;
}

/** One subscription to violations. */
export interface ViolationSubscription {
  readonly listener: (violation: Violation) => unknown;
}

export interface Storage {
  getStore(): ScopeData | undefined;
  run<T>(scope: ScopeData, run: () => T): T;
}

interface Channel {
  readonly hasSubscribers: boolean;
  publish(event: CutEvent | Violation): void;
}

/** State that all copies of the package share. */
export interface Hub {
  /** Number of texts and values that were checked. */
  checks: number;
  /** Replaced, never mutated, so that a report in progress keeps the list that it began with. */
  listeners: readonly Subscription[];
  /** All scopes that any copy has made. */
  readonly scopes: WeakSet<object>;
  /** The host's AsyncLocalStorage: `undefined` until the first scope needs it, `null` if the host has none. */
  storage: Storage | null | undefined;
  /** Scope of the running synchronous code, if there is no storage. */
  current: ScopeData | undefined;
  readonly channel: Channel | undefined;
  violationListeners: readonly ViolationSubscription[];
  readonly violationChannel: Channel | undefined;
  /** Counters, in the WebAssembly of the copy whose `metrics` was called first; `undefined` until then. */
  metrics: Counters | undefined;
  /** Sizes of session states by name, most recently set last. `over` is true if the size was above `warnAt`. */
  readonly sessions: Map<string, { readonly bytes: number; readonly over: boolean }>;
}

/** Counters of one copy. */
interface Counters {
  record(event: CutEvent): void;
  violation(tool: string, contract: string): void;
  prometheus(): string;
  snapshot(): unknown;
}

const KEY = Symbol.for("tooltrim.signals.v1");
const KEPT_EVENTS = 1000;

let found: Hub | undefined;

/** Returns the hub of this process (of this global object, to be exact). */
export function hub(): Hub {
  found ??= shared();
  return found;
}

function shared(): Hub {
  const place = globalThis as { [KEY]?: Hub };
  const known = place[KEY];
  if (known) return known;
  const channel = (name: string) =>
    builtin<{ channel(name: string): Channel }>("node:diagnostics_channel")?.channel(name);
  const made: Hub = {
    checks: 0,
    listeners: [],
    scopes: new WeakSet(),
    storage: undefined,
    current: undefined,
    channel: channel("tooltrim:truncate"),
    violationListeners: [],
    violationChannel: channel("tooltrim:violation"),
    metrics: undefined,
    sessions: new Map(),
  };
  try {
    Object.defineProperty(globalThis, KEY, { value: made });
  } catch {
    // The global object is sealed, so this copy cannot share its hub.
  }
  return made;
}

/** Counts one checked text or value. */
export function countCheck(): void {
  hub().checks += 1;
}

/** Returns the scope of the running code. */
export function ambientScope(): Scope | undefined {
  const { storage, current } = hub();
  return storage ? storage.getStore() : current;
}

/** Returns `true` if anything listens for cuts. Cheap, since it runs for each check. */
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

/** @throws TooltrimError `INVALID_OPTION` for anything that `truncationScope` did not make */
export function requireScope(scope: unknown): asserts scope is Scope | undefined {
  if (scope === undefined || hub().scopes.has(scope as object)) return;
  throw wrong("scope", scope, "the scope that truncationScope gives");
}

/** Reports a cut to scopes, listeners, metrics and the diagnostics channel. Ignores anything that they throw. */
export function report(
  event: CutEvent,
  scope: Scope | undefined,
  onTruncate?: ((event: never) => void) | undefined,
): void {
  if ("omitted" in event) Object.freeze(event.omitted);
  Object.freeze(event);
  const { scopes, listeners, metrics, channel } = hub();
  // Each scope once, however many ways lead to it: iterating a set includes what is added meanwhile.
  const notified = new Set([scope, ambientScope()] as (ScopeData | undefined)[]);
  for (const each of notified) {
    if (!each || !scopes.has(each)) continue;
    notify(() => record(each, event), event);
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

/** Throws for a scope that its owner has frozen. */
function record(scope: ScopeData, event: CutEvent): void {
  scope.truncationApplied = true;
  scope.eventCount += 1;
  if (scope.events.length < KEPT_EVENTS) scope.events.push(event);
}

/** Calls a listener, and ignores anything that it throws. */
export function notify<Event>(listener: (event: Event) => unknown, event: Event): void {
  try {
    const answer = listener(event);
    // An async listener may reject later; that is ignored as well.
    if (isThenable(answer)) Promise.resolve(answer).then(undefined, () => {});
  } catch {
    // Nothing fails because a listener does.
  }
}

type Listener<Event> = ((event: Event) => unknown) | undefined;

/** Combines two listeners: if one throws, the other still runs. Late rejections are the caller's to ignore. */
export function heardBy<Event>(one: Listener<Event>, other: Listener<Event>): Listener<Event> {
  if (!one || !other || one === other) return one ?? other;
  return (event) => {
    const answers: unknown[] = [];
    for (const listener of [one, other]) {
      try {
        answers.push(listener(event));
      } catch {
        // A cut does not fail because a listener does.
      }
    }
    return Promise.all(answers);
  };
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
