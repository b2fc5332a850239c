import { shown, TooltrimError } from "../errors.js";
import { applyOwn } from "../messages/apply-own.js";
import type { Edit } from "../messages/edits.js";
import { requireKeeper } from "../store/keeper.js";
import { redactSecrets } from "../text/redact.js";
import { Core } from "./core.js";
import type { Compaction, CompactionReport, CompactOptions, JsonValue, RequestOptions } from "./types.js";

/** What stays on this side: all else is checked by the core. */
export interface Host<M> {
  readonly create: CompactOptions["create"];
  readonly tokens: CompactOptions["tokens"];
  readonly redact: CompactOptions["redact"];
  readonly onEvent: CompactOptions["onEvent"];
  readonly state: JsonValue | undefined;
  /** Keeps a text and answers its number; a number is one that facts name already. */
  readonly keep: ((text: string | number) => unknown) | undefined;
  readonly core: Core;
  /** Whether the window is in tokens. */
  readonly inTokens: boolean;
  readonly kind?: M;
}

export function functionOf<T>(name: string, value: T): T {
  if (value !== undefined && typeof value !== "function") {
    throw new TooltrimError("INVALID_OPTION", `${name}: ${shown(value)} is not a function`);
  }
  return value;
}

export function hostOf<M>(options: CompactOptions, goesOn: boolean): Host<M> {
  if (typeof options !== "object" || options === null) {
    throw new TooltrimError("INVALID_OPTION", `options: ${shown(options)} is not an object`);
  }
  const { create, tokens, redact, onEvent, state, store, ...rest } = options;
  const keeper = requireKeeper(store);
  const core = new Core(rest, state, goesOn);
  // A store that does not know what was named before must not give these numbers to other texts.
  keeper?.skipTo(core.now.kept());
  return {
    create: functionOf("create", create),
    tokens: functionOf("tokens", tokens),
    redact: functionOf("redact", redact),
    onEvent: functionOf("onEvent", onEvent),
    state,
    keep: keeper && ((text) => (typeof text === "number" ? keeper.skipTo(text) : keeper.keep(text))),
    core,
    inTokens: rest.window?.tokens !== undefined,
  };
}

/** What the core answers. */
export type Answer = [
  edits: string | Edit[] | undefined,
  report: string,
  notice: string | undefined,
  size: number,
  stepped: boolean,
];

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

export interface Step<M> {
  readonly compaction: Compaction<M>;
  readonly size: number;
  /** What counted before, when something was decided. */
  readonly before: string | undefined;
}

/** One request; `summary` is what stands for exchanges that leave, instead of a summary of ours. */
export function run<M>(
  host: Host<M>,
  messages: readonly M[],
  request: RequestOptions,
  state: () => JsonValue,
  summary?: string,
): Step<M> {
  const { core, create, tokens, redact, keep } = host;
  const { force, compactTo } = requestOf(request);
  // Our own runs in the core: its texts need not cross.
  const hide = redact === redactSecrets ? true : redact;
  const { now } = core;
  const answer = now.next(messages, force, compactTo, create, tokens, hide, keep, summary) as Answer;
  const [written, reported, notice, size, stepped] = answer;
  const edits = (typeof written === "string" ? JSON.parse(written) : (written ?? [])) as Edit<M>[];
  let compacted: readonly M[];
  try {
    compacted = applyOwn(messages, edits);
  } catch (thrown) {
    // What goes out is what came, and it is as large as that.
    const whole = now.grown(messages, tokens)?.[0] ?? size;
    return { compaction: asItCame(host, messages, reported, state, thrown), size: whole, before: undefined };
  }
  // Only what goes out counts as decided.
  const before = core.commit(now);
  const compaction = {
    messages: compacted,
    changed: edits.length > 0,
    edits,
    notice: notice ?? null,
  } as unknown as Compaction<M>;
  later(compaction, "report", () => JSON.parse(reported) as CompactionReport);
  later(compaction, "state", state);
  if (stepped && host.onEvent) {
    try {
      host.onEvent({ type: "compaction", report: compaction.report, notice: notice ?? "" });
    } catch {
      // A listener that throws harms nobody.
    }
  }
  return { compaction, size, before };
}

/** What was thrown as a note shows it: redacted before it is cut. */
export function noted(thrown: unknown, redact: CompactOptions["redact"]): string {
  try {
    return shown(redact ? redact(String(thrown)) : thrown);
  } catch {
    return typeof thrown;
  }
}

/** An object that takes no change: nothing is lost, and the report says why nothing was done. */
function asItCame<M>(
  { redact }: Host<M>,
  messages: readonly M[],
  reported: string,
  state: () => JsonValue,
  thrown: unknown,
): Compaction<M> {
  const report = JSON.parse(reported) as CompactionReport;
  const why = `nothing was changed: ${noted(thrown instanceof Error ? thrown.message : thrown, redact)}`;
  const compaction = { messages, changed: false, edits: [], notice: null } as unknown as Compaction<M>;
  later(compaction, "report", () => ({
    ...report,
    after: report.before,
    overTarget: true,
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

interface Checked {
  readonly force: boolean;
  readonly compactTo: number | undefined;
  /** What the core checks. */
  readonly reserve: RequestOptions["reserve"];
}

export function requestOf(request: RequestOptions | undefined): Checked {
  if (request === undefined) return { force: false, compactTo: undefined, reserve: undefined };
  if (typeof request !== "object" || request === null) {
    throw new TooltrimError("INVALID_OPTION", `request: ${shown(request)} is not an object`);
  }
  const { force = false, compactTo, reserve } = request;
  if (typeof force !== "boolean")
    throw new TooltrimError("INVALID_OPTION", `force: ${shown(force)} is not true or false`);
  if (compactTo !== undefined && !(typeof compactTo === "number" && compactTo >= 0 && compactTo <= 1)) {
    throw new TooltrimError("INVALID_OPTION", `compactTo: ${shown(compactTo)} is not a number from 0 to 1`);
  }
  return { force, compactTo, reserve };
}

/**
 * A conversation that fits its window: old results become facts, what went wrong stays word for word, and so does all that the
 * user said.
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
 *     { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "PASS\n".repeat(200) }] },
 *   );
 * }
 * const { messages, changed, report } = compactMessages(history, { window: { chars: 40_000 } });
 *
 * changed; // true
 * messages[2];
 * // { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "[Earlier: 1,000 chars]" }] }
 * messages.at(-1) === history.at(-1); // true
 * report.after.chars <= 20_000; // true
 * compactMessages(history, { window: { chars: 80_000 } }).messages === history; // true
 * ```
 *
 * Nothing happens up to `triggerAt` of `window - reserve`; then old results, old arguments, earlier words of the assistant, and at last
 * recent results give way until `compactTo` is met, and the room that is left goes to what is likely needed next. Calls and results
 * stay, in place and in order; with `style: "summary"` the oldest leave, and a summary stands for them. If the target cannot be met,
 * `report.overTarget` says so. Untouched messages are the same objects, and with nothing to do the very input comes back.
 *
 * `{ chars }` are UTF-16 units of texts, names and arguments; `{ tokens }` are estimated, or counted by `tokens`. For a conversation that
 * goes on take {@link Compactor}: it keeps what was sent before, as prompt caches want it; here `state` does, when it is handed on.
 *
 * Throws `INVALID_OPTION` for options, `INVALID_MESSAGES` for what is no list of objects, `UNKNOWN_FORMAT` when no format is given and none
 * is found. Broken pairs go through and stand in `report.problems`, unless `onInvalid` is `"throw"`.
 *
 * Takes some microseconds per message below the mark, several times that for a step. Of long results only both ends are read, and of
 * what may be kept in part at most 128 KiB.
 */
export function compactMessages<M>(messages: readonly M[], options: CompactOptions): Compaction<M> {
  return compactWith(messages, options, undefined);
}

/** The same with what a summariser said. */
export function compactWith<M>(
  messages: readonly M[],
  options: CompactOptions,
  summary: string | undefined,
): Compaction<M> {
  const host = hostOf<M>(options, false);
  // What was decided last is read when somebody asks for it; the core's memory goes when nobody can ask any more.
  const state = () => JSON.parse(host.core.state) as JsonValue;
  if (host.core.now.is_small(messages, host.tokens)) {
    const compaction = { messages, changed: false, edits: [], notice: null } as unknown as Compaction<M>;
    // The caller's list may grow before anybody asks.
    const then = [...messages];
    later(compaction, "report", () => run(host, then, {}, state).compaction.report);
    later(compaction, "state", state);
    return compaction;
  }
  return run(host, messages, {}, state, summary).compaction;
}
