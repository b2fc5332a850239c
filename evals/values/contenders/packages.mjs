// Packages of the registry. They are no dependencies of ours: EVALS_CONTENDERS names a folder in which
// `npm install truncate-json json-truncate dtrim @llmtrim/js` was run. Where one knows no limit it gets the mildest of its settings
// whose result fits.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { llmtrim } from "../../contenders/llmtrim.mjs";

/** `truncate-json` limits the size of JSON text; `json-truncate` the depth; `dtrim` depth, items and units, each */
/** separately. */
const makers = {
  "truncate-json":
    ({ default: truncateJson }) =>
    ({ text }, limit) =>
      truncateJson(text, limit).jsonString,
  "json-truncate":
    ({ default: truncate }) =>
    ({ value }, limit) =>
      mildest([9, 8, 7, 6, 5, 4, 3, 2, 1], (maxDepth) => JSON.stringify(truncate(value, { maxDepth })), limit),
  dtrim: ({ default: { trimmer } }) => {
    const settings = [20_000, 5000, 2000, 1000, 500, 200, 100, 50, 20].flatMap((string) =>
      [1024, 256, 64, 16, 8, 4].map((size) => ({ string, size, depth: 20 })),
    );
    // Settings that keep more come first, as far as can be predicted.
    const trims = settings.sort((a, b) => b.string * b.size - a.string * a.size).map((each) => trimmer(each));
    return ({ value }, limit) => mildest(trims, (trim) => JSON.stringify(trim(value)), limit);
  },
};

function mildest(settings, run, limit) {
  let result;
  for (const setting of settings) {
    result = run(setting);
    if (Buffer.byteLength(result) <= limit) break;
  }
  return result;
}

export async function packages() {
  const home = process.env.EVALS_CONTENDERS;
  const found = {};
  for (const [name, make] of Object.entries(makers)) found[name] = await load(home, name, make);
  // Its time grows with the square of how many parts there are: a quarter of a minute at 25,000.
  found["truncate-json"].mostParts = 5000;
  const { skipped, shorten } = await llmtrim();
  found["@llmtrim/js"] = skipped ? { skipped } : { run: ({ text }) => shorten(text) };
  return found;
}

async function load(home, name, make) {
  if (!home) return { skipped: "EVALS_CONTENDERS is not set" };
  try {
    const file = createRequire(join(home, "package.json")).resolve(name);
    return { run: make(await import(pathToFileURL(file).href)) };
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    return { skipped: `EVALS_CONTENDERS has no ${name}` };
  }
}
