import type { JsonValue } from "../compaction/types.js";
import { requireAboveZero, requireOptions, TooltrimError, wrong } from "../errors.js";
import { wasm } from "../wasm.js";
import type { StoreBackend } from "./backend.js";
import { Backing, type Source } from "./backing.js";

/** Options of a store: its size, and the backend behind memory. */
export interface OutputStoreOptions {
  /**
   * Maximum bytes of UTF-8 in memory; default 16 MiB. The least recently used text is
   * evicted first.
   */
  readonly maxBytes?: number | undefined;
  /**
   * Name of the texts in a backend that several stores share; default `"default"`. Stores with one namespace read each
   * other's texts, in any number of processes.
   */
  readonly namespace?: string | undefined;
  /** The backend that `flush` writes to and `load` reads from: anything with Keyv's `get`, `set` and `delete`. */
  readonly backend?: StoreBackend | undefined;
  /** Time limit of the backend for one text, in milliseconds; default 10,000. */
  readonly timeoutMs?: number | undefined;
}

/** A state to continue from. */
export interface StoreState {
  readonly texts: readonly (readonly [ref: string, text: string])[];
  readonly namespace?: string | undefined;
  /** The refs that each conversation was given. */
  readonly given: readonly (readonly [string, readonly string[]])[];
  /** Refs that the store itself has given. */
  readonly own: readonly string[];
}
/** Internal: passed by `OutputStore.from`. */
export const STATE: unique symbol = Symbol("state");
export type GivenOptions = OutputStoreOptions & { readonly [STATE]?: StoreState };

const OPTIONS = ["maxBytes", "namespace", "backend", "timeoutMs"];

export function checkedOptions(options: OutputStoreOptions | undefined): GivenOptions {
  const given = options ?? {};
  requireOptions("options", given, OPTIONS);
  return given;
}

/** Checks the options of a backend also where there is none: a typo shows at once. */
export function backingOf(options: GivenOptions, source: Source): Backing | undefined {
  const { backend, namespace = "default", timeoutMs = 10_000 } = options;
  if (typeof namespace !== "string" || namespace === "") {
    throw wrong("namespace", namespace, "a text of one char or more");
  }
  requireAboveZero("timeoutMs", timeoutMs);
  return backend === undefined ? undefined : new Backing(backend, namespace, timeoutMs, source);
}

const STATE_VERSION = 2;

/** Plain JSON, closed by a checksum. */
export function writeStoreState({ texts, namespace, given, own }: StoreState): JsonValue {
  const shared = given.length > 0 ? { given, own } : {};
  const state = { version: STATE_VERSION, texts, ...(namespace === undefined ? {} : { namespace }), ...shared };
  return { ...state, sum: sumOf(JSON.stringify(state)) } as unknown as JsonValue;
}

/** @throws TooltrimError `INVALID_OPTION` for anything but an unchanged result of a store's `state` */
export function readStoreState(state: JsonValue): StoreState {
  const { version, texts, namespace, given = [], own = [], sum } = (state ?? {}) as Record<string, unknown>;
  if (typeof version === "number" && version < STATE_VERSION) {
    throw new TooltrimError("INVALID_OPTION", "state: is one of an earlier version; start a new store without it");
  }
  const isName = namespace === undefined || typeof namespace === "string";
  if (
    version !== STATE_VERSION ||
    !isName ||
    !arePairs(texts, isString) ||
    !arePairs(given, areStrings) ||
    !areStrings(own)
  ) {
    throw new TooltrimError("INVALID_OPTION", "state: is not the result of a store's state()");
  }
  const read = { texts, namespace, given, own };
  if ((writeStoreState(read) as { readonly sum: unknown }).sum === sum) return read;
  const rule = "was changed since the store wrote it; start a new store without it";
  throw new TooltrimError("INVALID_OPTION", `state: ${rule}`);
}

const isString = (value: unknown): value is string => typeof value === "string";
const areStrings = (list: unknown): list is string[] => Array.isArray(list) && list.every(isString);
const arePairs = <T>(list: unknown, isSecond: (value: unknown) => value is T): list is [string, T][] =>
  Array.isArray(list) && list.every((pair) => Array.isArray(pair) && isString(pair[0]) && isSecond(pair[1]));

/** A checksum. It guards against damage, not against an attacker: whoever can write a state can compute it. */
function sumOf(text: string): string {
  const print = new (wasm().Print)();
  try {
    print.push(text, text.length);
    return print.hex();
  } finally {
    print.free();
  }
}
