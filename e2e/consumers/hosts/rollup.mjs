// Rollup with nothing but the plugin that finds packages.

import { load } from "../load.mjs";

export const quick = (tools) =>
  [
    ["Node", {}],
    ["browser", { browser: true }],
  ].map(([platform, options]) => ({
    name: `Rollup, for ${platform === "Node" ? "Node" : "browsers"}`,
    version: () => load(tools, "rollup/package.json").version,
    async run({ folder, alone }) {
      const { rollup } = load(tools, "rollup");
      const { nodeResolve } = load(tools, "@rollup/plugin-node-resolve");
      const bundle = await rollup({
        input: `${folder}/main.mjs`,
        plugins: [nodeResolve(options)],
        onwarn: ({ message }) => {
          throw new Error(`warns: ${message}`);
        },
      });
      await bundle.write({ file: `${folder}/out/rollup.mjs`, format: "es", inlineDynamicImports: true });
      await bundle.close();
      return alone("out/rollup.mjs", platform === "Node" ? "node" : "browser");
    },
  }));
