// The packed package in a project of its own. Other ways to load it: e2e/consumers.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createProject } from "./project.mjs";

const project = createProject();
const use = `
const { text, truncated } = trim("0123456789", { maxChars: 3, marker: "~", snap: "char" });
console.log(text, truncated, measure("na\\u00efve").bytes, presets.toolify.maxChars);
`;
const printed = "0~9 true 6 5000";

test("every file that package.json names is in the package", () => {
  const manifest = JSON.parse(readFileSync(join(project.installed, "package.json"), "utf8"));
  const named = JSON.stringify([
    manifest.main,
    manifest.module,
    manifest.types,
    manifest.exports,
    manifest.typesVersions,
  ]);
  const files = new Set(named.match(/(?<=")\.\/dist\/[^"]+/g));
  assert.ok(files.size >= 9, `only ${files.size} files are named`);
  assert.deepEqual(
    [...files].filter((file) => !existsSync(join(project.installed, file))),
    [],
  );
});

test("nothing but the package itself is installed", () => {
  const manifest = JSON.parse(readFileSync(join(project.installed, "package.json"), "utf8"));
  assert.deepEqual([manifest.dependencies, manifest.scripts?.postinstall], [undefined, undefined]);
});

test("both in one process: errors are told by their code", () => {
  const file = project.write(
    "both.mjs",
    `import { createRequire } from "node:module";
     import * as esm from "tooltrim";
     const cjs = createRequire(import.meta.url)("tooltrim");
     for (const { trim } of [esm, cjs]) try { trim("x", -1) } catch ({ name, code, message }) { console.log(name, code, message) }
     console.log(Object.keys(cjs).sort().join() === Object.keys(esm).filter((key) => key !== "default" && key !== "module.exports").sort().join());`,
  );
  const error = "TooltrimError INVALID_OPTION maxChars: -1 is not a number of 0 or more";
  assert.equal(project.node(file), `${error}\n${error}\ntrue`);
});

const notYet = `try { trim("x") } catch ({ code }) { console.log(code) }`;

test("tooltrim/slim by import, with the bytes of the .wasm file", () => {
  const file = project.write(
    "slim.mjs",
    `import { readFileSync } from "node:fs";
     import { init, initSync, measure, presets, trim } from "tooltrim/slim";
     const wasm = readFileSync(new URL(import.meta.resolve("tooltrim/tooltrim.wasm")));
     ${notYet}
     initSync(wasm);
     initSync(wasm);
     await init(wasm);${use}`,
  );
  assert.equal(project.node(file), `NOT_INITIALIZED\n${printed}`);
});

test("tooltrim/slim by require, with init", () => {
  const file = project.write(
    "slim.cjs",
    `const { readFileSync } = require("node:fs");
     const { init, measure, presets, trim } = require("tooltrim/slim");
     ${notYet}
     init(readFileSync(require.resolve("tooltrim/tooltrim.wasm"))).then(() => {${use}});`,
  );
  assert.equal(project.node(file), `NOT_INITIALIZED\n${printed}`);
});
