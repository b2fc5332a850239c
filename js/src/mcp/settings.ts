import type { Limits } from "./limit/limits.js";

/** How a proxy bounds what passes through it. */
export interface Settings {
  readonly limits: Limits;
  /** Chars for the results of single tools. */
  readonly tools: ReadonlyMap<string, number>;
  /** Whether what was cut is kept, and can be asked for. */
  readonly retrieve: boolean;
  /** So many bytes of it are kept. */
  readonly storeBytes: number;
}

/** Where a proxy says what happens: never on the client's stream. */
export type Report = (line: string) => void;
