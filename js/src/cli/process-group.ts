import type { ChildProcess } from "node:child_process";

/** Options of `spawn` for a child that ends with all that it starts. */
export const inGroup = { windowsHide: true, detached: process.platform !== "win32" };

/** Signals a child made with {@link inGroup}, and all that it has started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (process.platform === "win32") child.kill(signal);
    else if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // No process is left.
  }
}
