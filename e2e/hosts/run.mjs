// Writes the table of hosts in docs/compatibility.md: golden files, size, start, and the time of three operations, which
// must return the same results in every host.
//
//     npm run test:hosts                 prints the table; a host that is not there is not run
//     npm run test:hosts -- --only node  hosts whose name contains "node"
//     npm run test:hosts -- --write      writes the section "Hosts" of the page

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { root } from "../../scripts/env.mjs";
import { goldenFiles } from "../vscode/shared/golden.mjs";
import { componentHosts } from "./component-hosts.mjs";
import * as inputs from "./inputs.mjs";
import { nativeHosts } from "./native-hosts.mjs";
import { npmHosts } from "./npm-hosts.mjs";

/** Each process makes its calls many times; the start is the least of some processes. */
const STARTS = 5;

const write = process.argv.includes("--write");
const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1].toLowerCase() : "";
if (write && only) throw new Error("--write needs all hosts");

const folder = join(root, "target/hosts");
mkdirSync(folder, { recursive: true });
const file = join(folder, "inputs.json");
for (const name of [".", "npm"]) {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "blank.html"), "<!doctype html><title>hosts</title>");
}
const golden = (names) =>
  Object.fromEntries(names.map((name) => [name, readFileSync(join(root, "tests/golden", name), "utf8")]));
const all = readdirSync(join(root, "tests/golden")).filter((name) => name.endsWith(".json"));
const { trimOptions, compactOptions } = inputs;
const given = { log: inputs.log(), messages: inputs.messages(), trimOptions, compactOptions, golden: golden(all) };
writeFileSync(file, JSON.stringify(given));

const hosts = [nativeHosts, npmHosts, componentHosts].flatMap((find) => find({ folder, file, goldenFiles }));
const rows = [];
let reference;
for (const host of hosts.filter(({ name }) => name.toLowerCase().includes(only))) {
  const row = { name: host.name };
  rows.push(row);
  try {
    const report = await host.run();
    for (let n = 1; n < STARTS; n += 1) report.startMs = Math.min(report.startMs, (await host.run()).startMs);
    reference ??= report.results;
    const wrong = Object.keys(reference).filter((name) => !isDeepStrictEqual(report.results[name], reference[name]));
    if (wrong.length > 0) throw new Error(`other results than ${rows[0].name}: ${wrong.join(", ")}`);
    Object.assign(row, report, { version: await host.version(), bytes: await host.bytes?.(), result: "passes" });
    row.golden = host.golden ? await host.golden() : counted(report.golden);
  } catch (error) {
    Object.assign(row, {
      result: error.notRun ? `not run: ${error.message}` : `fails: ${error.message.trim().split("\n")[0]}`,
    });
  }
  console.log(line(row));
}

function counted({ passed, cases }) {
  if (passed !== cases || cases === 0) throw new Error(`golden files: ${passed} of ${cases} cases`);
  return `${cases} cases`;
}

function line({ name, version = "", golden = "", bytes, startMs, ms, result }) {
  const base = rows[0].ms ?? {};
  const time = (operation) => {
    if (!ms) return "";
    const times = (ms[operation] / base[operation]).toFixed(1);
    return `${Number(ms[operation].toPrecision(2))} ms${ms === base ? "" : ` (${times} ×)`}`;
  };
  const size = bytes === undefined ? "" : `${Math.round(bytes / 1000)} KB`;
  const start = startMs === undefined ? "" : `${startMs < 1 ? "< 1" : Math.round(startMs)} ms`;
  return `| ${[name, version, golden, size, start, time("trim"), time("compact"), time("estimate"), result].join(" | ")} |`;
}

const heads = ["host", "version", "golden files", "size", "start", "trim", "compact", "estimate", "result"];
const table = [`| ${heads.join(" | ")} |`, `|${" --- |".repeat(heads.length)}`, ...rows.map(line)].join("\n");
console.log(`\n${table}`);

if (write) {
  const page = join(root, "docs/compatibility.md");
  const old = readFileSync(page, "utf8").replace(/^## Hosts\n.*?(?=^## )/ms, "");
  const section = `## Hosts
The same core in each host, written by \`npm run test:hosts -- --write\`: all results are those of the crate.

${table}

- **golden files**: the results that the crate wrote down, and that this host gives too: cases; of wasmtime the calls that they are made of.
- **size**: with gzip; of the npm package one file with everything of \`tooltrim\`, of the component its file, of Python the wheel.
- **start**: from nothing loaded until a first text is trimmed, the least of ${STARTS} processes. wasmtime compiles the component each time, in Rust with a compiler that is itself built at optimization level 1.
- **trim**: a log of 1 MB to 4,000 chars with \`rescue\`. **compact**: 1,000 messages of 370 KB once, for a window of 100,000 chars; with the reading and
  writing of JSON where a host passes JSON on. **estimate**: the tokens of 1 MB. The least of many calls, and the ratio to the crate.

`;
  // Before the entries: it is the first that people look for after their own host.
  writeFileSync(page, old.replace(/^## Entries$/m, `${section}## Entries`));
}

const failed = rows.filter(({ result }) => result.startsWith("fails")).length;
const passed = rows.filter(({ result }) => result === "passes").length;
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(
  `\n${passed} passed, ${failed} failed${rows.length > passed + failed ? `, ${rows.length - passed - failed} skipped` : ""}`,
);
process.exit();
