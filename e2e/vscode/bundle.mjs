import * as esbuild from "esbuild";

/** Bundles an extension for both hosts, as its author does. `more` are further options of esbuild. */
export const bundle = (entry, outfile, more = {}) =>
  esbuild.build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "cjs",
    platform: "browser",
    // A newer one may emit what VS Code's engine lacks.
    target: "es2022",
    external: ["vscode"],
    logLevel: "silent",
    ...more,
  });
