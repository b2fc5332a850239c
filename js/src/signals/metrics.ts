import { Lasting } from "../wasm.js";
import { type CutEvent, type Hub, hub } from "./hub.js";

/** Sizes in buckets. */
export interface SizeHistogram {
  /** Number of sizes. */
  readonly count: number;
  /** Their sum. */
  readonly sum: number;
  /** Each upper bound, with how many sizes were at most so large. */
  readonly buckets: readonly (readonly [atMost: number, count: number])[];
}

/** Counters as plain data. */
export interface MetricsSnapshot {
  /** Number of texts and values that were checked, cut or not. */
  readonly checks: number;
  /** The cuts by dataset. */
  readonly datasets: Readonly<
    Record<
      string,
      {
        /** The number of them. */
        readonly events: number;
        /** Their sizes by unit, before and after. */
        readonly sizes: Readonly<
          Partial<Record<CutEvent["unit"], { readonly original: SizeHistogram; readonly truncated: SizeHistogram }>>
        >;
      }
    >
  >;
  /** Bytes of session states, by the name of the gauge. */
  readonly sessions: Readonly<Record<string, number>>;
}

/** Counters since the first call of {@link metrics}. */
export interface TruncationMetrics {
  /** The text that Prometheus scrapes: `text/plain; version=0.0.4; charset=utf-8`. */
  prometheus(): string;
  /** The same as plain data. */
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
 * `truncation_checks_total` counts what was looked at, `truncation_events_total{dataset}` what was cut of it, so that a
 * rate can be formed; histograms of sizes before and after are `truncation_original_bytes{dataset}` and
 * `truncation_truncated_bytes{dataset}`, by unit. A dataset is a label with `[*]` for its indexes; after 500 of them
 * the rest is `other`. Each call answers the same counts, also in the other copy (ESM, CommonJS) of the package. After
 * a call that ran out of stack or memory counting starts at 0 again, as after a restart.
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
  // Counts that are lost with their memory start anew, as they do with a new process.
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
    prometheus: () => upToDate().prometheus(),
    snapshot: () => upToDate().snapshot(),
  };
}
