// Sizes of the component's artefacts: a list that no change exceeds unnoticed, and the table in docs/component.md.
//
//     node scripts/lib/component-sizes.mjs --write   writes both

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../env.mjs";

const list = join(root, "scripts/component-sizes.json");
const page = join(root, "docs/component.md");
/** Compilers differ by a little from machine to machine. */
const GROWTH = 1.01;

const own = "target/component/npm";
const artefacts = {
  "`trim.component.wasm`": "pkg/dist/component/trim.component.wasm",
  "`tooltrim.component.wasm`": `${own}/tooltrim.component.wasm`,
  "`trim.js`, as jco writes it, minified": "pkg/dist/component/trim.js",
  "`tooltrim.js`, as jco writes it, minified": `${own}/tooltrim.js`,
};
const PACKAGE = "npm package `tooltrim-component`";

/** Bytes of each artefact, and with gzip; of the package all files, and the tarball. */
export function componentSizes() {
  const measured = Object.entries(artefacts).map(([name, file]) => {
    const bytes = readFileSync(join(root, file));
    return [name, { bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length }];
  });
  const flags = ["pack", `./${own}`, "--json", "--ignore-scripts", "--offline", "--dry-run"];
  const [{ size, unpackedSize }] = JSON.parse(
    execFileSync("npm", flags, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );
  return Object.fromEntries([...measured, [PACKAGE, { bytes: unpackedSize, gzip: size }]]);
}

const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
const row = (name) => new RegExp(`^\\| ${name.replace(/[.`]/g, "\\$&")} \\| ([\\d,]+) \\| ([\\d,]+) \\|$`, "m");

/** Problems: artefacts that grew, and rows of the page that say another size. */
export function componentSizeProblems() {
  const listed = JSON.parse(readFileSync(list, "utf8"));
  const text = readFileSync(page, "utf8");
  return Object.entries(componentSizes()).flatMap(([name, sizes]) => {
    const [, ...told] = row(name).exec(text) ?? [];
    return Object.entries(sizes).flatMap(([unit, size], at) => {
      const most = (listed[name]?.[unit] ?? 0) * GROWTH;
      const shown = Number(told[at]?.replaceAll(",", ""));
      return [
        ...(size > most ? [`${name} takes ${size} (${unit}), listed are ${listed[name]?.[unit]}`] : []),
        ...(Math.abs(size - shown) <= size * (GROWTH - 1)
          ? []
          : [`docs/component.md says ${shown} of ${name}: ${size}`]),
      ];
    });
  });
}

if (process.argv[1] === import.meta.filename && process.argv.includes("--write")) {
  const measured = componentSizes();
  writeFileSync(list, `${JSON.stringify(measured, null, 2)}\n`);
  const text = Object.entries(measured).reduce(
    (all, [name, { bytes, gzip }]) => all.replace(row(name), `| ${name} | ${grouped(bytes)} | ${grouped(gzip)} |`),
    readFileSync(page, "utf8"),
  );
  writeFileSync(page, text);
  console.log(measured);
}
