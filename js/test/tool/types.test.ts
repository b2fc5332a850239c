// The types of `toolify`: the parameters stay, and what is wrong is refused.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { test } from "vitest";

test("the compiler has nothing to say to them", () => {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "--target", "es2022"];
  const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--types", "node", "--ignoreConfig"];
  try {
    execFileSync(process.execPath, [tsc, ...options, ...modules, fileURLToPath(new URL("types.ts", import.meta.url))]);
  } catch (error) {
    throw new Error(String((error as { stdout: unknown }).stdout));
  }
}, 180_000);
