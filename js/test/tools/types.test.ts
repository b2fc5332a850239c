// A bounded tool has the type of the tool: the compiler has nothing to say to types.ts.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { test } from "vitest";

test("the compiler has nothing to say", () => {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "--target", "es2022"];
  const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--types", "node", "--ignoreConfig"];
  try {
    execFileSync(process.execPath, [tsc, ...options, ...modules, fileURLToPath(new URL("types.ts", import.meta.url))]);
  } catch (error) {
    throw new Error(String((error as { stdout: unknown }).stdout));
  }
}, 180_000);
