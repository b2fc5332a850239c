// One table per source and limit: rows are contenders, columns are measures, cells are means in percent.

import { heading, note, printTable } from "../../benches/js/print.mjs";
import { measure, mostThatFits } from "../../compare/metrics/index.mjs";
import { countChars } from "../../compare/metrics/laws.mjs";
import { bootstrapBySession, interval } from "./bootstrap.mjs";
import { printLosses } from "./losses.mjs";
import { mean, percent } from "./means.mjs";

const OURS = "tooltrim rescue";

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

/** Prints a table per limit; gives the means by limit and contender. */
export function printSource({ name, samples: all }, contenders, limits) {
  const samples = all.filter(({ text }) => text.length > Math.min(...limits));
  heading(name, `${samples.length} texts, ${chars(samples)} chars the median. Means in %; – : nothing to measure.`);
  const keys = Object.keys(columns).filter(
    (key) => samples[0].truth !== undefined || (key !== "planted" && key !== "all"),
  );
  const means = {};
  // Logs of one tool resemble each other; of real outputs each is a case of its own.
  const clusterOf = ({ tool, name }) => tool ?? name;
  const spread = keys.includes("planted")
    ? ["planted", "all", "keywords", "structure"]
    : ["keywords", "structure", "locations"];
  for (const limit of limits) {
    // A text that fits has no influence.
    const large = samples.filter(({ text }) => countChars(text) > limit);
    if (large.length === 0) continue;
    const cases = [];
    const spreads = [];
    const rows = contenders.map((contender) => {
      const run = contender.make(limit);
      const measured = large.map((sample) => measure(sample, run, limit));
      const by = (key) => measured.map((each, at) => [clusterOf(large[at]), each[key]]);
      const own = Object.fromEntries(spread.map((key) => [key, bootstrapBySession(by(key))]));
      spreads.push([contender.name, ...spread.map((key) => interval(own[key]))]);
      cases.push(
        ...by(spread[0]).map(([session, value], at) => ({
          contender: contender.name,
          session,
          place: large[at].name,
          value,
        })),
      );
      const cells = Object.fromEntries(keys.map((key) => [key, mean(measured.map((each) => each[key]))]));
      means[limit] ??= {};
      means[limit][contender.name] = { ...cells, spread: own };
      return [contender.name, ...keys.map((key) => percent(cells[key]))];
    });
    const most = oracle(large, limit);
    rows.push(["what fits", ...keys.map((key) => percent(most[key]))]);
    note(`At ${limit.toLocaleString("en")} chars, texts above it: ${large.length}.\n`);
    printTable(["", ...keys.map((key) => columns[key])], rows);
    note(`By ${keys.includes("planted") ? "tool" : "text"}, with 95 % of 2,000 resamples:\n`);
    printTable(["", ...spread.map((key) => columns[key])], spreads);
    means[limit].losses = printLosses(`${columns[spread[0]]} lines`, cases, OURS);
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
