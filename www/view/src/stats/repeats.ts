import type { InspectedCall } from "tooltrim/messages";
import type { RepeatedCall } from "./types.js";

/** Categories that files tell about. */
const OF_FILES = new Set(["read", "write"]);

/**
 * Groups calls that repeat each other, those with the most stale chars first. The library says which later call repeats
 * one, or succeeds where it failed; a group is what such steps connect.
 */
export function repeatsOf(calls: readonly InspectedCall[]): RepeatedCall[] {
  /** The last call of the group that each call is in. */
  const last = calls.map((_, at) => at);
  // Backwards, so that the group of a later call is known.
  for (let at = calls.length - 1; at >= 0; at -= 1) {
    const by = calls[at]?.staleBy ?? null;
    if (by !== null && calls[at]?.stale !== "changed") last[at] = last[by] ?? at;
  }
  const groups = new Map<number, number[]>();
  for (const [at, call] of calls.entries()) {
    if (OF_FILES.has(call.category)) continue;
    const group = groups.get(last[at] ?? at);
    if (group) group.push(at);
    else groups.set(last[at] ?? at, [at]);
  }
  return [...groups]
    .filter(([, group]) => group.length > 1)
    .flatMap(([at, group]) => {
      const final = calls[at];
      return final ? [repeated(final, group, calls)] : [];
    })
    .sort((one, other) => other.staleChars - one.staleChars || other.times - one.times);
}

function repeated(final: InspectedCall, group: readonly number[], calls: readonly InspectedCall[]): RepeatedCall {
  const own = group.flatMap((at) => calls[at] ?? []);
  const chars = (some: readonly InspectedCall[]) => some.reduce((sum, { resultChars }) => sum + resultChars, 0);
  return {
    name: final.name,
    category: final.category,
    subject: final.subject,
    times: own.length,
    failures: own.filter(({ isError }) => isError).length,
    chars: chars(own),
    staleChars: chars(own.filter(({ stale }) => stale !== null)),
    calls: group,
  };
}
