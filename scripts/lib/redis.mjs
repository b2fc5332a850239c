// The Redis of this machine, for the tests that need a real one.
//
//     node scripts/lib/redis.mjs           prints its path; exit code 1 when there is none
//
// TOOLTRIM_REDIS names the executable to take instead; `none` means to do without.

import { execFileSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { cacheFolder } from "../env.mjs";

/** The path of a redis-server that starts, or undefined. */
export function redisPath() {
  const chosen = process.env.TOOLTRIM_REDIS;
  // Not looked at any further: a wrong path shall fail in a test rather than skip it.
  if (chosen) return chosen === "none" ? undefined : chosen;
  // The last one is what bootstrap installs.
  const folders = [...(process.env.PATH ?? "").split(delimiter).filter(Boolean), join(cacheFolder, "redis")];
  return folders.map((folder) => join(folder, "redis-server")).find(starts);
}

function starts(path) {
  try {
    const said = execFileSync(path, ["--version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 60_000,
    });
    return said.startsWith("Redis server");
  } catch {
    return false;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = redisPath();
  if (path) console.log(path);
  else process.exitCode = 1;
}
