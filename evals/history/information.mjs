// Information kept: the share of what a conversation reveals about its next calls that remains after compaction,
// measured with a text compressor. The compressor knows no paths, no names and none of our rules, so nothing can be
// tuned to it.

import { mean } from "../lib/table.mjs";
import { AHEAD } from "./need.mjs";
import { partsOf } from "./read.mjs";

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

/** `kept(messages)` is a promise of the share of one point, `undefined` where there is nothing to keep. */
export function informationOf({ session, at, messages }, compressor) {
  const next = saidBy(session.calls.filter((call) => call.at >= at).slice(0, AHEAD));
  const saved = async (before) => {
    const [alone, both, without] = [
      compressor.sizeOf(next),
      compressor.sizeOf(before + next),
      compressor.sizeOf(before),
    ];
    return (await alone) - (await both) + (await without);
  };
  const all = saved(`${said(messages)}\n`);
  return {
    kept: async (compacted) => {
      const most = await all;
      return most < LEAST ? undefined : (await saved(`${said(compacted)}\n`)) / most;
    },
  };
}

/** Means by session, then over sessions: a long one does not count for more. */
export function meanOfSessions(results) {
  const bySession = new Map();
  for (const { session, information } of results) {
    if (information !== undefined) bySession.set(session.name, [...(bySession.get(session.name) ?? []), information]);
  }
  return mean([...bySession.values()].map(mean));
}
