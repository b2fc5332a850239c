// Was there room for what is missing? It is put back, unit by unit, until the room is used up: what has come back by
// then was lost without need.

import { bytesOfKey, COMMA, isContainer, weigh } from "./sizes.mjs";

/** Brackets, and words about what is missing inside of them. */
const IN_PART = 40;

/**
 * How many small leaves of `gaps` fit into `room` bytes. A gap is `{ units: [{ value, beside }], freed }`: values in
 * their order, what each costs beside its own bytes, and what the words in its place give back once all of it is there.
 * A unit of more than `large` bytes may come back in part, from its start on; a smaller one, a record say, comes back
 * whole or not at all.
 */
export function putBack(gaps, room, large) {
  const budget = { left: room };
  let leaves = 0;
  for (const { units, freed } of gaps) {
    if (budget.left + freed <= 0) continue;
    leaves += allAtOnce(units, freed, budget) ?? oneByOne(units, budget, large);
  }
  return leaves;
}

function allAtOnce(units, freed, budget) {
  const most = budget.left + freed;
  let [bytes, leaves] = [0, 0];
  for (const { value, beside } of units) {
    const weight = weigh(value, most - bytes);
    bytes += weight.bytes + beside;
    leaves += weight.leaves;
    if (bytes > most) return undefined;
  }
  budget.left = most - bytes;
  return leaves;
}

/** From the first one on; where that ends, from the last one back: lists keep both. */
function oneByOne(units, budget, large) {
  let leaves = 0;
  let first = 0;
  let last = units.length - 1;
  for (; first <= last; first += 1) {
    const back = one(units[first], budget, large);
    leaves += back.leaves;
    if (!back.whole) break;
  }
  for (; last > first; last -= 1) {
    const back = one(units[last], budget, large);
    leaves += back.leaves;
    if (!back.whole) break;
  }
  return leaves;
}

function one({ value, beside }, budget, large) {
  const { bytes, leaves } = weigh(value, Math.max(budget.left - beside, large));
  if (bytes + beside <= budget.left) {
    budget.left -= bytes + beside;
    return { leaves, whole: true };
  }
  if (!isContainer(value) || bytes <= large || beside + IN_PART > budget.left) return { leaves: 0, whole: false };
  const units = Array.isArray(value)
    ? value.map((item) => ({ value: item, beside: COMMA }))
    : Object.keys(value).map((key) => ({ value: value[key], beside: bytesOfKey(key) }));
  const before = budget.left;
  budget.left -= beside + IN_PART;
  const inside = oneByOne(units, budget, large);
  if (inside === 0) budget.left = before;
  return { leaves: inside, whole: false };
}
