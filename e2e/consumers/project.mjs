// An empty project with the packed package, and the common program in it as ES modules and as CommonJS.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { root } from "../../scripts/env.mjs";
import { conditionsModule, writeProbe } from "./conditions.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const asCommonJs = (code) => transformSync(code, { format: "cjs", target: "es2022" }).code;

/**
 * Packs `pkg`, or takes the tarball given, and installs it into an empty folder within `tools`: hosts that look for their own packages
 * above the project, as Next.js does, find them there. The folder is removed when the process ends.
 */
export function createProject(tools, tarball) {
  const runs = join(tools, "runs");
  mkdirSync(runs, { recursive: true });
  removeOld(runs);
  const folder = mkdtempSync(join(runs, "run-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const write = (file, text) => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const npm = (...args) =>
    execFileSync("npm", [...args, "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  write("package.json", JSON.stringify({ name: "consumer", private: true }));
  if (!tarball) npm("pack", join(root, "pkg"));
  npm(
    "install",
    tarball ??
      join(
        folder,
        readdirSync(folder).find((file) => file.endsWith(".tgz")),
      ),
  );
  const installed = join(folder, "node_modules/tooltrim");
  const entries = entriesOf(JSON.parse(readFileSync(join(installed, "package.json"), "utf8")));

  writeProbe(write);
  write("conditions.mjs", conditionsModule);
  write("conditions.cjs", asCommonJs(conditionsModule));
  write("calls.mjs", readFileSync(join(here, "calls.mjs"), "utf8"));
  write("calls.cjs", asCommonJs(readFileSync(join(here, "calls.mjs"), "utf8")));
  write("all.mjs", program(entries));
  write("all.cjs", asCommonJs(program(entries)).replace(/"\.\/(\w+)\.mjs"/g, '"./$1.cjs"'));
  // Programs of their own, for hosts that run files.
  write("main.mjs", `import { run } from "./all.mjs";\n${print}`);
  write("main.cjs", `const { run } = require("./all.cjs");\n${print}`);
  return { folder, installed, entries, write };
}

/** Of runs that were killed. */
function removeOld(runs) {
  for (const path of readdirSync(runs).map((name) => join(runs, name))) {
    if (Date.now() - statSync(path).mtimeMs > 24 * 3_600_000) rmSync(path, { recursive: true, force: true });
  }
}

/** What can be imported as JavaScript: `tooltrim`, `tooltrim/messages`, ... */
function entriesOf({ name, exports }) {
  return Object.keys(exports)
    .filter((path) => !/\.(json|wasm)$/.test(path))
    .map((path) => name + path.slice(1));
}

/** `run` makes the calls of each entry. An entry that brings no wasm is given it, if the host has it. */
const program = (entries) => `import { callAll } from "./calls.mjs";
import { conditions } from "./conditions.mjs";
${entries.map((entry, at) => `import * as entry${at} from "${entry}";`).join("\n")}
const entries = { ${entries.map((entry, at) => `"${entry}": entry${at}`).join(", ")} };
export async function run(wasm) {
  const results = {};
  for (const [name, entry] of Object.entries(entries)) {
    if (name.endsWith("/slim")) {
      try { results[name + " without wasm"] = entry.measure("text"); } catch ({ code }) { results[name + " without wasm"] = code; }
      if (!wasm) continue;
      await entry.init(wasm);
    }
    results[name] = await callAll(entry);
  }
  return { results, conditions };
}
`;

const print = `run().then((report) => console.log("REPORT " + JSON.stringify(report)));\n`;

/** The report in what a program printed. */
export function reportIn(output) {
  const line = /^REPORT (.*)$/m.exec(output);
  if (!line) throw new Error(`printed no report, but: ${output.slice(0, 400)}`);
  return JSON.parse(line[1]);
}
