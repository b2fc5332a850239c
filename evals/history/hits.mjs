// The share of the requests of a growing conversation that a prompt cache holds, and the largest possible share.

import { unitsOfAll } from "../../compare/history/read.mjs";
import { newCost } from "./growing.mjs";
import { TO } from "./live.mjs";
import { requestsOf } from "./stream.mjs";

/**
 * Up to 3 × the window, in shares of the units sent: `hits`; `most`, if of the same requests only the messages that are new had
 * to be read; and `endless`, without compaction.
 */
export function hitsOf(stream, window, next) {
  const [cost, endless] = [newCost(), newCost()];
  let fresh = 0;
  let seen = 0;
  for (const { at } of requestsOf(stream)) {
    const history = stream.messages.slice(0, at);
    if (unitsOfAll(history) / window > TO) break;
    endless.add(history);
    cost.add(next(history));
    for (const message of history.slice(seen)) fresh += JSON.stringify(message).length;
    seen = at;
  }
  return { hits: cost.read / cost.sent, most: 1 - fresh / cost.sent, endless: endless.read / endless.sent };
}
