import type { CompactionReport, ExchangeReport } from "tooltrim";
import type { InspectedCall, Inspection } from "tooltrim/messages";

/** An exchange as it is shown: what the report of a compaction says of it, and what was found in the conversation. */
export interface ExchangeRow extends ExchangeReport {
  /** Of the exchange, from 0. */
  readonly index: number;
  /** A path, a command, a pattern. */
  readonly subject: InspectedCall["subject"];
  readonly isError: boolean;
  readonly stale: InspectedCall["stale"];
}

/** Joins the report of a compaction with what `inspectMessages` says of the messages before it: both list all calls in order. */
export function exchangeRows(
  { exchanges }: Pick<CompactionReport, "exchanges">,
  { calls }: Pick<Inspection, "calls">,
): ExchangeRow[] {
  return exchanges.map((exchange, index) => {
    const { subject = null, isError = false, stale = null } = calls[index] ?? {};
    return { ...exchange, index, subject, isError, stale };
  });
}
