// The numbers of conversations, as a table in text.
import { median } from "./talk.mjs";

const number = (value) => Math.round(value).toLocaleString("en-US");

export const row = (host, what, { sum, compactionMilliseconds, seconds, milliseconds }) => ({
  host,
  what,
  requests: number(sum.requests),
  "largest request (chars)": number(sum.largest),
  rewrites: number(sum.rewrites),
  "cache cost": number(sum.cost),
  "added (median)": `${median(compactionMilliseconds).toFixed(2)} ms`,
  "largest added": `${Math.max(...compactionMilliseconds).toFixed(1)} ms`,
  "a request (median)": `${median(milliseconds).toFixed(0)} ms`,
  all: `${seconds.toFixed(1)} s`,
});

/** Lines of equal columns. */
export function tableOf(rows) {
  if (rows.length === 0) return [];
  const names = Object.keys(rows[0]);
  const widths = names.map((name) => Math.max(name.length, ...rows.map((one) => one[name].length)));
  const line = (cells) =>
    cells.map((cell, at) => (at < 2 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join("  ");
  return [line(names), ...rows.map((one) => line(names.map((name) => one[name])))];
}
