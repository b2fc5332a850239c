import type { ComponentChildren, HTMLAttributes } from "preact";
import { grouped, percent, shortened, visible } from "../text.js";

/** A column of a table; the first one names the rows. */
export interface Column<R> {
  readonly title: string;
  readonly cell: (row: R) => ComponentChildren;
  /** `n` numbers, `b` bars, `w` words that wrap, `t` a name that does not. */
  readonly kind?: "n" | "b" | "w" | "t" | undefined;
  /** True if it is left out where there is little room. */
  readonly isMinor?: boolean | undefined;
}

export interface TableProps<R> {
  readonly caption: string;
  readonly rows: readonly R[];
  readonly columns: readonly Column<R>[];
  /** Rows that are listed; a line says how many more there are. Default 12. */
  readonly most?: number | undefined;
  /** Stands instead of a table without rows. */
  readonly none?: string | undefined;
  /** Another class of the table. */
  readonly name?: string | undefined;
  /** Attributes of a row. */
  readonly rowProps?: ((row: R) => HTMLAttributes<HTMLTableRowElement>) | undefined;
}

/** A table with as many columns as there is room for, or the text that says why there is none. */
export function Table<R>({ caption, rows, columns, most = 12, none = "None.", name = "", rowProps }: TableProps<R>) {
  if (rows.length === 0) return <p class="v-soft">{none}</p>;
  return (
    <div class="v-wrap">
      <table class={`v-table ${name}`.trim()}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) =>
              // A header without text would be read out as nothing.
              column.title ? (
                <th scope="col" class={classOf(column)}>
                  {column.title}
                </th>
              ) : (
                <td class={classOf(column)} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row) => (
            <tr {...rowProps?.(row)}>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th scope="row" class={classOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td class={classOf(column)}>{column.cell(row)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most && <p class="v-more">… and {grouped(rows.length - most)} more</p>}
    </div>
  );
}

const classOf = <R,>({ kind, isMinor }: Column<R>) =>
  [kind && `v-${kind}`, isMinor && "v-minor"].filter(Boolean).join(" ") || undefined;

type Options = Pick<Column<never>, "isMinor">;

export const number = <R,>(title: string, value: (row: R) => number, options: Options = {}): Column<R> => ({
  ...{ title, kind: "n", ...options },
  cell: (row) => grouped(value(row)),
});

export const share = <R,>(title: string, value: (row: R) => number): Column<R> => ({
  ...{ title, kind: "n" },
  cell: (row) => percent(value(row)),
});

/** Chars of a subject or a line of a failure. */
const LINE = 140;

/** A text from a log, on one line. */
export function Code({ text, most = LINE }: { readonly text: string | null; readonly most?: number }) {
  return text ? <code>{visible(shortened(text, most))}</code> : null;
}

export function Tag({ kind, children }: { readonly kind?: "bad" | "old"; readonly children: ComponentChildren }) {
  return <span class={kind ? `v-tag v-${kind}` : "v-tag"}>{children}</span>;
}

/** The square of a colour in front of its name; `name` is a class of chart.css. */
export const Dot = ({ name }: { readonly name: string }) => <i class={`v-dot ${name}`} aria-hidden="true" />;
