// The page as Vite makes it, on the package as npm would install it: packed, then unpacked.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, createServer } from "vite";
import { root } from "../scripts/env.mjs";
import { offline } from "./offline/plugin.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url)).replace(/[\\/]$/, "");

/** Builds the page into `outDir`; `project` is a folder in which the package is installed. */
export async function buildPage(project, outDir) {
  await build({ ...config(project), build: { ...config(project).build, outDir } });
}

/** Starts a server that follows changes of the page; answers its address. */
export async function servePage(project) {
  const server = await createServer(config(project));
  await server.listen();
  return server.resolvedUrls?.local[0];
}

function config(project) {
  return {
    root: folder,
    configFile: false,
    // Relative, so that the page can lie in any folder of a server.
    base: "./",
    cacheDir: join(root, "target/www/cache"),
    logLevel: "warn",
    plugins: [installedIn(project), withoutPolicy, offline],
    resolve: { alias: { "@marijn/find-cluster-break": join(folder, "src/shared/editor/clusters.ts") } },
    worker: { format: "es", plugins: () => [installedIn(project)] },
    optimizeDeps: { exclude: ["tooltrim"] },
    // The package lies in a temporary folder, the examples beside this one.
    server: { host: "127.0.0.1", fs: { allow: [root, project] } },
    build: {
      emptyOutDir: true,
      // A list of what each later part needs would be part of a first visit; few of them need another part.
      modulePreload: false,
      // The policy allows no data: addresses.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // The package as text in one chunk; tests hold the first load to its limit.
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  };
}

/** Resolves the package as for a module of that project: in this checkout, npm links its name to pkg/. */
function installedIn(project) {
  return {
    name: "installed-package",
    enforce: "pre",
    resolveId(source) {
      if (!/^tooltrim(\/|$)/.test(source)) return;
      return this.resolve(source, join(project, "package.json"), { skipSelf: true });
    },
  };
}

/** While developing, Vite puts styles into the page and keeps a connection to its server. */
const withoutPolicy = {
  name: "without-policy",
  apply: "serve",
  transformIndexHtml: (html) => html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ""),
};
