// The JavaScript files of the package, and its other files; entries.mjs says what each is for.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unpackerFile } from "../../js/pack/lzma.mjs";
import { forms, moduleText, packedFile, slot, textName, textOf, wayOptions, ways } from "../../js/pack/ways.mjs";
import { root } from "../env.mjs";
import { forPackage } from "../lib/links.mjs";
import { project } from "../lib/project.mjs";
import { entries, folders, tables, tablesFolders, tablesPackage } from "./entries.mjs";
import { modules } from "./modules.mjs";
import { npmVersion } from "./stamps.mjs";

const dist = "pkg/dist";
const formats = { js: "esm", cjs: "cjs" };
// Kept once, in the root, and copied because npm packs nothing from outside a package's folder.
const copies = ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES", "CHANGELOG.md"].filter((file) =>
  existsSync(join(root, file)),
);
// Guides go into the package, so that they can be read without a network. Pictures, pages about other packages and those
// about the project itself do not.
const elsewhere = ["architecture", "compatibility", "decisions", "evidence", "python", "rust"];
const guides = readdirSync(join(root, "docs"))
  .filter((file) => /^[^.]+\.md$/.test(file) && !elsewhere.includes(file.replace(".md", "")))
  .map((file) => join("docs", file));
// The package of tables has these alone.
const licences = copies.filter((file) => /LICENSE/.test(file));

/** Builds import the files that `find` answers, by path, as they are in the package. */
const linked = (find) => ({
  name: "linked",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind, importer }) => {
      if (kind === "entry-point") return undefined;
      const file = find(join(resolveDir, path).replace(/\.js$/, ".ts"), importer);
      return file && { path: file, external: true };
    });
  },
});

// Sources import the glue and the types of the whole module; each module has its own.
const glueOf = (folder) => ({
  name: "glue",
  setup(build) {
    build.onResolve({ filter: /[\\/]target[\\/]wasm-pkg[\\/]/ }, ({ path }) => ({
      path: join(root, folder, path.slice(path.lastIndexOf("/") + 1)),
    }));
  },
});

// Entries share the code of their module: it is in the package once, and a program that imports two of them has one
// instance of it. (esbuild's own code splitting knows no CommonJS.)
const entrySources = new Set(
  entries.flatMap(({ source, slim }) => [source, slim?.source ?? source]).map((source) => join(root, source)),
);
/** Finds the file of a source that an entry imports; `fileOf` answers that of a module. */
const foundBy =
  ({ module, withNamesOf }, fileOf, extension, isSlim) =>
  (source, importer) => {
    const other = entries.find(({ name }) => name === withNamesOf);
    const path = other && join(root, other.source);
    // An entry re-exports all of another one: bundlers then leave out the one of which nothing is used, with its wasm.
    if (source === path && !isSlim) return `./${other.name}.${extension}`;
    if (entrySources.has(source)) return undefined;
    return fileOf(importer === path ? other.module : module);
  };

export const bundle = {
  name: "bundle",
  what: `esbuild, ${entries.length} entries as ESM and CommonJS`,
  inputs: [
    ...["js/src", "tables", `${tablesPackage}/package.json`, "pkg/package.json", "tsconfig.json", ...copies, "docs"],
    ...modules.flatMap((module) => [module.folder, ...forms.map((form) => packedFile(module, form))]),
    ...["js/pack", unpackerFile],
    ...["scripts/build/bundle.mjs", "scripts/build/entries.mjs", "scripts/build/modules.mjs"],
    ...["scripts/lib/links.mjs", "Cargo.toml"],
  ],
  outputs: [
    ...Object.entries(ways).flatMap(([way, { extensions }]) =>
      extensions.flatMap((extension) => [
        ...entries.map(({ name }) => `${dist}/${way}${name}.${extension}`),
        ...modules.map(({ name }) => `${dist}/${way}wasm/${name}.${extension}`),
      ]),
    ),
    ...Object.keys(formats).flatMap((extension) => [
      ...entries.map(({ name }) => `${dist}/slim/${name}.${extension}`),
      ...modules.map(({ name }) => `${dist}/code/${name}.${extension}`),
      ...tables.map(({ name }) => `${tablesPackage}/dist/${name}.${extension}`),
    ]),
    ...modules.flatMap((module) => [
      `${dist}/${module.name}.wasm`,
      ...forms.map((form) => `${dist}/base64/${textName(module, form)}.js`),
    ]),
    ...tables.map(({ name }) => `${tablesPackage}/dist/base64/${name}.js`),
    ...folders().map(([path]) => `pkg/${path}/package.json`),
    ...tablesFolders().map(([path]) => `${tablesPackage}/${path}/package.json`),
    ...[...copies, ...guides].map((file) => `pkg/${file}`),
    ...licences.map((file) => `${tablesPackage}/${file}`),
  ],

  tools: () => npmVersion("esbuild"),

  async run() {
    // Declarations are of another step.
    for (const folder of ["base64", "code", "wasm", "slim", ...Object.keys(ways).filter(Boolean)]) {
      rmSync(join(root, dist, folder), { recursive: true, force: true });
    }
    // Not there in a fresh clone.
    mkdirSync(join(root, dist), { recursive: true });
    const { version } = JSON.parse(readFileSync(join(root, "pkg/package.json"), "utf8"));
    for (const module of modules) writeModule(module);
    for (const table of tables) await writeTable(table);
    for (const extension of Object.keys(formats)) {
      for (const module of modules) await writeCode(module, extension, version);
      for (const entry of entries) await writeEntry(entry, "slim/", extension);
    }
    for (const [way, { extensions }] of Object.entries(ways)) {
      for (const extension of extensions) {
        for (const module of modules) {
          const options = wayOptions(way, module, extension, names.get(module.name));
          await write(`${way}wasm/${module.name}`, extension, options);
        }
        for (const entry of entries) await writeEntry(entry, way, extension);
      }
    }
    writeRest();
  },
};

/** The wasm of a module as a file, and as text for all that cannot or should not load a file. */
function writeModule(module) {
  const { name, folder } = module;
  const wasm = readFileSync(join(root, folder, "tooltrim_bg.wasm"));
  writeFileSync(join(root, dist, `${name}.wasm`), wasm);
  for (const form of forms) writeText(dist, textName(module, form), moduleText(module, form));
}

function writeText(folder, name, text) {
  const texts = join(root, folder, "base64");
  mkdirSync(texts, { recursive: true });
  writeFileSync(join(texts, `${name}.js`), text);
  writeFileSync(join(texts, "package.json"), `{"type":"commonjs"}\n`);
}

/** The tokens of an encoding, in the package of tables: as text, once for both module systems, as the wasm is. */
async function writeTable({ name, constant }) {
  const packed = readFileSync(join(root, `tables/${name}.bin`));
  writeText(`${tablesPackage}/dist`, name, textOf(`tokens.${name}`, packed));
  for (const extension of Object.keys(formats)) {
    await write(name, extension, {
      outfile: `${tablesPackage}/dist/${name}.${extension}`,
      stdin: {
        contents: `
          import "./base64/${name}.js";
          export const ${constant} = { encoding: "${name}", packed: ${slot(`tokens.${name}`, packed)} };`,
        resolveDir: root,
      },
      external: ["./base64/*"],
    });
  }
}

async function writeCode(module, extension, version) {
  const { name, folder, code } = module;
  const { outputs } = await write(`code/${name}`, extension, {
    entryPoints: [code],
    plugins: [glueOf(folder)],
    inject: ["js/src/entry/text-codecs.ts"],
    define: { __VERSION__: JSON.stringify(version), __MODULE__: JSON.stringify(name) },
    metafile: true,
  });
  // CommonJS has none to tell; the names are those of the ES module, which comes first.
  const [{ exports }] = Object.values(outputs);
  if (exports.length > 0) names.set(name, exports);
}

/** Names that each module's code exports. */
const names = new Map();

async function writeEntry(entry, folder, extension) {
  const isSlim = folder === "slim/";
  const { source } = isSlim ? { ...entry, ...entry.slim } : entry;
  const fileOf = (module) => `${isSlim ? "../code" : "./wasm"}/${module}.${extension}`;
  await write(`${folder}${entry.name}`, extension, {
    entryPoints: [source],
    plugins: [linked(foundBy(entry, fileOf, extension, isSlim))],
  });
}

async function write(name, extension, options) {
  // Loaded here, as most runs have nothing to build.
  const esbuild = await import("esbuild");
  const { warnings, metafile } = await esbuild.build({
    absWorkingDir: root,
    outfile: `${dist}/${name}.${extension}`,
    format: formats[extension],
    bundle: true,
    platform: "neutral",
    // Not newer: esbuild would then decode with Uint8Array.fromBase64, which current editors' Node lacks.
    target: "es2022",
    minify: true,
    // Node prints the whole line in which an uncaught error was thrown.
    lineLimit: 300,
    legalComments: "none",
    logLevel: "warning",
    // wasm-bindgen lists the module of its JavaScript helpers several times in one object, each time the same.
    logOverride: { "duplicate-object-key": "silent" },
    ...options,
    // The first is the user's own, if there is one.
    external: ["@opentelemetry/api", ...(options.external ?? [])],
  });
  // Such as import.meta in a CommonJS file: it would fail on the user's side, not here.
  if (warnings.length > 0) throw new Error(`esbuild warns about ${name}.${extension}, see above`);
  return metafile;
}

/** Folders, texts and licences. */
function writeRest() {
  for (const [place, all] of Object.entries({ pkg: folders(), [tablesPackage]: tablesFolders() })) {
    for (const [path, contents] of all) {
      mkdirSync(join(root, place, path), { recursive: true });
      writeFileSync(join(root, place, path, "package.json"), `${JSON.stringify(contents, null, 2)}\n`);
    }
  }
  for (const file of licences) copyFileSync(join(root, file), join(root, tablesPackage, file));
  // A page that no longer exists must not be packed.
  rmSync(join(root, "pkg/docs"), { recursive: true, force: true });
  const { repository } = project();
  const files = [...copies, ...guides];
  for (const file of files) {
    const [from, to] = [join(root, file), join(root, "pkg", file)];
    mkdirSync(dirname(to), { recursive: true });
    if (file.endsWith(".md")) writeFileSync(to, forPackage(readFileSync(from, "utf8"), file, files, repository));
    else copyFileSync(from, to);
  }
}
