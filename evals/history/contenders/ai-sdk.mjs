// `pruneMessages` of the AI SDK, at the mildest setting that fits. It takes ModelMessages only.

import { unitsOfAll } from "../read.mjs";
import { mildest } from "./mildest.mjs";

const REASONING = ["none", "before-last-message", "all"];

export async function aiSdk() {
  const name = "AI SDK pruneMessages";
  const formats = ["aisdk"];
  let pruneMessages;
  try {
    ({ pruneMessages } = await import("ai"));
  } catch {
    return { name, formats, skipped: "the package ai is not installed" };
  }
  const compact = async (messages, { limit }) => {
    const results = [];
    for (const reasoning of REASONING) {
      const prune = (kept) =>
        pruneMessages({
          messages,
          reasoning,
          // The last 0 messages are all that it may prune.
          toolCalls: kept === 0 ? "all" : `before-last-${kept}-messages`,
        });
      results.push(await mildest(messages.length, limit, prune));
    }
    return best(results, limit);
  };
  return { name, formats, compact };
}

/** Returns the result that fits and keeps most; if none fits, the smallest. */
export function best(results, limit) {
  const sized = results
    .map((messages) => ({ messages, units: unitsOfAll(messages) }))
    .sort((a, b) => b.units - a.units);
  return (sized.find(({ units }) => units <= limit) ?? sized.at(-1)).messages;
}
