// The driver's extension, built; hosts/index.mjs puts it beside the ones that are tested.
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";

const source = fileURLToPath(new URL("driver/", import.meta.url));

/** Returns the extension's folder, which is removed when the process ends. */
export async function buildDriver() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tooltrim-driver-")));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(source, "package.json"), join(folder, "package.json"));
  await bundle(join(source, "src/driver.mjs"), join(folder, "dist/driver.js"));
  return folder;
}
