import type { CharsByKind } from "tooltrim/messages";
import { KINDS } from "../words.js";
import type { TimelineBin } from "./types.js";

/** Maximum number of bins. */
const BINS = 200;

/** Sums up messages in at most 200 bins of nearly equal numbers of messages. */
export function timelineOf(messages: readonly CharsByKind[]): TimelineBin[] {
  const count = Math.min(messages.length, BINS);
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * messages.length) / count);
    const to = Math.floor(((at + 1) * messages.length) / count);
    return { from, to, chars: summed(messages.slice(from, to)) };
  });
}

function summed(messages: readonly CharsByKind[]): CharsByKind {
  const sum = { system: 0, user: 0, assistant: 0, thinking: 0, arguments: 0, results: 0, media: 0, other: 0 };
  for (const message of messages) for (const kind of KINDS) sum[kind] += message[kind];
  return sum;
}
