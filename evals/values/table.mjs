// One table per source and limit: rows are contenders, columns are measures, cells are means in percent.

import { note, printTable } from "../../benches/js/print.mjs";
import { mean, median } from "../lib/means.mjs";

const columns = {
  valid: "valid",
  bounded: "within",
  filled: "≥ 90",
  median: "median",
  least: "least",
  small: "small",
  strict: "strict",
  texts: "texts",
  ends: "ends",
  records: "whole",
  order: "order",
  again: "again",
};

/** Summarizes the measures of many values: means, except for the used share of the limit, which is listed in full. */
export function summary(measured) {
  const used = measured.map((each) => each.used);
  const means = Object.keys(columns).map((key) => [key, mean(measured.map((each) => each[key]))]);
  return { ...Object.fromEntries(means), median: median(used), least: Math.min(...used) };
}

/** Nothing is rounded to all, or to none. */
function percent(value) {
  if (value === undefined) return "–";
  const shown = (100 * value).toFixed(1);
  if (shown === "100.0" && value < 1) return "<100";
  return shown === "0.0" && value > 0 ? ">0" : shown;
}

/** `rows`: `{ name, isOurs, summary }`. Between rivals and ours the best rival of each column. */
export function printRows(text, rows) {
  note(`${text}\n`);
  const cells = (name, row) => [name, ...Object.keys(columns).map((key) => percent(row[key]))];
  const rivals = rows.filter(({ isOurs }) => !isOurs);
  printTable(
    ["", ...Object.values(columns)],
    [
      ...rivals.map(({ name, summary }) => cells(name, summary)),
      ...(rivals.length > 0 ? [cells("best rival", best(rivals))] : []),
      ...rows.filter(({ isOurs }) => isOurs).map(({ name, summary }) => cells(name, summary)),
    ],
  );
}

function best(rivals) {
  const most = (key) => rivals.map(({ summary }) => summary[key]).filter((value) => value !== undefined);
  return Object.fromEntries(
    Object.keys(columns).map((key) => [key, most(key).length ? Math.max(...most(key)) : undefined]),
  );
}

/** `results`: `{ name, bytes, limit, used, small, … }`. Each shape once: ten seeds of the same one say no more. */
export function printWorst(text, results, key) {
  const shapes = new Map();
  for (const result of results.toSorted((a, b) => a[key] - b[key])) {
    if (!shapes.has(result.shape)) shapes.set(result.shape, result);
  }
  const worst = [...shapes.values()].slice(0, 10);
  if (worst.length === 0) return;
  note(`${text}\n`);
  const number = (count) => count.toLocaleString("en");
  printTable(
    ["", "bytes", "limit", "used", "small"],
    worst.map(({ name, bytes, limit, used, small }) => [
      name,
      number(bytes),
      number(limit),
      percent(used),
      percent(small),
    ]),
  );
}
