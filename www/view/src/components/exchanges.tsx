import type { ExchangeRow } from "../rows.js";
import { visible } from "../text.js";
import { CATEGORY_NAMES, RUNG_MEANINGS, RUNGS, STALE_WORDS } from "../words.js";
import { Bar } from "./bar.js";
import { change } from "./economics.js";
import { Code, type Column, Dot, Table, Tag } from "./table.js";

interface ExchangeTableProps {
  readonly rows: readonly ExchangeRow[];
  readonly caption?: string;
  /** Rows that are listed. Default 200. */
  readonly most?: number;
  /** Index of the exchange that is marked. */
  readonly selected?: number | undefined;
  /** Called with the index of an exchange. */
  readonly onSelect?: ((index: number) => void) | undefined;
}

/** Exchanges with what became of each: rung, reason, chars before and after. */
export function ExchangeTable({ rows, caption = "Exchanges", most = 200, selected, onSelect }: ExchangeTableProps) {
  const largest = Math.max(...rows.map(({ charsBefore }) => charsBefore), 1);
  return (
    <Table
      name="v-exchanges"
      caption={caption}
      rows={rows}
      most={most}
      none="There are no calls."
      columns={columns(largest, onSelect)}
      rowProps={({ index }) => (index === selected ? { "aria-current": "true" } : {})}
    />
  );
}

const columns = (largest: number, onSelect: ExchangeTableProps["onSelect"]): Column<ExchangeRow>[] => [
  {
    ...{ title: "Call", kind: "w" },
    cell: (row) => {
      const name = (
        <span class="v-name">
          <Dot name={`c-${row.category}`} />
          <Code text={row.name} most={60} />
          <span class="v-unseen"> ({CATEGORY_NAMES[row.category]})</span>
        </span>
      );
      return (
        <>
          {onSelect ? (
            <button type="button" class="v-link" onClick={() => onSelect(row.index)}>
              {name}
            </button>
          ) : (
            name
          )}
          {row.subject && (
            <span class="v-sub">
              <Code text={row.subject} most={64} />
            </span>
          )}
        </>
      );
    },
  },
  { title: "State", isMinor: true, cell: (row) => <State {...row} /> },
  { title: "Left", cell: ({ rung }) => <RungName rung={rung} /> },
  { title: "Reason", kind: "w", isMinor: true, cell: ({ reason }) => visible(reason) },
  {
    ...{ title: "", kind: "b", isMinor: true },
    cell: ({ rung, charsBefore, charsAfter }) => (
      <Bar
        isOpen
        all={largest}
        parts={[
          { name: `r-${rung}`, value: charsAfter },
          { name: "s-rest", value: Math.max(charsBefore - charsAfter, 0) },
        ]}
      />
    ),
  },
  { title: "Chars", kind: "n", cell: ({ charsBefore, charsAfter }) => change(charsBefore, charsAfter) },
];

export const RungName = ({ rung }: Pick<ExchangeRow, "rung">) => (
  <span class="v-rung">
    <Dot name={`r-${rung}`} />
    {rung}
  </span>
);

/** Whether a call failed, and why its result is out of date. */
export const State = ({ isError, stale }: Pick<ExchangeRow, "isError" | "stale">) => (
  <>
    {isError && <Tag kind="bad">failed</Tag>}
    {stale && <Tag kind="old">{STALE_WORDS[stale]}</Tag>}
  </>
);

/** What the names of rungs mean. */
export function RungLegend() {
  return (
    <dl class="v-legend">
      {RUNGS.map((rung) => (
        <div>
          <dt>
            <RungName rung={rung} />
          </dt>
          <dd>{RUNG_MEANINGS[rung]}</dd>
        </div>
      ))}
    </dl>
  );
}
