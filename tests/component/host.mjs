// The component as jco runs it in Node.
import { readFileSync } from "node:fs";
import { transpileBytes } from "@bytecodealliance/jco-transpile";
import { mended } from "../../scripts/build/component-glue.mjs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url));
const json = (path) => JSON.parse(read(path).toString());

/** The version of the npm package. */
export const { version } = json("pkg/package.json");
/** What runs the component here, and its versions. */
export const host = `jco ${json("node_modules/@bytecodealliance/jco-transpile/package.json").version}, Node ${process.versions.node}`;

/** A component as JavaScript that stands for itself: `{ bytes, files, glue, imports, exports }`. */
export async function transpiled(world) {
  const bytes = read(`target/component/${world}.component.wasm`);
  // With `instantiation` it imports nothing, and is given what the component imports.
  const { files, imports, exports } = await transpileBytes(bytes, {
    name: world,
    instantiation: "sync",
    // Errors of the interface arrive as ComponentError with a payload; without, the bare payload is thrown.
    noComponentErrorWrapping: false,
  });
  const source = mended(Buffer.from(files[`${world}.js`]).toString());
  return { bytes, files, source, imports, exports };
}

const all = await transpiled("tooltrim");
/** The built component, and the names of what it imports and exports. */
export const { bytes, exports, imports } = all;

const importSource = (source) => import(`data:text/javascript;base64,${Buffer.from(source).toString("base64")}`);
const glue = await importSource(all.source);

/** A storage of the host in memory, which fails while `broken` is set. */
export function memoryStorage() {
  const values = new Map();
  const working = (work) => {
    // By the convention of jco the payload of an error is thrown.
    if (storage.broken !== undefined) throw storage.broken;
    return work();
  };
  const storage = {
    values,
    broken: undefined,
    get: (key) => working(() => values.get(key)),
    set: (key, value) => working(() => void values.set(key, value)),
  };
  return storage;
}

/** A new instance: its interfaces by name, and its memory. */
export function instantiate(storage = memoryStorage(), { source = glue, files = all.files } = {}) {
  let memory;
  const { get, set } = storage;
  const given = {
    [`tooltrim:core/storage@${version}`]: { get, set },
    "tooltrim:core/storage": storage,
  };
  const interfaces = source.instantiate(
    (file) => new WebAssembly.Module(files[file]),
    given,
    (module, imported) => {
      const instance = new WebAssembly.Instance(module, imported);
      memory ??= instance.exports.memory;
      return instance;
    },
  );
  return { ...interfaces, memory };
}

/** A new instance of the world `trim`. */
export async function instantiateTrim() {
  const { source, ...rest } = await transpiled("trim");
  return { ...rest, ...instantiate(undefined, { source: await importSource(source), files: rest.files }) };
}

export { outcome } from "./outcome.mjs";
