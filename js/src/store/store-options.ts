import type { StoreIndex } from "../../../target/wasm-pkg/tooltrim.js";
import type { JsonValue } from "../compaction/types.js";
import { requireAboveZero, requireOptions, TooltrimError, wrong } from "../errors.js";
import { isWellFormed } from "../text/units.js";
import { wasm } from "../wasm.js";
import type { StoreBackend } from "./backend.js";
import type { Access } from "./namespace.js";
import { Persistence } from "./persistence.js";

/** Options of a store: its size, and the backend behind memory. */
export interface OutputStoreOptions {
  /**
   * Maximum bytes of UTF-8 in memory; default 16 MiB. The least recently used text is
   * evicted first.
   */
  readonly maxBytes?: number | undefined;
  /**
   * Name of the texts in a backend that several stores share; default `"default"`. Only one store at a time has a
   * namespace.
   */
  readonly namespace?: string | undefined;
  /** The backend that `flush` writes to and `load` reads from: anything with Keyv's `get`, `set` and `delete`. */
  readonly backend?: StoreBackend | undefined;
  /**
   * Policy if another store has the namespace: `"exclusive"` (default) refuses, `"separate"` takes a new one,
   * which `store.namespace` names. With `"read"` the store claims none: it reads texts flushed before it was opened.
   */
  readonly access?: Access | undefined;
  /**
   * Limit of the backend; by default 1 GB (1,000,000,000 bytes). The next flush removes the oldest texts beyond it.
   */
  readonly retain?: RetainOptions | undefined;
  /** Time limit of the backend for one text, in milliseconds; default 10,000. */
  readonly timeoutMs?: number | undefined;
}

/** Retention in the backend. */
export interface RetainOptions {
  /** Maximum bytes of texts; default 1,000,000,000. */
  readonly bytes?: number | undefined;
  /** Maximum age in days; default no limit. */
  readonly days?: number | undefined;
}

/** A state to continue from. */
export interface StoreState {
  readonly index: string;
  readonly texts: readonly (readonly [number, string])[];
  readonly persistence?: Persistence;
  readonly namespace?: string | undefined;
  /** The numbers that each conversation was given. */
  readonly given?: readonly (readonly [string, readonly number[]])[] | undefined;
  /** Refs that the store itself has given. */
  readonly own?: readonly number[] | undefined;
}
/** Internal: passed by `OutputStore.from` and `open`. */
export const STATE: unique symbol = Symbol("state");
export type GivenOptions = OutputStoreOptions & { readonly [STATE]?: StoreState };

const OPTIONS = ["maxBytes", "namespace", "backend", "access", "retain", "timeoutMs"];

export function checkedOptions(options: OutputStoreOptions | undefined): GivenOptions {
  const given = options ?? {};
  requireOptions("options", given, OPTIONS);
  if (given.retain !== undefined) requireOptions("retain", given.retain, ["bytes", "days"]);
  return given;
}

/** Checks the options of a backend also where there is none: a typo shows at once. */
export function persistenceOf(options: GivenOptions): Persistence | undefined {
  const { backend, namespace = "default", access = "exclusive", timeoutMs = 10_000, retain = {} } = options;
  if (typeof namespace !== "string" || namespace === "") {
    throw wrong("namespace", namespace, "a text of one char or more");
  }
  requireAboveZero("timeoutMs", timeoutMs);
  if (!accesses.has(access)) throw wrong("access", access, '"exclusive", "separate" or "read"');
  const { bytes = 1_000_000_000, days = Number.POSITIVE_INFINITY } = retain;
  requireAboveZero("retain.bytes", bytes);
  requireAboveZero("retain.days", days);
  if (backend === undefined) return undefined;
  return new Persistence({ backend, namespace, access, timeoutMs, retain: { bytes, days } });
}

const accesses: ReadonlySet<unknown> = new Set<Access>(["exclusive", "separate", "read"]);

export function indexOf(options: OutputStoreOptions, state: string): StoreIndex {
  return new (wasm().StoreIndex)(options.maxBytes, state);
}

export const STATE_VERSION = 1;

/** @throws TooltrimError `INVALID_OPTION` for anything but an unchanged result of a store's `state` */
export function readStoreState(state: JsonValue): StoreState {
  const { version, index, texts, namespace = "", given = [], own = [], sum } = (state ?? {}) as Record<string, unknown>;
  const isText = (entry: unknown): entry is [number, string, unknown] =>
    Array.isArray(entry) && typeof entry[0] === "number" && typeof entry[1] === "string";
  const isState = version === STATE_VERSION && typeof index === "string" && typeof namespace === "string";
  if (!isState || !Array.isArray(texts) || !texts.every(isText) || !areGiven(given) || !areNumbers(own)) {
    throw new TooltrimError("INVALID_OPTION", "state: is not the result of a store's state()");
  }
  const isWhole = texts.every(([number, text, print]) => print === sumOf(number, text));
  if (isWhole && sum === sumOf(STATE_VERSION, namespace, index, JSON.stringify([given, own]))) {
    const held = texts.map(([number, text]) => [number, text] as const);
    return { index, texts: held, namespace: namespace || undefined, given, own };
  }
  const rule = "was changed since the store wrote it; start a new store without it";
  throw new TooltrimError("INVALID_OPTION", `state: ${rule}`);
}

const areNumbers = (list: unknown): list is number[] => Array.isArray(list) && list.every(Number.isSafeInteger);
const areGiven = (list: unknown): list is [string, number[]][] =>
  Array.isArray(list) &&
  list.every((entry) => Array.isArray(entry) && typeof entry[0] === "string" && areNumbers(entry[1]));

/**
 * A checksum over parts of a state. It guards against damage, not against an attacker: whoever can write a state can
 * compute it.
 */
export function sumOf(...parts: readonly (string | number)[]): string {
  const print = new (wasm().Print)();
  try {
    for (const part of parts) {
      const text = `${part}`;
      const whole = isWellFormed(text) ? text : JSON.stringify(text);
      print.push(whole, whole.length);
      print.push("\n", 1);
    }
    return print.hex();
  } finally {
    print.free();
  }
}
