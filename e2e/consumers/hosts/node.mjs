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
const rowsOf = (name, program, version) =>
  kinds.map(([kind, file]) => ({
    name: `${name}, ${kind}`,
    version,
    command: [program],
    async run({ folder, write }) {
      for (const [path, text] of Object.entries(withWasm)) write(path, text);
      return reportIn(await output(program, [file], { cwd: folder }));
    },
  }));

export const quick = () => [
  ...rowsOf("Node", process.execPath, process.versions.node),
  {
    name: "Node, worker thread",
    version: process.versions.node,
    async run({ folder, write }) {
      for (const [path, text] of Object.entries(withWasm)) write(path, text);
      return reportIn(await output(process.execPath, [write("thread.mjs", inThread)], { cwd: folder }));
    },
  },
];

export const slow = (tools) =>
  [20, 22, 24, 26].flatMap((major) => {
    const folder = join(tools, `node_modules/node-${major}-${process.arch}`);
    const version = versionIn(folder) ?? "";
    return rowsOf(`Node ${major}`, join(folder, "bin/node"), version).map((row) => ({
      ...row,
      missing: version
        ? undefined
        : `npm has no Node ${major} for ${process.platform} ${process.arch} in the form used here`,
    }));
  });

/** The version of an installed package, or undefined. */
export function versionIn(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
  } catch {
    return undefined;
  }
}
