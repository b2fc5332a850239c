// The command of the package: pkg/dist/cli/, one file per command, so that a run loads only what it needs.
//
// Only ES modules, and only for Node, Bun and Deno. They import the entries of the package as Node gets them.

import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../env.mjs";
import { entries } from "./entries.mjs";
import { manPage } from "./man.mjs";
import { npmVersion } from "./stamps.mjs";

const folder = "pkg/dist/cli";
const man = "pkg/man/tooltrim.1";
const schema = "pkg/tooltrimrc.schema.json";
// Folders that only the command contains.
const own = ["js/src/cli/", "js/src/mcp/", "js/src/stats/", "js/src/version."].map((path) => join(root, path));

const entryOf = new Map(entries.map(({ name, source }) => [source.replace(/\.ts$/, ".js"), `../node/${name}.js`]));

const sources = join(root, "js/src/");

const sharedCore = {
  name: "shared-core",
  setup(build) {
    // Stats use the package by its name, as the playground does.
    build.onResolve({ filter: /^tooltrim(\/messages)?$/ }, ({ path }) => ({
      path: `../node/${path === "tooltrim" ? "index" : "messages"}.js`,
      external: true,
    }));
    build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
      const source = join(resolveDir, path);
      // Files of other packages have relative imports, too.
      const isShared = source.startsWith(sources) && !own.some((path) => source.startsWith(path));
      if (kind === "entry-point" || !isShared) return undefined;
      return { path: entryOf.get(relative(root, source)) ?? "../node/wasm/tooltrim.js", external: true };
    });
  },
};

export const cli = {
  name: "cli",
  what: "esbuild, the command",
  inputs: [
    "js/src",
    "tsconfig.json",
    "scripts/build/cli.mjs",
    "scripts/build/man.mjs",
    "scripts/build/entries.mjs",
    "pkg/package.json",
  ],
  outputs: [`${folder}/main.js`, man, schema],

  tools: () => ["esbuild", "commander", "@bomb.sh/tab", "diff"].map(npmVersion).join("\n"),

  async run() {
    // Loaded here, as most runs have nothing to build.
    const esbuild = await import("esbuild");
    const { version } = JSON.parse(readFileSync(join(root, "pkg/package.json"), "utf8"));
    rmSync(join(root, folder), { recursive: true, force: true });
    const { metafile } = await esbuild.build({
      absWorkingDir: root,
      entryPoints: ["js/src/cli/main.ts", "js/src/cli/program.ts", "js/src/cli/config-schema.ts"],
      outdir: folder,
      format: "esm",
      bundle: true,
      splitting: true,
      chunkNames: "[name]-[hash]",
      platform: "node",
      target: "node20",
      plugins: [sharedCore],
      // commander is CommonJS and asks for modules of Node.
      banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
      metafile: true,
      minify: true,
      define: { __VERSION__: JSON.stringify(version) },
      lineLimit: 300,
      legalComments: "none",
      logLevel: "warning",
    });
    // npm does the same when it links the command; here it can be called as it is.
    chmodSync(join(root, folder, "main.js"), 0o755);
    const built = (source) => import(pathToFileURL(join(root, outputOf(metafile, source))).href);
    const { program } = await built("js/src/cli/program.ts");
    mkdirSync(join(root, "pkg/man"), { recursive: true });
    writeFileSync(join(root, man), manPage(program(), version));
    const { configSchema } = await built("js/src/cli/config-schema.ts");
    writeFileSync(join(root, schema), `${JSON.stringify(configSchema, null, 2)}\n`);
  },
};

const outputOf = ({ outputs }, source) => Object.keys(outputs).find((file) => outputs[file].entryPoint === source);
