import { fairShare } from "../../core.js";
import { type Json, Members, writeJson } from "../json/node.js";
import { isLossy } from "../json/tree.js";
import type { Cutter } from "./cutter.js";
import { charsOf } from "./limits.js";

/** Minimum chars of a cut member, and the maximum number of tries to cut it. */
const LEAST = 200;
const MOST_TRIES = 8;

/** Limits members without a rule, such as `_meta`: together to half of the char limit, as JSON with their names. */
export function limitRest(result: Members, known: readonly string[], cutter: Cutter): Members {
  const others = result.entries.filter(([name]) => !known.includes(name));
  const names = new Map(others.map(([name]) => [name, charsOf(JSON.stringify(name)) + 2]));
  const sizes = others.map(([name, value]) => (names.get(name) ?? 0) + charsOf(writeJson(value)));
  const share = fairShare(sizes, Math.floor(cutter.limits.chars / 2));
  const cut = new Map<string, Json | undefined>();
  for (const [index, [name, value]] of others.entries()) {
    const size = sizes[index] ?? 0;
    if (size <= share && !isLossy(value)) continue;
    const room = Math.min(share, cutter.limits.chars) - (names.get(name) ?? 0);
    const after = treeWithin(value, room, cutter);
    if (after === undefined) {
      cutter.lost = true;
      cutter.omitted += size;
      cut.set(name, undefined);
    } else cut.set(name, after);
  }
  if (cut.size === 0) return result;
  const limited = new Members();
  for (const [name, value] of result.entries) {
    const after = cut.has(name) ? cut.get(name) : value;
    if (after !== undefined) limited.entries.push([name, after]);
  }
  return limited;
}

/** Trims a value to `room` chars of JSON, quotes and escapes included; `undefined` if that leaves too little room. */
function treeWithin(value: Json, room: number, cutter: Cutter): Json | undefined {
  for (let [chars, tries] = [room, 0]; chars >= LEAST && tries < MOST_TRIES; tries += 1) {
    const written = charsOf(writeJson(cutter.rehearsal().tree(value, chars)));
    if (written <= room) return cutter.tree(value, chars);
    chars = Math.floor(chars * Math.min(0.9, room / written));
  }
  return undefined;
}
