import { escaped, grouped } from "tooltrim-view/text";

/** A column of a table; the first one names the rows. */
export interface Column<R> {
  readonly title: string;
  /** Returns HTML. */
  readonly cell: (row: R) => string;
  /** Class of its cells: `n` numbers, `b` bars, `w` words that wrap, `t` a name that does not. */
  readonly kind?: "n" | "b" | "w" | "t" | undefined;
  /** True if it is left out where there is little room. */
  readonly isMinor?: boolean | undefined;
}

/** Rows of a table that lists more than a reader reads. */
const ROWS = 12;

/** Returns a table, or the text that says why there is none. */
export function table<R>(
  caption: string,
  rows: readonly R[],
  columns: readonly Column<R>[],
  { most = ROWS, none = "None." }: { readonly most?: number; readonly none?: string } = {},
): string {
  if (rows.length === 0) return `<p class="soft">${escaped(none)}</p>`;
  const classes = ({ kind, isMinor }: Column<R>) => {
    const names = [kind, isMinor ? "minor" : ""].filter(Boolean).join(" ");
    return names && ` class="${names}"`;
  };
  const head = columns.map((column) =>
    // A header without text would be read out as nothing.
    column.title ? `<th scope="col"${classes(column)}>${escaped(column.title)}</th>` : `<td${classes(column)}></td>`,
  );
  const body = rows.slice(0, most).map((row) => {
    const cells = columns.map((column, at) =>
      at === 0
        ? `<th scope="row"${classes(column)}>${column.cell(row)}</th>`
        : `<td${classes(column)}>${column.cell(row)}</td>`,
    );
    return `<tr>${cells.join("")}</tr>`;
  });
  const more = rows.length - most;
  return [
    `<div class="scroll"><table><caption>${escaped(caption)}</caption><thead><tr>${head.join("")}</tr></thead><tbody>`,
    ...body,
    "</tbody></table></div>",
    more > 0 ? `<p class="more">… and ${grouped(more)} more</p>` : "",
  ].join("\n");
}

/** A bar whose parts are shares from 0 to 1. The figures stand beside it, so nobody has to be told about it. */
export function bar(parts: readonly (readonly [name: string, share: number])[]): string {
  const width = (share: number) => `${Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10}%`;
  const inside = parts.map(([name, share]) => `<i${name && ` class="${name}"`} style="width:${width(share)}"></i>`);
  return `<span class="bar" aria-hidden="true">${inside.join("")}</span>`;
}
