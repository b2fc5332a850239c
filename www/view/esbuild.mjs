// A plugin for builds with esbuild: `import css from "./page.css?inline"` is the text of a style sheet with all that it
// imports, as Vite has it.

import { join } from "node:path";

export const inlineCss = {
  name: "inline-css",
  setup(build) {
    build.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\?inline$/, "")),
      namespace: "inline-css",
    }));
    build.onLoad({ filter: /.*/, namespace: "inline-css" }, async ({ path }) => {
      const sheet = await build.esbuild.build({ entryPoints: [path], bundle: true, minify: true, write: false });
      return { contents: sheet.outputFiles[0].text.trim(), loader: "text" };
    });
  },
};
