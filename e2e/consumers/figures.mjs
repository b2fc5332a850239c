// Costs of an entry: the size of one file that contains all of it, and the time until its first call has returned.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ltsNode } from "../../scripts/lib/node.mjs";
import { load } from "./load.mjs";
import { output } from "./processes.mjs";

const PROCESSES = 10;

/** The size of a file as a server sends it. */
export const gzippedBytes = (file) => gzipSync(readFileSync(file), { level: 9 }).length;

/** Per entry: bytes of its one-file bundles, and milliseconds of `import` and of `require` with a first call, in `ltsNode`. */
export async function entryFigures(context) {
  const figures = [];
  const command = [ltsNode.path];
  for (const entry of [...context.entries, "tooltrim/slim"]) {
    figures.push({
      entry,
      browserBytes: await bundleBytes(context, entry, "browser"),
      nodeBytes: await bundleBytes(context, entry, "node"),
      importMs: await startMs(context, { entry, command }),
      requireMs: await startMs(context, { entry, extension: "cjs", command }),
    });
  }
  return figures;
}

async function bundleBytes({ tools, folder, write }, entry, platform) {
  write("whole.mjs", `export * from "${entry}";\n`);
  await load(tools, "esbuild").build({
    ...{ entryPoints: ["whole.mjs"], absWorkingDir: folder, outfile: "out/whole.cjs", logLevel: "error" },
    ...{ bundle: true, minify: true, platform, format: "cjs" },
  });
  return gzippedBytes(join(folder, "out/whole.cjs"));
}

// The smallest calls that reach the WebAssembly: an entry makes the first of them that it exports.
const firstCalls = `[
  ["measure", () => entry.measure("text")],
  ["detectFormat", () => entry.detectFormat([{ role: "user", content: "text" }])],
  ["readSessionLog", () => entry.readSessionLog('{"role":"user","content":"text"}')],
  ["categorizeToolCall", () => entry.categorizeToolCall("bash")],
  ["estimateTokens", () => entry.estimateTokens("text")],
  ["OutputStore", () => new entry.OutputStore().put("text")],
  ["limitCallToolResult", () => entry.limitCallToolResult({ content: [{ type: "text", text: "text" }] })],
  ["metrics", () => entry.metrics()],
  ["observeTruncation", () => entry.observeTruncation()],
]`;

const loading = { mjs: (specifier) => `await import("${specifier}")`, cjs: (specifier) => `require("${specifier}")` };

const program = (loaded, initialize) => `const start = performance.now();
const entry = ${loaded};
${initialize}
const call = ${firstCalls}.find(([name]) => name in entry);
if (call) call[1]();
console.log(performance.now() - start);
`;

/**
 * Milliseconds of loading an entry and making a first call, beyond those of loading an empty module: each the least of
 * some processes.
 */
export async function startMs({ folder, write }, { entry, extension = "mjs", command = [process.execPath] }) {
  const initialize = entry.endsWith("/slim")
    ? `entry.initSync(require("node:fs").readFileSync("node_modules/tooltrim/dist/tooltrim.wasm"));`
    : "";
  const [file, empty] = [`start.${extension}`, `start-empty.${extension}`];
  write(`empty.${extension}`, extension === "mjs" ? "export {};\n" : "");
  const withRequire = (text) =>
    extension === "mjs"
      ? `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n${text}`
      : text;
  write(file, withRequire(program(loading[extension](entry), initialize)));
  write(empty, withRequire(program(loading[extension](`./empty.${extension}`), "")));
  const least = async (name) => {
    const times = [];
    for (let n = 0; n < PROCESSES; n += 1) {
      times.push(Number(await output(command[0], [...command.slice(1), name], { cwd: folder })));
    }
    return Math.min(...times);
  };
  return (await least(file)) - (await least(empty));
}
