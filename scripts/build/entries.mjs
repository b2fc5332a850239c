// The entries of the npm packages, and the files that each is made of.
//
//     dist/<entry>.{js,cjs,d.ts,d.cts}   names, from dist/wasm/
//     dist/slim/<entry>.{js,cjs}         the same names, from dist/code/: the wasm is the caller's to give
//     dist/<way>/<entry>.{js,cjs}        the same by another way of js/pack/ways.mjs: how the wasm comes to the code
//     dist/code/<module>.{js,cjs}        the code of all entries on one module
//     dist/[<way>/]wasm/<module>.{js,cjs}    that code with its wasm
//     dist/base64/<module>*.js           the wasm as text, in two forms
//     dist/<module>.wasm
//     dist/component/                    the component, which component-package.mjs makes

import { ways } from "../../js/pack/ways.mjs";
import { componentExports } from "./component-entry.mjs";
import { modules } from "./modules.mjs";

const all = [
  { name: "index", source: "js/src/index.ts", module: "tooltrim" },
  { name: "text", source: "js/src/text.ts", module: "text" },
  // It has the names of another entry, too, which bring their own module.
  { name: "messages", source: "js/src/messages.ts", module: "tooltrim", withNamesOf: "logs" },
  {
    name: "logs",
    source: "js/src/logs.ts",
    module: "logs",
    slim: { source: "js/src/entry/logs-slim.ts", types: "logs-slim" },
  },
  {
    name: "tool-history",
    source: "js/src/tool-history.ts",
    module: "tool-history",
    // It has exactly the names of the module that it replaces; `init` is none of them.
    slim: { source: "js/src/entry/tool-history-slim.ts", types: "tool-history-slim" },
  },
  { name: "signals", source: "js/src/signals.ts", module: "tooltrim" },
  { name: "store", source: "js/src/store.ts", module: "tooltrim" },
  { name: "tools", source: "js/src/tools.ts", module: "tooltrim" },
  { name: "opentelemetry", source: "js/src/opentelemetry.ts", module: "tooltrim" },
  {
    name: "tokens",
    source: "js/src/tokens.ts",
    module: "tokens",
  },
];

const has = (module) => modules.some(({ name }) => name === module);
const moduleOf = (entry) => all.find(({ name }) => name === entry)?.module;
export const entries = all.filter(
  ({ module, withNamesOf }) => has(module) && (!withNamesOf || has(moduleOf(withNamesOf))),
);

/**
 * The package of tables: what is large, and what only exact token counts need. Its entries have nothing but the tokens of
 * an encoding, from a file in tables/: their names, and of what they export. The tokens are in dist/base64/<encoding>.js.
 */
export const tablesPackage = "tables/pkg";
export const tables = [
  { name: "o200k_base", constant: "o200kBase" },
  { name: "cl100k_base", constant: "cl100kBase" },
];

/**
 * The ways of js/pack/ways.mjs by condition of `exports`, in the order in which they are tried. Only Node without a bundler
 * has `node-addons`: packages with files beside their code, which programs may turn off and bundlers do not set. Bun's
 * bundler sets it, too, but before it `bun`.
 */
const conditionWays = {
  workerd: "workerd/",
  "edge-light": "edge-light/",
  bun: "",
  "node-addons": "file/",
  node: "node/",
};

/** Files with effects when they load: they tell the code where its wasm is. The rest can go where nothing uses it. */
export const sideEffects = [
  ...["./dist/cli/*", "./dist/base64/*.js"],
  ...Object.entries(ways).flatMap(([way, { extensions }]) =>
    extensions.map((extension) => `./dist/${way}wasm/*.${extension}`),
  ),
];

/** The `exports` of pkg/package.json. */
export function exportsMap() {
  const map = {};
  for (const { name } of entries) {
    map[name === "index" ? "." : `./${name}`] = conditions(name, "", name);
  }
  for (const { name, slim } of entries) {
    map[name === "index" ? "./slim" : `./slim/${name}`] = conditions(name, "slim/", slim?.types ?? name);
  }
  for (const { name } of modules) {
    const types = { types: "./dist/wasm-file.d.ts", default: `./dist/${name}.wasm` };
    map[`./${name}.wasm`] = { import: types, require: { ...types, types: "./dist/wasm-file.d.cts" } };
  }
  Object.assign(map, componentExports);
  for (const file of ["package.json", "tooltrimrc.schema.json"]) map[`./${file}`] = `./${file}`;
  return map;
}

/** The `exports` of the package of tables. */
export const tablesExports = () => ({
  ...Object.fromEntries(tables.map(({ name }) => [`./${name}`, both(name, name)])),
  "./package.json": "./package.json",
});

/** Its `typesVersions`, by which older settings of TypeScript find the types of a .wasm file. */
export const typesVersions = {
  "*": {
    ...Object.fromEntries(modules.map(({ name }) => [`${name}.wasm`, ["./dist/wasm-file.d.ts"]])),
    "trim.component.wasm": ["./dist/component/component-file.d.ts"],
  },
};

/**
 * Folders for what does not read `exports`, such as Parcel, Metro and older settings of TypeScript: the path in the
 * package, and its package.json.
 */
export function folders() {
  const all = ["", "slim/"].flatMap((folder) =>
    entries.map(({ name, slim }) => [folder, name, (folder && slim?.types) || name]),
  );
  return all
    .filter(([folder, name]) => folder !== "" || name !== "index")
    .map(([folder, name, declarations]) => {
      const path = folder + (name === "index" ? "" : name);
      const up = "../".repeat(path.split("/").filter(Boolean).length);
      const file = (extension) => `${up}dist/${folder}${name}.${extension}`;
      const types = `${up}dist/${declarations}.d.ts`;
      return [path.replace(/\/$/, ""), { main: file("cjs"), module: file("js"), types, sideEffects: false }];
    });
}

/** The same of the package of tables. */
export const tablesFolders = () =>
  tables.map(({ name }) => {
    const file = (extension) => `../dist/${name}.${extension}`;
    return [name, { main: file("cjs"), module: file("js"), types: file("d.ts"), sideEffects: false }];
  });

function conditions(name, folder, declarations) {
  if (folder) return both(folder + name, declarations);
  const by = (way) =>
    ways[way].extensions.includes("cjs")
      ? both(`${way}${name}`, declarations)
      : { types: `./dist/${declarations}.d.ts`, default: `./dist/${way}${name}.js` };
  const conditions = Object.entries(conditionWays).map(([condition, way]) => [condition, by(way)]);
  return { ...Object.fromEntries(conditions), ...by("") };
}

/** The conditions of the two module systems. */
const both = (path, declarations) => ({
  import: { types: `./dist/${declarations}.d.ts`, default: `./dist/${path}.js` },
  require: { types: `./dist/${declarations}.d.cts`, default: `./dist/${path}.cjs` },
});
