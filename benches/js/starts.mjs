// Cold starts: a whole process until its first call has returned, over an empty one. Each way in which a module reaches its
// code (js/pack), in this Node, in those that scripts/bootstrap keeps, and in those that TOOLTRIM_NODES names.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cacheFolder, root } from "../../scripts/env.mjs";
import { oneFile } from "../../scripts/lib/one-file.mjs";
import { atMost } from "./goals.mjs";
import { digits, heading, printTable } from "./print.mjs";

const calls = {
  tooltrim: ["measure", '"text"'],
  "tooltrim/text": ["measure", '"text"'],
  "tooltrim/tool-history": ["categorizeToolCall", '"bash"'],
  "tooltrim/logs": ["readSessionLog", `'{"role":"user","content":"text"}'`],
};
/** From the start of the process, and the processor's time, which other programs disturb less. */
const END = `const { user, system } = process.cpuUsage();
console.log(JSON.stringify([performance.now(), (user + system) / 1000]));`;
// Inside the checkout, where the package is in reach.
const folder = join(root, "target/starts");

export async function starts({ quick }) {
  heading(
    "starts",
    "A process until the first call of an entry has returned, over an empty one, in turns: least and median of the differences in " +
      "ms, and the least of the processor's time. From the .wasm file without a bundler; from one file made by esbuild for Node, and for browsers.",
  );
  const files = { empty: { "": written("empty.cjs", END) } };
  for (const entry of Object.keys(calls)) files[entry] = await filesOf(entry);
  const goals = [];
  for (const [version, node] of nodes()) {
    const rows = measured(node, files, quick ? 5 : 25);
    printTable(
      [`Node ${version}`, "way", "least", "median", "processor"],
      rows.map(({ entry, way, least, middle, processor }) => [entry, way, ...[least, middle, processor].map(digits)]),
      2,
    );
    console.log("");
    const least = (way) => rows.find((row) => row.entry === "tooltrim" && row.way === way).processor;
    const more = Math.max(least("CJS bundle") - least("file, require"), 0);
    if (Number.parseInt(version, 10) >= 22) {
      goals.push(atMost(`processor of a CJS bundle of tooltrim over its file, Node ${version}`, more, 10, "ms"));
    }
  }
  return goals;
}

function written(name, contents) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, contents);
  return file;
}

async function filesOf(entry) {
  const [name, argument] = calls[entry];
  const imports = `import { ${name} } from "${entry}"; ${name}(${argument}); ${END}`;
  const requires = `require("${entry}").${name}(${argument}); ${END}`;
  const base = entry.replace("/", "-");
  const bundle = (options) => oneFile(imports, options);
  return {
    "file, import": written(`${base}.mjs`, imports),
    "file, require": written(`${base}.cjs`, requires),
    "ESM bundle": written(`${base}.one.mjs`, await bundle({ format: "esm" })),
    "CJS bundle": written(`${base}.one.cjs`, await bundle({})),
    "CJS bundle for browsers": written(`${base}.browser.cjs`, await bundle({ platform: "browser" })),
  };
}

/** By version, each once. */
function nodes() {
  const kept = existsSync(cacheFolder) ? readdirSync(cacheFolder).filter((name) => /^node-\d/.test(name)) : [];
  const named = (process.env.TOOLTRIM_NODES ?? "").split(delimiter).filter(Boolean);
  const paths = [process.execPath, ...kept.map((name) => join(cacheFolder, name, "bin/node")), ...named];
  const versions = paths.map((path) => [execFileSync(path, ["--version"], { encoding: "utf8" }).trim().slice(1), path]);
  return new Map(versions.sort(([one], [other]) => Number.parseInt(one, 10) - Number.parseInt(other, 10)));
}

function measured(node, files, rounds) {
  const all = Object.entries(files).flatMap(([entry, ways]) =>
    Object.entries(ways).map(([way, file]) => ({ entry, way, file, times: [] })),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const { file, times } of all) times.push(JSON.parse(execFileSync(node, [file], { encoding: "utf8" })));
  }
  const [empty, ...rows] = all;
  const least = ({ times }, at) => Math.min(...times.map((time) => time[at]));
  return rows.map((row) => {
    const over = row.times.map(([time], round) => time - empty.times[round][0]).sort((a, b) => a - b);
    return {
      ...row,
      least: least(row, 0) - least(empty, 0),
      middle: over[over.length >> 1],
      processor: least(row, 1) - least(empty, 1),
    };
  });
}
