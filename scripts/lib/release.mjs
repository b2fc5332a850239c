// The steps of scripts/release, which see.

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { componentFile, worlds } from "../build/component.mjs";
import { pathEnv, root } from "../env.mjs";
import { pythonMissing } from "../python.mjs";
import { writeLayout } from "./oci.mjs";
import { checkCrateFiles, checkNpmFiles, crateFiles, npmPackage, npmPackages } from "./packages.mjs";
import { disagreements, moveRepository, project } from "./project.mjs";
import { environment } from "./python.mjs";
import { checkedPython, pythonDist } from "./python-package.mjs";
import { command, runSteps } from "./steps.mjs";

const folder = join(root, "target/packages");
const { version } = project();
/** The packed npm packages, by folder. */
const npmFiles = new Map();
/** What a registry's client says when it cannot reach the registry. */
const offline = new RegExp(
  [
    ...["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH"],
    ...["could not resolve", "failed to connect", "spurious network error", "--offline was specified"],
  ].join("|"),
  "i",
);
/** Cargo refuses to pack what git does not know, which is right for a release and a nuisance before one. */
const dirty = output("git", ["status", "--porcelain"]).text !== "";
const allowed = dirty ? ["--allow-dirty"] : [];

if (process.argv[2] === "--repository") {
  moveRepository(process.argv[3]);
  for (const line of disagreements()) console.error(line);
} else {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await runSteps(
    [
      { name: "versions", run: checkFacts },
      ...Object.keys(npmPackages).flatMap((place) => [
        { name: `npm-package ${place}`, run: () => packNpm(place) },
        {
          name: `npm-publish ${place}`,
          run: () => dryRun("npm", ["publish", `./${npmFiles.get(place)}`, "--dry-run"]),
        },
      ]),
      { name: "crate", run: packCrate },
      {
        name: "crate-publish",
        run: () => dryRun("cargo", ["publish", "--package", "tooltrim", "--dry-run", "--no-verify", ...allowed]),
      },
      { name: "python-package", run: packPython, skip: () => pythonMissing("test") },
      { name: "python-publish", run: publishPython, skip: () => pythonMissing("test") },
      { name: "component-package", run: packComponent },
      { name: "component-artefacts", run: layComponents },
      { name: "docs", run: command(process.execPath, ["scripts/docs.mjs"]) },
    ],
    { inTurn: true },
  );
  console.log(`
No dry run can tell: whether the names are free or yours, whether the registries trust this repository's workflow, and
whether provenance can be signed, which only works in GitHub Actions.`);
}

function checkFacts() {
  const wrong = disagreements();
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  // On GitHub the address is known; provenance is refused for any other. A tag must be that of the version.
  const { GITHUB_REPOSITORY: here, GITHUB_REF_TYPE: type, GITHUB_REF_NAME: name } = process.env;
  const { repository } = project();
  if (here && repository !== `https://github.com/${here}`) {
    throw new Error(`the manifests name ${repository}, not ${here}: run scripts/release --repository URL and commit`);
  }
  if (type === "tag" && name !== `v${version}`) throw new Error(`the tag ${name} is not v${version}`);
  const placeholder = repository.includes("/OWNER/") ? "; OWNER is a placeholder" : "";
  return `${version}, ${repository}${placeholder}${dirty ? "; there are uncommitted changes" : ""}`;
}

function packNpm(place) {
  const { filename, size, unpackedSize, files } = npmPackage(place, folder);
  for (const { path, size: bytes } of files) console.log(`${String(bytes).padStart(9)}  ${path}`);
  checkNpmFiles(
    place,
    files.map(({ path }) => path),
  );
  npmFiles.set(place, `target/packages/${filename}`);
  return `${npmFiles.get(place)}: ${files.length} files, ${size} bytes, ${unpackedSize} unpacked`;
}

async function packCrate() {
  const files = crateFiles();
  console.log(files.join("\n"));
  checkCrateFiles(files);
  // Compiles what it packed, as a user of the crate would.
  await command("cargo", ["package", "--package", "tooltrim", ...allowed])();
  const name = `tooltrim-${version}.crate`;
  copyFileSync(join(root, "target/package", name), join(folder, name));
  const place = relative(root, join(folder, name));
  return `${place}: ${files.length} files, ${statSync(join(folder, name)).size} bytes`;
}

/** The source distribution and the wheel. */
function packPython() {
  const places = checkedPython();
  for (const name of readdirSync(pythonDist)) copyFileSync(join(pythonDist, name), join(folder, name));
  return places.join("; ");
}

/** uv reads both as PyPI would, and uploads nothing. */
function publishPython() {
  const files = readdirSync(pythonDist).map((name) => `target/packages/${name}`);
  return dryRun(environment("test").python, [
    "-m",
    "uv",
    "publish",
    "--dry-run",
    "--trusted-publishing",
    "never",
    ...files,
  ]);
}

/** The package of the component with all jobs. */
function packComponent() {
  const place = ["pack", "./target/component/npm", "--json", "--ignore-scripts", "--offline"];
  const { status, text } = output("npm", [...place, "--pack-destination", folder]);
  if (status !== 0) throw new Error(text);
  const [{ filename, size, unpackedSize, files }] = JSON.parse(text.slice(text.indexOf("[")));
  return `target/packages/${filename}: ${files.length} files, ${size} bytes, ${unpackedSize} unpacked`;
}

/** The components as registries of OCI artefacts take them, not pushed. */
async function layComponents() {
  const { repository } = project();
  for (const { name } of worlds) {
    const component = readFileSync(join(root, componentFile(name)));
    const place = join(folder, "oci", name);
    const { digest, exports, imports } = await writeLayout(place, component, version, {
      "org.opencontainers.image.title": `tooltrim:core, world ${name}`,
      "org.opencontainers.image.version": version,
      "org.opencontainers.image.source": repository,
      "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
    });
    const shown = `${exports.length} exports, ${imports.length} imports, ${component.length} bytes`;
    console.log(`${relative(root, place)}: ${digest}, ${shown}`);
  }
  return "oci layouts, not pushed";
}

/** Runs a client; that it cannot reach its registry is a note, not a failure. */
function dryRun(program, args) {
  const { status, text } = output(program, args);
  console.log(text);
  if (status === 0) return "";
  if (offline.test(text)) return "NOT CHECKED: the registry is out of reach";
  throw new Error(`${program} publish --dry-run ended with exit code ${status}`);
}

function output(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: root, env: pathEnv(), encoding: "utf8" });
  return { status, text: error ? error.message : stdout + stderr };
}
