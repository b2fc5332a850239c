// The Python package: its wheel, and what is run against it.
//
//     node scripts/python.mjs wheel       builds target/python/dist/*.whl
//     node scripts/python.mjs test        installs the wheel into a virtual environment and runs python/tests
//     node scripts/python.mjs frameworks  runs the pages of docs/python.md and the example with the real libraries
//
// Needs the modules that `node scripts/build.mjs python` builds.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./env.mjs";
import { environment, prepare, pythonPath } from "./lib/python.mjs";
import { command } from "./lib/steps.mjs";

const dist = join(root, "target/python/dist");
const licences = ["LICENSE-APACHE", "LICENSE-MIT"];
const caches = { TOOLTRIM_CACHE: join(root, "target/python/cache"), PYTHONDONTWRITEBYTECODE: "1" };

/** Why a step cannot run here, or undefined: then its virtual environments are ready. */
export function pythonMissing(...names) {
  if (!pythonPath()) return "no Python 3.10 or newer with venv; TOOLTRIM_PYTHON can name one";
  return names.map((name) => prepare(name, `python/requirements-${name}.txt`)).find(Boolean);
}

/** Builds the wheel from a copy of the package with its licences, and returns its path. */
export function buildWheel() {
  const { python } = environment("test");
  const stage = join(root, "target/python/stage");
  rmSync(stage, { recursive: true, force: true });
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  for (const name of ["src", "README.md", "pyproject.toml", "THIRD-PARTY-LICENSES"]) {
    const filter = (path) => !/__pycache__/.test(path);
    cpSync(join(root, "python", name), join(stage, name), { recursive: true, filter });
  }
  for (const name of licences) cpSync(join(root, name), join(stage, name));
  const options = { cwd: stage, stdio: ["ignore", "ignore", "inherit"] };
  execFileSync(python, ["-m", "hatchling", "build", "-t", "wheel", "-d", dist], options);
  return join(
    dist,
    readdirSync(dist).find((name) => name.endsWith(".whl")),
  );
}

function install(name, wheel) {
  const quiet = ["--quiet", "--disable-pip-version-check", "--force-reinstall", "--no-deps"];
  execFileSync(environment(name).python, ["-m", "pip", "install", ...quiet, wheel], { stdio: "inherit" });
}

/** Prepares environments, or throws why that is not possible. */
function need(...names) {
  const reason = pythonMissing(...names);
  if (reason) throw new Error(reason);
}

const run = (name, args) => command(environment(name).python, args, { cwd: join(root, "python"), env: caches })();

/** The wheel under python/tests, and ruff and mypy. */
export async function test() {
  need("test");
  install("test", buildWheel());
  await run("test", ["-m", "pytest", "tests", "--ignore=tests/frameworks"]);
  await run("test", ["-m", "ruff", "check", ".", "../examples/python-agent"]);
  await run("test", ["-m", "ruff", "format", "--check", "--quiet", ".", "../examples/python-agent"]);
  await run("test", ["-m", "mypy", "--no-error-summary", "--cache-dir", join(root, "target/python/mypy")]);
}

/** The pages and the example, with the real libraries. */
export async function frameworks() {
  need("test", "frameworks");
  install("frameworks", buildWheel());
  await run("frameworks", ["-m", "pytest", "tests/frameworks", "-p", "no:cacheprovider"]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const known = { wheel, test, frameworks };
  const chosen = known[process.argv[2]];
  if (!chosen) {
    console.error(`Usage: node scripts/python.mjs ${Object.keys(known).join(" | ")}`);
    process.exit(2);
  }
  try {
    await chosen();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

function wheel() {
  need("test");
  console.log(buildWheel());
}
