// Agents without a library: drop the oldest messages, or replace old results by a stub.
//
// The playground runs them too: no Node here.

import { partsOf, unitsOfAll } from "../read.mjs";
import { withResult } from "../with-result.mjs";
import { groupsOf } from "./groups.mjs";

const RECENT = 10;
const STUB = "[Old result removed to save space]";

/** Whole groups leave from the front; user and system stay. */
export function dropOldest(messages, { limit }) {
  let left = unitsOfAll(messages);
  return groupsOf(messages).flatMap((group) => {
    if (left <= limit || group.stays) return group.messages;
    left -= unitsOfAll(group.messages);
    return [];
  });
}

/** Results older than the last ten become a stub. What is still too large loses its oldest groups. */
export function stubOlder(messages, { limit }) {
  const all = messages.flatMap(partsOf).filter(({ kind }) => kind === "result").length;
  let seen = 0;
  const stubbed = messages.map((message) => {
    const results = partsOf(message).filter(({ kind }) => kind === "result");
    const old = results.filter(() => {
      seen += 1;
      return seen <= all - RECENT;
    });
    return old.reduce((changed, { text }, index) => {
      return text.length <= STUB.length ? changed : withResult(changed, index, STUB);
    }, message);
  });
  return dropOldest(stubbed, { limit });
}

export const plain = [
  { name: "drop oldest", compact: dropOldest },
  { name: "stub older than 10", compact: stubOlder },
];
