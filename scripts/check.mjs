// Everything that must hold beside the tests: formatting, lints, documentation, and the package as npm would ship it.
//
//     npm run check            everything
//     npm run check -- clippy  the checks whose name contains "clippy"

import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  exportsMap,
  folders,
  sideEffects,
  tablesExports,
  tablesFolders,
  tablesPackage,
  typesVersions,
} from "./build/entries.mjs";
import { root } from "./env.mjs";
import { componentSizeProblems } from "./lib/component-sizes.mjs";
import { directionProblems } from "./lib/directions.mjs";
import { instructionProblems, missing } from "./lib/instructions.mjs";
import { lineProblems, missing as noGit } from "./lib/lines.mjs";
import { brokenMarkdownLinks, brokenPackedLinks } from "./lib/links.mjs";
import { checkCrateFiles, checkNpmFiles, crateFiles, npmPackage, npmPackages } from "./lib/packages.mjs";
import { disagreements } from "./lib/project.mjs";
import { canBuildPython, checkedPython } from "./lib/python-package.mjs";
import { bareMetal, oldestRust, semver } from "./lib/rust.mjs";
import { sizeProblems } from "./lib/sizes.mjs";
import { choose, command, runSteps } from "./lib/steps.mjs";
import { missing as noWasmPack, wasmPack } from "./lib/wasm-pack.mjs";
import { brokenWorkflows } from "./lib/workflows.mjs";
import { stalePictures } from "./pictures.mjs";

const npmFolders = Object.keys(npmPackages);

const steps = [
  { name: "format-rust", run: command("cargo", ["fmt", "--all", "--check"]) },
  {
    // The bindings too: wasm-bindgen compiles on any host, and clippy need not exist for the wasm32 toolchain.
    name: "clippy",
    run: command("cargo", ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
  },
  {
    name: "rust-docs",
    run: command("cargo", ["doc", "--no-deps"], { env: { RUSTDOCFLAGS: "-D warnings" } }),
  },
  {
    // Building the core for wasm32 would prove nothing: that target has a std. See tests/no-std/src/lib.rs.
    name: "no-std",
    run: command("cargo", ["build", "--manifest-path", "tests/no-std/Cargo.toml", "--target-dir", "target/no-std"]),
  },
  { name: "oldest-rust", ...oldestRust },
  { name: "bare-metal", ...bareMetal },
  { name: "semver", ...semver },
  // What a Rust user would try first.
  { name: "wasm-pack", skip: noWasmPack, run: wasmPack },
  { name: "lint-js", run: command("biome", ["check"]) },
  ...npmFolders.flatMap((place) => [
    { name: `publint ${place}`, run: command("publint", [place, "--strict"]) },
    { name: `package-types ${place}`, run: command("attw", ["--pack", place]) },
  ]),
  { name: "bundle-sizes", run: checkBundleSizes },
  {
    name: "component-sizes",
    run: none("If that is meant: node scripts/lib/component-sizes.mjs --write", componentSizeProblems),
  },
  { name: "exports", run: none("A package.json is not what scripts/build/entries.mjs says", wrongExports) },
  { name: "lock-files", run: checkLockFiles },
  // As scripts/release, without making anything.
  { name: "versions", run: none("These disagree with Cargo.toml", disagreements) },
  { name: "packages", run: checkPackages },
  {
    name: "directions",
    skip: noGit,
    run: none("These references point the wrong way (scripts/lib/directions.mjs)", directionProblems),
  },
  { name: "lines", skip: noGit, run: checkLines },
  { name: "links", run: none("These links lead nowhere", brokenLinks) },
  { name: "workflows", run: none("GitHub would refuse these", brokenWorkflows) },
  { name: "pictures", run: checkPictures },
  { name: "instructions", skip: missing, run: checkInstructions },
];

await runSteps(choose(steps, process.argv.slice(2)));

/** A step that fails with what `find` finds. */
function none(what, find) {
  return () => {
    const found = find();
    if (found.length > 0) throw new Error([`${what}:`, ...found].join("\n"));
  };
}

/** In the repository, and in the npm packages, which hold a part of it. */
function brokenLinks() {
  const packed = npmFolders.flatMap((place) => {
    const files = npmPackage(place).files.map(({ path }) => path);
    return brokenPackedLinks(join(root, place), files).map((link) => `${place}/${link}`);
  });
  return [...brokenMarkdownLinks(), ...packed];
}

function checkPackages() {
  const npm = npmFolders.map((place) => {
    const { files, size, unpackedSize } = npmPackage(place);
    checkNpmFiles(
      place,
      files.map(({ path }) => path),
    );
    return `${place}: ${files.length} files, ${size} bytes, ${unpackedSize} unpacked`;
  });
  const crate = crateFiles();
  checkCrateFiles(crate);
  // The tests install what building the wheel needs; a check does not.
  const python = canBuildPython() ? checkedPython().join("; ") : "python: NOT CHECKED, run npm test -- python first";
  return `${npm.join("; ")}; crate: ${crate.length} files; ${python}`;
}

async function checkBundleSizes() {
  const problems = await sizeProblems();
  if (problems.length === 0) return;
  throw new Error([...problems, "If that is meant: node scripts/lib/sizes.mjs --write, and the README"].join("\n"));
}

function wrongExports() {
  const [own, ofTables] = ["pkg", tablesPackage].map((place) =>
    JSON.parse(readFileSync(join(root, place, "package.json"), "utf8")),
  );
  const wrong = (name, is, should) =>
    JSON.stringify(is) === JSON.stringify(should) ? [] : [`${name}: ${JSON.stringify(should)}`];
  const missing = [
    ...folders().filter(([path]) => !own.files.includes(path.split("/")[0])),
    ...tablesFolders().filter(([path]) => !ofTables.files.includes(path)),
  ];
  return [
    ...wrong("exports", own.exports, exportsMap()),
    ...wrong("exports of tables", ofTables.exports, tablesExports()),
    ...wrong("sideEffects", own.sideEffects, sideEffects),
    ...wrong("typesVersions", own.typesVersions, typesVersions),
    ...missing.map(([path]) => `files: ${path}`),
  ];
}

// A lock file that names a server only works for those who can reach that server.
function checkLockFiles() {
  for (const folder of ["", "e2e/consumers/quick/", "e2e/consumers/slow/"]) checkNpmLock(`${folder}package-lock.json`);

  const sources = readFileSync(join(root, "Cargo.lock"), "utf8").match(/^source = .*$/gm) ?? [];
  const other = sources.find((line) => !line.includes('"registry+https://github.com/rust-lang/crates.io-index"'));
  if (other) throw new Error(`Cargo.lock has a package that is not from crates.io: ${other}`);
}

function checkNpmLock(file) {
  const { packages } = JSON.parse(readFileSync(join(root, file), "utf8"));
  const hosts = Object.keys(packages).filter((name) => /^[a-z+]+:/.test(packages[name].resolved ?? ""));
  if (hosts.length > 0) throw new Error(`${file} names a server for ${hosts.join(", ")}`);

  // npm leaves out what its registry does not have at that moment, and `npm ci` then fails on other systems.
  const installed = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  const optional = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  const missing = optional.filter((name) => !installed.has(name));
  if (missing.length > 0) throw new Error(`${file} lacks ${missing.join(", ")}`);
}

// How much code there is, for those who have to read it.
function checkLines() {
  const { problems, note } = lineProblems();
  if (problems.length === 0) return note;
  const meant =
    'If that is meant: node scripts/lib/lines.mjs --write, and "Lines: REASON" in the message of the commit';
  throw new Error([...problems, meant].join("\n"));
}

// They show what trimming keeps; when that changes, so do they.
async function checkPictures() {
  const stale = await stalePictures();
  if (stale.length > 0) throw new Error(`${stale.join(", ")}: not what would be drawn now; run npm run pictures`);
}

// Speed, where times would say little.
function checkInstructions() {
  const { problems = [], note } = instructionProblems();
  if (problems.length === 0) return note;
  throw new Error([...problems, "If that is meant: node scripts/lib/instructions.mjs --write"].join("\n"));
}
