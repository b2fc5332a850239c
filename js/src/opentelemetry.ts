// The entry `tooltrim/opentelemetry`: what was cut, as OpenTelemetry metrics.
import { type Attributes, type Histogram, type Meter, metrics, type ObservableResult } from "@opentelemetry/api";
import { requireOptions, wrong } from "./errors.js";
import { type CutEvent, hub } from "./signals/hub.js";
import { onTruncation, type Unsubscribe } from "./signals/listen.js";
import { onViolation } from "./signals/violations.js";
import { version } from "./version.js";
import { Lasting, wasm } from "./wasm.js";

export type { Unsubscribe } from "./signals/listen.js";

/** Options of {@link observeTruncation}. */
export interface ObserveOptions {
  /** The meter; that of the global meter provider when there is none. */
  readonly meter?: Meter | undefined;
}

/**
 * Counts all cuts of this process as OpenTelemetry metrics, and returns a function that stops it.
 *
 * @example
 * ```ts
 * import { trim } from "tooltrim";
 * import { observeTruncation } from "tooltrim/opentelemetry";
 *
 * const stop = observeTruncation(); // after the SDK has set its meter provider
 * trim("text ".repeat(2000), { maxBytes: 500, label: "fetch_page" });
 * stop();
 * ```
 *
 * Counters `tooltrim.truncation.events` and `tooltrim.truncation.checks`, histograms
 * `tooltrim.truncation.original.bytes` and `tooltrim.truncation.truncated.bytes` (`.chars`, `.lines` and so on), a
 * gauge `tooltrim.session.size`, a counter `tooltrim.contract.violations`. The attribute `tooltrim.dataset` is the label with `[*]` for its indexes; after 500
 * datasets the rest is `other`. Each call counts separately.
 *
 * @throws TooltrimError `INVALID_OPTION`
 */
export function observeTruncation(options?: ObserveOptions): Unsubscribe {
  requireOptions("options", options ?? {}, ["meter"]);
  const meter = options?.meter ?? metrics.getMeter("tooltrim", version);
  if (typeof meter?.createCounter !== "function") throw wrong("meter", meter, "a meter of @opentelemetry/api");
  return observeWith(meter);
}

/** Units as UCUM writes them. */
const UNITS: Readonly<Record<CutEvent["unit"], string>> = {
  bytes: "By",
  chars: "{char}",
  utf16: "{utf16_unit}",
  lines: "{line}",
  tokens: "{token}",
  items: "{item}",
  keys: "{key}",
  levels: "{level}",
};

function observeWith(meter: Meter): Unsubscribe {
  const datasets = new Lasting(({ CutDatasets }) => new CutDatasets());
  const events = meter.createCounter("tooltrim.truncation.events", { description: "Cuts.", unit: "{cut}" });
  const histograms = new Map<string, Histogram>();
  const sizes = (which: "original" | "truncated", unit: CutEvent["unit"]): Histogram => {
    const name = `tooltrim.truncation.${which}.${unit}`;
    const known = histograms.get(name);
    if (known) return known;
    const made = meter.createHistogram(name, {
      description: which === "original" ? "Sizes before cuts." : "Sizes after cuts.",
      unit: UNITS[unit],
      advice: { explicitBucketBoundaries: Array.from(wasm().bucket_bounds(unit)) },
    });
    histograms.set(name, made);
    return made;
  };
  const stop = onTruncation(({ label, unit, before, after }) => {
    const attributes: Attributes = { "tooltrim.dataset": datasets.now.name(label) };
    events.add(1, attributes);
    sizes("original", unit).record(before, attributes);
    sizes("truncated", unit).record(after, attributes);
  });

  const violations = meter.createCounter("tooltrim.contract.violations", {
    description: "Contracts of tools that failed.",
    unit: "{violation}",
  });
  const stopViolations = onViolation(({ tool, contract }) => {
    violations.add(1, { "tooltrim.tool": datasets.now.name(tool), "tooltrim.contract": datasets.now.name(contract) });
  });

  const shared = hub();
  const before = shared.checks;
  const checks = meter.createObservableCounter("tooltrim.truncation.checks", {
    description: "Texts and values that were checked.",
    unit: "{check}",
  });
  const session = meter.createObservableGauge("tooltrim.session.size", {
    description: "Size of a session state as compact JSON.",
    unit: "By",
  });
  const observeChecks = (result: ObservableResult) => result.observe(shared.checks - before);
  const observeSessions = (result: ObservableResult) => {
    for (const [name, { bytes }] of shared.sessions) result.observe(bytes, { "tooltrim.session.name": name });
  };
  checks.addCallback(observeChecks);
  session.addCallback(observeSessions);
  return () => {
    stop();
    stopViolations();
    checks.removeCallback(observeChecks);
    session.removeCallback(observeSessions);
  };
}
