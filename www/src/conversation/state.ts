// What the tab knows and shows, as signals.
import { computed, effect, signal } from "@preact/signals";
import type { CompactOptions } from "tooltrim";
import { type ExchangeRow, exchangeRows } from "tooltrim-view";
import { type Input, session } from "../shared/inputs.js";
import type { Remote } from "../shared/remote.js";
import type { Loaded } from "./engine.js";
import { type Filter, matches, NO_FILTER } from "./filter.js";
import { type PackedStep, unpacked } from "./packed.js";
import {
  DEFAULTS,
  type Known,
  type Settings,
  SHARES,
  stopOf,
  stopsOf,
  toOptions,
  toParameters,
  windowOf,
} from "./settings.js";
import { Steps } from "./steps.js";
import type { ConversationMethods } from "./worker.js";

/** Of the tab, in the address. */
export const TAB = "conversation";

/** A session and the worker that holds it. */
export interface Opened {
  readonly input: Input;
  readonly info: Loaded;
  readonly known: Known;
  readonly remote: Remote<ConversationMethods>;
}

export const settings = signal<Settings>(DEFAULTS);
export const opened = signal<Opened | undefined>(undefined);
/** What is being done while a session is read, and how much of it is. */
export const progress = signal<{ readonly what: string; readonly share: number } | undefined>(undefined);
/** Why a session could not be read. */
export const problem = signal("");

/** The step that is shown, and the options that it was made with. */
export const shownStep = signal<{ readonly step: PackedStep; readonly options: CompactOptions } | undefined>(undefined);
/** Why there is no step of these settings. */
export const stepError = signal("");
/** Whether the positions of the sliders that may be wanted next are there. */
export const isPrepared = signal(false);

/** Name of the example that is shown, and the packed session of the link that was opened: both are in the address. */
export const example = signal("");
export const sharedInput = signal("");

export const filter = signal<Filter>(NO_FILTER);
/** Index of the exchange that is looked into. */
export const selected = signal<number | undefined>(undefined);

/** The options of the settings for the session. */
export const options = computed(() => opened.value && toOptions(settings.value, opened.value.known));

/** True until the step of these settings is shown. */
export const isPending = computed(
  () => options.value !== undefined && JSON.stringify(shownStep.value?.options) !== JSON.stringify(options.value),
);

/** The report that is shown. */
export const report = computed(() => {
  const [now, shown] = [opened.value, shownStep.value];
  if (!now || !shown) return undefined;
  return { ...shown.step.summary, exchanges: unpacked(now.info.exchanges, shown.step) };
});

export const rows = computed((): readonly ExchangeRow[] =>
  report.value && opened.value ? exchangeRows(report.value, opened.value.info.inspection) : [],
);

/** UTF-16 units of the largest exchange. */
export const largest = computed(() => rows.value.reduce((most, { charsBefore }) => Math.max(most, charsBefore), 1));

/** Those that the filter lets through. */
export const filtered = computed(() => rows.value.filter((row) => matches(row, filter.value)));

/** The state in the address. */
export function linkState(): URLSearchParams {
  const state = toParameters(settings.value);
  if (example.value) state.set("example", example.value);
  if (sharedInput.value) state.set("input", sharedInput.value);
  return state;
}

let steps: Steps | undefined;

/** Shows a session that was read; the worker of the one before is closed. */
export function show(input: Input, info: Loaded, remote: Opened["remote"]): void {
  const before = opened.peek();
  steps?.close();
  const { format, inspection } = info;
  shownStep.value = undefined;
  isPrepared.value = false;
  selected.value = undefined;
  example.value = "";
  sharedInput.value = "";
  filter.value = NO_FILTER;
  steps = new Steps({
    ask: (asked) => remote.ask("step", asked),
    exchanges: info.exchanges.length,
    onOutcome(outcome, made) {
      stepError.value = "error" in outcome ? outcome.error : "";
      if ("step" in outcome) shownStep.value = { step: outcome.step, options: made };
    },
    onAhead(all) {
      isPrepared.value = all;
    },
  });
  opened.value = { input, info, remote, known: { format, size: inspection.size } };
  session.value = input;
  before?.remote.close();
}

effect(() => {
  const [now, current] = [opened.value, settings.value];
  if (!now) return;
  const near = [...SHARES].sort((one, other) => Math.abs(one - current.share) - Math.abs(other - current.share));
  const stops = stopsOf(current.unit);
  const stop = stopOf(current.unit, windowOf(current, now.known));
  const windows = [1, -1, 2, -2].flatMap((step) => stops[stop + step] ?? []);
  steps?.want(toOptions(current, now.known), [
    // One position further on the window's slider, then the positions of the target's.
    ...windows.map((size) => toOptions({ ...current, window: String(size) }, now.known)),
    ...near.map((share) => toOptions({ ...current, share }, now.known)),
  ]);
});
