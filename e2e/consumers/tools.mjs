// The runtimes and bundlers themselves: npm packages of two lock files, `quick` and `slow`, each in a folder of the
// cache that all checkouts share. Not development dependencies of the repository, as they weigh 2 GB.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "../../scripts/env.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

const lockFiles = (set) => ["package.json", "package-lock.json"].map((file) => join(here, set, file));

/** The folder of `quick` or `slow`, there or not. */
export function toolsFolder(set) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of lockFiles(set)) hash.update(readFileSync(file));
  return join(cacheFolder, `consumers-${set}-${hash.digest("hex").slice(0, 12)}`);
}

/** Installs what is in it, if it is not there. */
export function installTools(set) {
  const folder = toolsFolder(set);
  if (!existsSync(join(folder, "node_modules"))) install(set, lockFiles(set), folder);
}

/** Beside the final place and renamed at the end, so that an interrupted run leaves nothing half. */
function install(set, files, folder) {
  console.log(`consumers: npm ci of e2e/consumers/${set} into ${folder}`);
  mkdirSync(cacheFolder, { recursive: true });
  const made = `${folder}.${process.pid}`;
  mkdirSync(made, { recursive: true });
  try {
    for (const file of files) cpSync(file, join(made, file.slice(join(here, set).length)));
    // No install scripts: all binaries are npm packages themselves.
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=2"];
    execFileSync("npm", ["ci", ...options], {
      cwd: made,
      stdio: ["ignore", "ignore", "inherit"],
      timeout: 20 * 60_000,
    });
    // Of other versions of the lock file.
    for (const old of readdirSync(cacheFolder)) {
      if (new RegExp(`^consumers-${set}-[0-9a-f]+$`).test(old))
        rmSync(join(cacheFolder, old), { recursive: true, force: true });
    }
    renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
