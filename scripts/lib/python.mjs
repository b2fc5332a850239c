// Python and virtual environments in target/, for the Python package. Nothing is installed elsewhere.

import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../env.mjs";

const NAMES = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"];
// hypothesis has left 3.10, in which the package still runs.
const PROBE = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";

/** A Python that is new enough and can make virtual environments; TOOLTRIM_PYTHON can name one. */
export function pythonPath() {
  const names = process.env.TOOLTRIM_PYTHON ? [process.env.TOOLTRIM_PYTHON] : NAMES;
  return names.find((name) => spawnSync(name, ["-c", PROBE], { stdio: "ignore" }).status === 0);
}

/** The folder of a virtual environment, and its Python. */
export function environment(name) {
  const folder = join(root, "target/python", name);
  const python = join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  return { folder, python, stamp: join(folder, "tooltrim-requirements") };
}

/**
 * Makes a virtual environment with what a file of requirements names, unless it is there already. Returns the reason
 * why it cannot be made, which is usually that the registry cannot be reached.
 */
export function prepare(name, requirements, base = pythonPath()) {
  const { folder, python, stamp } = environment(name);
  const file = join(root, requirements);
  const wanted = createHash("sha256").update(readFileSync(file)).update(base).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return undefined;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  const options = { stdio: ["ignore", "ignore", "pipe"], timeout: 15 * 60_000 };
  try {
    execFileSync(base, ["-m", "venv", folder], options);
    const quiet = ["--quiet", "--disable-pip-version-check", "--retries", "2"];
    execFileSync(python, ["-m", "pip", "install", ...quiet, "-r", file], options);
  } catch (error) {
    const said = String(error.stderr ?? error.message).trim();
    return `${requirements} could not be installed: ${said.split("\n").at(-1)}`;
  }
  writeFileSync(stamp, wanted);
  return undefined;
}
