// Runs the fuzz targets for some minutes each and prints what was tried and found.
//
//     npm run fuzz -- --minutes 5                  all targets, 5 minutes each
//     npm run fuzz -- --minutes 5 --target text    one of them
//     npm run fuzz -- --target text --replay FILE  what an input that was found does now
//
// With cargo-fuzz and a nightly toolchain, coverage guides the inputs (unless `--plain`); without, seeds are mutated.
// The proxy's reader is JavaScript and always has its own mutations.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pathEnv, root } from "../scripts/env.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    target: { type: "string" },
    seed: { type: "string", default: "20" },
    replay: { type: "string" },
    plain: { type: "boolean", default: false },
  },
});
const PROXY = "proxy";
const folder = join(root, "target/fuzz");
const corpus = join(folder, "corpus");
const artifacts = join(root, "fuzz/artifacts");
// As fast as a release, with the checks of a debug build; panics are caught. Linking for size would take minutes.
const env = {
  ...pathEnv(),
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS: "true",
  CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS: "true",
  CARGO_PROFILE_RELEASE_PANIC: "unwind",
};

/** Runs a program and shows what it prints; resolves with all of it, and the exit code. */
function show(program, args, quiet = () => false) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        printed += text;
        if (!quiet(text)) process.stdout.write(text);
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, printed }));
  });
}

const plainArgs = ["run", "--quiet", "--release", "-p", "tooltrim-fuzz", "--target-dir", folder, "--"];
const plain = (...args) => show("cargo", [...plainArgs, ...args]);
const proxy = (...args) => show(process.execPath, [join(root, "fuzz/js/run.mjs"), ...args]);
const works = (program, ...args) => spawnSync(program, args, { cwd: root, env, stdio: "ignore" }).status === 0;

/** What a run of ours prints at its end: target, cases, minutes, finds. */
function rowsIn(printed) {
  const rows = [...printed.matchAll(/^(\w+) +(\d+) +([\d.]+) +(\d+)$/gm)];
  return rows.map(([, name, cases, minutes, finds]) => ({ name, cases: Number(cases), minutes, finds: Number(finds) }));
}

async function guided(name, longest) {
  const own = join(artifacts, name);
  const grown = join(corpus, `${name}-grown`);
  for (const each of [own, grown]) mkdirSync(each, { recursive: true });
  const before = new Set(readdirSync(own));
  const start = performance.now();
  const cargo = ["+nightly", "fuzz", "run", "--features", "libfuzzer", "--sanitizer", "none", "--target-dir", folder];
  const { printed, code } = await show(
    "cargo",
    [
      ...[...cargo, "--fuzz-dir", join(root, "fuzz"), name, grown, join(corpus, name), "--"],
      ...[`-dict=${join(corpus, `${name}.dict`)}`, `-max_len=${longest}`, "-timeout=120", "-rss_limit_mb=3000"],
      ...[`-max_total_time=${Math.ceil(Number(values.minutes) * 60)}`, `-seed=${values.seed}`, "-print_final_stats=1"],
      `-artifact_prefix=${own}/`,
    ],
    (text) => /^#\d+\s+(NEW|REDUCE|pulse)/.test(text),
  );
  const found = readdirSync(own).filter((file) => !before.has(file) && /^(crash|timeout|oom)-/.test(file));
  for (const file of found) console.log(`  npm run fuzz -- --target ${name} --replay ${join(own, file)}`);
  if (code !== 0 && found.length === 0) throw new Error(`${name}: cargo-fuzz failed, see above; --plain does without`);
  const cases = Number(/stat::number_of_executed_units:\s*(\d+)/.exec(printed)?.[1] ?? 0);
  return { name, cases, minutes: ((performance.now() - start) / 60_000).toFixed(1), finds: found.length };
}

if (values.replay !== undefined) {
  const args = ["--replay", values.replay];
  const run = values.target === PROXY ? proxy(...args) : plain(...args, "--target", values.target ?? "text");
  process.exit((await run).code);
}

const { printed, code } = await plain("--write-corpus", corpus);
if (code !== 0) throw new Error("the runner cannot be built, see above");
const known = [...printed.matchAll(/^(\w+) (\d+)$/gm)].map(([, name, longest]) => ({ name, longest }));
const names = [...known.map(({ name }) => name), PROXY];
if (values.target !== undefined && !names.includes(values.target)) {
  console.error(`--target: ${values.target} is not one of ${names.join(", ")}`);
  process.exit(2);
}
const isGuided = !values.plain && works("cargo", "+nightly", "fuzz", "--version") && works("c++", "--version");
console.log(`Rust: ${isGuided ? "cargo-fuzz, guided by coverage" : "mutated seeds"}. Seed ${values.seed}.`);

const rows = [];
const time = ["--minutes", values.minutes, "--seed", values.seed];
for (const { name, longest } of known) {
  if (values.target !== undefined && values.target !== name) continue;
  if (isGuided) rows.push(await guided(name, longest));
  else rows.push(...rowsIn((await plain("--target", name, ...time)).printed));
}
if (values.target === undefined || values.target === PROXY) {
  if (!existsSync(join(root, "pkg/dist/wasm/tooltrim.js")))
    throw new Error(`${PROXY}: the package is not built; npm run build`);
  rows.push(...rowsIn((await proxy(...time)).printed));
}
console.log(`\n${"target".padEnd(10)} ${"cases".padStart(12)} ${"minutes".padStart(8)}  finds`);
for (const { name, cases, minutes, finds } of rows) {
  console.log(`${name.padEnd(10)} ${cases.toLocaleString("en").padStart(12)} ${minutes.padStart(8)}  ${finds}`);
}
process.exitCode = rows.some(({ finds }) => finds > 0) ? 1 : 0;
