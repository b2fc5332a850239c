// Where tooltrim keeps less than another, in words: a comparison by its maker should say so itself.
import { number } from "../shared/dom.js";
import type { Measure, Row } from "./model.js";

export function keptLess(rows: readonly Row[], measures: readonly Measure[]): string[] {
  const ours = rows.find(({ name }) => name === "tooltrim");
  if (!ours) return [];
  return measures.flatMap(({ key, title }) => {
    const own = ours.cells[key];
    if (!own?.all) return [];
    // What is over the limit has kept more than it might.
    const better = rows.filter(
      ({ cells }) =>
        cells.size?.holds && (cells[key]?.kept ?? 0) / (cells[key]?.all || 1) > (own.kept ?? 0) / (own.all ?? 1),
    );
    if (better.length === 0) return [];
    const others = better.map(({ name, cells }) => `${name} ${says(cells[key])}`).join(", ");
    return [`${title}: tooltrim ${own.says}; ${others}`];
  });
}

const says = (cell: Row["cells"][string] | undefined): string =>
  cell?.says.endsWith("%") ? cell.says : number(cell?.kept ?? 0);
