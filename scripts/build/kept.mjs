// Outputs of build steps by content, for all checkouts of this machine: the Rust core is compiled eleven times into a
// package, which takes minutes, and most checkouts have the same core. A step with `kept` takes its outputs from here when its
// inputs and tools are the same, to the byte.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder, root } from "../env.mjs";
import { hashFor } from "./stamps.mjs";

const folder = join(cacheFolder, "built");
/** Results of a step that stay, the last used ones. */
const MOST = 8;

// Outputs belong to the hash, too: which files a step makes may change with its script, which is among its inputs.
const nameOf = (step) =>
  `${step.name}-${createHash("sha256").update(hashFor(step)).update(step.kept.join()).digest("hex").slice(0, 32)}`;

/** Puts the outputs of a step in place if they were kept; returns whether. */
export function restore(step) {
  const from = join(folder, nameOf(step));
  if (!step.kept.every((path) => existsSync(join(from, path)))) return false;
  for (const path of step.kept) {
    rmSync(join(root, path), { recursive: true, force: true });
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(from, path), join(root, path), { recursive: true });
  }
  utimesSync(from, new Date(), new Date());
  return true;
}

/** Keeps the outputs of a step that has run, and drops those that were not used for the longest time. */
export function keep(step) {
  const to = join(folder, nameOf(step));
  // Made beside its place and renamed, for the sake of two builds at once and of one that is interrupted.
  const made = `${to}.${process.pid}`;
  for (const path of step.kept) {
    mkdirSync(dirname(join(made, path)), { recursive: true });
    cpSync(join(root, path), join(made, path), { recursive: true });
  }
  rmSync(to, { recursive: true, force: true });
  renameSync(made, to);
  const used = (name) => statSync(join(folder, name)).mtimeMs;
  const all = readdirSync(folder).filter((name) => name.startsWith(`${step.name}-`));
  for (const name of all.sort((one, other) => used(other) - used(one)).slice(MOST))
    rmSync(join(folder, name), { recursive: true, force: true });
}
