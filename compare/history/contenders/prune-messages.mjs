// How `pruneMessages` of the AI SDK is called: at the mildest setting that fits.
//
// The playground runs it too: no Node here.

import { best, mildest } from "./mildest.mjs";

const REASONING = ["none", "before-last-message", "all"];

/** Returns `{ messages, reasoning, kept }`: the last `kept` messages keep their calls and results. */
export async function pruneToFit(pruneMessages, messages, limit) {
  const results = [];
  for (const reasoning of REASONING) {
    const prune = (kept) =>
      pruneMessages({
        messages,
        reasoning,
        // The last 0 messages are all that it may prune.
        toolCalls: kept === 0 ? "all" : `before-last-${kept}-messages`,
      });
    results.push({ reasoning, ...(await mildest(messages.length, limit, prune)) });
  }
  return best(results, limit);
}
