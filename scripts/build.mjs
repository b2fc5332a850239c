// Builds the npm package into pkg/, step by step; a step whose inputs have not changed is skipped.
//
//     node scripts/build.mjs [--force]
//
// `wasm` compiles the Rust core, `component` the same as a WebAssembly component, `bundle` makes the JavaScript files
// around the first, `cli` the command, `types` the declarations.

import { performance } from "node:perf_hooks";
import { bundle } from "./build/bundle.mjs";
import { cli } from "./build/cli.mjs";
import { component } from "./build/component.mjs";
import { forget, isFresh, remember } from "./build/stamps.mjs";
import { types } from "./build/types.mjs";
import { wasm } from "./build/wasm.mjs";

const force = process.argv.includes("--force");
const unknown = process.argv.slice(2).find((argument) => argument !== "--force");
if (unknown) {
  console.error(`build: unknown argument ${unknown}\nUsage: node scripts/build.mjs [--force]`);
  process.exit(2);
}

let built = 0;
for (const step of [wasm, component, bundle, cli, types]) {
  const fresh = isFresh(step);
  if (fresh && !force) continue;
  const start = performance.now();
  process.stdout.write(`build: ${step.name}, ${step.what} ... `);
  // An interrupted or failed step must not look fresh the next time.
  forget(step);
  try {
    await step.run();
    remember(step);
  } catch (error) {
    console.log("FAILED");
    console.error(error.message);
    process.exit(1);
  }
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  built += 1;
}
if (built === 0) console.log("build: nothing to do");
