import type { Compact } from "../../target/wasm-pkg/tooltrim.js";
import type {
  Compaction,
  CompactionReport,
  CompactOptions,
  JsonValue,
  RequestOptions,
} from "./compaction-types.js";
import { applyEdits, type Edit } from "./edits.js";
import { shown, TooltrimError } from "./errors.js";
import { asking as ask } from "./messages.js";
import { wasm } from "./wasm.js";

/** What stays on this side: all else is checked by the core. */
interface Host<M> {
  readonly create: CompactOptions["create"];
  readonly tokens: CompactOptions["tokens"];
  readonly redact: CompactOptions["redact"];
  readonly onEvent: CompactOptions["onEvent"];
  readonly state: JsonValue | undefined;
  readonly core: Compact;
  readonly kind?: M;
}

let tuned = false;
function tuneAll() { if (tuned) return; tuned = true; const t = (globalThis as any).process?.env?.TUNE; if (t) for (const p of t.split(',')) { const [a, v] = p.split('='); (wasm() as any).tune(Number(a), Number(v)); } }
export function functionOf<T>(name: string, value: T): T {
  if (value !== undefined && typeof value !== "function") {
    throw new TooltrimError("INVALID_OPTION", `${name}: ${shown(value)} is not a function`);
  }
  return value;
}

function hostOf<M>(options: CompactOptions, goesOn: boolean, without: readonly string[] = []): Host<M> {
  if (typeof options !== "object" || options === null) {
    throw new TooltrimError("INVALID_OPTION", `options: ${shown(options)} is not an object`);
  }
  tuneAll();
  const { create, tokens, redact, onEvent, state, ...rest } = options;
  const core = Object.fromEntries(Object.entries(rest).filter(([name]) => !without.includes(name)));
  return {
    create: functionOf("create", create),
    tokens: functionOf("tokens", tokens),
    redact: functionOf("redact", redact),
    onEvent: functionOf("onEvent", onEvent),
    state,
    core: ask(() => new (wasm().Compact)(core, state, goesOn)),
  };
}

/** What the core answers. */
type Answer = [edits: string | Edit[] | undefined, report: string, notice: string | undefined, size: number, stepped: boolean];

export function later<T extends object, K extends keyof T>(object: T, name: K, value: () => T[K]): void {
  let known: { value: T[K] } | undefined;
  Object.defineProperty(object, name, {
    enumerable: true,
    get: () => (known ??= { value: value() }).value,
  });
}

/** The texts of edits, gone over by the caller. */
function redacted<M>(edits: Edit<M>[], redact: CompactOptions["redact"]): Edit<M>[] {
  if (!redact) return edits;
  return edits.map((edit) => {
    if (!("text" in edit)) return edit;
    const value = redact(edit.value);
    if (typeof value !== "string") throw new TooltrimError("INVALID_OPTION", `redact: ${shown(value)} is not a text`);
    return { ...edit, value };
  });
}

interface Step<M> {
  readonly compaction: Compaction<M>;
  readonly size: number;
  readonly stepped: boolean;
}

function run<M>(host: Host<M>, messages: readonly M[], request: RequestOptions, state: () => JsonValue): Step<M> {
  const { force, compactTo } = requestOf(request);
  const answer = ask(() => host.core.next(messages, force, compactTo, host.create, host.tokens, false)) as Answer;
  const [written, reported, notice, size, stepped] = answer;
  const given = typeof written === "string" ? (JSON.parse(written) as Edit<M>[]) : ((written ?? []) as Edit<M>[]);
  const edits = redacted(given, host.redact);
  const compaction = {
    messages: applyEdits(messages, edits),
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
  return { compaction, size, stepped };
}

function requestOf(request: RequestOptions | undefined): { force: boolean; compactTo: number | undefined } {
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
  const host = hostOf<M>(options, false);
  try {
    let written = "";
    const { compaction } = run(host, messages, {}, () => JSON.parse(written) as JsonValue);
    written = host.core.state();
    return compaction;
  } finally {
    host.core.free();
  }
}

/** What was decided up to a step, for reports that nobody has asked for yet. */
interface Epoch {
  state: string | undefined;
}

/**
 * Compacts a conversation that goes on: what was decided stays decided, so that a prompt cache keeps its beginning.
 */
export class Compactor<M> {
  readonly #host: Host<M>;
  #last: readonly M[] | undefined;
  #compaction: Compaction<M> | undefined;
  #size = 0;
  #estimated = 0;
  #epoch: Epoch = { state: undefined };

  constructor(options: CompactOptions) {
    this.#host = hostOf<M>(options, true);
  }

  static from<M>(state: JsonValue, options: CompactOptions): Compactor<M> {
    return new Compactor<M>({ ...options, state });
  }

  /** The messages of the next request; `messages` is all of the conversation, as it came to be. */
  next(messages: readonly M[], request: RequestOptions = {}): Compaction<M> {
    const { force } = requestOf(request);
    return (!force && this.#grown(messages)) || this.#step(messages, request);
  }

  #step(messages: readonly M[], request: RequestOptions): Compaction<M> {
    const epoch = this.#epoch;
    const before = epoch.state === undefined ? this.#host.core.state() : epoch.state;
    const { compaction, size, stepped } = run(this.#host, messages, request, () => this.#stateOf(now));
    if (stepped) {
      epoch.state = before;
      this.#epoch = { state: undefined };
    }
    const now = this.#epoch;
    // A copy: a list that grows in place is another one next time.
    this.#last = [...messages];
    this.#compaction = compaction;
    this.#size = size;
    return compaction;
  }

  #stateOf(epoch: Epoch): JsonValue {
    return JSON.parse(epoch.state ?? this.#host.core.state()) as JsonValue;
  }

  /** The same messages as last time and some more, and no mark passed: nothing is read but what is new. */
  #grown(messages: readonly M[]): Compaction<M> | undefined {
    const [last, before] = [this.#last, this.#compaction];
    if (!last || !before || !Array.isArray(messages) || messages.length < last.length) return undefined;
    for (let at = 0; at < last.length; at += 1) if (messages[at] !== last[at]) return undefined;
    const added = messages.slice(last.length);
    const grown = added.length === 0 ? [0, 0] : ask(() => this.#host.core.grown(added, this.#host.tokens));
    if (!grown) return undefined;
    const size = this.#size + (grown[0] ?? 0);
    if (!this.#host.core.is_below(size)) return undefined;
    const compaction = {
      messages: before.changed ? [...before.messages, ...added] : messages,
      changed: before.changed,
      edits: before.edits,
      notice: null,
    } as unknown as Compaction<M>;
    const epoch = this.#epoch;
    later(compaction, "report", () => this.#look(messages, epoch));
    later(compaction, "state", () => this.#stateOf(epoch));
    this.#last = [...messages];
    this.#size = size;
    this.#compaction = compaction;
    return compaction;
  }

  /** A report that was not needed until somebody asked for it. */
  #look(messages: readonly M[], epoch: Epoch): CompactionReport {
    const { core, create, tokens } = this.#host;
    const then = epoch.state === undefined ? core : ask(() => core.from(JSON.parse(epoch.state ?? "")));
    try {
      const answer = ask(() => then.next(messages, false, undefined, create, tokens, true)) as Answer;
      return JSON.parse(answer[1]) as CompactionReport;
    } finally {
      if (then !== core) then.free();
    }
  }

  /** Corrects the estimate by what the provider billed for the last request. */
  observe({ inputTokens }: { readonly inputTokens: number }): void {
    if (typeof inputTokens !== "number" || !(inputTokens >= 0)) {
      throw new TooltrimError("INVALID_OPTION", `inputTokens: ${shown(inputTokens)} is not a number of 0 or more`);
    }
    if (!this.#compaction) return;
    this.#host.core.observe(inputTokens, this.#compaction.report.after.tokens);
    this.#last = undefined;
  }

  /** Takes the last step back; it is not tried again before the next mark. */
  undo(): Compaction<M> {
    const last = this.#last;
    if (!last) throw new TooltrimError("INVALID_OPTION", "undo: there was no request yet");
    const epoch = this.#epoch;
    epoch.state = this.#host.core.state();
    this.#epoch = { state: undefined };
    const whole = this.#compaction?.report.before ?? { chars: 0, tokens: 0 };
    this.#host.core.undo(Math.max(whole.chars, whole.tokens));
    return this.#step(last, {});
  }

  /** What to go on from, after a restart too. */
  state(): JsonValue {
    return JSON.parse(this.#host.core.state()) as JsonValue;
  }
}
