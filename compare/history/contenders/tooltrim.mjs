// Ours.

import { Compactor, compactMessages } from "tooltrim";
import { unitsOfAll } from "../read.mjs";

/** A window in chars leaves out escapes in arguments, a point counts them: over its size, ours is asked for less, as others are. */
const TRIES = 8;

/** As the playground calls it, too: one step to this share of the size. */
export const stepTo = ({ kind, size, share }) => ({
  format: kind,
  window: { chars: size },
  triggerAt: 0,
  compactTo: share,
  minimumGain: 0,
});

export function tooltrim() {
  const compact = (messages, given) => {
    let { share } = given;
    for (let tried = 1; ; tried += 1) {
      const { messages: sent } = compactMessages(messages, stepTo({ ...given, share }));
      const units = unitsOfAll(sent);
      if (units <= given.limit || tried === TRIES) return sent;
      share *= (0.999 * given.limit) / units;
    }
  };
  const live = ({ kind, window }) => {
    const compactor = new Compactor({ format: kind, window: { chars: window } });
    return (history) => compactor.next(history).messages;
  };
  return { name: "tooltrim", compact, live };
}
