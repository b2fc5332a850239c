// `sideEffects` of the package: an import that nothing uses leaves nothing of the package in a bundle, and an import
// from one entry brings only what that entry itself imports.

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { load } from "../load.mjs";
import { TABLES } from "../project.mjs";
import { bundleWith } from "./webpack.mjs";

/** Each answers the files of the package in the bundle of an entry file, relative to the package. */
export const bundlers = {
  async esbuild({ tools, folder }, file) {
    const { metafile } = await load(tools, "esbuild").build({
      ...{ entryPoints: [file], absWorkingDir: folder, outfile: "out/shaken.mjs" },
      ...{ bundle: true, format: "esm", metafile: true, logLevel: "silent", minify: true },
    });
    const [{ inputs }] = Object.values(metafile.outputs);
    return Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0);
  },

  async Rollup({ tools, folder }, file) {
    const bundle = await load(tools, "rollup").rollup({
      input: join(folder, file),
      plugins: [load(tools, "@rollup/plugin-node-resolve").nodeResolve()],
      onwarn() {},
    });
    const { output } = await bundle.generate({ format: "es", inlineDynamicImports: true });
    await bundle.close();
    const { modules } = output[0];
    return Object.keys(modules).filter((path) => modules[path].renderedLength > 0);
  },

  webpack: (context, file) => byWebpack(load(context.tools, "webpack"), context, file),
  Rspack: (context, file) => byWebpack(load(context.tools, "@rspack/core").rspack, context, file),
};

async function byWebpack(bundler, { folder }, file) {
  const stats = await bundleWith(bundler, {
    ...{ target: ["web", "es2022"], context: folder, entry: `./${file}` },
    output: { path: join(folder, "out"), filename: "shaken.js" },
    optimization: { minimize: false },
  });
  const { modules } = stats.toJson({
    all: false,
    modules: true,
    ids: true,
    orphanModules: true,
    nestedModules: true,
    modulesSpace: 1e4,
    nestedModulesSpace: 1e4,
  });
  return (
    modules
      .filter(({ orphan }) => !orphan)
      // Some are several modules in one.
      .flatMap((module) => [module, ...(module.modules ?? [])])
      .map(({ name = "" }) => name.replace(/ \+ \d+ modules$/, ""))
      .filter((name) => name.startsWith("./"))
  );
}

export const quick = (tools) => Object.entries(bundlers).map(([name, filesOf]) => sideEffectsOf(name, tools, filesOf));

/** The host that proves it with one bundler. */
export function sideEffectsOf(name, tools, filesOf) {
  return {
    name: `${name}, sideEffects`,
    version: () => load(tools, `${{ Rspack: "@rspack/core" }[name] ?? name.toLowerCase()}/package.json`).version,
    async run(context) {
      const { folder, installed, importedFile, write } = context;
      const entries = [...context.entries, ...context.slim];
      const ours = async (text) => {
        const files = await filesOf(context, relative(folder, write("shaken.mjs", text)));
        const paths = files.map((path) => relative(installed, resolve(folder, path)));
        return paths.filter((path) => !path.startsWith("..") || path.startsWith(join("..", TABLES)));
      };
      for (const entry of entries) {
        const file = importedFile(entry);
        const [name] = Object.keys(await import(pathToFileURL(join(installed, file)))).sort();
        const left = await ours(`import { ${name} } from "${entry}";\nconsole.log("end");\n`);
        if (left.length > 0) throw new Error(`${entry}: ${name} is not used, but ${left.join(", ")} is in the bundle`);
        const used = await ours(`import { ${name} } from "${entry}";\nconsole.log(${name});\n`);
        const reached = importedBy(installed, file);
        const foreign = used.filter((path) => !reached.has(path));
        if (used.length === 0)
          throw new Error(`${entry}: ${name} is used, but nothing of the package is in the bundle`);
        if (foreign.length > 0) throw new Error(`${entry}: ${foreign.join(", ")} is in the bundle`);
      }
      return { note: `nothing is left of what is unused, for ${entries.length} entries` };
    },
  };
}

/** The files that a file imports or names by an address beside its own, itself included. */
function importedBy(installed, file, found = new Set()) {
  if (found.has(file) || !existsSync(join(installed, file)) || !statSync(join(installed, file)).isFile()) return found;
  found.add(file);
  const text = readFileSync(join(installed, file), "utf8");
  for (const [, path] of text.matchAll(/(?:from\s*|import\s*|new URL\()"(\.[^"]*)"/g))
    importedBy(installed, join(dirname(file), path), found);
  return found;
}
