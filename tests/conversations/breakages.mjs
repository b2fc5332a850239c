// What goes wrong with conversations in practice, done to valid messages of any format. A breakage gives new messages,
// and `undefined` where it does not apply; the messages it gets stay as they are.
import { isDeepStrictEqual } from "node:util";
import { copy } from "./anatomy.mjs";
import { ids } from "./breakages/ids.mjs";
import { order } from "./breakages/order.mjs";
import { values } from "./breakages/values.mjs";
import { dice } from "./dice.mjs";

const all = { ...order, ...ids, ...values };

/**
 * What leaves a conversation as valid as it was, in every format: what is unknown has to come through untouched. Others
 * may do so by chance, or where a format allows it: `emptyTexts` breaks nothing in Chat Completions.
 */
export const harmless = new Set(["unknownFields"]);

/** By name: `(messages, roll) => messages | undefined`. */
export const breakages = Object.fromEntries(
  Object.entries(all).map(([name, change]) => [
    name,
    (messages, roll) => {
      const made = copy(messages);
      // What is empty already cannot be emptied.
      return change(made, dice(roll)) === false || isDeepStrictEqual(made, messages) ? undefined : made;
    },
  ]),
);
