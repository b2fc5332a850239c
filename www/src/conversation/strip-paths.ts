// All exchanges as bars, drawn as a few paths: a thousand elements would take longer than the compaction.
import { scaleLinear, scaleSqrt } from "d3-scale";
import type { Rung, ToolCategory } from "tooltrim";
import { CATEGORIES, type ExchangeRow, RUNGS } from "tooltrim-view";

/** Heights in pixels, from top to bottom: bars, rungs, marks of failures, marks of what is out of date. */
export const BARS = 88;
export const RUNG_LANE = { top: BARS + 7, height: 18 } as const;
export const FAILED_LANE = { top: RUNG_LANE.top + RUNG_LANE.height + 7, height: 8 } as const;
export const STALE_LANE = { top: FAILED_LANE.top + FAILED_LANE.height + 6, height: 8 } as const;
export const HEIGHT = STALE_LANE.top + STALE_LANE.height + 1;

/** Pixels of the narrowest bar: where there is no room for all, a bar is several exchanges. */
const NARROWEST = 2;

export interface StripPaths {
  /** Sizes before. */
  readonly before: string;
  readonly after: Readonly<Record<ToolCategory, string>>;
  readonly rungs: Readonly<Record<Rung, string>>;
  readonly failed: string;
  readonly stale: string;
  /** Exchanges of a bar. */
  readonly perBar: number;
}

/** How much of a lane a rung fills, as so much of the result is left. */
export const LEVELS: Readonly<Record<Rung, number>> = { full: 1, trimmed: 0.7, fact: 0.4, folded: 0.14 };

interface Bin {
  before: number;
  readonly after: Record<ToolCategory, number>;
  readonly rungs: Record<Rung, number>;
  failed: boolean;
  stale: boolean;
}

/** `isLit` says which exchanges are drawn in colour. */
export function stripPaths(
  rows: readonly ExchangeRow[],
  width: number,
  isLit: (row: ExchangeRow) => boolean,
): StripPaths {
  const perBar = Math.max(Math.ceil((rows.length * NARROWEST) / Math.max(width, 1)), 1);
  const bins = binned(rows, perBar, isLit);
  const most = bins.reduce((largest, { before }) => Math.max(largest, before), 1);
  // By the square root: a long result is a hundred times a short one.
  const tall = scaleSqrt().domain([0, most]).range([0, BARS]);
  const across = scaleLinear()
    .domain([0, Math.ceil(rows.length / perBar)])
    .range([0, width]);
  const slot = across(1) - across(0);
  const bar = Math.min(Math.max(slot - (slot > 4 ? 1 : 0), 1), 26);

  const paths = {
    before: "",
    after: Object.fromEntries(CATEGORIES.map((name) => [name, ""])) as Record<ToolCategory, string>,
    rungs: Object.fromEntries(RUNGS.map((name) => [name, ""])) as Record<Rung, string>,
    failed: "",
    stale: "",
  };
  bins.forEach((bin, at) => {
    const x = across(at) + (slot - bar) / 2;
    const rect = (top: number, height: number) =>
      `M${round(x)} ${round(top)}h${round(bar)}v${round(height)}h${-round(bar)}z`;
    paths.before += rect(BARS - tall(bin.before), tall(bin.before));
    const all = CATEGORIES.reduce((sum, name) => sum + bin.after[name], 0);
    let top = BARS;
    for (const name of CATEGORIES) {
      if (bin.after[name] === 0) continue;
      // The whole is to scale, its parts are shares of it.
      const height = (tall(all) * bin.after[name]) / all;
      top -= height;
      paths.after[name] += rect(top, height);
    }
    const rung = RUNGS.reduce((one, other) => (bin.rungs[other] > bin.rungs[one] ? other : one));
    if (bin.rungs[rung] > 0) {
      const height = LEVELS[rung] * RUNG_LANE.height;
      paths.rungs[rung] += rect(RUNG_LANE.top + RUNG_LANE.height - height, height);
    }
    if (bin.failed) paths.failed += rect(FAILED_LANE.top, FAILED_LANE.height);
    if (bin.stale) paths.stale += rect(STALE_LANE.top, STALE_LANE.height);
  });
  return { ...paths, perBar };
}

const round = (value: number) => Math.round(value * 100) / 100;

function binned(rows: readonly ExchangeRow[], perBar: number, isLit: (row: ExchangeRow) => boolean): Bin[] {
  const bins: Bin[] = [];
  rows.forEach((row, at) => {
    if (at % perBar === 0) {
      const after = { read: 0, search: 0, write: 0, terminal: 0, other: 0 };
      const rungs = { full: 0, trimmed: 0, fact: 0, folded: 0 };
      bins.push({ before: 0, after, rungs, failed: false, stale: false });
    }
    const bin = bins.at(-1);
    if (!bin) return;
    bin.before += row.charsBefore;
    if (!isLit(row)) return;
    bin.after[row.category] += row.charsAfter;
    bin.rungs[row.rung] += 1;
    bin.failed ||= row.isError;
    bin.stale ||= row.stale !== null;
  });
  return bins;
}
