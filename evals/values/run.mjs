// Every contender on every value at every limit.

import { measure, prepare } from "./measure.mjs";

/**
 * `samples` arrive one by one; `takes(contender, index)` selects the contenders of each, up to its `mostParts`. Returns
 * for each contender and limit the measures of all values over the limit, each with the name and size of its value.
 */
export function runAll(samples, contenders, limits, takes) {
  const results = new Map(contenders.map(({ name }) => [name, new Map(limits.map((limit) => [limit, []]))]));
  const thrown = new Map();
  let index = 0;
  for (const drawn of samples) {
    const taking = contenders.filter((contender) => takes(contender, index));
    index += 1;
    if (taking.length === 0) continue;
    const sample = prepare(drawn);
    const { name, shape, bytes, parts } = sample;
    for (const contender of taking.filter(({ mostParts = Number.POSITIVE_INFINITY }) => parts <= mostParts)) {
      for (const limit of limits.filter((most) => bytes > most)) {
        const measured = attempt(sample, contender, limit, thrown);
        results
          .get(contender.name)
          .get(limit)
          .push({ name, shape, bytes, limit, ...measured });
      }
    }
  }
  return { results, thrown };
}

/** A contender that throws has no result; the first exception is printed. */
function attempt(sample, contender, limit, thrown) {
  try {
    return measure(sample, contender, limit);
  } catch (error) {
    const { name } = contender;
    const told = thrown.get(name) ?? { count: 0, first: `${sample.name} at ${limit}: ${error.message.slice(0, 200)}` };
    thrown.set(name, { ...told, count: told.count + 1 });
    return measure(sample, { run: () => "" }, limit);
  }
}
