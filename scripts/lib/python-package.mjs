// The source distribution and the wheel of the Python package: built, and checked before they are published.

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../env.mjs";
import { checkFiles, checkLeaks } from "./packages.mjs";
import { project } from "./project.mjs";
import { environment } from "./python.mjs";

const licences = ["LICENSE-APACHE", "LICENSE-MIT"];
const modules = ["text", "full"].map((part) => `_wasm/${part}.wasm`);
export const pythonDist = join(root, "target/python/dist");

/** True if nothing has to be installed or compiled to build the package. */
export const canBuildPython = () =>
  existsSync(environment("test").stamp) &&
  modules.every((file) => existsSync(join(root, "python/src/tooltrim_core", file)));

/** Copies the package with its licences to `folder`: what is built from does not depend on the checkout. */
function stage(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ["src", "README.md", "pyproject.toml", "THIRD-PARTY-LICENSES"]) {
    // A module with a number is one that a build makes at this moment.
    const filter = (path) => !/__pycache__|_wasm[/\\]\d+\.wasm/.test(path);
    cpSync(join(root, "python", name), join(folder, name), { recursive: true, filter });
  }
  for (const name of licences) cpSync(join(root, name), join(folder, name));
  // PyPI shows the README at an address of its own.
  const readme = join(folder, "README.md");
  const { repository, version } = project();
  writeFileSync(readme, readFileSync(readme, "utf8").replaceAll("](../", `](${repository}/blob/v${version}/`));
  // hatchling packs the .gitignore that it finds above, and looks no further up than this.
  writeFileSync(join(folder, ".git"), "");
  for (const path of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (path.isFile()) chmodSync(join(path.parentPath, path.name), 0o644);
  }
}

/** Builds the kinds, "wheel" and "sdist", into `folder`, and returns their paths. */
export function buildPython(folder = pythonDist, kinds = ["wheel"], source = "stage") {
  const from = join(root, "target/python", source);
  stage(from);
  rmSync(folder, { recursive: true, force: true });
  const targets = kinds.flatMap((kind) => ["-t", kind]);
  runPython(["-m", "hatchling", "build", ...targets, "-d", folder], from);
  return kinds.map((kind) => only(folder, kind === "wheel" ? ".whl" : ".tar.gz"));
}

const only = (folder, end) =>
  join(
    folder,
    readdirSync(folder).find((name) => name.endsWith(end)),
  );

function runPython(args, cwd = root) {
  // A date in the environment would stand in the archives.
  const { SOURCE_DATE_EPOCH: _, ...env } = process.env;
  const options = { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 26 };
  const { status, stdout, stderr, error } = spawnSync(environment("test").python, args, options);
  if (status !== 0) throw error ?? new Error(`python ${args.join(" ")}: ${stdout}${stderr}`.trim());
  return stdout;
}

/**
 * Builds both twice and throws unless they are the same bytes, have the files that they should have, a description that
 * PyPI takes, and a wheel that can be built again from the sources. Returns what they are.
 */
export function checkedPython(folder = pythonDist) {
  const kinds = ["sdist", "wheel"];
  const first = buildPython(folder, kinds);
  const again = buildPython(join(root, "target/python/again"), kinds, "stage-again");
  for (const [at, path] of first.entries()) same(path, again[at], "is not the same bytes when it is built again");

  const [sdist, wheel] = first;
  const sizes = [checkSdist(sdist), checkWheel(wheel)];
  same(wheel, wheelOf(sdist), "is not what is built from the source distribution");
  const said = runPython(["-m", "twine", "check", "--strict", ...first]);
  if (!/PASSED/.test(said)) throw new Error(said);
  return first.map((path, at) => `${basename(path)}: ${sizes[at]} files, ${readFileSync(path).length} bytes`);
}

function same(path, other, what) {
  if (!readFileSync(path).equals(readFileSync(other))) throw new Error(`${basename(path)} ${what}`);
}

/** The wheel of a source distribution, as pip makes one where it is asked to. */
function wheelOf(sdist) {
  const folder = join(root, "target/python/from-sdist");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", sdist, "-C", folder]);
  const [name] = readdirSync(folder);
  runPython(["-m", "hatchling", "build", "-t", "wheel", "-d", folder], join(folder, name));
  return only(folder, ".whl");
}

const LIST = `
import sys, tarfile, zipfile
path = sys.argv[1]
names = zipfile.ZipFile(path).namelist() if path.endswith(".whl") else tarfile.open(path).getnames()
print("\\n".join(names))`;

const filesOf = (path) => runPython(["-c", LIST, path]).trim().split("\n");

function checkWheel(path) {
  const info = `tooltrim_core-${project().version}.dist-info`;
  const paths = filesOf(path);
  const known = /^tooltrim_core\/(compat\/)?\w+\.py$/;
  const required = [
    ...["tooltrim_core/py.typed", ...modules.map((file) => `tooltrim_core/${file}`)],
    ...["METADATA", "WHEEL", "RECORD"].map((name) => `${info}/${name}`),
    ...[...licences, "THIRD-PARTY-LICENSES"].map((name) => `${info}/licenses/${name}`),
  ];
  checkFiles("the wheel", paths, known, required);
  checkLeaks("the wheel", paths, (file) => join(root, "target/python/stage/src", file));
  return paths.length;
}

function checkSdist(path) {
  const top = `tooltrim_core-${project().version}/`;
  const paths = filesOf(path).map((file) => file.replace(top, ""));
  const required = [
    ...["PKG-INFO", "README.md", "pyproject.toml"],
    ...[...licences, "THIRD-PARTY-LICENSES", "src/tooltrim_core/py.typed"],
    ...modules.map((file) => `src/tooltrim_core/${file}`),
  ];
  checkFiles("the source distribution", paths, /^src\/tooltrim_core\/(compat\/)?\w+\.py$/, required);
  return paths.length;
}
