// A fresh Node for what can only be measured once in a process.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Runs `benches/js/child/<file>`, which prints its answer as JSON. */
export function runChild(file, args, flags = []) {
  const path = fileURLToPath(new URL(`child/${file}`, import.meta.url));
  const { status, signal, stdout, error } = spawnSync(process.execPath, [...flags, path, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${signal ?? `exit code ${status}`}`);
  return JSON.parse(stdout);
}

/** Megabytes of a process, as Linux calls them: `VmRSS`, or `VmHWM` for the most so far. NaN where that is not known. */
export function residentOf(pid, what) {
  try {
    const [, kilobytes] = new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1000;
  } catch {
    return Number.NaN;
  }
}
