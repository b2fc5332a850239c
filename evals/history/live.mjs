// Growing conversations, sampled as they go on: how much of the information about the next calls, of the errors and of
// the edited paths each request still holds, and what all requests cost, both against an endless window.

import { callsOf } from "../../compare/history/calls.mjs";
import { AHEAD } from "../../compare/history/need.mjs";
import { hasPath } from "../../compare/history/paths.mjs";
import { textOfAll, unitsOfAll } from "../../compare/history/read.mjs";
import { mean } from "../lib/means.mjs";
import { newCost } from "./growing.mjs";
import { informationOf } from "./information.mjs";
import { requestsOf } from "./stream.mjs";

/** A window that real sessions fill several times. */
export const LIVE_WINDOW = 200_000;
/** Multiples of the window between which requests are sampled. */
const FROM = 1.5;
export const TO = 3;
/** Requests from one sample to the next. */
const EVERY = 25;

/** Requests up to the last multiple; `samples` are those at which the rest of the conversation is compared. */
export function liveOf(stream, compressor) {
  const calls = callsOf(stream.messages);
  const cost = newCost();
  const requests = [];
  for (const { at } of requestsOf(stream)) {
    const history = stream.messages.slice(0, at);
    const size = unitsOfAll(history) / LIVE_WINDOW;
    if (size > TO) break;
    cost.add(history);
    const isSample =
      size >= FROM && requests.length % EVERY === 0 && calls.filter((call) => call.at >= at).length >= AHEAD;
    const point = { session: { calls }, at, messages: history };
    requests.push({ at, sample: isSample ? informationOf(point, compressor) : undefined });
  }
  return { stream, requests, cost: cost.sum, sent: cost.sent };
}

/**
 * `{ information, errors, edited, cost, hits, growth }` of a contender, each a share; information is a mean over the samples, `hits` the share
 * of what was sent that a prompt cache holds, `growth` all that was sent, in units of messages as JSON, against an endless window.
 */
export async function runLive({ stream, requests, cost: endless, sent }, next) {
  const cost = newCost();
  const kept = [];
  let [errors, edited, fits] = [[], [], true];
  for (const { at, sample } of requests) {
    const result = await next(stream.messages.slice(0, at));
    fits &&= unitsOfAll(result) <= LIVE_WINDOW;
    cost.add(result);
    if (sample === undefined) continue;
    kept.push(sample.kept(result));
    const text = textOfAll(result);
    const past = (needles) => needles.filter((needle) => needle.at < at);
    errors.push(...past(stream.errors).map(({ line }) => text.includes(line)));
    edited.push(...past(stream.edited).map(({ path }) => hasPath(text, path)));
  }
  const shares = (await Promise.all(kept)).filter((share) => share !== undefined);
  return {
    ...{ information: mean(shares), errors: mean(errors), edited: mean(edited), fits },
    cost: cost.sum / endless,
    hits: cost.read / cost.sent,
    growth: cost.sent / sent,
  };
}
