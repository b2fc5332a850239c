// Reads values out of the tables that commands print (TOOLTRIM_TABLES, benches/js/print.mjs).

/** Tables whose heading or note matches, and whose head has all of `columns`. */
export const tablesOf = (tables, match, columns = []) =>
  tables.filter(
    ({ heading, note, head }) =>
      (match.test(heading) || match.test(note)) && columns.every((column) => head.includes(column)),
  );

/** Rows with their first cells filled in: a table leaves them out where they repeat. */
export function rowsOf({ head, rows }, filled = 1) {
  const last = [];
  return rows.map((row) => {
    const cells = row.map((cell, at) => {
      if (at >= filled) return cell;
      if (cell !== "") last[at] = cell;
      return last[at];
    });
    return Object.fromEntries(head.map((name, at) => [name === "" && at > 0 ? `#${at}` : name, cells[at]]));
  });
}

/** The first row whose first cells are these. */
export function rowOf(tables, match, cells, columns) {
  for (const table of tablesOf(tables, match, columns)) {
    const found = rowsOf(table, cells.length).find((row) => cells.every((cell, at) => Object.values(row)[at] === cell));
    if (found) return found;
  }
  return undefined;
}

const UNITS = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };

/** `161 ×`, `2.11 µs` in ns, `94.2 %`, `1,056`, `82.5 [77.0, 86.9]`: the first number. */
export function numberIn(cell) {
  const found = /(-?[\d,]*\.?\d+)\s*(ns|µs|ms|s)?(?![\w%])/.exec(cell ?? "");
  return found ? Number(found[1].replaceAll(",", "")) * (UNITS[found[2]] ?? 1) : Number.NaN;
}

/** Least and largest of cells, with their unit: `161 × to 180 ×`. */
export function spanOf(cells) {
  const known = cells.filter((cell) => !Number.isNaN(numberIn(cell)));
  const sorted = known.toSorted((one, other) => numberIn(one) - numberIn(other));
  const [least, largest] = [sorted[0], sorted.at(-1)];
  return {
    text: least === largest ? least : `${least} to ${largest}`,
    least: numberIn(least),
    largest: numberIn(largest),
  };
}
