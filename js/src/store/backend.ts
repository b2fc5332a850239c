import { show, TooltrimError } from "../errors.js";

/**
 * Destination of a store's texts: anything with Keyv's `get`, `set` and `delete`, so a `Keyv` with any of its adapters,
 * a `Map`, `fileBackend(folder)`, `vscodeBackend(context)`, or an object of your own.
 *
 * @example
 * ```ts
 * import { OutputStore } from "tooltrim/store";
 *
 * const backend = new Map<string, string>();
 * const store = new OutputStore({ backend, namespace: "session-1" });
 * const ref = store.put("a long log");
 * await store.flush();
 * new OutputStore({ backend, namespace: "session-1" }).load(ref); // a promise of "a long log"
 * ```
 */
export interface StoreBackend {
  /** The value of a key; `undefined` or `null`, or a promise of one, when there is none. */
  get(key: string): unknown;
  /** Keeps a value. A result of `false` or a rejection means failure. */
  set(key: string, value: string): unknown;
  /** Deletes the value of a key. Returns whether there was one, if the backend knows. */
  delete(key: string): unknown;
  /** Registers a listener for errors that are only emitted, as by Keyv: a write followed by one has failed. */
  on?(event: "error", listener: (error: unknown) => void): unknown;
  /**
   * Declares that a failed `set` always rejects or returns `false`, and a failed `get` always rejects. Without it,
   * written texts are read back: Keyv returns `true` from `set`, and `undefined` from `get`, if its adapter has
   * swallowed an error.
   */
  readonly isReliable?: boolean | undefined;
}

/** Checks a backend before its first use. */
export function requireBackend(backend: StoreBackend): void {
  const has = (name: "get" | "set" | "delete") => typeof backend?.[name] === "function";
  if (has("get") && has("set") && has("delete")) return;
  throw new TooltrimError("INVALID_OPTION", `backend: ${show(backend)} does not have the methods get, set and delete`);
}
