// Components for JavaScript: the file, the form that jco writes of it, and types with the words of wit/.
//
// The world `trim` is `tooltrim/component` in the npm package; all jobs take as much room as a quarter of that package,
// so the world `tooltrim` is a package of its own, target/component/npm: see docs/decisions.md.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../env.mjs";
import { forPackage } from "../lib/links.mjs";
import { project } from "../lib/project.mjs";
import { component, componentFile, sections } from "./component.mjs";
import { componentFolder, worldExports } from "./component-entry.mjs";
import { mended } from "./component-glue.mjs";
import { npmVersion } from "./stamps.mjs";

const own = "target/component/npm";
const worlds = [
  { name: "trim", type: "Trim", folder: "pkg/dist/component", storage: false },
  { name: "tooltrim", type: "Tooltrim", folder: own, storage: true },
];
const formats = { js: "esm", cjs: "cjs" };

export const componentPackage = {
  name: "component-package",
  what: "transpile of jco, esbuild, the component for JavaScript",
  inputs: [
    ...[...component.outputs, "wit", "component/js", "js/src/builtin.ts", "docs/component.md", "CHANGELOG.md"],
    ...["component-package", "component-entry", "component-glue", "component"].map(
      (name) => `scripts/build/${name}.mjs`,
    ),
    "Cargo.toml",
  ],
  outputs: [
    ...worlds.flatMap(({ name, folder }) =>
      ["js", "cjs", "d.ts", "d.cts", "component.wasm"].map((extension) => `${folder}/${name}.${extension}`),
    ),
    ...["pkg/component/package.json", `${own}/package.json`, `${own}/README.md`],
  ],

  tools: () => ["@bytecodealliance/jco-transpile", "esbuild"].map(npmVersion).join("\n"),

  async run() {
    for (const world of worlds) await write(world);
    const [folder, contents] = componentFolder;
    mkdirSync(join(root, "pkg", folder), { recursive: true });
    writeFileSync(join(root, "pkg", folder, "package.json"), `${JSON.stringify(contents, null, 2)}\n`);
    writePackage();
  },
};

async function write({ name, type, folder, storage }) {
  // Loaded here, as most runs have nothing to build.
  const { transpileBytes, generateHostTypes } = await import("@bytecodealliance/jco-transpile");
  const { build } = await import("esbuild");
  const bytes = readFileSync(join(root, componentFile(name)));
  const { files } = await transpileBytes(bytes, { name, instantiation: "sync", noComponentErrorWrapping: false });
  const place = join(root, folder);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const layout = { size: bytes.length, modules: modulesIn(bytes, files) };
  for (const [extension, format] of Object.entries(formats)) {
    await build({
      absWorkingDir: root,
      stdin: {
        contents: entry({ name, storage, layout, format }),
        resolveDir: join(root, "component/js"),
        loader: "ts",
      },
      outfile: `${folder}/${name}.${extension}`,
      bundle: true,
      format,
      platform: "neutral",
      target: "es2022",
      minify: true,
      // `ComponentError` is told by its name.
      keepNames: true,
      lineLimit: 300,
      legalComments: "none",
      plugins: [virtual({ [`./${name}.jco.js`]: mended(Buffer.from(files[`${name}.js`]).toString()) })],
    });
  }
  writeFileSync(join(place, `${name}.component.wasm`), bytes);
  const types = await generateHostTypes(join(root, "wit"), { worldName: name, name, instantiation: "sync" });
  const declarations = declarationsOf({ name, type, storage, types: Object.fromEntries(entriesOf(types)) });
  for (const extension of ["d.ts", "d.cts"]) {
    writeFileSync(join(place, `${name}.${extension}`), declarations);
    writeFileSync(join(place, `component-file.${extension}`), componentTypes);
  }
}

const componentTypes = `/** The component as a bundler or runtime delivers it: bytes, or the address of the file. */
declare const component: ArrayBuffer | ArrayBufferView | string;
export default component;
`;

const entriesOf = (files) => (Array.isArray(files) ? files : Object.entries(files));

/** Where each core module is in the component's file. */
function modulesIn(bytes, files) {
  // A section of id 1 is a core module, as it is in its own file.
  const modules = sections(bytes).filter(({ id }) => id === 1);
  const names = Object.keys(files).filter((file) => file.endsWith(".wasm"));
  const found = names.map((file) => {
    const section = modules.find(({ content, end }) => bytes.subarray(content, end).equals(Buffer.from(files[file])));
    if (!section) throw new Error(`the component does not hold ${file} as it is`);
    return [file, [section.content, section.end]];
  });
  return Object.fromEntries(found);
}

const virtual = (files) => ({
  name: "virtual",
  setup(build) {
    build.onResolve({ filter: /\.jco\.js$/ }, ({ path }) => ({ path, namespace: "virtual" }));
    build.onLoad({ filter: /.*/, namespace: "virtual" }, ({ path }) => ({ contents: files[path], loader: "js" }));
  },
});

function entry({ name, storage, layout, format }) {
  const file = `${name}.component.wasm`;
  const here = format === "esm" ? `new URL("./${file}", import.meta.url)` : `\`\${__dirname}/${file}\``;
  const imports = storage ? "{ 'tooltrim:core/storage': storageOf(options.storage) }" : "{}";
  return `
    import * as code from "./${name}.jco.js";
    import { instanceOf, read, storageOf } from "./load.ts";
    export { ComponentError } from "./${name}.jco.js";
    const layout = ${JSON.stringify(layout)};
    export function instantiateSync(component, options = {}) {
      return instanceOf(component, layout, code, ${imports});
    }
    export async function instantiate(options = {}) {
      return instantiateSync(await read(options.component ?? ${here}), options);
    }`;
}

const text = (source) => (typeof source === "string" ? source : Buffer.from(source).toString());

/** One file of declarations: a namespace for each interface. */
function declarationsOf({ name, type, storage, types }) {
  const names = [...text(types[`${name}.d.ts`]).matchAll(/^ {2}(\w+): typeof /gm)].map(([, name]) => name);
  const interfaceOf = (name) => {
    const source = text(types[`interfaces/tooltrim-core-${name}.d.ts`]);
    const body = source
      .replace(/^\/\*\* @module .*\n/, "")
      .replace(/import\('\.\/tooltrim-core-(\w+)\.js'\)\./g, "$1.")
      .replace(/^(?=.)/gm, "  ");
    return `/** Interface \`tooltrim:core/${name}\`. */\nexport declare namespace ${name} {\n${body}}\n`;
  };
  const members = names.map((name) => `  readonly ${name}: typeof ${name};`).join("\n");
  const given = storage
    ? `  /** Storage of the host for stores with a namespace. Without it they fail with \`BACKEND_FAILED\`. */
  readonly storage?: Storage | undefined;
`
    : "";
  return `// Types of the world \`${name}\` of tooltrim:core.
${names.map(interfaceOf).join("\n")}
/** The interfaces of an instance. Errors are a \`ComponentError\`: \`code\` and \`message\`, also in \`payload\`. */
export interface ${type} {
${members}
}
${storage ? declaredStorage() : ""}
/** An error of an interface. */
export declare class ComponentError extends Error {
  /** A stable code, as that of \`TooltrimError\`. */
  readonly code: string;
  /** The error as the interface has it. */
  readonly payload: { readonly code: string; readonly message: string };
}

/** Options of an instance. */
export interface InstanceOptions {
${given}}

/** Makes an instance from the bytes of \`${name}.component.wasm\`. */
export declare function instantiateSync(component: ArrayBuffer | ArrayBufferView, options?: InstanceOptions): ${type};

/**
 * Makes an instance, which has a memory of its own. The component is read from \`${name}.component.wasm\` beside the code,
 * or from \`component\`: bytes, a response, an address, or the path of a file.
 */
export declare function instantiate(
  options?: InstanceOptions & {
    readonly component?:
      | ArrayBuffer
      | ArrayBufferView
      | { arrayBuffer(): Promise<ArrayBuffer> }
      | { readonly href: string }
      | string;
  },
): Promise<${type}>;
`;
}

/** The interface of component/js/load.ts. */
function declaredStorage() {
  const source = readFileSync(join(root, "component/js/load.ts"), "utf8");
  const start = source.indexOf("/** Storage of the host");
  return source.slice(start, source.indexOf("\n}\n", start) + 3);
}

/** The package of the world with all jobs. */
function writePackage() {
  const { version, license, repository, bugs, engines, publishConfig } = JSON.parse(
    readFileSync(join(root, "pkg/package.json"), "utf8"),
  );
  const manifest = {
    ...{ name: "tooltrim-component", version },
    description: "tooltrim as a WebAssembly component with all jobs, and as jco writes it for Node and browsers.",
    keywords: ["llm", "agent", "context-window", "wasm", "component-model"],
    ...{ license, repository: { ...repository, directory: "component" }, bugs, publishConfig, type: "module" },
    ...{ sideEffects: false, engines, main: "./tooltrim.cjs", module: "./tooltrim.js", types: "./tooltrim.d.ts" },
    exports: { ...worldExports("tooltrim", ".", "./"), "./wit/*": "./wit/*", "./package.json": "./package.json" },
  };
  const place = join(root, own);
  writeFileSync(join(place, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  mkdirSync(join(place, "wit"), { recursive: true });
  for (const file of readdirSync(join(root, "wit"))) copyFileSync(join(root, "wit", file), join(place, "wit", file));
  for (const file of ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES", "CHANGELOG.md"]) {
    if (existsSync(join(root, file))) copyFileSync(join(root, file), join(place, file));
  }
  const page = "docs/component.md";
  writeFileSync(
    join(place, "README.md"),
    forPackage(readFileSync(join(root, page), "utf8"), page, [], project().repository),
  );
}
