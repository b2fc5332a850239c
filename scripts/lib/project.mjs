// Facts that stand in several files: versions, the repository's address, the oldest Rust and Node. Cargo.toml has the
// truth; `disagreements` finds files that say something else, `moveRepository` changes the address in all of them.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tablesPackage } from "../build/entries.mjs";
import { root, versions } from "../env.mjs";

const read = (file) => readFileSync(join(root, file), "utf8");
const readJson = (file) => JSON.parse(read(file));

/** What `[workspace.package]` in Cargo.toml says: version, repository, homepage, rust-version. */
export function project() {
  const [, section] = /^\[workspace\.package\]\n(.*?)^\[/ms.exec(read("Cargo.toml"));
  return Object.fromEntries(Array.from(section.matchAll(/^([\w-]+) = "(.*)"$/gm), ([, key, value]) => [key, value]));
}

/** A line for each fact that a file states differently. */
export function disagreements() {
  const { version, repository, homepage, "rust-version": rust } = project();
  const manifests = ["pkg", tablesPackage].map((place) => [place, readJson(`${place}/package.json`)]);
  const lock = readJson("package-lock.json").packages;
  const wit = read("wit/world.wit");
  const changelog = read("CHANGELOG.md");
  const locked = read("Cargo.lock").matchAll(/^name = "(tooltrim[\w-]*)"\nversion = "(.*)"$/gm);
  const range = (file) => readJson(file).dependencies?.tooltrim ?? readJson(file).devDependencies?.tooltrim;

  const facts = [
    ...manifests.flatMap(([place, manifest]) => [
      [`${place}/package.json: version`, manifest.version, version],
      [`package-lock.json: version of ${place}`, lock[place].version, version],
      [`${place}/package.json: repository.url`, manifest.repository.url, `git+${repository}.git`],
      [`${place}/package.json: homepage`, manifest.homepage, homepage],
      [`${place}/package.json: bugs.url`, manifest.bugs.url, `${repository}/issues`],
    ]),
    ...Array.from(locked, ([, name, found]) => [`Cargo.lock: version of ${name}`, found, version]),
    ["wit/world.wit: version", /^package tooltrim:core@(.*);$/m.exec(wit)?.[1], version],
    ["python/pyproject.toml: version", /^version = "(.*)"$/m.exec(read("python/pyproject.toml"))?.[1], version],
    [
      "tooltrim_core.__version__",
      /^__version__ = "(.*)"$/m.exec(read("python/src/tooltrim_core/__init__.py"))?.[1],
      version,
    ],
    ...["node-agent", "vscode-gateway", "agents/opencode", "agents/pi"].map((folder) => [
      `examples/${folder}/package.json: tooltrim`,
      range(`examples/${folder}/package.json`),
      `^${version}`,
    ]),
    ["CHANGELOG.md: newest release", /^## \[(\d.*?)\] - \d{4}-\d\d-\d\d$/m.exec(changelog)?.[1], version],
    [`CHANGELOG.md: link [${version}]`, link(changelog, version), `${repository}/releases/tag/v${version}`],
    ["CHANGELOG.md: link [Unreleased]", link(changelog, "Unreleased"), `${repository}/compare/v${version}...HEAD`],
    ["Cargo.toml: homepage", homepage, pages(repository)],
    ["docs/rust.md: default features", defaults(read("docs/rust.md")), defaults(read("Cargo.toml"))],
    ["docs/rust.md: features", documentedFeatures().join(", "), features().join(", ")],
    ["scripts/versions.env: RUST_MINIMUM", versions.RUST_MINIMUM, `${rust}.0`],
    [
      "package.json: engines.node",
      readJson("package.json").engines.node,
      `>=${versions.NODE_MINIMUM.replace(/\.0$/, "")}`,
    ],
  ];
  const wrong = facts.filter(([, found, expected]) => found !== expected);
  return [
    ...wrong.map(([place, found, expected]) => `${place} is ${found}, not ${expected}`),
    ...filesWith("https://github.com/").flatMap((file) => foreignAddresses(file, repository)),
  ];
}

const defaults = (text) => /^`?default = (\[.*?\])/m.exec(text)?.[1];

/** Names of the crate's features but `default`. */
function features() {
  const [, section] = /^\[features\]\n(.*?)^\[/ms.exec(read("Cargo.toml"));
  return Array.from(section.matchAll(/^(\w+) = /gm), ([, name]) => name)
    .filter((name) => name !== "default")
    .sort();
}

/** Names in the table of features. */
function documentedFeatures() {
  const [table = ""] = /^\| feature \|.*?\n\n/ms.exec(read("docs/rust.md")) ?? [];
  return Array.from(table.matchAll(/^\| `(\w+)` \|/gm), ([, name]) => name).sort();
}

/** Writes another address of the repository, `https://github.com/OWNER/NAME`, wherever it stands. */
export function moveRepository(to) {
  if (!/^https:\/\/github\.com\/[\w-]+\/[\w.-]+$/.test(to)) {
    throw new Error(`${to} is not of the form https://github.com/OWNER/NAME`);
  }
  const from = project();
  for (const file of filesWith(from.repository, from.homepage)) {
    const text = read(file).replaceAll(from.repository, to).replaceAll(from.homepage, pages(to));
    writeFileSync(join(root, file), text);
  }
}

/** The committed files that hold one of these texts. */
function filesWith(...texts) {
  const patterns = texts.flatMap((text) => ["-e", text]);
  const { stdout } = spawnSync("git", ["grep", "--untracked", "-lF", ...patterns], { cwd: root, encoding: "utf8" });
  return stdout.split("\n").filter(Boolean);
}

const link = (text, name) => new RegExp(`^\\[${name.replaceAll(".", "\\.")}\\]: (.*)$`, "m").exec(text)?.[1];

/** Where GitHub Pages serves the docs site of a repository. */
function pages(repository) {
  const [owner, name] = repository.split("/").slice(-2);
  return `https://${owner}.github.io/${name}/`;
}

/** Addresses of a repository of this name that belongs to somebody else. */
function foreignAddresses(file, repository) {
  const name = repository.split("/").at(-1);
  const found = read(file).match(new RegExp(`https://github\\.com/[\\w-]+/${name}\\b`, "g")) ?? [];
  return found.filter((address) => address !== repository).map((address) => `${file} names ${address}`);
}
