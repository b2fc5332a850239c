import { wrong } from "../errors.js";
import { hub, notify, type ViolationSubscription } from "./hub.js";
import type { Unsubscribe } from "./listen.js";

/** When a contract is checked: before the tool runs, or before and after it. */
export type ContractKind = "precondition" | "postcondition" | "invariant";

/** Event of one contract of a tool that failed. Frozen, since all listeners get the same object. */
export interface Violation {
  /** Name of the tool; empty if it has none. */
  readonly tool: string;
  /** Name of the contract: that of its function, or its kind and number. */
  readonly contract: string;
  /** When it is checked. */
  readonly kind: ContractKind;
  /** Why it failed, as the model sees it. */
  readonly message: string;
  /** True if the tool ran before. */
  readonly afterCall: boolean;
  /** Milliseconds that this contract took. */
  readonly ms: number;
  /** Milliseconds that all contracts took that were checked with it. */
  readonly totalMs: number;
}

/**
 * Calls a listener for every contract that fails in this process, and returns a function that ends the subscription.
 *
 * @example
 * ```ts
 * import { toolify } from "tooltrim";
 * import { onViolation } from "tooltrim/signals";
 *
 * const seen: string[] = [];
 * const stop = onViolation(({ tool, contract }) => seen.push(`${tool}: ${contract}`));
 * const isOpen = () => false;
 * await toolify(() => 1, { name: "read", preconditions: [isOpen] })();
 * stop();
 *
 * seen; // ["read: isOpen"]
 * ```
 *
 * Errors that it throws or rejects with are ignored. In Node the diagnostics channel `tooltrim:violation` gets the same
 * events.
 *
 * @throws TooltrimError `INVALID_OPTION`
 */
export function onViolation(listener: (violation: Violation) => unknown): Unsubscribe {
  if (typeof listener !== "function") throw wrong("listener", listener, "a function (violation) => void");
  const shared = hub();
  const subscription: ViolationSubscription = { listener };
  shared.violationListeners = [...shared.violationListeners, subscription];
  return () => {
    shared.violationListeners = shared.violationListeners.filter((each) => each !== subscription);
  };
}

/** Reports a violation to listeners, metrics and the diagnostics channel. Ignores anything that they throw. */
export function reportViolation(violation: Violation, own: ((violation: Violation) => unknown) | undefined): void {
  Object.freeze(violation);
  const { violationListeners, metrics, violationChannel } = hub();
  if (own) notify(own, violation);
  for (const { listener } of violationListeners) notify(listener, violation);
  if (metrics) notify(({ tool, contract }) => metrics.violation(tool, contract), violation);
  if (violationChannel?.hasSubscribers) notify((event) => violationChannel.publish(event), violation);
}
