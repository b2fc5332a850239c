// The ways in which a module reaches its code: what dist/<way>/wasm/<module> is made of. README.md says why there are
// these.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/env.mjs";
import * as brotli from "./brotli.mjs";
import * as lzma from "./lzma.mjs";

/** Forms of a module as text inside JavaScript: `unpacker` makes the module of it again. */
export const forms = [
  { name: "lzma", ending: "", unpacker: "unpack.ts", ...lzma },
  { name: "brotli", ending: "-brotli", unpacker: "unpack-node.ts", ...brotli },
];

/** The bytes of a module in a form, as the build keeps them. */
export const packedFile = ({ name }, form) => `target/packed/${name}.${form.name}`;

/** The name of the file of a text in dist/base64. */
export const textName = ({ name }, form) => `${name}${form.ending}`;

const bytesOf = (module, form) => readFileSync(join(root, packedFile(module, form)));

/**
 * A text that waits for its code, by what is in it: two versions in one program, or in two extensions of one host, each
 * have their own. Assigned and not exported, so that ESM and CommonJS share one file; its folder is one of CommonJS,
 * where both may load it, and a browser takes it for a module.
 */
export const textOf = (name, bytes) => `${slot(name, bytes)}="${bytes.toString("base64")}";\n`;

/** The expression that answers that text. */
export function slot(name, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex");
  return `globalThis[Symbol.for(${JSON.stringify(`tooltrim.${name}.${hash.slice(0, 16)}`)})]`;
}

/** The same of a module. */
export const moduleText = (module, form) => textOf(`wasm.${module.name}`, bytesOf(module, form));

const inText = (form) => ({
  extensions: ["js", "cjs"],
  source: (module, { dist }) => ({
    imports: `import "${dist}base64/${textName(module, form)}.js"; import { unpack } from "./${form.unpacker}";`,
    wasm: `unpack(${slot(`wasm.${module.name}`, bytesOf(module, form))})`,
  }),
});

const inFile = {
  extensions: ["js", "cjs"],
  source({ name }, { dist, extension }) {
    const path = `${dist}${name}.wasm`;
    const file = extension === "js" ? `new URL("${path}", import.meta.url)` : `\`\${__dirname}/${path}\``;
    return { imports: 'import { readFileSync } from "node:fs";', wasm: `readFileSync(${file})` };
  },
};

/** Runtimes that import a .wasm file, and get it compiled. */
const imported = (query) => ({
  extensions: ["js"],
  source: ({ name }, { dist }) => ({ imports: `import wasm from "${dist}${name}.wasm${query}";`, wasm: "wasm" }),
});

/** By the folder in dist/. */
export const ways = {
  "": inText(forms[0]),
  "node/": inText(forms[1]),
  "file/": inFile,
  // It fails on a query.
  "workerd/": imported(""),
  // Next.js takes a file without a query for a module of WebAssembly to link.
  "edge-light/": imported("?module"),
};

/**
 * The options of esbuild for a module's file of a way: its code, whose exports are `names`, with its wasm. The names are
 * values of its own: of a file that only passes names on, Next.js takes them from where they come, whatever effect the
 * file is said to have.
 */
export function wayOptions(way, module, extension, names) {
  const dist = way === "" ? "../" : "../../";
  const { imports, wasm } = ways[way].source(module, { dist, extension });
  const own = names.filter((each) => each !== "provide");
  const code = `${dist}code/${module.name}.${extension}`;
  return {
    stdin: {
      contents: `
        ${imports}
        import { provide, ${own.map((each, at) => `${each} as from${at}`).join(", ")} } from ${JSON.stringify(code)};
        provide(() => ${wasm});
        ${own.map((_, at) => `const own${at} = from${at};`).join("\n")}
        export { ${own.map((each, at) => `own${at} as ${each}`).join(", ")} };`,
      resolveDir: join(root, "js/pack"),
    },
    define: { __UNPACKER__: JSON.stringify(readFileSync(join(root, lzma.unpackerFile), "base64")) },
    external: [`${dist}base64/*`, `${dist}code/*`, `${dist}${module.name}.wasm*`, "node:*"],
  };
}
