// Measures one value, one limit, one contender. README.md describes the measures.

import { align } from "./align.mjs";
import { putBack } from "./room.mjs";
import { reachableBytes } from "./sizes.mjs";

/** A result that is no JSON or over the limit counts 0 in everything else, whatever it holds. */
const NOTHING = {
  bounded: 0,
  used: 0,
  filled: 0,
  small: 0,
  strict: 0,
  texts: 0,
  ends: 0,
  records: 0,
  order: 0,
  again: 0,
};

/** Share of a limit that may stay unused. */
const SPARE = 0.1;

const share = (part, all) => (all === 0 ? undefined : part / all);

/** A value is read as JSON has it, once for all contenders: `{ value, text, bytes, reachable, parts }`. */
export function prepare(sample) {
  const text = sample.text ?? JSON.stringify(sample.value);
  const value = JSON.parse(text);
  const compact = JSON.stringify(value);
  return {
    ...sample,
    text,
    value,
    bytes: Buffer.byteLength(compact),
    reachable: reachableBytes(value),
    parts: countParts(value),
  };
}

/** Returns the number of values it consists of. */
function countParts(value) {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum, member) => sum + countParts(member), 1);
}

/**
 * `run` gives the text of what is left of a sample. `isAgain` is for those who can say more strictly that a second pass
 * changes nothing than by its text.
 */
export function measure(sample, { run, isAgain }, limit) {
  const result = run(sample, limit);
  const bytes = Buffer.byteLength(result);
  const after = parse(result);
  const valid = Number(after !== undefined);
  if (!valid || bytes > limit) return { valid, ...NOTHING };
  const used = Math.min(1, bytes / Math.min(limit, sample.reachable));
  const found = align(sample.value, after.value);
  const room = limit - bytes + found.excess;
  const small = (spare) => share(found.kept, found.kept + putBack(found.gaps, room - spare, SPARE * limit));
  const kept = small(SPARE * limit);
  const second = { text: result, value: after.value };
  return {
    valid,
    bounded: 1,
    used,
    filled: Number(used >= 1 - SPARE),
    small: kept,
    strict: small(0),
    texts: share(found.some, found.long),
    ends: share(found.bothEnds, found.shortened),
    records: share(found.whole, found.records),
    order: Number(found.order),
    again: Number(isAgain?.(second, limit) ?? run(second, limit) === result),
  };
}

function parse(text) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
