import { wrong } from "../errors.js";
import { type CutEvent, hub, type Subscription } from "./hub.js";

/** Ends a subscription. Further calls are no-ops. */
export type Unsubscribe = () => void;

/**
 * Calls a listener for every cut in this process, and returns a function that ends the subscription.
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
 * The listener runs synchronously, in the context of the cut. Errors that it throws or rejects with are ignored. It is
 * not called for cuts that it makes itself before its first `await`. After one it must not cut, or it would be called
 * for its own cuts endlessly. A listener that is added twice is called twice. The ESM and the CommonJS copy of the
 * package share their listeners. In Node the diagnostics channel `tooltrim:truncate` gets the same events; Node handles
 * errors of its subscribers.
 *
 * @throws TooltrimError `INVALID_OPTION`
 */
export function onTruncation(listener: (event: CutEvent) => unknown): Unsubscribe {
  if (typeof listener !== "function") throw wrong("listener", listener, "a function (event) => void");
  const shared = hub();
  const subscription: Subscription = { listener, active: true, busy: false };
  shared.listeners = [...shared.listeners, subscription];
  return () => {
    subscription.active = false;
    shared.listeners = shared.listeners.filter((each) => each !== subscription);
  };
}
