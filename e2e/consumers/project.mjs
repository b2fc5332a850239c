// An empty project with the packed package, and the common program in it as ES modules and as CommonJS.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import { tablesPackage } from "../../scripts/build/entries.mjs";
import { root } from "../../scripts/env.mjs";
import { table } from "./calls.mjs";
import { conditionsModule, writeProbe } from "./conditions.mjs";

/** The entry whose `.wasm` file is no module: some hosts compile each that they find as one. */
export const COMPONENT = "tooltrim/component";
/** The package whose entries are tables for exact token counts. */
export const TABLES = "tooltrim-tables";

const here = dirname(fileURLToPath(import.meta.url));
const asCommonJs = (code) => transformSync(code, { format: "cjs", target: "es2022" }).code;

/**
 * Packs `pkg`, or takes the tarball given, and installs it with the package of tables into an empty folder within `tools`: hosts that look for
 * their own packages above the project, as Next.js does, find them there. The folder is removed when the process ends.
 */
export async function createProject(tools, tarball) {
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
  for (const place of [...(tarball ? [] : ["pkg"]), tablesPackage]) npm("pack", join(root, place));
  const packed = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  npm("install", ...(tarball ? [tarball] : []), ...packed.map((file) => join(folder, file)));
  const installed = join(folder, "node_modules/tooltrim");
  const [manifest, tables] = [installed, join(folder, "node_modules", TABLES)].map((place) =>
    JSON.parse(readFileSync(join(place, "package.json"), "utf8")),
  );
  const all = [manifest, tables].flatMap(entriesOf);
  const [slim, entries] = partition(all, (entry) => entry.startsWith("tooltrim/slim"));

  writeProbe(write);
  write("conditions.mjs", conditionsModule);
  write("conditions.cjs", asCommonJs(conditionsModule));
  write("calls.mjs", readFileSync(join(here, "calls.mjs"), "utf8"));
  write("calls.cjs", asCommonJs(readFileSync(join(here, "calls.mjs"), "utf8")));
  /** The file that `import` gives of an entry where no other condition holds, seen from the folder of `tooltrim`. */
  const importedFile = (entry) => {
    const { name, exports } = entry.startsWith(`${TABLES}/`) ? tables : manifest;
    const file = target(exports[`.${entry.slice(name.length)}`]);
    return name === TABLES ? join("..", TABLES, file) : join(file);
  };
  const named = (list) =>
    Promise.all(
      list.map(async (entry) => {
        const exported = Object.keys(await import(pathToFileURL(join(installed, importedFile(entry)))));
        return { entry, names: exported.filter((name) => name in table || name === "init") };
      }),
    );
  for (const [file, text] of [
    ["all", program(await named(entries))],
    ["edge", program(await named(entries.filter((entry) => entry !== COMPONENT)))],
    ["slim", slimProgram(await named(slim))],
  ]) {
    write(`${file}.mjs`, text);
    write(`${file}.cjs`, asCommonJs(text).replace(/"\.\/(\w+)\.mjs"/g, '"./$1.cjs"'));
  }
  // Programs of their own, for hosts that run files.
  write("main.mjs", `import { run } from "./all.mjs";\n${print}`);
  write("main.cjs", `const { run } = require("./all.cjs");\n${print}`);
  /** The `.wasm` files that entries without wasm are given, by entry. */
  const wasmFiles = Object.fromEntries(
    slim
      .map((entry) => [entry, `tooltrim/${entry.split("/")[2] ?? "tooltrim"}.wasm`])
      .filter(([, file]) => `.${file.slice(8)}` in manifest.exports),
  );
  return { folder, installed, entries, slim, wasmFiles, importedFile, write };
}

/** Goes down the conditions of an entry, in their order. */
function target(conditions) {
  if (typeof conditions === "string") return conditions;
  const [, next] = Object.entries(conditions).find(([name]) => ["import", "default"].includes(name));
  return target(next);
}

function partition(list, isFirst) {
  return [list.filter(isFirst), list.filter((each) => !isFirst(each))];
}

/** Of runs that were killed. */
function removeOld(runs) {
  for (const path of readdirSync(runs).map((name) => join(runs, name))) {
    if (Date.now() - statSync(path).mtimeMs > 24 * 3_600_000) rmSync(path, { recursive: true, force: true });
  }
}

/** Entries that can be imported as JavaScript: `tooltrim`, `tooltrim/messages`, ... */
function entriesOf({ name, exports }) {
  return Object.keys(exports)
    .filter((path) => !/\.(json|wasm)$/.test(path))
    .map((path) => name + path.slice(1));
}

/**
 * Names are imported one by one, as users do: bundlers follow each to where it is made, and may lose on the way what a
 * module does when it loads.
 */
const imports = (entries) => `import { callAll } from "./calls.mjs";
import { conditions } from "./conditions.mjs";
${entries
  .map(
    ({ entry, names }, at) =>
      `import { ${names.map((name) => `${name} as ${name}${at}`).join(", ")} } from "${entry}";`,
  )
  .join("\n")}
const entries = {
${entries.map(({ entry, names }, at) => `  "${entry}": { ${names.map((name) => `${name}: ${name}${at}`).join(", ")} },`).join("\n")}
};
`;

/** `run` makes the calls of each entry. */
const program = (entries) => `${imports(entries)}
export async function run() {
  const results = {};
  for (const [name, entry] of Object.entries(entries)) results[name] = await callAll(entry);
  return { results, conditions };
}
`;

/**
 * `run` is given what each `.wasm` file holds, by entry. A program of its own, since entries with wasm would share it.
 */
const slimProgram = (entries) => `${imports(entries)}
export async function run(wasm) {
  const results = {};
  for (const [name, entry] of Object.entries(entries)) {
    if (!(name in wasm)) continue;
    if (!entry.init) throw new Error(name + " exports no init, which its wasm could be given to");
    const call = entry.measure ?? entry.estimateTokens ?? entry.readSessionLog ?? entry.createTokenCounter;
    try { results[name + " without wasm"] = call("text"); } catch ({ code }) { results[name + " without wasm"] = code; }
    await entry.init(wasm[name]);
  }
  for (const [name, entry] of Object.entries(entries)) results[name] = await callAll(entry);
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
