// The Pythons of this machine, and the package in each of them, installed with uv as a user would.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "../env.mjs";
import { environment } from "./python.mjs";

/** The minor versions that python/pyproject.toml names. */
export function supported() {
  const text = readFileSync(join(root, "python/pyproject.toml"), "utf8");
  return Array.from(text.matchAll(/"Programming Language :: Python :: (3\.\d+)"/g), ([, version]) => version);
}

const PROBE = "import sys, ssl, ctypes; print('.'.join(map(str, sys.version_info[:2])))";
const versionOf = (python) => spawnSync(python, ["-c", PROBE], { encoding: "utf8" }).stdout?.trim();

/** An interpreter of a version: of TOOLTRIM_PYTHONS (a list of paths), of uv, or of pyenv. In CI uv may fetch it. */
export function interpreter(version) {
  const given = (process.env.TOOLTRIM_PYTHONS ?? "").split(delimiter).filter(Boolean);
  const pyenv = join(process.env.PYENV_ROOT ?? join(homedir(), ".pyenv"), "versions");
  const installed = existsSync(pyenv) ? readdirSync(pyenv).filter((name) => name.startsWith(`${version}.`)) : [];
  const candidates = [...given, ...installed.map((name) => join(pyenv, name, "bin/python"))];
  const own = candidates.find((python) => versionOf(python) === version);
  if (own) return own;
  const fetches = process.env.GITHUB_ACTIONS ? [] : ["--no-python-downloads"];
  if (process.env.GITHUB_ACTIONS) spawnSync(uvPath(), ["python", "install", "--no-bin", version], { stdio: "ignore" });
  const found = spawnSync(uvPath(), ["python", "find", "--no-project", ...fetches, version], { encoding: "utf8" });
  const path = found.status === 0 ? found.stdout.trim() : "";
  return path && versionOf(path) === version ? path : undefined;
}

const uvPath = () => join(environment("test").python, process.platform === "win32" ? "../uv.exe" : "../uv");

function uv(args, options) {
  // Nothing of the user's: neither a project around the checkout nor an activated environment.
  const { VIRTUAL_ENV: _, ...env } = process.env;
  execFileSync(uvPath(), ["--quiet", ...args], { cwd: root, env, stdio: ["ignore", "inherit", "inherit"], ...options });
}

/** Installs the wheel and what its tests need with a Python. Returns the Python of the environment. */
export function installed(version, base, wheel) {
  const folder = join(root, "target/python/versions", version);
  uv(["venv", "--clear", "--no-project", "--python", base, folder]);
  const python = join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const tests = readFileSync(join(root, "python/requirements-test.txt"), "utf8").match(/^(pytest|pydantic)==.*$/gm);
  uv(["pip", "install", "--python", python, wheel, ...tests]);
  return python;
}

/** An empty project that adds the wheel with uv, and the first block of the README in it. */
export function newProject(base, wheel) {
  const folder = join(root, "target/python/new-project");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // A project of its own, although there are others around it.
  const choice = ["--python", base];
  uv(["init", "--bare", "--no-workspace", "--vcs", "none", ...choice, "--name", "new-project"], { cwd: folder });
  uv(["add", ...choice, wheel], { cwd: folder });
  const [, block] = /^```python\n(.*?)^```/ms.exec(readFileSync(join(root, "python/README.md"), "utf8"));
  writeFileSync(join(folder, "main.py"), `${block}\nprint(trimmed.text)\n`);
  const printed = execFileSync(uvPath(), ["run", "--quiet", ...choice, "main.py"], { cwd: folder, encoding: "utf8" });
  if (!printed.endsWith("error: disk full\n\n")) throw new Error(`the README's first block printed ${printed}`);
}
