// The Chromium or Chrome of this machine, for the tests that need a real browser.
//
//     node scripts/lib/chromium.mjs        prints its path; exit code 1 when there is none
//
// TOOLTRIM_CHROMIUM names the executable to take instead; `none` means to do without.

import { execFileSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const outsidePath = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The path of a Chromium that starts, or undefined. */
export function chromiumPath() {
  const chosen = process.env.TOOLTRIM_CHROMIUM;
  // Not looked at any further: a wrong path shall fail in a test rather than skip it.
  if (chosen) return chosen === "none" ? undefined : chosen;
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...outsidePath].find((path) => isExecutable(path) && chromiumVersion(path));
}

/** What it calls itself, such as `Chromium 156`; empty when it does not start. */
export function chromiumVersion(path) {
  try {
    // Asked rather than assumed: where Chromium is a snap, a script of that name may only say how to install it.
    const said = execFileSync(path, ["--version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 60_000,
    });
    return /(?:Chromium|Chrome)\D* \d+/.exec(said)?.[0] ?? "";
  } catch {
    return "";
  }
}

/**
 * Starts it, headless and with a fresh profile, by playwright-core; returns playwright's `Browser`, to be closed by the
 * caller. It reaches nothing but this machine: the tests must pass offline, and must not depend on what a server says.
 * `options` are those of playwright's `launch`.
 */
export async function launchChromium(options = {}) {
  const executablePath = options.executablePath ?? chromiumPath();
  if (!executablePath)
    throw new Error("There is no Chromium or Chrome here; set TOOLTRIM_CHROMIUM to the path of one.");
  // Not at the top: bootstrap asks for the path before the npm packages are there.
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    timeout: 60_000,
    ...options,
    executablePath,
    // Chromium refuses to run as root with its sandbox, and has no use of one for pages that are our own.
    chromiumSandbox: options.chromiumSandbox ?? process.getuid?.() !== 0,
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Small in containers: /dev/shm of 64 MB makes tabs crash.
      "--disable-dev-shm-usage",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      ...(options.args ?? []),
    ],
  });
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = chromiumPath();
  if (path) console.log(path);
  else process.exitCode = 1;
}
