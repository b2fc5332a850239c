// The machine, in words that name no day and nobody.

import { cpus, loadavg, totalmem } from "node:os";

export function machine() {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpu?.model.trim() ?? "unknown"}, ${gigabytes} GB`;
}

/** Other work that shares the processors: above 1 per processor, times are longer and vary more. */
export const load = () => loadavg()[0] / cpus().length;

/** Load per processor above which a time over the claimed one is inconclusive. */
export const BUSY = 1.5;
