// Serialized form of the conversations of a compactor pool.

import { TooltrimError } from "../errors.js";
import type { JsonValue } from "./types.js";

/** Serialized conversation. */
interface Written {
  /** Fingerprint of each message. */
  readonly prints: readonly number[];
  readonly state: JsonValue;
}

/** Returns the first and the last message that the state holds a decision about. */
export function decidedIn(state: JsonValue): { readonly first: number; readonly last: number } {
  if (state === null) return { first: Infinity, last: -1 };
  const { patches = [], summary } = state as {
    readonly patches?: readonly (readonly [message: number])[];
    readonly summary?: readonly [before: number, text: string];
  };
  const [first, last] = [patches[0]?.[0] ?? Infinity, patches.at(-1)?.[0] ?? -1];
  return summary ? { first: 0, last: Math.max(last, summary[0]) } : { first, last };
}

/** Writes fingerprints as hex, 8 digits each. */
export function hex(prints: readonly number[]): string {
  return prints.map((print) => print.toString(16).padStart(8, "0")).join("");
}

/**
 * Reads the state of a compactor pool.
 *
 * @throws TooltrimError `INVALID_OPTION` if `state` is not one
 */
export function readStates(state: JsonValue): Written[] {
  const wrong = () => new TooltrimError("INVALID_OPTION", "state: is not a state of a compactor pool");
  if (!Array.isArray(state)) throw wrong();
  return state.map((one: { readonly prints?: unknown; readonly state?: JsonValue } | null) => {
    const { prints, state } = one ?? {};
    if (typeof prints !== "string" || !/^([\da-f]{8})+$/.test(prints) || state === undefined) throw wrong();
    return { prints: (prints.match(/.{8}/g) ?? []).map((print) => Number.parseInt(print, 16)), state };
  });
}
