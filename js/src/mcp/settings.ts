import type { Limits } from "./limit/limits.js";

/** Settings of a proxy. */
export interface Settings {
  readonly limits: Limits;
  /** Maximum chars for results of single tools, by tool name. */
  readonly tools: ReadonlyMap<string, number>;
  /** True if full results are kept for retrieval. */
  readonly retrieve: boolean;
  /** Maximum bytes of full results that are kept. */
  readonly storeBytes: number;
}

/** Writes a line of a proxy's reports, never to the client's stream. */
export type Report = (line: string) => void;
