// Node itself: this one, and other versions from npm.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { output } from "../processes.mjs";
import { reportIn } from "../project.mjs";

/** Gives the entries without wasm what they ask for. */
const slim = {
  mjs: (files) => `import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { run } from "./slim.mjs";
const require = createRequire(import.meta.url);
${withFiles(files)}`,
  cjs: (files) => `const { readFileSync } = require("node:fs");
const { run } = require("./slim.cjs");
${withFiles(files)}`,
};
const withFiles = (files) => `const files = ${JSON.stringify(files)};
const wasm = Object.fromEntries(Object.entries(files).map(([entry, file]) => [entry, readFileSync(require.resolve(file))]));
run(wasm).then((report) => console.log("REPORT " + JSON.stringify(report)));
`;

const inThread = `import { Worker } from "node:worker_threads";
const worker = new Worker(new URL("./main.mjs", import.meta.url));
worker.on("error", (error) => { throw error; });
`;

const kinds = [
  ["import", "mjs"],
  ["require", "cjs"],
];

/** Hosts that run files: `command` answers the command line for it, or undefined where npm has no such program. */
export const programs = (name, version, command, env = () => ({})) =>
  kinds.map(([kind, extension]) => ({
    name: `${name}, ${kind}`,
    version,
    command,
    missing: () => (command() ? undefined : `npm has no ${name} for ${process.platform} ${process.arch}`),
    async run({ folder }) {
      const [program, ...args] = command();
      const options = { cwd: folder, env: { ...process.env, ...env(folder) } };
      return reportIn(await output(program, [...args, `main.${extension}`], options));
    },
  }));

export const quick = () => [
  ...programs(
    "Node",
    () => process.versions.node,
    () => [process.execPath],
  ),
  {
    name: "Node, worker thread",
    version: () => process.versions.node,
    async run({ folder, write }) {
      return reportIn(await output(process.execPath, [write("thread.mjs", inThread)], { cwd: folder }));
    },
  },
  ...kinds.map(([kind, extension]) => ({
    name: `Node, ${kind} of tooltrim/slim`,
    isSlim: true,
    version: () => process.versions.node,
    async run({ folder, write, wasmFiles }) {
      const file = write(`give.${extension}`, slim[extension](wasmFiles));
      return reportIn(await output(process.execPath, [file], { cwd: folder }));
    },
  })),
];

export const slow = (tools) =>
  [20, 22, 24, 26].flatMap((major) => {
    const folder = join(tools, `node_modules/node-${major}-${process.arch}`);
    const version = () => versionIn(folder);
    return programs(`Node ${major}`, version, () => version() && [join(folder, "bin/node")]);
  });

/** The version of an installed package, or undefined. */
export function versionIn(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
  } catch {
    return undefined;
  }
}
