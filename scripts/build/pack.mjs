// Each module in the forms in which it lies inside JavaScript: see js/pack.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { assemble, unpackerFile, unpackerSource } from "../../js/pack/lzma.mjs";
import { forms, packedFile } from "../../js/pack/ways.mjs";
import { root } from "../env.mjs";
import { bound, modules } from "./modules.mjs";
import { npmVersion } from "./stamps.mjs";

export const pack = {
  name: "pack",
  what: "the wasm for JavaScript, by LZMA and brotli",
  inputs: [
    ...[...modules.flatMap(bound), unpackerSource, "scripts/build/pack.mjs", "scripts/build/modules.mjs"],
    ...["lzma", "brotli", "streams", "ways"].map((name) => `js/pack/${name}.mjs`),
  ],
  outputs: [unpackerFile, ...modules.flatMap((module) => forms.map((form) => packedFile(module, form)))],

  // Brotli is Node's own.
  tools: () => [...["lzma", "binaryen"].map(npmVersion), process.versions.brotli].join("\n"),

  async run() {
    mkdirSync(join(root, dirname(unpackerFile)), { recursive: true });
    assemble();
    for (const module of modules) {
      const wasm = readFileSync(join(root, module.folder, "tooltrim_bg.wasm"));
      for (const form of forms) {
        const bytes = form.packed(wasm);
        if (!wasm.equals(form.unpacked(bytes))) throw new Error(`${form.name} makes another module of ${module.name}`);
        writeFileSync(join(root, packedFile(module, form)), bytes);
      }
    }
  },
};
