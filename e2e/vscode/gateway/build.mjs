// The example extension as its author packs it: in a project with the packed package, by the example's own scripts.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { createProject, root } from "../../../tests/consumers/project.mjs";

const links = ["@types/vscode", "@vscode/vsce", "esbuild", "eventsource-parser", "typescript"];
const linksOfView = ["@types/d3-scale", "@types/d3-shape", "d3-scale", "d3-shape", "preact", "preact-render-to-string"];
const commands = { tsc: "typescript/bin/tsc", vsce: "@vscode/vsce/vsce" };

/**
 * `{ extension, files, manifest, said }`: the folder that an editor would install, and what is in the .vsix, by name.
 */
export function packGateway() {
  const project = createProject();
  const example = join(project.folder, "gateway");
  cpSync(join(root, "examples/vscode-gateway"), example, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|dist)$/.test(path) && !path.endsWith(".vsix"),
  });
  for (const name of links) project.link(name);
  copyView(project);
  const bin = join(project.folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  for (const [name, script] of Object.entries(commands)) {
    symlinkSync(join(root, "node_modules", script), join(bin, name));
  }
  const said = runScript(example, ["run", "package", "--", "--out", "gateway.vsix"]);
  const files = unzipSync(readFileSync(join(example, "gateway.vsix")));
  const extension = join(project.folder, "installed");
  for (const [name, bytes] of Object.entries(files)) {
    if (!name.startsWith("extension/") || name.endsWith("/")) continue;
    const file = join(extension, name.slice("extension/".length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  const manifest = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
  return { project, extension, files, manifest, said };
}

/** Puts the components of the report beside the example, as its README says. */
export function copyView(project) {
  const view = join(project.folder, "view");
  cpSync(join(root, "www/view"), view, { recursive: true, filter: (path) => !/[\\/](node_modules|test)$/.test(path) });
  for (const name of linksOfView) project.link(name);
  symlinkSync(view, join(project.folder, "node_modules/tooltrim-view"), "junction");
}

function runScript(cwd, args) {
  try {
    return execFileSync("npm", args, {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      // vsce tells its makers what it is used for, unless it is told not to.
      env: { ...process.env, VSCE_TELEMETRY: "0", CI: "1" },
    });
  } catch (error) {
    throw new Error(`npm ${args.join(" ")} failed:\n${error.stdout}${error.stderr}`);
  }
}
