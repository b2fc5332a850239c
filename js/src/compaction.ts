import type { Compact } from "../../target/wasm-pkg/tooltrim.js";
import type {
  Compaction,
  CompactionReport,
  CompactOptions,
  JsonValue,
  RequestOptions,
} from "./compaction-types.js";
import { applyOwn } from "./apply-own.js";
import type { Edit } from "./edits.js";
import { shown, TooltrimError } from "./errors.js";
import { asking as ask } from "./messages.js";
import { wasm } from "./wasm.js";

/** What stays on this side: all else is checked by the core. */
export interface Host<M> {
  readonly create: CompactOptions["create"];
  readonly tokens: CompactOptions["tokens"];
  readonly redact: CompactOptions["redact"];
  readonly onEvent: CompactOptions["onEvent"];
  readonly state: JsonValue | undefined;
  readonly core: Compact;
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
  const { create, tokens, redact, onEvent, state, ...rest } = options;
  return {
    create: functionOf("create", create),
    tokens: functionOf("tokens", tokens),
    redact: functionOf("redact", redact),
    onEvent: functionOf("onEvent", onEvent),
    state,
    core: ask(() => new (wasm().Compact)(rest, state, goesOn)),
  };
}

/** What the core answers. */
export type Answer = [edits: string | Edit[] | undefined, report: string, notice: string | undefined, size: number, stepped: boolean];

export function later<T extends object, K extends keyof T>(object: T, name: K, value: () => T[K]): void {
  let known: { value: T[K] } | undefined;
  Object.defineProperty(object, name, {
    enumerable: true,
    get: () => (known ??= { value: value() }).value,
  });
}

export interface Step<M> {
  readonly compaction: Compaction<M>;
  readonly size: number;
  readonly stepped: boolean;
}

/** One request; `summary` is what stands for exchanges that leave, instead of a summary of ours. */
export function run<M>(
  host: Host<M>,
  messages: readonly M[],
  request: RequestOptions,
  state: () => JsonValue,
  summary?: string,
): Step<M> {
  const { core, create, tokens, redact } = host;
  const { force, compactTo } = requestOf(request);
  const answer = ask(() => core.next(messages, force, compactTo, create, tokens, redact, summary)) as Answer;
  const [written, reported, notice, size, stepped] = answer;
  const edits = (typeof written === "string" ? JSON.parse(written) : (written ?? [])) as Edit<M>[];
  let compacted: readonly M[];
  try {
    compacted = applyOwn(messages, edits);
  } catch (thrown) {
    return { compaction: asItCame(messages, reported, state, thrown), size, stepped: false };
  }
  // Only what goes out counts as decided.
  core.commit();
  const compaction = { messages: compacted, changed: edits.length > 0, edits, notice: notice ?? null } as unknown as Compaction<M>;
  later(compaction, "report", () => JSON.parse(reported) as CompactionReport);
  later(compaction, "state", state);
  if (stepped && host.onEvent) {
    try {
      host.onEvent({ type: "compaction", report: compaction.report, notice: notice ?? "" });
    } catch {
      // A listener that throws harms nobody.
    }
  }
  return { compaction, size, stepped };
}

/** An object that takes no change: nothing is lost, and the report says why nothing was done. */
function asItCame<M>(messages: readonly M[], reported: string, state: () => JsonValue, thrown: unknown): Compaction<M> {
  const report = JSON.parse(reported) as CompactionReport;
  const why = `nothing was changed: ${shown(thrown instanceof Error ? thrown.message : thrown)}`;
  const compaction = { messages, changed: false, edits: [], notice: null } as unknown as Compaction<M>;
  later(compaction, "report", () => ({
    ...report,
    after: report.before,
    exchanges: report.exchanges.map((each) => ({ ...each, rung: "full" as const, charsAfter: each.charsBefore })),
    notes: [...report.notes, why],
  }));
  later(compaction, "state", state);
  return compaction;
}

export function requestOf(request: RequestOptions | undefined): { force: boolean; compactTo: number | undefined } {
  if (request === undefined) return { force: false, compactTo: undefined };
  if (typeof request !== "object" || request === null) {
    throw new TooltrimError("INVALID_OPTION", `request: ${shown(request)} is not an object`);
  }
  const { force = false, compactTo } = request;
  if (typeof force !== "boolean") throw new TooltrimError("INVALID_OPTION", `force: ${shown(force)} is not true or false`);
  if (compactTo !== undefined && !(typeof compactTo === "number" && compactTo >= 0 && compactTo <= 1)) {
    throw new TooltrimError("INVALID_OPTION", `compactTo: ${shown(compactTo)} is not a number from 0 to 1`);
  }
  return { force, compactTo };
}

/**
 * Compacts a conversation when it fills its window: old results become facts, errors stay word for word, and so does all that the
 * user said.
 */
export function compactMessages<M>(messages: readonly M[], options: CompactOptions): Compaction<M> {
  // Not for callers: `compactMessagesAsync` hands over what a summariser said.
  const { summary, ...rest } = options as CompactOptions & { summary?: string };
  const host = hostOf<M>(rest, false);
  try {
    let written = "";
    const { compaction } = run(host, messages, {}, () => JSON.parse(written) as JsonValue, summary);
    written = host.core.state();
    return compaction;
  } finally {
    host.core.free();
  }
}
