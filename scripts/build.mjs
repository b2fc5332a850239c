// Builds the npm package into pkg/, step by step; a step whose inputs have not changed is skipped.
//
//     node scripts/build.mjs [--force] [--modules=NAME,...] [STEP...]
//
// Named steps come with those that they build on. Steps that compile Rust keep their outputs by content for all checkouts of this
// machine (scripts/build/kept.mjs); `--force` builds anew.
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
import { keep, restore } from "./build/kept.mjs";
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
const names = process.argv.slice(2).filter((argument) => argument !== "--force" && !argument.startsWith("--modules="));
const unknown = names.find((name) => !steps.some((step) => step.name === name));
if (unknown) {
  const known = steps.map(({ name }) => name).join(", ");
  console.error(
    `build: there is no step ${unknown}\nUsage: node scripts/build.mjs [--force] [--modules=NAME,...] [STEP...], steps: ${known}`,
  );
  process.exit(2);
}
const named = steps.filter(({ name }) => names.length === 0 || names.includes(name));
const chosen = new Set(named.flatMap((step) => [step, ...(needs.get(step) ?? [])]));

// Steps that do not build on each other run at once: most of a build is one linker on one core.
const began = performance.now();
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const times = [];
const runs = new Map();
const run = (step) => runs.get(step) ?? runs.set(step, runAfter(step)).get(step);
const made = await Promise.all([...chosen].map(run));
if (!made.includes(true)) console.log("build: nothing to do");
if (times.length > 1) {
  const slowest = times.sort(([one], [other]) => other - one).map(([time, name]) => `${name} ${time.toFixed(1)}`);
  console.log(`build: ${seconds(began)}; the slowest first: ${slowest.join(", ")}`);
}

/** Runs a step after those that it builds on, unless it is fresh. */
async function runAfter(step) {
  await Promise.all((needs.get(step) ?? []).filter((each) => chosen.has(each)).map(run));
  if (isFresh(step) && !force) return false;
  const start = performance.now();
  // An interrupted or failed step must not appear fresh the next time.
  forget(step);
  const still = setInterval(() => console.log(`build: ${step.name} still runs, for ${seconds(start)}`), 20_000);
  let restored = false;
  try {
    restored = step.kept && !force && restore(step);
    if (!restored) await step.run();
    remember(step);
    if (step.kept && !restored) keep(step);
  } catch (error) {
    console.error(`build: ${step.name}, ${step.what} ... FAILED\n${error.message}`);
    process.exit(1);
  }
  clearInterval(still);
  times.push([(performance.now() - start) / 1000, step.name]);
  console.log(`build: ${step.name}, ${restored ? "as built before" : step.what} ... ${seconds(start)}`);
  return true;
}
