// Caps for each string and list, as they are written by hand. The first two know no limit of the whole.

import { truncateStringsForLlm } from "./reference.mjs";

export const caps = {
  "2,000 each": { run: ({ value }) => JSON.stringify(capAll(value, 2000, Number.POSITIVE_INFINITY)) },
  reference: { run: ({ value }) => JSON.stringify(truncateStringsForLlm(value)) },
  "caps, searched": { run: searched },
};

function capAll(value, units, items) {
  if (typeof value === "string") return value.length > units ? `${value.slice(0, units).toWellFormed()}...` : value;
  if (Array.isArray(value)) return value.slice(0, items).map((item) => capAll(item, units, items));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, capAll(member, units, items)]));
}

/** Strings are not cut below this before lists are. */
const LEAST_UNITS = 100;
const STEPS = 12;

/**
 * The obvious approach to JSON within a limit: the largest cap of strings with which it fits; if none of 100 units
 * does, the most items per list.
 */
function searched({ value, text }, limit) {
  const most = Buffer.byteLength(text);
  if (most <= limit) return text;
  const make = (units, items) => JSON.stringify(capAll(value, units, items));
  const fits = (json) => Buffer.byteLength(json) <= limit;
  const none = Number.POSITIVE_INFINITY;
  return (
    largest(LEAST_UNITS, most, (units) => make(units, none), fits) ??
    largest(1, most, (items) => make(LEAST_UNITS, items), fits) ??
    make(LEAST_UNITS, 0)
  );
}

/**
 * Returns the result of the largest number between the two, in steps, that fits; `undefined` if the first does not.
 */
function largest(from, to, make, fits) {
  let best = make(from);
  if (!fits(best)) return undefined;
  let [low, high] = [from, to];
  for (let step = 0; step < STEPS && high - low > 1; step += 1) {
    const middle = Math.floor(Math.sqrt(low * high)) || 1;
    if (middle <= low || middle >= high) break;
    const result = make(middle);
    if (fits(result)) [low, best] = [middle, result];
    else high = middle;
  }
  return best;
}
