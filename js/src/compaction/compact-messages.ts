import { functionOf, noted } from "../calls/summarizer.js";
import { alsoKnown, requireObject, requireOptions, wrong } from "../errors.js";
import { applyOwn } from "../messages/apply-own.js";
import type { Edit } from "../messages/edits.js";
import type { AnyMessage, Untyped } from "../messages/types.js";
import { requireKeeper } from "../store/keeper.js";
import { redactSecrets } from "../text/redact.js";
import { type Beside, Core } from "./core.js";
import type { Compaction, CompactionReport, CompactOptions, JsonValue, RequestOptions } from "./types.js";

/** Checked options that stay in JavaScript; the core checks all others. */
export interface Host {
  readonly create: CompactOptions["create"];
  readonly tokens: CompactOptions["tokens"];
  readonly redact: CompactOptions["redact"];
  readonly onEvent: CompactOptions["onEvent"];
  readonly state: JsonValue | undefined;
  /** Stores a text and returns its ref as a number. */
  readonly keep: ((text: string) => number) | undefined;
  readonly core: Core;
  /** True if the window is in tokens. */
  readonly inTokens: boolean;
  /** True if the options name a format. */
  readonly isFormatGiven: boolean;
  /** True if results that arrive may name what stands above. */
  readonly names: boolean;
}

const HOST_OPTIONS = ["create", "tokens", "redact", "onEvent", "state", "store"];

/** Checks options and creates the core. */
export function hostOf(options: CompactOptions, goesOn: boolean): Host {
  requireObject("options", options);
  const { create, tokens, redact, onEvent, state, store, ...rest } = options;
  const keeper = requireKeeper(store);
  const core = alsoKnown(HOST_OPTIONS, () => new Core(rest, state, goesOn));
  return {
    create: functionOf("create", create),
    tokens: functionOf("tokens", tokens),
    redact: functionOf("redact", redact),
    onEvent: functionOf("onEvent", onEvent),
    state,
    keep: keeper && ((text) => keeper.keep(text)),
    core,
    inTokens: rest.window?.tokens !== undefined,
    isFormatGiven: rest.format !== undefined,
    names: rest.repeats === "reference",
  };
}

/** Result of the core. */
export type Answer = [
  edits: string | Edit[] | undefined,
  report: CompactionReport,
  notice: string | undefined,
  size: number,
  stepped: boolean,
];

/** Defines a property that is computed on first access. */
export function later<T extends object, K extends keyof T>(object: T, name: K, value: () => T[K]): void {
  let known: { value: T[K] } | undefined;
  Object.defineProperty(object, name, {
    enumerable: true,
    get: () => {
      known ??= { value: value() };
      return known.value;
    },
  });
}

/** Compactions that took a step. A notice alone does not tell: messages that do not fit have one with each request. */
const stepped = new WeakSet<object>();

/** Returns `true` if a compaction took a step. */
export const isStep = (compaction: object): boolean => stepped.has(compaction);

/** Result of one request, before it is public. */
export interface Step<M> {
  readonly compaction: Compaction<M>;
  readonly size: number;
  /** Previous state, if the request changed it. */
  readonly before: string | undefined;
}

/**
 * Runs one request. `summary` replaces the built-in summary of exchanges that leave; with `isLate`, of those that an
 * earlier step removed.
 */
export function run<M>(
  host: Host,
  messages: readonly M[],
  request: RequestOptions,
  state: () => JsonValue,
  { text, isLate = false }: { readonly text?: string | undefined; readonly isLate?: boolean } = {},
): Step<M> {
  const { core, create, tokens, redact, keep } = host;
  const { force, hold, compactTo } = requestOf(request);
  // `redactSecrets` runs in the core, so that texts need not cross.
  const hide = redact === redactSecrets ? true : redact;
  const { now } = core;
  const answer = now.next(messages, force, hold, compactTo, create, tokens, hide, keep, text, isLate) as Answer;
  const [written, reported, notice, size, isNew] = answer;
  const edits = (typeof written === "string" ? JSON.parse(written) : (written ?? [])) as Edit<M>[];
  let compacted: M[];
  try {
    compacted = applyOwn(messages, edits);
  } catch (thrown) {
    // The input is sent unchanged, so its size counts.
    const whole = now.grown(messages, tokens)?.[0] ?? size;
    return { compaction: asItCame(host, messages, reported, state, thrown), size: whole, before: undefined };
  }
  // Commits only decisions that are sent.
  const before = core.commit(now);
  const compaction = {
    messages: compacted,
    changed: edits.length > 0,
    edits,
    notice: notice ?? null,
    report: reported,
  } as unknown as Compaction<M>;
  later(compaction, "state", state);
  if (isNew) stepped.add(compaction);
  if (isNew && host.onEvent) {
    try {
      host.onEvent({ type: "compaction", report: compaction.report, notice: notice ?? "" });
    } catch {
      // Errors of listeners are ignored.
    }
  }
  return { compaction, size, before };
}

/** Returns a result with one more note. */
export function withNote<M>(compaction: Compaction<M>, note: string): Compaction<M> {
  const { messages, changed, edits, notice } = compaction;
  const copy = { messages, changed, edits, notice } as unknown as Compaction<M>;
  later(copy, "report", () => ({ ...compaction.report, notes: [...compaction.report.notes, note] }));
  later(copy, "state", () => compaction.state);
  if (isStep(compaction)) stepped.add(copy);
  return copy;
}

/** Returns `true` if the messages as they came fit into the window less the reserve. */
function isWithin({ before, window, reserve }: CompactionReport): boolean {
  const unit = window.tokens === undefined ? "chars" : "tokens";
  return before[unit] + (reserve?.[unit] ?? 0) <= (window[unit] ?? 0);
}

/** Returns the input unchanged, for messages that cannot be edited. The report gives the reason. */
function asItCame<M>(
  { redact }: Host,
  messages: readonly M[],
  report: CompactionReport,
  state: () => JsonValue,
  thrown: unknown,
): Compaction<M> {
  const why = `nothing was changed: ${noted(thrown instanceof Error ? thrown.message : thrown, redact)}`;
  const compaction = { messages, changed: false, edits: [], notice: null } as unknown as Compaction<M>;
  later(compaction, "report", () => ({
    ...report,
    after: report.before,
    overTarget: true,
    fits: isWithin(report),
    unfit: [],
    repeats: 0,
    names: 0,
    thinking: { removed: 0, kept: report.thinking.kept + report.thinking.removed, why: null },
    firstChangedMessage: null,
    stablePrefix: report.before.chars,
    rebilledTokens: 0,
    breakEvenRequests: null,
    exchanges: report.exchanges.map((each) => ({ ...each, rung: "full" as const, charsAfter: each.charsBefore })),
    notes: [...report.notes, why],
  }));
  later(compaction, "state", state);
  return compaction;
}

/** Checked {@link RequestOptions}. */
interface Checked {
  readonly force: boolean;
  readonly compactTo: CompactOptions["compactTo"];
  readonly hold: boolean;
  /** Checked by the core. */
  readonly beside: Beside;
}

/** Names of {@link RequestOptions}. */
export const REQUEST_OPTIONS: readonly (keyof RequestOptions)[] = [
  "force",
  "hold",
  "compactTo",
  "reserve",
  "window",
  "thinking",
];

/** Checks the options of one request. */
export function requestOf(request: RequestOptions | undefined): Checked {
  if (request === undefined) return { force: false, hold: false, compactTo: undefined, beside: {} };
  requireOptions("request", request, REQUEST_OPTIONS);
  const { force = false, hold = false, compactTo, reserve, window, thinking } = request;
  if (typeof force !== "boolean") throw wrong("force", force, "true or false");
  if (typeof hold !== "boolean") throw wrong("hold", hold, "true or false");
  // The core checks the members of a size, when a step is taken.
  const isTarget = (value: unknown) =>
    typeof value === "number" ? value >= 0 && value <= 1 : typeof value === "object" && value !== null;
  if (compactTo !== undefined && !isTarget(compactTo)) {
    const sizes = typeof compactTo === "number" ? "" : ", { tokens }, { chars } or { utf16 }";
    throw wrong("compactTo", compactTo, `a number from 0 to 1${sizes}`);
  }
  return { force, hold, compactTo, beside: { reserve, window, thinking } };
}

/**
 * Compacts a conversation so that it fits its window: old results become facts, failures and user messages stay
 * verbatim.
 *
 * @example
 * ```ts
 * import { compactMessages } from "tooltrim";
 *
 * const history: unknown[] = [{ role: "user", content: "Make the tests pass." }];
 * for (let n = 1; n <= 40; n += 1) {
 *   const id = `toolu_${n}`;
 *   const input = { command: `npm test -- part${n}` };
 *   history.push(
 *     { role: "assistant", content: [{ type: "tool_use", id, name: "bash", input }] },
 *     { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: `${n} ok\n`.repeat(200) }] },
 *   );
 * }
 * const { messages, changed, report } = compactMessages(history, { window: { chars: 40_000 } });
 *
 * changed; // true
 * messages[2]; // its result is now "[Earlier: Ran `npm test -- part1` (1,000 chars)]"
 * messages.at(-1) === history.at(-1); // true
 * report.after.chars <= 20_000; // true
 * compactMessages(history, { window: { chars: 80_000 } }).messages === history; // true
 * ```
 *
 * A conversation of up to `triggerAt` of `window - reserve` is returned unchanged. Beyond that, old results, old
 * arguments, earlier assistant texts and finally recent results are shortened or dropped until `compactTo` is met. The
 * room that remains goes to what is likely needed next. Calls and results stay in place and in order; with
 * `style: "summary"` a summary replaces the oldest ones. If the target cannot be met, `report.overTarget` is `true`.
 * Untouched messages are the same objects; if nothing changes, the input array itself is returned.
 *
 * `{ chars }` counts UTF-16 units of texts, names and arguments; `{ tokens }` are estimated, or counted by `tokens`.
 * Use {@link Compactor} for a growing conversation: it resends identical bytes, so prompt caches keep hitting. Here,
 * passing `state` on does the same.
 *
 * Throws `INVALID_OPTION` for wrong options, `INVALID_MESSAGES` if `messages` is not a list of objects, and
 * `UNKNOWN_FORMAT` if no format is given and none is found. Broken pairs pass through and are listed in
 * `report.problems`, unless `onInvalid` is `"throw"`.
 *
 * Takes a few microseconds per message below the mark, and several times that for a step. Reads only both ends of long
 * results, and at most 128 KiB of a result that may be kept in part.
 */
export function compactMessages<M extends AnyMessage = Untyped>(
  messages: readonly M[],
  options: CompactOptions,
): Compaction<M> {
  return compactWith(messages, options, undefined);
}

/** Compacts as {@link compactMessages} does, with a given summary. */
export function compactWith<M>(
  messages: readonly M[],
  options: CompactOptions,
  summary: string | undefined,
): Compaction<M> {
  const host = hostOf(options, false);
  // Read on demand. The core's memory is freed once the result is unreachable.
  const state = () => JSON.parse(host.core.state) as JsonValue;
  if (host.core.now.is_small(messages, host.tokens)) {
    const compaction = { messages, changed: false, edits: [], notice: null } as unknown as Compaction<M>;
    // The caller's list may grow before the report is read.
    const then = [...messages];
    later(compaction, "report", () => run(host, then, {}, state).compaction.report);
    later(compaction, "state", state);
    return compaction;
  }
  return run(host, messages, {}, state, { text: summary }).compaction;
}
