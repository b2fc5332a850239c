import type { ExchangeReport } from "tooltrim";
import type { InspectedCall } from "tooltrim/messages";

/** An exchange as it is shown: what the report of a compaction says of it, and what was found in the conversation. */
export interface ExchangeRow extends ExchangeReport {
  /** Of the exchange, from 0. */
  readonly index: number;
  /** A path, a command, a pattern. */
  readonly subject: InspectedCall["subject"];
  readonly isError: boolean;
  readonly stale: InspectedCall["stale"];
}
