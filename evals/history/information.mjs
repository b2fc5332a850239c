// Information kept: the share of what a conversation reveals about its next calls that remains after compaction,
// measured with a text compressor. The compressor knows no paths, no names and none of our rules, so nothing can be
// tuned to it.

import { AHEAD } from "../../compare/history/need.mjs";
import { partsOf } from "../../compare/history/read.mjs";
import { meansBySession } from "../lib/bootstrap.mjs";

/** Maximum chars of one call's name and arguments. */
const LONGEST_CALL = 4000;
/** If the conversation saves fewer bytes than this on its next calls, there is nothing to keep. */
const LEAST = 200;

/** Texts, arguments and results of a conversation. */
export const said = (messages) =>
  messages
    .flatMap(partsOf)
    .map(({ text }) => text)
    .join("\n");

/** Text of the next calls. */
const saidBy = (calls) => calls.map(({ name, text }) => `${name} ${text}`.slice(0, LONGEST_CALL)).join("\n");

/**
 * Compares texts by what they reveal about calls; `kept(text)` is a promise of the share of `before` that a text keeps,
 * `undefined` where there is nothing to keep.
 */
export function informationAfter(before, calls, compressor) {
  const next = saidBy(calls);
  const saved = async (text) => {
    const [alone, both, without] = [compressor.sizeOf(next), compressor.sizeOf(text + next), compressor.sizeOf(text)];
    return (await alone) - (await both) + (await without);
  };
  const all = saved(`${before}\n`);
  return async (text) => {
    const most = await all;
    return most < LEAST ? undefined : (await saved(`${text}\n`)) / most;
  };
}

/** The same of a point: `kept(messages)`. */
export function informationOf({ session, at, messages }, compressor) {
  const next = session.calls.filter((call) => call.at >= at).slice(0, AHEAD);
  const kept = informationAfter(said(messages), next, compressor);
  return { kept: (compacted) => kept(said(compacted)) };
}

/** One mean for each session: a long one does not count for more. */
export const informationBySession = (results) =>
  meansBySession(results.map(({ session, information }) => [session.name, information]));
