import type { InspectedCall } from "tooltrim/messages";
import type { UsageRow } from "./types.js";

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Sums calls by a key, the largest sum first. `all` is the size of the conversation in chars. */
export function usageBy(
  calls: readonly InspectedCall[],
  all: number,
  key: (call: InspectedCall) => string,
): readonly UsageRow[] {
  const rows = new Map<string, Writable<UsageRow>>();
  for (const [at, call] of calls.entries()) {
    const name = key(call);
    const chars = call.argsChars + call.resultChars;
    let row = rows.get(name);
    if (!row) {
      row = { name, calls: 0, failures: 0, chars: 0, tokens: 0, share: 0, staleChars: 0, largest: { call: at, chars } };
      rows.set(name, row);
    }
    row.calls += 1;
    row.failures += call.isError ? 1 : 0;
    row.chars += chars;
    row.tokens += call.tokens;
    row.staleChars += call.stale === null ? 0 : call.resultChars;
    if (chars > row.largest.chars) row.largest = { call: at, chars };
  }
  for (const row of rows.values()) row.share = row.chars / Math.max(all, 1);
  return [...rows.values()].sort((one, other) => other.chars - one.chars);
}
