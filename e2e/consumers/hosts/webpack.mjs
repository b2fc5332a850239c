// webpack 5 and Rspack, which is configured as webpack is.

import { load } from "../load.mjs";

const targets = [
  ["Node", "node", "main.cjs"],
  ["web", ["web", "es2022"], "main.mjs"],
  ["webworker", ["webworker", "es2022"], "main.mjs"],
];

const bundlers = [
  ["webpack", (tools) => load(tools, "webpack"), "webpack/package.json"],
  ["Rspack", (tools) => load(tools, "@rspack/core").rspack, "@rspack/core/package.json"],
];

/** Bundles; answers the statistics. Throws at the first warning. */
export async function bundleWith(bundler, config) {
  const compiler = bundler({ mode: "production", performance: { hints: false }, ...config });
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
  await new Promise((resolve) => compiler.close(resolve));
  const [problem] = [...errors, ...warnings];
  if (problem) throw new Error(problem.message.slice(0, 1000));
  return stats;
}

export const quick = (tools) =>
  bundlers.flatMap(([name, bundler, manifest]) =>
    targets.map(([kind, target, entry]) => ({
      name: `${name}, ${kind}`,
      version: () => load(tools, manifest).version,
      async run({ folder, alone }) {
        const file = `${name}-${kind}.cjs`;
        await bundleWith(bundler(tools), {
          target,
          context: folder,
          entry: `./${entry}`,
          output: { path: `${folder}/out`, filename: file },
          // Once is enough: it takes most of the time.
          optimization: { minimize: kind === "Node" },
        });
        return alone(`out/${file}`, { Node: "node", web: "browser", webworker: "worker" }[kind]);
      },
    })),
  );
