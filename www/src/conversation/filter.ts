// Which exchanges are listed.
import type { Rung, ToolCategory } from "tooltrim";
import type { ExchangeRow } from "tooltrim-view";

export interface Filter {
  readonly category: ToolCategory | "";
  readonly rung: Rung | "";
  readonly failed: boolean;
  readonly stale: boolean;
}

export const NO_FILTER: Filter = { category: "", rung: "", failed: false, stale: false };

export const isOn = (filter: Filter): boolean =>
  filter.category !== "" || filter.rung !== "" || filter.failed || filter.stale;

/** True if an exchange has everything that is asked for. */
export function matches(row: ExchangeRow, { category, rung, failed, stale }: Filter): boolean {
  return (
    (category === "" || row.category === category) &&
    (rung === "" || row.rung === rung) &&
    (!failed || row.isError) &&
    (!stale || row.stale !== null)
  );
}
