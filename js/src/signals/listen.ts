import { shown, TooltrimError } from "../errors.js";
import { type CutEvent, hub, type Subscription } from "./hub.js";

/** Ends a subscription; asked again it does nothing. */
export type Unsubscribe = () => void;

/**
 * Tells a listener of every cut in this process, and answers a function that ends the subscription.
 *
 * @example
 * ```ts
 * import { trim } from "tooltrim";
 * import { formatTruncationLog, onTruncation } from "tooltrim/signals";
 *
 * const lines = [];
 * const stop = onTruncation((event) => lines.push(formatTruncationLog(event)));
 * trim("text ".repeat(2000), { maxBytes: 500, label: "fetch_page" });
 * stop();
 *
 * lines; // ["Truncation: dataset=fetch_page original_bytes=10000 truncated_bytes=500"]
 * ```
 *
 * It is told at once, in the context of the cut. What it throws, or rejects with, is ignored. It is not told of what it
 * cuts itself before its first `await`; behind one it must not cut, or it is told of that again and again. A listener
 * that is given twice is told twice. The ESM and the CommonJS copy of the package share their listeners. In Node the
 * diagnostics channel `tooltrim:truncate` gets the same events; what its subscribers throw is Node's to handle.
 *
 * @throws TooltrimError `INVALID_OPTION`
 */
export function onTruncation(listener: (event: CutEvent) => unknown): Unsubscribe {
  if (typeof listener !== "function") {
    throw new TooltrimError("INVALID_OPTION", `listener: ${shown(listener)} is not a function (event) => void`);
  }
  const shared = hub();
  const subscription: Subscription = { listener, active: true, busy: false };
  shared.listeners = [...shared.listeners, subscription];
  return () => {
    subscription.active = false;
    shared.listeners = shared.listeners.filter((each) => each !== subscription);
  };
}
