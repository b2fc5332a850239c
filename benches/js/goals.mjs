// Performance goals, and the table that compares them with the measurements.

import { digits, heading, printTable } from "./print.mjs";

/** `measured` must be at most `limit`; numbers are shown with `unit`. */
export const atMost = (what, measured, limit, unit = "×") => goal(what, measured, "≤", limit, unit, measured <= limit);

/** `measured` must be at least `limit`. */
export const atLeast = (what, measured, limit, unit = "×") => goal(what, measured, "≥", limit, unit, measured >= limit);

function goal(what, measured, sign, limit, unit, ok) {
  return { what, measured: `${digits(measured)} ${unit}`, limit: `${sign} ${limit.toLocaleString("en")} ${unit}`, ok };
}

export function printGoals(goals) {
  const missed = goals.filter((each) => !each.ok).length;
  heading(`goals: ${goals.length - missed} of ${goals.length} reached`);
  printTable(
    ["goal", "", "limit", "measured"],
    goals.map(({ what, limit, measured, ok }) => [what, ok ? "ok" : "MISSED", limit, measured]),
    2,
  );
}
