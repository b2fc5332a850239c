// Sizes of bundles: a list that no change exceeds unnoticed.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { entries, tables } from "../build/entries.mjs";
import { root } from "../env.mjs";
import { oneFile } from "./one-file.mjs";

const list = join(root, "scripts/sizes.json");
/** Compilers differ by a little from machine to machine. */
const GROWTH = 1.01;

/** What a bundler builds for, which decides the form of the module (js/pack): its columns in the README. */
const PLATFORMS = ["browser", "node"];

/** Bytes with gzip of one file that holds all of an entry, by platform, for each entry with a module of its own or a table. */
export async function sizes() {
  const own = entries.filter(({ name, module }) => name === module || name === "index");
  const measured = {};
  const names = own.map(({ name }) => (name === "index" ? "tooltrim" : `tooltrim/${name}`));
  for (const entry of [...names, ...tables.map(({ name }) => `tooltrim-tables/${name}`)]) {
    measured[entry] = {};
    for (const platform of PLATFORMS) {
      const file = await oneFile(`export * from "${entry}";`, { platform });
      measured[entry][platform] = gzipSync(file, { level: 9 }).length;
    }
  }
  return measured;
}

/** The list as it was last written. */
export const listedSizes = () => JSON.parse(readFileSync(list, "utf8"));

/** Problems: entries that grew, and rows of the README that say another size. */
export async function sizeProblems() {
  const [measured, listed] = [await sizes(), listedSizes()];
  const readme = readFileSync(join(root, "README.md"), "utf8");
  return Object.entries(measured).flatMap(([entry, sizes]) => {
    const row = new RegExp(`^\\| \`${entry}\` \\|.*\\| (\\d+) KB \\| (\\d+) KB \\|`, "m").exec(readme) ?? [];
    return PLATFORMS.flatMap((platform, at) => {
      const [bytes, before, told] = [sizes[platform], listed[entry]?.[platform] ?? 0, row[at + 1]];
      return [
        ...(bytes > before * GROWTH ? [`${entry} takes ${bytes} bytes for ${platform}, listed are ${before}`] : []),
        ...(Math.abs(told * 1000 - bytes) <= 500 + bytes * (GROWTH - 1)
          ? []
          : [`README says ${told} KB of ${entry} for ${platform}: ${bytes}`]),
      ];
    });
  });
}

/** Writes the list as it is now. */
export async function writeSizes() {
  const measured = await sizes();
  writeFileSync(list, `${JSON.stringify(measured, null, 2)}\n`);
  return measured;
}

if (process.argv[1] === import.meta.filename && process.argv.includes("--write")) console.log(await writeSizes());
