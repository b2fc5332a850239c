// A fresh Node for what can only be measured once in a process.

import { spawnSync } from "node:child_process";
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
