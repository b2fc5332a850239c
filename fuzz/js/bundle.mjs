// Bundles the proxy's modules from the source; what they share comes from the package as it was built.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { root } from "../../scripts/env.mjs";

const own = join(root, "js/src/mcp");
const exported = `
  export { Incoming } from "./incoming.js";
  export { charsOf } from "./limit/limits.js";
  export { writeJson } from "./json/node.js";
  export { JsonReader } from "./json/reader.js";
  export { Sketch } from "./json/sketch.js";
  export { TopLevel } from "./json/top-level.js";
  export { Session } from "./session.js";
  export { Stats } from "./stats.js";
`;

const builtCore = {
  name: "built-core",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) =>
      join(resolveDir, path).startsWith(own)
        ? undefined
        : { path: pathToFileURL(join(root, "pkg/dist/wasm/tooltrim.js")).href, external: true },
    );
  },
};

const folder = join(root, "target/fuzz");
mkdirSync(folder, { recursive: true });
const outfile = join(folder, `proxy-${process.pid}.mjs`);
await esbuild.build({
  stdin: { contents: exported, resolveDir: own, loader: "ts" },
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  plugins: [builtCore],
  logLevel: "warning",
});

export const proxy = await import(pathToFileURL(outfile).href);
