// Where tooltrim does worse than another, in words: a comparison by its maker should say so itself.
import type { Cell, Measure, Row } from "./model.js";

export function keptLess(rows: readonly Row[], measures: readonly Measure[]): string[] {
  const ours = rows.find(({ name }) => name === "tooltrim");
  return measures.flatMap(({ key, title }) => {
    const own = ours?.cells[key];
    if (!own) return [];
    const better = rows.filter(({ cells }) => {
      const other = cells[key];
      // What is over the limit has kept more than it might.
      return cells.size?.holds && other && other.says !== own.says && isBetter(other, own);
    });
    if (better.length === 0) return [];
    return [
      `${title}: tooltrim ${own.says}; ${better.map(({ name, cells }) => `${name} ${cells[key]?.says}`).join(", ")}`,
    ];
  });
}

function isBetter(other: Cell, own: Cell): boolean {
  if (own.all && other.all) return (other.kept ?? 0) / other.all > (own.kept ?? 0) / own.all;
  return own.holds === false && other.holds === true;
}
