// The Python package: its wheel, and what is run against it.
//
//     node scripts/python.mjs wheel       builds target/python/dist/*.whl
//     node scripts/python.mjs release     the source distribution, too, and checks both as before they are published
//     node scripts/python.mjs test        installs the wheel into a virtual environment and runs python/tests
//     node scripts/python.mjs versions    the same tests in the oldest and newest supported Python that is there, and `uv add`
//     node scripts/python.mjs frameworks  runs the pages of docs/python.md and the example with the real libraries
//
// Needs the modules that `node scripts/build.mjs python` builds.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./env.mjs";
import { environment, prepare, pythonPath } from "./lib/python.mjs";
import { buildPython, checkedPython } from "./lib/python-package.mjs";
import { installed, interpreter, newProject, supported } from "./lib/python-versions.mjs";
import { command } from "./lib/steps.mjs";

const caches = { TOOLTRIM_CACHE: join(root, "target/python/cache"), PYTHONDONTWRITEBYTECODE: "1" };

/** Why a step cannot run here, or undefined: then its virtual environments are ready. */
export function pythonMissing(...names) {
  if (!pythonPath()) return "no Python 3.11 or newer with venv; TOOLTRIM_PYTHON can name one";
  return names.map((name) => prepare(name, `python/requirements-${name}.txt`)).find(Boolean);
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

/** The wheel under python/tests, ruff, mypy and pyright. */
export async function test() {
  need("test");
  install("test", buildPython()[0]);
  await run("test", ["-m", "pytest", "tests", "--ignore=tests/frameworks"]);
  await run("test", ["-m", "ruff", "check", ".", "../examples/python-agent"]);
  await run("test", ["-m", "ruff", "format", "--check", "--quiet", ".", "../examples/python-agent"]);
  await run("test", ["-m", "mypy", "--no-error-summary", "--cache-dir", join(root, "target/python/mypy")]);
}

/** The wheel in the oldest and the newest supported Python of this machine, and in an empty project. */
export async function versions() {
  need("test");
  const [wheel] = buildPython();
  const found = supported().map((version) => [version, interpreter(version)]);
  const there = found.filter(([, base]) => base);
  // Those between fail where one of the two does; the workflow tries each.
  const tried = process.env.GITHUB_ACTIONS ? there : there.filter((_, at) => at === 0 || at === there.length - 1);
  for (const [version, base] of tried) {
    const python = installed(version, base, wheel);
    console.log(`\nPython ${version}: ${base}`);
    // Laws take long, and what they draw is the same everywhere.
    const without = ["--ignore=tests/frameworks", "--ignore-glob=*/test_laws*"];
    await command(python, ["-m", "pytest", "tests", ...without, "-q", "-p", "no:cacheprovider"], {
      cwd: join(root, "python"),
      env: caches,
    })();
  }
  const newest = there.at(-1);
  if (newest) newProject(newest[1], wheel);
  const missing = found.filter(([, base]) => !base).map(([version]) => version);
  if (missing.length > 0 && process.env.GITHUB_ACTIONS) throw new Error(`there is no Python ${missing.join(", ")}`);
  const note = missing.length > 0 ? `; SKIPPED, as not on this machine: ${missing.join(", ")}` : "";
  return `${tried.map(([version]) => version).join(", ")}${note}`;
}

/** The pages and the example, with the real libraries. */
export async function frameworks() {
  need("test", "frameworks");
  install("frameworks", buildPython()[0]);
  await run("frameworks", ["-m", "pytest", "tests/frameworks", "-p", "no:cacheprovider"]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const known = { wheel, release, test, versions, frameworks };
  const chosen = known[process.argv[2]];
  if (!chosen) {
    console.error(`Usage: node scripts/python.mjs ${Object.keys(known).join(" | ")}`);
    process.exit(2);
  }
  try {
    const note = await chosen();
    if (note) console.log(note);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

function wheel() {
  need("test");
  console.log(buildPython()[0]);
}

function release() {
  need("test");
  console.log(checkedPython().join("\n"));
}
