// The command of the package: pkg/dist/cli.js.
//
// Only an ES module, and only for Node. It imports shared code from ./wasm/tooltrim.js, as the entries do.

import { chmodSync } from "node:fs";
import { join } from "node:path";
import { root } from "../env.mjs";
import { npmVersion } from "./stamps.mjs";

const output = "pkg/dist/cli.js";
// Folders that only the command contains.
const own = ["js/src/cli/", "js/src/mcp/", "js/src/stats/"].map((folder) => join(root, folder));

const sources = join(root, "js/src/");

const sharedCore = {
  name: "shared-core",
  setup(build) {
    // Stats use the package by its name, as the playground does.
    build.onResolve({ filter: /^tooltrim(\/messages)?$/ }, () => ({ path: "./wasm/tooltrim.js", external: true }));
    build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
      const source = join(resolveDir, path);
      // Files of other packages have relative imports, too.
      const isShared = source.startsWith(sources) && !own.some((folder) => source.startsWith(folder));
      if (kind === "entry-point" || !isShared) return undefined;
      return { path: "./wasm/tooltrim.js", external: true };
    });
  },
};

export const cli = {
  name: "cli",
  what: "esbuild, the command",
  inputs: ["js/src", "tsconfig.json", "scripts/build/cli.mjs"],
  outputs: [output],

  tools: () => npmVersion("esbuild"),

  async run() {
    // Loaded here, as most runs have nothing to build.
    const esbuild = await import("esbuild");
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: ["js/src/cli/main.ts"],
      outfile: output,
      format: "esm",
      bundle: true,
      platform: "node",
      target: "node20",
      plugins: [sharedCore],
      banner: { js: "#!/usr/bin/env node" },
      minify: true,
      lineLimit: 300,
      legalComments: "none",
      logLevel: "warning",
    });
    // npm does the same when it links the command; here it can be called as it is.
    chmodSync(join(root, output), 0o755);
  },
};
