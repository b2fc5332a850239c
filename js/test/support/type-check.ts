import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Type-checks a file as users would write it; throws what the compiler has to say. */
export function typeCheck(file: URL): void {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "--target", "es2022"];
  const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--types", "node", "--ignoreConfig"];
  try {
    execFileSync(process.execPath, [tsc, ...options, ...modules, fileURLToPath(file)]);
  } catch (error) {
    throw new Error(String((error as { stdout: unknown }).stdout));
  }
}
