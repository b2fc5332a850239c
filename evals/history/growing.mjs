// Growing conversations until their window is full, with and without compaction: how much longer they last, and the
// cost of their requests.

import { hasPath } from "../../compare/history/paths.mjs";
import { cached, textOfAll, unitsOfAll } from "../../compare/history/read.mjs";
import { requestsOf } from "./stream.mjs";

export const WINDOW = 400_000;
/** Shares of the window: above the first, contenders without a rule of their own compact to the second. */
const TRIGGER = 0.8;
const TARGET = 0.5;
/** Maximum length, in multiples of the calls that fill the window; cost is measured over it. */
export const LONGEST = 5;
const COSTED = 2;
/** Share of edited paths and of errors that must survive. */
const SURVIVES = 0.95;
/** Price of a unit that was at the same place in the previous request, relative to any other. */
const READ = 0.1;
const WRITE = 1.25;

/** The endless window: what filling takes, and what the requests cost up to twice as many calls. */
export function baseline(stream) {
  const cost = newCost();
  const costs = [];
  let fill;
  for (const { at, calls } of requestsOf(stream)) {
    const history = stream.messages.slice(0, at);
    if (fill === undefined && unitsOfAll(history) > WINDOW) fill = calls;
    cost.add(history);
    costs.push({ calls, sum: cost.sum });
    if (fill !== undefined && calls >= LONGEST * fill) break;
  }
  const costed = fill === undefined ? undefined : costs.find(({ calls }) => calls >= COSTED * fill);
  return { fill, cost: costed?.sum };
}

/** Returns `longer` as a factor, `cost` as a share; `ended` gives the reason for the end, `kept` the survival then. */
export async function grow(stream, { fill, cost: endless }, contender) {
  const next = (contender.live ?? policy(contender))({ kind: stream.kind, format: stream.format, window: WINDOW });
  const cost = newCost();
  let sent = [];
  let lasted = 0;
  let relative;
  let ended;
  let kept;
  for (const { at, calls } of requestsOf(stream)) {
    const result = await next(stream.messages.slice(0, at));
    if (unitsOfAll(result) > WINDOW) ended ??= "full";
    // If the previous request is a prefix, nothing can have been lost.
    if (ended === undefined && !startsWith(result, sent)) {
      kept = survivalOf(stream, at, result);
      const lost = Object.keys(kept).find((key) => kept[key].share < SURVIVES);
      if (lost !== undefined) ended = `lost ${lost}`;
    }
    if (ended === undefined) lasted = calls;
    if (relative === undefined && ended !== "full") {
      cost.add(result);
      if (calls >= COSTED * fill) relative = cost.sum / endless;
    }
    sent = result;
    if (lasted >= LONGEST * fill || ended === "full" || (ended !== undefined && relative !== undefined)) break;
  }
  return { longer: Math.min(LONGEST, lasted / fill), cost: relative, ended: ended ?? "still going", kept };
}

const startsWith = (messages, start) => start.every((message, index) => messages[index] === message);

/** Returns the share of all edited paths and errors so far that is still there, and the others. */
function survivalOf(stream, at, messages) {
  const text = textOfAll(messages);
  const survival = (needles, has) => {
    const past = needles.filter((needle) => needle.at < at);
    const lost = past.filter((needle) => !has(needle));
    return { share: past.length === 0 ? 1 : 1 - lost.length / past.length, lost };
  };
  return {
    edited: survival(stream.edited, ({ path }) => hasPath(text, path)),
    errors: survival(stream.errors, ({ line }) => text.includes(line)),
  };
}

/** Continues with the compacted conversation: the policy runs again once that exceeds the trigger. */
export function policy({ compact }) {
  return ({ kind, format, window }) => {
    let seen = 0;
    let current = [];
    return async (history) => {
      current = [...current, ...history.slice(seen)];
      seen = history.length;
      if (unitsOfAll(current) > TRIGGER * window) {
        current = await compact(current, { kind, format, limit: TARGET * window, size: window, share: TARGET });
      }
      return current;
    };
  };
}

const jsonOf = cached((message) => JSON.stringify(message));

/** Returns the bill of consecutive requests, in units of the messages as JSON; `read` of the units `sent` were cached. */
export function newCost() {
  let before = [];
  const cost = { sum: 0, sent: 0, read: 0, add };
  return cost;

  function add(messages) {
    let isPrefix = true;
    for (const [index, message] of messages.entries()) {
      isPrefix &&= before[index] !== undefined && isSame(before[index], message);
      const units = jsonOf(message).length;
      cost.sum += (isPrefix ? READ : WRITE) * units;
      cost.sent += units;
      if (isPrefix) cost.read += units;
    }
    before = messages;
  }
}

const isSame = (one, other) => one === other || jsonOf(one) === jsonOf(other);
