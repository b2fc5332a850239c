// The driver's extension, built; hosts/index.mjs puts it beside the ones that are tested.
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const source = fileURLToPath(new URL("driver/", import.meta.url));

/** Returns the extension's folder, which is removed when the process ends. */
export async function buildDriver() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tooltrim-driver-")));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(source, "package.json"), join(folder, "package.json"));
  await esbuild.build({
    entryPoints: [join(source, "src/driver.mjs")],
    outfile: join(folder, "dist/driver.js"),
    bundle: true,
    format: "cjs",
    platform: "browser",
    target: "es2022",
    external: ["vscode"],
    logLevel: "silent",
  });
  return folder;
}
