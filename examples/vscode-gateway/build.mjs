// One file for the desktop, one for the web: tooltrim's wasm travels inside, so there is nothing else to ship.
import { build } from "esbuild";
import { inlineCss } from "tooltrim-view/esbuild";

const shared = {
  entryPoints: ["src/extension.ts"],
  bundle: true,
  format: "cjs",
  // Newer syntax may not run in the oldest VS Code that `engines` allows.
  target: "es2022",
  external: ["vscode"],
  jsx: "automatic",
  jsxImportSource: "preact",
  plugins: [inlineCss],
  minify: true,
  sourcemap: process.argv.includes("--sourcemap"),
  logLevel: "info",
};

await build({ ...shared, platform: "node", outfile: "dist/extension.js" });
await build({ ...shared, platform: "browser", outfile: "dist/web/extension.js" });
