import type { StepRecord } from "./record.js";

/**
 * What `activate` returns, for other extensions:
 *
 * ```ts
 * const api = await vscode.extensions.getExtension<GatewayApi>("tooltrim.vscode-gateway")?.activate();
 * ```
 */
export interface GatewayApi {
  /** When context was compacted last, and what became of it; undefined when it was not in this window. */
  lastReport(): StepRecord | undefined;
  /** What the item of the status bar shows; undefined while it is hidden. */
  statusText(): string | undefined;
  /** The last lines of the log, the newest last. */
  log(): readonly string[];
  /** Writes what a restart needs. Resolves when it is written. */
  flush(): Promise<void>;
}
