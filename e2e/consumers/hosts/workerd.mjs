// Cloudflare's runtime, which compiles no bytes: bundled as wrangler does, run by miniflare.

import { join } from "node:path";
import { load } from "../load.mjs";
import { reportIn } from "../project.mjs";

const worker = `import wasm from "tooltrim/tooltrim.wasm";
import { run } from "./all.mjs";
export default {
  async fetch() {
    return new Response("REPORT " + JSON.stringify(await run(wasm)));
  },
};
`;

export const quick = (tools) => [
  {
    name: "workerd, by miniflare",
    version: () => load(tools, "miniflare/package.json").version,
    async run({ folder, write }) {
      write("worker.mjs", worker);
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
  },
];
