// Bun and Deno, by their binaries in npm packages.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { toolPath } from "../load.mjs";
import { programs, versionIn } from "./node.mjs";

/** The binary in the package for this machine: `SCOPE/...-x64` or `-arm64`, with glibc where there are several. */
function binary(tools, scope, file) {
  const folder = toolPath(tools, scope);
  const cpu = process.arch === "arm64" ? /arm64|aarch64/ : /x64|x86_64/;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const name = names.find((each) => cpu.test(each) && !/baseline|musl/.test(each));
  return name && join(folder, name, file);
}

const rights = ["--allow-read", "--allow-env", "--allow-sys"];

export const slow = (tools) => {
  const versionOf = (name) => () => versionIn(toolPath(tools, name));
  const bun = () => binary(tools, "@oven", "bin/bun");
  const deno = () => binary(tools, "@deno", "deno");
  return [
    ...programs("Bun", versionOf("bun"), () => bun() && [bun()]),
    ...programs(
      "Deno",
      versionOf("deno"),
      () => deno() && [deno(), "run", "--no-lock", ...rights],
      (folder) => ({ DENO_DIR: join(folder, ".deno") }),
    ),
  ];
};
