// Node itself: this one, and other versions from npm.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { output } from "../processes.mjs";
import { reportIn } from "../project.mjs";

/** With the bytes of the `.wasm` file, so that the entry without wasm makes its calls, too. */
export const withWasm = {
  "node.mjs": `import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { run } from "./all.mjs";
const wasm = readFileSync(createRequire(import.meta.url).resolve("tooltrim/tooltrim.wasm"));
run(wasm).then((report) => console.log("REPORT " + JSON.stringify(report)));
`,
  "node.cjs": `const { readFileSync } = require("node:fs");
const { run } = require("./all.cjs");
const wasm = readFileSync(require.resolve("tooltrim/tooltrim.wasm"));
run(wasm).then((report) => console.log("REPORT " + JSON.stringify(report)));
`,
};

const inThread = `import { Worker } from "node:worker_threads";
const worker = new Worker(new URL("./node.mjs", import.meta.url));
worker.on("error", (error) => { throw error; });
`;

const kinds = [
  ["import", "node.mjs"],
  ["require", "node.cjs"],
];

/** Hosts that run files: `command` answers the command line for it, or undefined where npm has no such program. */
export const programs = (name, version, command, env = () => ({})) =>
  kinds.map(([kind, file]) => ({
    name: `${name}, ${kind}`,
    version,
    command,
    missing: () => (command() ? undefined : `npm has no ${name} for ${process.platform} ${process.arch}`),
    async run({ folder, write }) {
      for (const [path, text] of Object.entries(withWasm)) write(path, text);
      const [program, ...args] = command();
      return reportIn(await output(program, [...args, file], { cwd: folder, env: { ...process.env, ...env(folder) } }));
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
      for (const [path, text] of Object.entries(withWasm)) write(path, text);
      return reportIn(await output(process.execPath, [write("thread.mjs", inThread)], { cwd: folder }));
    },
  },
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
