// One table per source and limit: rows are contenders, columns are measures, cells are means in percent.

import { heading, note, printTable } from "../../benches/js/print.mjs";
import { measure, mostThatFits } from "../metrics/index.mjs";
import { countChars } from "../metrics/laws.mjs";

const columns = {
  planted: "planted",
  all: "all of a log",
  keywords: "keyword",
  structure: "structure",
  locations: "locations",
  noise: "noise",
  limit: "limit",
  again: "again",
  surrogates: "surrogates",
};

export const mean = (values) => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
};

const percent = (value) => (value === undefined ? "–" : (100 * value).toFixed(value > 0.999 && value < 1 ? 2 : 1));

/** The first and the third quartile: the nearest values. */
export const quartiles = (values) => {
  const ordered = [...values].sort((one, other) => one - other);
  return [0.25, 0.75].map((share) => ordered[Math.round(share * (ordered.length - 1))]);
};

/** Prints a table per limit; gives the means by limit and contender. */
export function printSource({ name, samples: all }, contenders, limits) {
  const samples = all.filter(({ text }) => text.length > Math.min(...limits));
  heading(name, `${samples.length} texts, ${chars(samples)} chars the median. Means in %; – : nothing to measure.`);
  const keys = Object.keys(columns).filter(
    (key) => samples[0].truth !== undefined || (key !== "planted" && key !== "all"),
  );
  const means = {};
  for (const limit of limits) {
    // A text that fits has no influence.
    const large = samples.filter(({ text }) => countChars(text) > limit);
    if (large.length === 0) continue;
    const rows = contenders.map((contender) => {
      const run = contender.make(limit);
      const measured = large.map((sample) => measure(sample, run, limit));
      const cells = Object.fromEntries(keys.map((key) => [key, mean(measured.map((each) => each[key]))]));
      means[limit] ??= {};
      means[limit][contender.name] = cells;
      return [contender.name, ...keys.map((key) => percent(cells[key]))];
    });
    const most = oracle(large, limit);
    rows.push(["what fits", ...keys.map((key) => percent(most[key]))]);
    note(`At ${limit.toLocaleString("en")} chars, texts above it: ${large.length}.\n`);
    printTable(["", ...keys.map((key) => columns[key])], rows);
  }
  return means;
}

/** Upper bound: each column spends the whole limit on its own lines. */
const oracle = (samples, limit) =>
  Object.fromEntries(
    ["keywords", "structure", "locations"].map((key) => [
      key,
      mean(samples.map((each) => mostThatFits(each[key], limit))),
    ]),
  );

function chars(samples) {
  const sizes = samples.map(({ text }) => text.length).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)].toLocaleString("en");
}
