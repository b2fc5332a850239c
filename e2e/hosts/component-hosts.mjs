// The component: as jco writes it in Node and Chromium, and in wasmtime from Rust and Python.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root, sharedTarget } from "../../scripts/env.mjs";
import { files } from "../../tests/component/cases.mjs";
import { ask, notRun } from "./ask.mjs";
import { inChromium } from "./npm-hosts.mjs";

const component = join(root, "target/component/tooltrim.component.wasm");
const calls = join(root, "target/component/calls.jsonl");
const python = join(root, "target/component/python/bin/python");
const program = join(import.meta.dirname, "component.mjs");

const bytes = () => gzipSync(readFileSync(component), { level: 9 }).length;

const onlyGolden = `given.golden = Object.fromEntries(${JSON.stringify(files)}.map((name) => [name, given.golden[name]]));`;
// As the tests build it: wasmtime at optimization level 1, whose compiler takes longer; what it compiles is the same.
const rust = [
  "--quiet",
  "--locked",
  "--manifest-path",
  join(root, "e2e/component/rust/Cargo.toml"),
  "--target-dir",
  sharedTarget("replay"),
];
const replayed = (text) => {
  const [, count, wrong] = /(\d+) calls, (\d+) answered differently/.exec(text);
  if (wrong !== "0") throw new Error(`${wrong} of ${count} calls answered differently`);
  return `${count} calls`;
};
const recorded = () => {
  if (!existsSync(calls)) throw notRun("npm test -- wasmtime records the calls");
};

export const componentHosts = ({ folder, file }) => [
  {
    name: "component, jco in Node",
    version: () => process.versions.node,
    bytes,
    run() {
      const source = `import { readFileSync } from "node:fs";
import { ask } from ${JSON.stringify(program)};
const given = JSON.parse(readFileSync(${JSON.stringify(file)}, "utf8"));
${onlyGolden}
const load = () => import(${JSON.stringify(join(root, "target/component/npm/tooltrim.js"))});
console.log(JSON.stringify(await ask(load, given)));`;
      return JSON.parse(ask(process.execPath, ["--input-type=module", "-e", source]));
    },
  },
  {
    name: "component, jco in Chromium",
    bytes,
    ...inChromium(() => {
      writeFileSync(
        join(folder, "component.js"),
        `import { ask } from "/e2e/hosts/component.mjs";
const given = await (await fetch("/target/hosts/inputs.json")).json();
${onlyGolden}
globalThis.report = await ask(() => import("/target/component/npm/tooltrim.js"), given);`,
      );
      return "target/hosts/component.js";
    }, root),
  },
  {
    name: "component, wasmtime in Rust",
    version: () =>
      /^name = "wasmtime"\nversion = "(.*)"$/m.exec(
        readFileSync(join(root, "e2e/component/rust/Cargo.lock"), "utf8"),
      )[1],
    bytes,
    golden: () => replayed(ask("cargo", ["run", ...rust, "--", component, calls])),
    run() {
      recorded();
      return JSON.parse(ask("cargo", ["run", ...rust, "--example", "host", "--", component, file]));
    },
  },
  {
    name: "component, wasmtime in Python",
    version: () => ask(python, ["-c", 'from importlib.metadata import version; print(version("wasmtime"))']).trim(),
    bytes,
    golden: () => replayed(ask(python, [join(root, "e2e/component/python/replay.py"), component, calls])),
    run() {
      recorded();
      if (!existsSync(python)) throw notRun("npm test -- wasmtime makes its environment");
      const own = join(import.meta.dirname, "component.py");
      return JSON.parse(ask(python, [own, join(root, "e2e/component/python"), component, file]));
    },
  },
];
