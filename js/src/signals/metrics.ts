import { Lasting } from "../wasm.js";
import { type CutEvent, type Hub, hub } from "./hub.js";

/** Histogram of sizes. */
export interface SizeHistogram {
  /** Number of sizes. */
  readonly count: number;
  /** Sum of the sizes. */
  readonly sum: number;
  /** Upper bounds, each with the number of sizes up to it. */
  readonly buckets: readonly (readonly [atMost: number, count: number])[];
}

/** Counters as plain data. */
export interface MetricsSnapshot {
  /** Number of texts and values that were checked, cut or not. */
  readonly checks: number;
  /** Cuts by dataset. */
  readonly datasets: Readonly<
    Record<
      string,
      {
        /** Number of cuts. */
        readonly events: number;
        /** Sizes before and after the cuts, by unit. */
        readonly sizes: Readonly<
          Partial<Record<CutEvent["unit"], { readonly original: SizeHistogram; readonly truncated: SizeHistogram }>>
        >;
      }
    >
  >;
  /** Bytes of session states, by the name of the gauge. */
  readonly sessions: Readonly<Record<string, number>>;
  /** Contracts of tools that failed. */
  readonly violations: readonly { readonly tool: string; readonly contract: string; readonly count: number }[];
}

/** Counters since the first call of {@link metrics}. */
export interface TruncationMetrics {
  /** Returns the text that Prometheus scrapes: `text/plain; version=0.0.4; charset=utf-8`. */
  prometheus(): string;
  /** Returns the same counts as plain data. */
  snapshot(): MetricsSnapshot;
}

/**
 * Counts all cuts of this process from the first call on, for Prometheus or as plain data.
 *
 * @example
 * ```ts
 * import { trim } from "tooltrim";
 * import { metrics } from "tooltrim/signals";
 *
 * const { prometheus } = metrics(); // when the program starts: counting starts here
 * trim("text ".repeat(2000), { maxBytes: 500, label: "fetch_page" });
 *
 * prometheus().includes('truncation_events_total{dataset="fetch_page"} 1'); // true
 * ```
 *
 * `truncation_checks_total` counts checked texts and values, `truncation_events_total{dataset}` those that were cut;
 * together they give a rate; `contract_violations_total{tool,contract}` counts contracts that failed. Histograms of sizes before and after are `truncation_original_bytes{dataset}` and
 * `truncation_truncated_bytes{dataset}`, by unit. A dataset is a label with `[*]` in place of its indexes; after 500
 * datasets the rest count as `other`. Each call returns the same counts, also in the other copy (ESM, CommonJS) of the
 * package. After a call that ran out of stack or memory counting starts at 0 again, as after a restart.
 *
 * @throws TooltrimError `NOT_INITIALIZED`, with `tooltrim/slim`
 */
export function metrics(): TruncationMetrics {
  const shared = hub();
  shared.metrics ??= counted(shared);
  const { prometheus, snapshot } = shared.metrics;
  return { prometheus, snapshot: snapshot as () => MetricsSnapshot };
}

function counted(shared: Hub): NonNullable<Hub["metrics"]> {
  // Counts that are lost with their memory restart at 0, as in a new process.
  const lasting = new Lasting(({ CutMetrics }) => new CutMetrics());
  let checked = shared.checks;
  const upToDate = () => {
    const counts = lasting.now;
    counts.check(shared.checks - checked);
    checked = shared.checks;
    for (const [name, { bytes }] of shared.sessions) counts.session(name, bytes);
    return counts;
  };
  return {
    record: ({ label, unit, before, after }) => lasting.now.record(label, unit, before, after),
    violation: (tool, contract) => lasting.now.violation(tool, contract),
    prometheus: () => upToDate().prometheus(),
    snapshot: () => upToDate().snapshot(),
  };
}
