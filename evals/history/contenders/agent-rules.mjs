// Rules of two agents, reimplemented from their behaviour: neither is a library. Both ask a model for a summary when their
// rule is not enough; here the oldest groups are dropped instead.
//
// The playground could run them too: no Node here.

import { callsOf } from "../../../compare/history/calls.mjs";
import { groupsOf } from "../../../compare/history/contenders/groups.mjs";
import { mildest } from "../../../compare/history/contenders/mildest.mjs";
import { dropOldest } from "../../../compare/history/contenders/plain.mjs";
import { argumentPaths } from "../../../compare/history/paths.mjs";
import { partsOf, unitsOfAll } from "../../../compare/history/read.mjs";
import { withResult } from "../../../compare/history/with-result.mjs";

const READ_AGAIN =
  "[[NOTE] This file read has been removed to save space in the context window. Refer to the latest file read.]";
const CLEARED = "[Old tool result content cleared]";
/** Results whose tool is protected are never cleared. */
const PROTECTED = /^skill$/;
const READS = /(?:^|_|[a-z])(?:read|view|open|cat)(?:_|[A-Z]|$)|^read/i;

/** `change(call)`: another text for the result of a call, or `undefined`. */
function mapResults(messages, change) {
  const texts = new Map();
  for (const call of callsOf(messages)) {
    const text = call.result && change(call);
    if (text !== undefined && text.length < call.result.text.length) texts.set(call.result, text);
  }
  return messages.map((message) => {
    const results = partsOf(message).filter(({ kind }) => kind === "result");
    return results.reduce(
      (changed, part, at) => (texts.has(part) ? withResult(changed, at, texts.get(part)) : changed),
      message,
    );
  });
}

/**
 * Cline: of a file that was read several times only the newest read stays. What is still too large loses half of what
 * follows the first exchange, then three quarters of the rest, from the front, whoever said it.
 */
function cline(messages, { limit }) {
  const newest = new Map();
  const calls = callsOf(messages);
  const fileOf = (call) => (READS.test(call.name) ? argumentPaths(call)[0] : undefined);
  for (const call of calls) if (fileOf(call)) newest.set(fileOf(call), call.result);
  let current = mapResults(messages, (call) => {
    const path = fileOf(call);
    return path !== undefined && newest.get(path) !== call.result ? READ_AGAIN : undefined;
  });
  for (const share of [0.5, 0.75, 0.75, 0.75, 0.75, 0.75]) {
    if (unitsOfAll(current) <= limit) break;
    const groups = groupsOf(current);
    const first = groups.findIndex(({ answered }) => answered) + 1;
    const rest = groups.slice(first);
    current = [...groups.slice(0, first), ...rest.slice(Math.ceil(share * rest.length))].flatMap(
      (each) => each.messages,
    );
  }
  return dropOldest(current, { limit });
}

/**
 * opencode: the newest results stay up to a number of tokens, 40,000 there and the largest number that fits here; older
 * ones are cleared.
 */
async function opencode(messages, { limit }) {
  const all = callsOf(messages).reduce((sum, { result }) => sum + (result?.text.length ?? 0), 0);
  const { messages: cleared } = await mildest(all, limit, (protectedUnits) => {
    const kept = new Set();
    let seen = 0;
    for (const call of callsOf(messages).toReversed()) {
      seen += call.result?.text.length ?? 0;
      if (seen <= protectedUnits) kept.add(call.result);
    }
    return mapResults(messages, ({ name, result }) => (kept.has(result) || PROTECTED.test(name) ? undefined : CLEARED));
  });
  return dropOldest(cleared, { limit });
}

export const agentRules = [
  { name: "Cline's rule", compact: cline },
  { name: "opencode's rule", compact: opencode },
];
