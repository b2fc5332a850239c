// Bun and Deno, by their binaries in npm packages.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { output } from "../processes.mjs";
import { reportIn } from "../project.mjs";
import { versionIn, withWasm } from "./node.mjs";

/** The binary in the package for this machine: `SCOPE/...-x64` or `-arm64`, with glibc where there are several. */
function binary(tools, scope, file) {
  const folder = join(tools, "node_modules", scope);
  const cpu = process.arch === "arm64" ? /arm64|aarch64/ : /x64|x86_64/;
  const name = readdirSync(folder).find((each) => cpu.test(each) && !/baseline|musl/.test(each));
  return name && join(folder, name, file);
}

export const slow = (tools) => [
  ...host(tools, "Bun", "bun", binary(tools, "@oven", "bin/bun"), []),
  ...host(tools, "Deno", "deno", binary(tools, "@deno", "deno"), [
    "run",
    "--allow-read",
    "--allow-env",
    "--allow-sys",
    "--no-lock",
  ]),
];

const host = (tools, name, npmName, program, args) =>
  [
    ["import", "node.mjs"],
    ["require", "node.cjs"],
  ].map(([kind, file]) => ({
    name: `${name}, ${kind}`,
    version: versionIn(join(tools, "node_modules", npmName)),
    missing: program ? undefined : `npm has no ${name} for ${process.platform} ${process.arch}`,
    command: program && [program, ...args],
    async run({ folder, write }) {
      for (const [path, text] of Object.entries(withWasm)) write(path, text);
      return reportIn(
        await output(program, [...args, file], {
          cwd: folder,
          env: { ...process.env, DENO_DIR: join(folder, ".deno") },
        }),
      );
    },
  }));
