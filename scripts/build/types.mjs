// One file of TypeScript declarations per entry, and one beside it that refers to it: of the two module systems
// CommonJS has the text, as TypeScript lets an ES module refer to CommonJS but not the other way round.
//
// rollup-plugin-dts: it keeps the JSDoc, inlines what the entries import and drops what they do not export; it is
// maintained and runs on Node 20. It needs TypeScript's JavaScript API, which TypeScript 7 does not have, hence
// TypeScript 6. (API Extractor wants declarations as its input and a config per entry; tsdown would bring a second
// bundler.)

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../env.mjs";
import { entries, tables, tablesPackage } from "./entries.mjs";
import { npmVersion } from "./stamps.mjs";

const dist = "pkg/dist";
// Of the files that `tooltrim/slim` and its like are given.
const wasmFile = { source: "js/src/entry/wasm-file.d.ts", name: "wasm-file" };

const declared = [
  ...entries,
  ...entries.flatMap(({ slim }) => (slim ? [{ name: slim.types, source: slim.source }] : [])),
];

export const types = {
  name: "types",
  what: "rollup-plugin-dts, one declaration file per entry",
  inputs: [
    ...["js/src", "target/wasm-pkg/tooltrim.d.ts", "target/wasm-logs/tooltrim.d.ts"],
    ...["target/wasm-tokens/tooltrim.d.ts", "tsconfig.json"],
    ...["scripts/build/types.mjs", "scripts/build/entries.mjs"],
  ],
  outputs: [
    ...[...declared, wasmFile].map(({ name }) => `${dist}/${name}`),
    ...tables.map(({ name }) => `${tablesPackage}/dist/${name}`),
  ].flatMap((path) => [`${path}.d.ts`, `${path}.d.cts`]),

  tools: () => ["rollup", "rollup-plugin-dts", "typescript"].map(npmVersion).join("\n"),

  async run() {
    // Loaded here, as most runs have nothing to build and TypeScript takes half a second to load.
    const { rollup } = await import("rollup");
    const { dts } = await import("rollup-plugin-dts");
    // One run per entry: a shared run would move what the entries have in common into a third file.
    for (const { name, source } of declared) {
      const result = await rollup({
        input: join(root, source),
        plugins: [dts({ tsconfig: join(root, "tsconfig.json") })],
        onwarn(warning) {
          throw new Error(warning.message);
        },
      });
      await result.write({ file: join(root, dist, `${name}.d.cts`), format: "es" });
      await result.close();
      writeFileSync(join(root, dist, `${name}.d.ts`), `export * from "./${name}.cjs";\n`);
    }
    mkdirSync(join(root, tablesPackage, "dist"), { recursive: true });
    for (const table of tables) {
      for (const extension of ["d.ts", "d.cts"]) {
        writeFileSync(join(root, tablesPackage, `dist/${table.name}.${extension}`), declarationOf(table));
      }
    }
    // A default export has to be named.
    const wasmTypes = readFileSync(join(root, wasmFile.source), "utf8");
    writeFileSync(join(root, dist, `${wasmFile.name}.d.ts`), wasmTypes);
    writeFileSync(join(root, dist, `${wasmFile.name}.d.cts`), wasmTypes.replace("./index.js", "./index.cjs"));
  },
};

const declarationOf = ({
  name,
  constant,
}) => `/** Tokens of the encoding \`${name}\`, for \`createTokenCounter\` of \`tooltrim/tokens\`. */
export declare const ${constant}: { readonly encoding: "${name}"; readonly packed: string };
`;
