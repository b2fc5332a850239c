// Lists the files of the npm packages and the crate, and those among them that should not be published.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { tablesPackage } from "../build/entries.mjs";
import { root } from "../env.mjs";

const text = (program, args, cwd = root) =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 26 });

const licences = ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES", "README.md"];

/** The npm packages by their folders: what they may hold, and what they must. */
export const npmPackages = {
  pkg: {
    // Entries have folders for what reads no `exports`, and dist/base64 is one of CommonJS.
    known:
      /^(([\w/-]+\/)?package\.json|man\/tooltrim\.1|tooltrimrc\.schema\.json|docs\/[\w-]+\.md|dist\/[\w/-]+\.(js|cjs|d\.ts|d\.cts|(component\.)?wasm))$/,
    required: [...licences, "CHANGELOG.md", "dist/tooltrim.wasm"],
  },
  [tablesPackage]: {
    known: /^(([\w/]+\/)?package\.json|dist\/[\w/]+\.(js|cjs|d\.ts|d\.cts))$/,
    required: [...licences, "dist/base64/o200k_base.js"],
  },
};

/**
 * Packs a built package as npm would publish it, into `folder`, or nowhere. Answers `{ filename, size, unpackedSize,
 * files }`.
 */
export function npmPackage(place, folder) {
  const target = folder ? ["--pack-destination", folder] : ["--dry-run"];
  const [packed] = JSON.parse(
    text("npm", ["pack", `./${place}`, "--json", "--ignore-scripts", "--offline", ...target]),
  );
  return packed;
}

/** The files of the crate, as cargo lists them. */
export const crateFiles = () =>
  text("cargo", ["package", "--package", "tooltrim", "--list", "--allow-dirty", "--offline"]).trim().split("\n");

/** Throws if an npm package has a file that it should not have, or lacks one. */
export function checkNpmFiles(place, paths) {
  const { known, required } = npmPackages[place];
  checkFiles(place, paths, known, required);
  checkLeaks(place, paths, (path) => join(root, place, path));
}

/** The same for the crate. */
export function checkCrateFiles(paths) {
  const known = /^(Cargo\.(toml|lock|toml\.orig)|\.cargo_vcs_info\.json|docs\/[\w-]+\.md|src\/[\w/-]+\.rs)$/;
  const texts = ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md"];
  checkFiles("the crate", paths, known, [...texts, "Cargo.toml", "src/lib.rs"]);
  checkLeaks("the crate", paths, (path) => join(root, path));
}

/** Throws if there are files that are neither known nor required, or if a required one is missing. */
export function checkFiles(what, paths, known, required) {
  const surprising = paths.filter((path) => !known.test(path) && !required.includes(path));
  if (surprising.length > 0) throw new Error(`${what} has files that it should not have: ${surprising.join(", ")}`);
  const missing = required.filter((path) => !paths.includes(path));
  if (missing.length > 0) throw new Error(`${what} lacks ${missing.join(", ")}`);
}

/** Throws if a file names a folder of this machine, the machine itself, or the registries that it is set up with. */
export function checkLeaks(what, paths, place) {
  const own = machineNames();
  for (const path of paths.filter((each) => existsSync(place(each)))) {
    const content = readFileSync(place(path), "latin1");
    const leak = own.find((name) => content.includes(name));
    if (leak) throw new Error(`${what}: ${path} names ${leak}`);
  }
}

function machineNames() {
  const cargoHome = process.env.CARGO_HOME || join(homedir(), ".cargo");
  const config = ["config.toml", "config"].map((file) => join(cargoHome, file)).find((file) => existsSync(file));
  const addresses = [
    text("npm", ["config", "get", "registry"]),
    ...((config && readFileSync(config, "utf8").match(/https?:\/\/[^"'\s]+/g)) || []),
  ];
  const hosts = addresses.filter(URL.canParse).map((address) => new URL(address).hostname);
  // A short name may well be a word of some text.
  const machine = hostname().length > 6 ? [hostname()] : [];
  // The home of root is the same everywhere, and texts may well name it; its hidden folders give a machine away.
  const home = process.getuid?.() === 0 ? `${homedir()}/.` : `${homedir()}/`;
  const names = [
    `${root}/`,
    home,
    `${cargoHome}/`,
    ".cargo/registry",
    ...hosts.filter((host) => host !== "github.com"),
    ...machine,
  ];
  return [...new Set(names)];
}
