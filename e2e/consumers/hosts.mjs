// All hosts, in the order of the table. A host is `{ name, version(), run(), missing?(), command?() }`: `run` answers a
// report of the common program, or nothing but a note; `missing` answers the reason why the host is not there;
// `command` runs a file, for the time of the start.

const files = {
  quick: ["node", "esbuild", "rollup", "webpack", "side-effects", "jest", "workerd", "browser"],
  slow: ["node", "bun-deno", "vite", "vitest", "parcel", "next", "electron"],
};

/** The hosts of `quick` or `slow`, which are in the folder `tools`, or will be. */
export async function hostsOf(set, tools) {
  const modules = await Promise.all(files[set].map((file) => import(`./hosts/${file}.mjs`)));
  return (await Promise.all(modules.map((module) => module[set](tools)))).flat();
}
