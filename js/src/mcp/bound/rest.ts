import { type Json, Members, writeJson } from "../json/node.js";
import type { Cutter } from "./cutter.js";
import { charsOf, fairShare } from "./limits.js";

/** What a member that is cut has to have. */
const LEAST = 200;

/** The members of a result that no rule is for, such as `_meta`: half the limit for all of them, as JSON. */
export function boundRest(result: Members, known: readonly string[], cutter: Cutter): Members {
  const others = result.entries.filter(([name]) => !known.includes(name));
  const sizes = others.map(([, value]) => charsOf(writeJson(value)));
  const share = fairShare(sizes, Math.floor(cutter.limits.chars / 2));
  let bounded = result;
  for (const [index, [name, value]] of others.entries()) {
    const whole = value instanceof Members ? value.dropped === 0 : true;
    if (whole && (sizes[index] ?? 0) <= share) continue;
    // Less has no room to say what is missing.
    if (share < LEAST) {
      cutter.lost = true;
      cutter.omitted += sizes[index] ?? 0;
      bounded = bounded.with(name, undefined);
      continue;
    }
    const cut: Json = cutter.tree(value, Math.max(2, Math.min(share, cutter.limits.chars)));
    if (cut !== value) bounded = bounded.with(name, cut);
  }
  return bounded;
}
