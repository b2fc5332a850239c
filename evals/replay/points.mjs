// Points of recorded sessions at which a request was made and a call followed, spread over the session.

import { boundariesOf } from "../../compare/history/calls.mjs";
import { unitsOf } from "../../compare/history/read.mjs";
import { inferTools } from "./schemas.mjs";

/**
 * At most `most` points of a session, evenly over its sizes from `least` units on: `{ id, session, at, size, messages,
 * turn, next }`; `turn`: the calls that were recorded up to the next result, `next`: all that followed.
 */
export function replayPoints(session, { most, least, largest = Number.POSITIVE_INFINITY }) {
  const sums = [0];
  for (const message of session.messages) sums.push(sums.at(-1) + unitsOf(message));
  const found = boundariesOf(session.messages)
    .filter((at) => sums[at] >= least && sums[at] <= largest)
    .map((at) => ({ at, size: sums[at], ...followingOf(session, at) }))
    .filter(({ turn }) => turn.length > 0);
  const offered = inferTools(session.calls);
  return evenly(found, most).map((point) => ({
    id: `${session.format}/${session.name}@${point.at}`,
    session,
    messages: session.messages.slice(0, point.at),
    ...offered,
    ...point,
  }));
}

/** A user's word between the point and the next call would be an answer that no model can give. */
function followingOf({ messages, calls }, at) {
  const next = calls.filter((call) => call.at >= at);
  const [first] = next;
  if (first === undefined || messages.slice(at, first.at).some(({ role }) => role === "user")) return { turn: [] };
  const answered = next.find(({ resultAt }) => resultAt !== undefined)?.resultAt ?? first.at + 1;
  return { turn: next.filter((call) => call.at < answered), next };
}

/** The last one always belongs to them: it is where most was said before. */
function evenly(list, most) {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, index) => list[Math.round(((index + 1) * list.length) / most) - 1]);
}
