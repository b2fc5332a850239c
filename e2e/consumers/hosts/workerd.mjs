// Cloudflare's runtime, which compiles no bytes: bundled as wrangler does, run by miniflare.

import { join } from "node:path";
import { load } from "../load.mjs";
import { reportIn } from "../project.mjs";

const respond = (call) => `export default {
  async fetch() {
    return new Response("REPORT " + JSON.stringify(await run(${call})));
  },
};
`;
const whole = () => `import { run } from "./all.mjs";\n${respond("")}`;
/** The `.wasm` files are modules. */
const slim = (files) => `import { run } from "./slim.mjs";
${Object.values(files)
  .map((file, at) => `import wasm${at} from "${file}";`)
  .join("\n")}
${respond(`{ ${Object.keys(files).map((entry, at) => `"${entry}": wasm${at}`)} }`)}`;

const kinds = [
  ["workerd, by miniflare", whole, false],
  ["workerd, tooltrim/slim", slim, true],
];

export const quick = (tools) =>
  kinds.map(([name, worker, isSlim]) => ({
    name,
    isSlim,
    version: () => load(tools, "miniflare/package.json").version,
    async run({ folder, write, wasmFiles }) {
      write("worker.mjs", worker(wasmFiles));
      await load(tools, "esbuild").build({
        entryPoints: ["worker.mjs"],
        absWorkingDir: folder,
        outfile: "out/workerd/worker.mjs",
        bundle: true,
        format: "esm",
        target: "es2022",
        logLevel: "silent",
        // As wrangler: these conditions, and the modules of WebAssembly beside the script.
        conditions: ["workerd", "worker", "browser"],
        loader: { ".wasm": "copy" },
      });
      const { Miniflare } = load(tools, "miniflare");
      const miniflare = new Miniflare({
        modules: true,
        modulesRoot: join(folder, "out/workerd"),
        scriptPath: join(folder, "out/workerd/worker.mjs"),
        modulesRules: [
          { type: "ESModule", include: ["**/*.mjs"] },
          { type: "CompiledWasm", include: ["**/*.wasm"] },
        ],
        compatibilityDate: "2025-09-01",
      });
      try {
        return reportIn(await (await miniflare.dispatchFetch("http://localhost/")).text());
      } finally {
        await miniflare.dispose();
      }
    },
  }));
