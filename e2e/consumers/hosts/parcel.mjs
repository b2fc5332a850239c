// Parcel, which reads no `exports` unless a project says so.

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withoutConditions } from "../conditions.mjs";
import { toolPath } from "../load.mjs";
import { output } from "../processes.mjs";
import { versionIn } from "./node.mjs";
import { sideEffectsOf } from "./side-effects.mjs";

const targets = {
  node: { context: "node", outputFormat: "commonjs", engines: { node: ">=20" } },
  browser: { context: "browser", outputFormat: "global", engines: { browsers: "last 2 Chrome versions" } },
};

/** Bundles one file in the project; `options` are more of the command line. */
async function bundle({ tools, folder, write }, target, source, options = []) {
  const manifest = readFileSync(join(folder, "package.json"), "utf8");
  const settings = { main: false, default: { ...targets[target], includeNodeModules: true } };
  rmSync(join(folder, "out/parcel"), { recursive: true, force: true });
  write("package.json", JSON.stringify({ ...JSON.parse(manifest), targets: settings }));
  try {
    // It would install substitutes for what only Node has.
    const always = ["--target", "default", "--dist-dir", "out/parcel", "--no-cache", "--no-autoinstall"];
    await output(process.execPath, [toolPath(tools, "parcel/lib/bin.js"), "build", source, ...always, ...options], {
      cwd: folder,
    });
  } finally {
    write("package.json", manifest);
  }
}

/** The files of the package in a bundle: the source map names them. */
async function filesOf(context, file) {
  await bundle(context, "browser", file, ["--no-optimize"]);
  const { sources } = JSON.parse(readFileSync(join(context.folder, "out/parcel/shaken.js.map"), "utf8"));
  return sources.filter((source) => source.includes("node_modules/tooltrim/"));
}

export const slow = (tools) => [
  ...["node", "browser"].map((target) => ({
    name: `Parcel, for ${target === "node" ? "Node" : "browsers"}`,
    version: () => versionIn(toolPath(tools, "parcel")),
    async run(context) {
      const source = target === "node" ? "main.cjs" : "main.mjs";
      return context.withProgram(
        { "conditions.mjs": withoutConditions, "conditions.cjs": "exports.conditions = [];" },
        async () => {
          await bundle(context, target, source, ["--no-source-maps"]);
          return context.alone("out/parcel/main.js", target);
        },
      );
    },
  })),
  sideEffectsOf("Parcel", tools, filesOf),
];
