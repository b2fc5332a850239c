// Installs the rivals into a folder outside of the repository: none of them is a dependency.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../../scripts/env.mjs";

/** Versions that were measured. */
const NPM = {
  "@llmtrim/js": "0.13.4",
  "@langchain/core": "1.4.0",
  langchain: "1.5.14",
  ai: "6.0.326",
  "js-tiktoken": "1.0.21",
  tiktoken: "1.0.22",
  "truncate-json": "3.0.1",
  "json-truncate": "3.0.0",
  dtrim: "1.13.3",
};
const PYPI = ["headroom-ai==0.42.0"];

export function install(folder) {
  if (!relative(root, folder).startsWith("..")) throw new Error("the folder is inside of the repository");
  mkdirSync(folder, { recursive: true });
  const manifest = { name: "tooltrim-peers", private: true, type: "module", dependencies: NPM };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, undefined, 2));
  run("npm", ["install", "--no-audit", "--no-fund"], folder);
  const python = join(folder, "python");
  try {
    if (!existsSync(python)) run(process.env.TOOLTRIM_PYTHON ?? "python3", ["-m", "venv", python], folder);
    run(join(python, "bin/pip"), ["install", "--quiet", ...PYPI], folder);
    return { python: join(python, "bin/python") };
  } catch (error) {
    return { problem: error.message };
  }
}

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (error || status !== 0) throw new Error(`${command} ${args[0]} ended with ${error?.message ?? status}`);
}
