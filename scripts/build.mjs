// Builds the npm package into pkg/, step by step; a step whose inputs have not changed is skipped.
//
//     node scripts/build.mjs [--force] [STEP...]
//
// Named steps come with those that they build on.
//
// `wasm` compiles the Rust core, `instance` makes a function of its glue, `pack` packs it, `component` compiles the core as a WebAssembly
// component, `component-package` makes of it what JavaScript loads, `python` compiles the core as the modules of the
// Python package, `bundle` makes the JavaScript files around the first three, `cli` the command, `types` the declarations.

import { performance } from "node:perf_hooks";
import { bundle } from "./build/bundle.mjs";
import { cli } from "./build/cli.mjs";
import { component } from "./build/component.mjs";
import { componentPackage } from "./build/component-package.mjs";
import { instance } from "./build/instance.mjs";
import { pack } from "./build/pack.mjs";
import { python } from "./build/python.mjs";
import { forget, isFresh, remember } from "./build/stamps.mjs";
import { types } from "./build/types.mjs";
import { wasm } from "./build/wasm.mjs";

const steps = [wasm, instance, pack, component, python, bundle, cli, types, componentPackage];
const needs = new Map([
  [instance, [wasm]],
  [pack, [wasm]],
  [bundle, [wasm, instance, pack]],
  [cli, [wasm, instance, pack, bundle]],
  [types, [wasm, instance]],
  [componentPackage, [component]],
]);

const force = process.argv.includes("--force");
const names = process.argv.slice(2).filter((argument) => argument !== "--force");
const unknown = names.find((name) => !steps.some((step) => step.name === name));
if (unknown) {
  const known = steps.map(({ name }) => name).join(", ");
  console.error(
    `build: there is no step ${unknown}\nUsage: node scripts/build.mjs [--force] [STEP...], steps: ${known}`,
  );
  process.exit(2);
}
const named = steps.filter(({ name }) => names.length === 0 || names.includes(name));
const chosen = new Set(named.flatMap((step) => [step, ...(needs.get(step) ?? [])]));

// Steps that do not build on each other run at once: most of a build is one linker on one core.
const runs = new Map();
const run = (step) => runs.get(step) ?? runs.set(step, runAfter(step)).get(step);
const made = await Promise.all([...chosen].map(run));
if (!made.includes(true)) console.log("build: nothing to do");

/** Runs a step after those that it builds on, unless it is fresh. */
async function runAfter(step) {
  await Promise.all((needs.get(step) ?? []).filter((each) => chosen.has(each)).map(run));
  if (isFresh(step) && !force) return false;
  const start = performance.now();
  // An interrupted or failed step must not appear fresh the next time.
  forget(step);
  try {
    await step.run();
    remember(step);
  } catch (error) {
    console.error(`build: ${step.name}, ${step.what} ... FAILED\n${error.message}`);
    process.exit(1);
  }
  console.log(`build: ${step.name}, ${step.what} ... ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return true;
}
