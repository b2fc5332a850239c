import type { Limits } from "./limit/limits.js";

/** Settings of a proxy. */
export interface Settings {
  readonly limits: Limits;
  /** Chars for the results of single tools. */
  readonly tools: ReadonlyMap<string, number>;
  /** True if full results are kept for retrieval. */
  readonly retrieve: boolean;
  /** Bytes of full results that are kept. */
  readonly storeBytes: number;
}

/** The channel on which a proxy reports: never the client's stream. */
export type Report = (line: string) => void;
