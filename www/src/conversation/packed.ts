// A report on its way out of the worker. Reports of all positions of the slider are kept: what is the same in each of
// them crosses once, with the session, and the rest as columns of numbers.
import type { CompactionReport, ExchangeReport, Rung } from "tooltrim";
import type { CharsByKind } from "tooltrim/messages";

/** A report without its exchanges. */
export type Summary = Omit<CompactionReport, "exchanges">;

/** What every report says of an exchange. */
export type Fixed = Pick<ExchangeReport, "id" | "name" | "category" | "charsBefore">;

/** What one compaction gave, as it crosses. */
export interface PackedStep {
  readonly summary: Summary;
  readonly changed: boolean;
  readonly notice: string | null;
  /** Chars by kind of the messages that are left. */
  readonly parts: CharsByKind;
  readonly messages: number;
  readonly rungs: Uint8Array;
  readonly charsAfter: Uint32Array;
  /** Indexes into `words`. */
  readonly reasons: Uint8Array;
  readonly words: readonly string[];
}

export const RUNGS: readonly Rung[] = ["full", "trimmed", "fact", "folded"];

/** The columns of the exchanges of a report. */
export function packed(
  exchanges: readonly ExchangeReport[],
): Pick<PackedStep, "rungs" | "charsAfter" | "reasons" | "words"> {
  const words = [...new Set(exchanges.map(({ reason }) => reason))];
  return {
    rungs: Uint8Array.from(exchanges, ({ rung }) => RUNGS.indexOf(rung)),
    charsAfter: Uint32Array.from(exchanges, ({ charsAfter }) => charsAfter),
    reasons: Uint8Array.from(exchanges, ({ reason }) => words.indexOf(reason)),
    words,
  };
}

/** The exchanges of the report again. */
export function unpacked(fixed: readonly Fixed[], step: PackedStep): ExchangeReport[] {
  return fixed.map((exchange, at) => ({
    ...exchange,
    rung: RUNGS[step.rungs[at] ?? 0] ?? "full",
    reason: step.words[step.reasons[at] ?? 0] ?? "",
    charsAfter: step.charsAfter[at] ?? 0,
  }));
}
