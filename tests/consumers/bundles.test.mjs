// The packed package in a bundle: what is shipped as one file must run where there is nothing else.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { createProject } from "./project.mjs";

const project = createProject();
const entry = project.write(
  "entry.mjs",
  `import { trim } from "tooltrim";
   const { text, truncated } = trim("0123456789", { maxChars: 3, marker: "~", snap: "char" });
   console.log(text, truncated);`,
);

/** Bundles, and runs the one file in a folder without anything else. */
async function bundleAndRun(outfile, options) {
  const { warnings, metafile } = await esbuild.build({
    entryPoints: [entry],
    absWorkingDir: project.folder,
    outfile,
    bundle: true,
    metafile: true,
    logLevel: "silent",
    ...options,
  });
  const [output] = Object.values(metafile.outputs);
  const copy = project.copyElsewhere(outfile);
  return {
    warnings: warnings.map(({ text }) => text),
    imports: output.imports,
    printed: project.node(copy, project.elsewhere),
  };
}

const alone = { warnings: [], imports: [], printed: "0~9 true" };

test("one CommonJS file for Node runs from an empty folder", async () => {
  assert.deepEqual(await bundleAndRun("bundle.cjs", { format: "cjs", platform: "node" }), alone);
});

test("one ES module runs from an empty folder", async () => {
  assert.deepEqual(await bundleAndRun("bundle.mjs", { format: "esm", platform: "node" }), alone);
});

test("one minified script for browsers needs nothing of Node", async () => {
  assert.deepEqual(await bundleAndRun("bundle.min.mjs", { format: "esm", platform: "browser", minify: true }), alone);
});

test("the size of one minified CommonJS file", async (t) => {
  await bundleAndRun("size.cjs", { format: "cjs", platform: "node", minify: true });
  const file = readFileSync(join(project.folder, "size.cjs"));
  const bytes = gzipSync(file, { level: 9 }).length;
  t.diagnostic(`one minified CommonJS file: ${file.length} bytes, ${bytes} with gzip`);
  assert.ok(bytes < 585_000, `${bytes} bytes`);
});
