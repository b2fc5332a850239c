// All hosts, in the order of the table. A host is `{ name, version(), run(), missing?(), command?() }`: `run` answers a
// report of the common program, or nothing but a note; `missing` answers the reason why the host is not there;
// `command` runs a file, for the time of the start.

const files = {
  quick: ["node", "esbuild", "rollup", "webpack", "side-effects", "jest", "workerd", "browser"],
  slow: ["node", "bun-deno", "vite", "vitest", "parcel", "next", "electron"],
};

/** Hosts of each kind that are tried with each change, fifteen; the others find what these find but for their own faults. */
export const inEachRun = [
  ...["Node, import", "Node, require", "Node, worker thread", "Node, import of tooltrim/slim"],
  ...[
    "esbuild, CommonJS for Node",
    "esbuild, ESM for browsers",
    "Rollup, for browsers",
    "webpack, Node",
    "webpack, web",
  ],
  ...["Rspack, web", "esbuild, sideEffects", "webpack, sideEffects", "Jest, node", "workerd, by miniflare"],
  "Chromium, no bundler",
];

/** The hosts of `quick` or `slow`, which are in the folder `tools`, or will be. */
export async function hostsOf(set, tools) {
  const modules = await Promise.all(files[set].map((file) => import(`./hosts/${file}.mjs`)));
  return (await Promise.all(modules.map((module) => module[set](tools)))).flat();
}
