// Which build steps are fresh: each leaves a hash of what it was made from in target/stamps/.
// Hashes and not times: git and CI caches do not keep modification times.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../env.mjs";
import { isPartial } from "./modules.mjs";

const stamps = join(root, "target", "stamps");
const stampOf = (step) => join(stamps, isPartial ? `${step.name}-partial` : step.name);
const hashes = new Map();

/** Whether the outputs of a step exist and were made from its inputs and tools as they are now. */
export function isFresh(step) {
  const hash = hashOf(step);
  // Kept for `remember`: a file that changes while the step runs belongs to the next run.
  hashes.set(step, hash);
  const stamp = stampOf(step);
  return (
    step.outputs.every((path) => existsSync(join(root, path))) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === hash
  );
}

/** The hash of a step's inputs and tools as `isFresh` found them. */
export const hashFor = (step) => hashes.get(step) ?? hashOf(step);

/** Forgets the last run, before a new one. */
export function forget(step) {
  // That of another choice of modules, too: they write the same files.
  for (const name of [step.name, `${step.name}-partial`]) rmSync(join(stamps, name), { force: true });
}

/** Notes that a step has succeeded. */
export function remember(step) {
  const missing = step.outputs.find((path) => !existsSync(join(root, path)));
  if (missing) throw new Error(`${step.name} did not make ${missing}`);
  mkdirSync(dirname(stampOf(step)), { recursive: true });
  writeFileSync(stampOf(step), hashFor(step));
}

/** The version of an installed npm package, for `tools`. */
export function npmVersion(name) {
  return `${name} ${JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version}`;
}

function hashOf(step) {
  const hash = createHash("sha256").update(step.tools());
  for (const path of step.inputs.flatMap((input) => filesUnder(input)).sort()) {
    const content = readFileSync(join(root, path));
    // With its length, so that a byte cannot move from one file into the next unseen.
    hash.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

// A path that does not exist has no files. Build folders inside (js/bindings/target, js/bindings/pkg) and the unit tests
// of the core are not inputs.
function filesUnder(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .filter((name) => !["target", "pkg", "node_modules", "tests", "tests.rs"].includes(name))
    .flatMap((name) => filesUnder(`${path}/${name}`));
}
