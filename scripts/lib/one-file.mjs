// As extensions and command-line tools are shipped: one minified CommonJS file, the WebAssembly inside.

import * as esbuild from "esbuild";
import { root } from "../env.mjs";

/** The bytes of the file that esbuild makes of a module with these contents: for Node, or as `options` say. */
export async function oneFile(contents, options = {}) {
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    platform: "node",
    format: "cjs",
    minify: true,
    write: false,
    logLevel: "error",
    ...options,
  });
  return outputFiles[0].contents;
}
