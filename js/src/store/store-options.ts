import type { Book } from "../../../target/wasm-pkg/tooltrim.js";
import type { JsonValue } from "../compaction-types.js";
import { shown, TooltrimError, toTooltrimError } from "../errors.js";
import { wasm } from "../wasm.js";
import type { StoreBackend } from "./backend.js";
import { Persistence } from "./persistence.js";

/** How much a store holds, and where it is kept beyond memory. */
export interface OutputStoreOptions {
  /** The most bytes of UTF-8 that are held in memory; default 16 MiB. What was not used for the longest time leaves first. */
  readonly maxBytes?: number | undefined;
  /** Whose texts these are, in a backend that several stores share; default `"default"`. One store at a time writes to a namespace. */
  readonly namespace?: string | undefined;
  /** Where `flush` writes texts and `load` reads them: anything with Keyv's `get`, `set` and `delete`. */
  readonly backend?: StoreBackend | undefined;
  /** How long a backend may take for one text, in milliseconds; default 10,000. */
  readonly timeoutMs?: number | undefined;
}

/** What a store goes on from. */
export interface StoreState {
  readonly book: string;
  readonly texts: readonly (readonly [number, string])[];
  readonly persistence?: Persistence;
  readonly writer?: string | undefined;
}
/** Not to be had from outside: `OutputStore.from` and `open` give it. */
export const STATE: unique symbol = Symbol("state");
export type GivenOptions = OutputStoreOptions & { readonly [STATE]?: StoreState };

export function checkedOptions(options: OutputStoreOptions | undefined): GivenOptions {
  const given = options ?? {};
  if (typeof given === "object" && !Array.isArray(given)) return given;
  throw new TooltrimError("INVALID_OPTION", `options: ${shown(given)} is not an object`);
}

export function persistenceOf(
  options: OutputStoreOptions,
  continued?: ConstructorParameters<typeof Persistence>[3],
): Persistence | undefined {
  const { backend, namespace = "default", timeoutMs = 10_000 } = options;
  return backend === undefined ? undefined : new Persistence(backend, namespace, timeoutMs, continued);
}

export function bookOf(options: OutputStoreOptions, state: string): Book {
  try {
    return new (wasm().Book)(options.maxBytes, state);
  } catch (thrown) {
    throw toTooltrimError(thrown);
  }
}

export const STATE_VERSION = 1;

/** @throws TooltrimError `INVALID_OPTION` for what no store's `state` has answered */
export function readStoreState(state: JsonValue): StoreState {
  const { version, book, texts, writer } = (state ?? {}) as Record<string, unknown>;
  const isText = (entry: unknown) =>
    Array.isArray(entry) && typeof entry[0] === "number" && typeof entry[1] === "string";
  if (version === STATE_VERSION && typeof book === "string" && Array.isArray(texts) && texts.every(isText)) {
    return { book, texts, writer: typeof writer === "string" ? writer : undefined };
  }
  throw new TooltrimError("INVALID_OPTION", "state: it is not what a store's state() answers");
}
