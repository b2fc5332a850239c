// The proxy's modules as one, from their sources, with the core of a built package.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { root } from "../../scripts/env.mjs";

/** Imports what `sources` in js/src/mcp export; `dist` is that of the package, and `outfile` holds the bundle. */
export async function bundled(sources, { outfile, dist }) {
  const core = {
    name: "built-core",
    setup: (build) =>
      build.onResolve({ filter: /\/core\.js$/ }, () => ({
        path: pathToFileURL(join(dist, "wasm/tooltrim.js")).href,
        external: true,
      })),
  };
  await esbuild.build({
    stdin: {
      contents: sources.map((name) => `export * from "./${name}.js";`).join("\n"),
      resolveDir: join(root, "js/src/mcp"),
      loader: "ts",
    },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    plugins: [core],
    logLevel: "warning",
  });
  return import(pathToFileURL(outfile).href);
}
