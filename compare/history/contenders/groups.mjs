// Splits a conversation into groups that can only leave together: an assistant turn with its calls, and all results of
// these calls.

import { partsOf } from "../read.mjs";

/**
 * `{ messages, stays }`: what user and system say stays. Reasoning, texts and calls of one turn may be several
 * messages.
 */
export function groupsOf(messages) {
  const groups = [];
  let open = 0;
  for (const message of messages) {
    const kinds = partsOf(message).map(({ kind }) => kind);
    const spoken = kinds.some((kind) => kind === "user" || kind === "system");
    const isResult = kinds.includes("result");
    const current = groups.at(-1);
    const ended = current === undefined || current.answered || current.stays || spoken;
    if (ended && open <= 0 && !isResult) groups.push({ messages: [message], stays: spoken, answered: false });
    else {
      current.messages.push(message);
      current.stays ||= spoken;
    }
    for (const kind of kinds) open += Number(kind === "call") - Number(kind === "result");
    groups.at(-1).answered ||= isResult;
  }
  return groups;
}
