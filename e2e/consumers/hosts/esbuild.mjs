// esbuild: one minified file that runs in a folder without anything else.

import { join } from "node:path";
import { load } from "../load.mjs";

const kinds = [
  ["CommonJS for Node", { source: "main.cjs", outfile: "esbuild.cjs", format: "cjs", platform: "node" }],
  ["ESM for Node", { source: "main.mjs", outfile: "esbuild.mjs", format: "esm", platform: "node" }],
  ["ESM for browsers", { source: "main.mjs", outfile: "esbuild.browser.mjs", format: "esm", platform: "browser" }],
];

export const quick = (tools) =>
  kinds.map(([kind, { source, outfile, ...options }]) => ({
    name: `esbuild, ${kind}`,
    version: () => load(tools, "esbuild/package.json").version,
    async run({ folder, alone }) {
      const { warnings } = await load(tools, "esbuild").build({
        entryPoints: [source],
        absWorkingDir: folder,
        outfile: join("out", outfile),
        bundle: true,
        minify: true,
        logLevel: "silent",
        ...options,
      });
      if (warnings.length > 0) throw new Error(`warns: ${warnings[0].text}`);
      return alone(join("out", outfile), options.platform);
    },
  }));
