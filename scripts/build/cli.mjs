// The command of the package, in pkg/dist/cli/: a start in one file of CommonJS, which Node loads fastest, and ES modules
// for the parser and for each command, of which a run loads what it needs. They import the entries as Node gets them.

import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { inlineCss } from "tooltrim-view/esbuild";
import { root } from "../env.mjs";
import { entries } from "./entries.mjs";
import { manPage } from "./man.mjs";
import { npmVersion } from "./stamps.mjs";

const folder = "pkg/dist/cli";
const start = `${folder}/main.cjs`;
const man = "pkg/man/tooltrim.1";
const schema = "pkg/tooltrimrc.schema.json";
// Folders that only the command contains, and rules that need no module.
const own = ["js/src/cli/", "js/src/mcp/", "js/src/version.", "js/src/text/encoding."].map((path) => join(root, path));

const entryOf = new Map(entries.map(({ name, source }) => [source.replace(/\.ts$/, ".js"), name]));

const sources = join(root, "js/src/");

const sharedCore = (extension) => ({
  name: "shared-core",
  setup(build) {
    const shared = (name) => ({ path: `../file/${name}.${extension}`, external: true });
    // The view uses the package by its name, as the playground does.
    build.onResolve({ filter: /^tooltrim(\/messages)?$/ }, ({ path }) =>
      shared(path === "tooltrim" ? "index" : "messages"),
    );
    build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
      const source = join(resolveDir, path);
      // Files of other packages have relative imports, too.
      const isShared = source.startsWith(sources) && !own.some((path) => source.startsWith(path));
      if (kind === "entry-point" || !isShared) return undefined;
      return shared(entryOf.get(relative(root, source)) ?? "wasm/tooltrim");
    });
  },
});

/** What the start loads when it is needed. */
const parts = ["program", "completion"];
const otherParts = {
  name: "other-parts",
  setup(build) {
    build.onResolve({ filter: new RegExp(`^\\./(${parts.join("|")})\\.js$`) }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
};

const source = (name) => `js/src/cli/${name}.ts`;

export const cli = {
  name: "cli",
  what: "esbuild, the command",
  inputs: [
    "js/src",
    "www/view",
    "www/tsconfig.json",
    "tsconfig.json",
    "scripts/build/cli.mjs",
    "scripts/build/man.mjs",
    "scripts/build/entries.mjs",
    "pkg/package.json",
  ],
  outputs: [start, man, schema],

  tools: () =>
    [
      ...["esbuild", "commander", "@bomb.sh/tab", "diff", "preact", "preact-render-to-string", "d3-scale", "d3-shape"],
      ...["@modelcontextprotocol/sdk", "zod", "eventsource-parser"],
    ]
      .map(npmVersion)
      .join("\n"),

  async run() {
    // Loaded here, as most runs have nothing to build.
    const esbuild = await import("esbuild");
    const { version } = JSON.parse(readFileSync(join(root, "pkg/package.json"), "utf8"));
    rmSync(join(root, folder), { recursive: true, force: true });
    const common = {
      absWorkingDir: root,
      bundle: true,
      platform: "node",
      target: "node20",
      define: { __VERSION__: JSON.stringify(version) },
      minify: true,
      lineLimit: 300,
      legalComments: "none",
      logLevel: "warning",
    };
    await esbuild.build({
      ...common,
      entryPoints: [source("main")],
      outfile: start,
      format: "cjs",
      plugins: [otherParts, sharedCore("cjs")],
    });
    const { metafile } = await esbuild.build({
      ...common,
      entryPoints: [...parts, "config-schema"].map(source),
      outdir: folder,
      format: "esm",
      splitting: true,
      chunkNames: "[name]-[hash]",
      plugins: [sharedCore("js"), inlineCss],
      // commander is CommonJS and asks for modules of Node.
      banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
      metafile: true,
    });
    // npm does the same when it links the command; here it can be called as it is.
    chmodSync(join(root, start), 0o755);
    const built = (name) => import(pathToFileURL(join(root, outputOf(metafile, source(name)))).href);
    const { program } = await built("program");
    mkdirSync(join(root, "pkg/man"), { recursive: true });
    writeFileSync(join(root, man), manPage(program(), version));
    const { configSchema } = await built("config-schema");
    writeFileSync(join(root, schema), `${JSON.stringify(configSchema, null, 2)}\n`);
  },
};

const outputOf = ({ outputs }, source) => Object.keys(outputs).find((file) => outputs[file].entryPoint === source);
