// Means in percent: of all points or conversations, and apart of formats with and without flags for errors.

import { note, printTable, times } from "../../benches/js/print.mjs";
import { mostAt } from "../../compare/history/measure.mjs";
import { bootstrapBySession, interval } from "../lib/bootstrap.mjs";
import { printLosses } from "../lib/losses.mjs";
import { mean, percent, quartiles } from "../lib/means.mjs";
import { informationBySession } from "./information.mjs";

const COLUMNS = {
  edited: "edited",
  errors: "errors",
  paths: "paths",
  lines: "lines",
  code: "code",
  spoken: "user",
  valid: "valid",
  fits: "fits",
  everything: "everything",
  information: "information",
};

/** Formats that say whether a call failed, and those that do not. */
export const PARTS = {
  all: () => true,
  flags: ({ session }) => session.flagged,
  "no flags": ({ session }) => !session.flagged,
  "set a": ({ session }) => session.set === "a",
  "set b": ({ session }) => session.set === "b",
};

/** Columns with an interval over sessions. */
const SPREAD = ["edited", "errors", "paths", "lines", "everything", "information"];
const SPREAD_PARTS = ["all", "set a", "set b"];
const OURS = "tooltrim";

/** Not a contender: what nobody can exceed. */
const FITS = "what fits";

/** Means by contender and part; `results`: `{ session, contender, share, … }`, one for each point. */
export function printShare(share, { results, possible, impossible }, contenders) {
  const left = impossible === 0 ? "" : `; left out, as what cannot be cut is larger: ${impossible}`;
  note(`At ${share} % of the size: ${possible.length} points${left}.\n`);
  const { means, rows } = partsOf([...results, ...oracle(possible, share)], [...contenders, { name: FITS }], (own) => {
    const cells = Object.fromEntries(Object.keys(COLUMNS).map((key) => [key, mean(own.map((each) => each[key]))]));
    const sessions = informationBySession(own);
    cells.information = mean(sessions);
    const spread = sessions.length > 0 ? quartiles(sessions).map(percent).join(" to ") : "–";
    return { cells, row: [...Object.keys(COLUMNS).map((key) => percent(cells[key])), spread] };
  });
  printTable(["", "formats", "n", ...Object.values(COLUMNS), "its quartiles"], rows, 2);
  printSpread(results, contenders, means);
  return means;
}

/** Means by session, which differ from those of points, and their intervals; then the points at which others are better. */
function printSpread(results, contenders, means) {
  note("By session, with 95 % of 2,000 resamples of sessions:\n");
  const rows = contenders.flatMap(({ name }) =>
    SPREAD_PARTS.flatMap((part) => {
      const own = results.filter((each) => each.contender === name && PARTS[part](each));
      if (own.length === 0) return [];
      const spread = Object.fromEntries(
        SPREAD.map((key) => [key, bootstrapBySession(own.map((each) => [each.session.name, each[key]]))]),
      );
      means[name][part].spread = spread;
      return [
        [part === "all" ? name : "", part, String(spread.edited.n), ...SPREAD.map((key) => interval(spread[key]))],
      ];
    }),
  );
  printTable(["", "sessions", "n", ...SPREAD], rows, 2);
  for (const [key, what] of [
    ["information", "information kept"],
    ["lines", "next lines"],
  ]) {
    const rows = results.map(({ contender, session, passed, [key]: value }) => ({
      ...{ contender, value, session: session.name },
      place: `${session.format}/${session.name} at ${passed / 1000}k`,
    }));
    const losses = rows.some(({ value }) => value !== undefined) ? printLosses(what, rows, OURS) : [];
    means.losses = { ...means.losses, [key]: losses };
  }
}

const oracle = (possible, share) =>
  possible.map((prepared) => ({
    contender: FITS,
    session: prepared.session,
    ...mostAt(prepared, Math.floor((prepared.size * share) / 100)),
  }));

export function printGrowing(results, contenders) {
  const { means, rows } = partsOf(results, contenders, (own) => {
    const longer = own.map((each) => each.longer);
    const costs = own.map(({ cost }) => cost).filter((cost) => cost !== undefined);
    const cells = { longer: mean(longer), least: Math.min(...longer), cost: mean(costs) };
    // Each conversation begins with another session: formats of the same one count as one.
    cells.spread = {
      longer: bootstrapBySession(own.map((each) => [each.session.name, each.longer])),
      cost: bootstrapBySession(own.map((each) => [each.session.name, each.cost])),
    };
    const unknown = own.length - costs.length;
    const cost = `${percent(cells.cost)} %${unknown === 0 ? "" : ` (${unknown} ended before)`}`;
    const { low, high } = cells.spread.longer;
    const around = low === undefined ? "–" : `${times(low)} to ${times(high)}`;
    const row = [times(cells.longer), around, times(cells.least), cost, interval(cells.spread.cost), endsOf(own)];
    return { cells, row };
  });
  printTable(["", "formats", "n", "longer", "95 %", "the least", "cost", "by session", "ended by"], rows, 2);
  return means;
}

/** A row for each contender and part that has results. */
function partsOf(results, contenders, describe) {
  const means = {};
  const rows = [];
  for (const { name } of contenders) {
    for (const [part, belongs] of Object.entries(PARTS)) {
      const own = results.filter((each) => each.contender === name && belongs(each));
      if (own.length === 0) continue;
      const { cells, row } = describe(own);
      means[name] = { ...means[name], [part]: cells };
      rows.push([part === "all" ? name : "", part, String(own.length), ...row]);
    }
  }
  return { means, rows };
}

function endsOf(own) {
  const counts = new Map();
  for (const { ended } of own) counts.set(ended, (counts.get(ended) ?? 0) + 1);
  return [...counts].map(([why, count]) => `${why} (${count})`).join(", ");
}
