// The component as jco runs it in Node.
import { readFileSync } from "node:fs";
import { transpileBytes } from "@bytecodealliance/jco-transpile";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url));
const json = (path) => JSON.parse(read(path).toString());

/** The built component. */
export const bytes = read("target/component/tooltrim.component.wasm");
/** The version of the npm package. */
export const { version } = json("pkg/package.json");
/** What runs the component here, and its versions. */
export const host = `jco ${json("node_modules/@bytecodealliance/jco-transpile/package.json").version}, Node ${process.versions.node}`;

// JavaScript that stands for itself: with `instantiation` it imports nothing, and is given what the component imports.
const { files, imports, exports } = await transpileBytes(bytes, {
  name: "tooltrim",
  instantiation: "sync",
  // Errors of the interface arrive as ComponentError with a payload; without, the bare payload is thrown.
  noComponentErrorWrapping: false,
});

/** The names of what the component imports and exports. */
export { exports, imports };

// A fault of jco up to 0.12: its decoder drops a U+FEFF at the start of each string that it returns.
const source = Buffer.from(files["tooltrim.js"])
  .toString()
  .replace("new TextDecoder()", 'new TextDecoder("utf-8", { ignoreBOM: true })');
const glue = await import(`data:text/javascript;base64,${Buffer.from(source).toString("base64")}`);

/** A new instance, without any import: its interfaces by name, and its memory. */
export function instantiate() {
  let memory;
  const interfaces = glue.instantiate(
    (file) => new WebAssembly.Module(files[file]),
    {},
    (module, given) => {
      const instance = new WebAssembly.Instance(module, given);
      memory ??= instance.exports.memory;
      return instance;
    },
  );
  return { ...interfaces, memory };
}

/** What a call returns or fails with, as golden files write it: absent fields are left out. */
export function outcome(call) {
  try {
    return { result: present(call()) };
  } catch (error) {
    // Anything else is no error of the interface.
    if (error.constructor.name !== "ComponentError") throw error;
    return { error: error.payload };
  }
}

function present(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, present(field)]));
}
