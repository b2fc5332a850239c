// Mutation tests: cargo-mutants changes one operator, match arm or function at a time; a test must fail each time.
//
//     npm run mutants                       all mutants of the files below; hours on two cores
//     npm run mutants -- pair index         the files whose path contains one of these
//     npm run mutants -- --sample 0/10      every tenth mutant of each file, always the same ones
//
// Works in a copy of the tree in target/mutation, so the checkout stays as it is. Settings: .cargo/mutants.toml.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./env.mjs";
import { command } from "./lib/steps.mjs";

/** By file: the harm to users if it is wrong, and the modules of tests/ that run beside the unit tests of its folder. */
const FILES = {
  // A result over its limit, or a marker with wrong numbers.
  "src/text/plan.rs": ["golden", "golden_tools", "host", "laws", "oracle", "rescue", "small_limits"],
  // Half a character, or less text than the limit allows.
  "src/text/cut.rs": ["golden", "laws", "oracle", "small_limits"],
  // Words of a marker that are wrong: the model misjudges the amount that is missing.
  "src/marker.rs": ["golden", "golden_store", "laws", "presets", "small_limits"],
  // A result for the wrong call: providers refuse the conversation.
  "src/format/pair.rs": ["golden_messages", "golden_calls", "golden_compaction", "messages_pairs", "messages_rules"],
  // Edits in the wrong place of a conversation.
  "src/format/apply.rs": ["edits", "golden_messages", "compaction", "laws_messages", "messages_rules"],
  // Compaction too early, too late, or not at all.
  "src/compact/step/decide.rs": ["golden_compaction", "compaction"],
  // The texts that compaction puts into the user's messages.
  "src/compact/write.rs": ["golden_compaction", "compaction"],
  // A stored result that is lost, or another one in its place.
  "src/store/index.rs": ["golden_store", "golden_compaction", "store_index", "store_laws"],
  // A JSON value over its limits, or cut where none was asked for.
  "src/value/walk.rs": ["golden_values", "golden_tools", "values"],
  // An error line that is not kept.
  "src/failure/classify.rs": ["golden", "golden_compaction", "signals", "rescue"],
};
/** Files that the crate, its tests and the manifests of the workspace need. */
const READ =
  /^(?:[^/]+$|(?:\.cargo|src|tests|docs|examples|js\/src|js\/test|wit)\/|(?:benches|component|fuzz|js\/bindings|python\/core)\/.*(?:\.rs|Cargo\.toml)$)/;
/** Killed mutants of those that compile, in each file. */
const LEAST = 0.9;

const sample = process.argv.includes("--sample") ? process.argv[process.argv.indexOf("--sample") + 1] : undefined;
const filters = process.argv.slice(2).filter((argument) => argument !== "--sample" && argument !== sample);
const chosen = Object.keys(FILES).filter((file) => filters.length === 0 || filters.some((name) => file.includes(name)));
if (chosen.length === 0 || filters.some((name) => name.startsWith("-"))) {
  console.error(`Usage: npm run mutants -- [NAME...] [--sample K/N]\nFiles: ${Object.keys(FILES).join(", ")}`);
  process.exit(2);
}
try {
  execFileSync("cargo", ["mutants", "--version"], { stdio: "ignore" });
} catch {
  console.error("no cargo-mutants: cargo install cargo-mutants --locked");
  process.exit(1);
}

const work = join(root, "target/mutation");
const tree = copyTree();
const rows = [];
for (const file of chosen) rows.push(await mutate(file));
const least = Math.min(...rows.map(({ score }) => score));
console.log(`\n${"file".padEnd(28)} killed missed timeout unviable  score`);
for (const { file, killed, missed, timeout, unviable, score } of rows) {
  const counts = [killed, missed, timeout, unviable].map((count, at) => `${count}`.padStart([7, 7, 8, 9][at])).join("");
  console.log(`${file.padEnd(28)}${counts} ${(100 * score).toFixed(1).padStart(6)} %`);
}
for (const { names } of rows) for (const name of names) console.log(`missed: ${name}`);
process.exitCode = least < LEAST ? 1 : 0;

/** The files of the checkout as they are now, and no others: cargo-mutants changes them in place. */
function copyTree() {
  const to = join(work, "tree");
  rmSync(to, { recursive: true, force: true });
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const files = execFileSync("git", list, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 }).split("\0");
  for (const file of files.filter((name) => READ.test(name))) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file), { preserveTimestamps: true });
  }
  return to;
}

async function mutate(file) {
  const output = join(work, file.replaceAll("/", "-"));
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  // Its own `test_package` is not built before it is tested.
  const programs = ["--package=tooltrim-tests", "--lib", "--test=tests"].map((test) => `--cargo-arg=${test}`);
  const folder = file.split("/")[1].replace(/\.rs$/, "");
  const tests = ["--", "--", ...[folder, ...FILES[file]].map((name) => `${name}::`)];
  const part = sample ? [`--shard=${sample}`, "--sharding=round-robin"] : [];
  const run = command(
    "cargo",
    ["mutants", "--in-place", `--dir=${tree}`, `--file=${file}`, `--output=${output}`, ...part, ...programs, ...tests],
    // The same inputs for each mutant. A law that fails need not find its smallest input.
    {
      timeout: 24 * 60 * 60_000,
      env: { CARGO_TARGET_DIR: join(work, "build"), PROPTEST_RNG_SEED: "20", PROPTEST_MAX_SHRINK_ITERS: "0" },
    },
  );
  // It ends with an exit code of its own when mutants are missed, which the counts say as well.
  await run().catch((error) => console.log(error.message));
  const found = JSON.parse(readFileSync(join(output, "mutants.out/outcomes.json"), "utf8"));
  const [killed, missed, timeout] = [found.caught, found.missed, found.timeout];
  if (found.total_mutants === 0) throw new Error(`${file}: nothing was tested; the output above says why`);
  const names = readFileSync(join(output, "mutants.out/missed.txt"), "utf8").split("\n").filter(Boolean);
  const score = (killed + timeout) / Math.max(1, killed + timeout + missed);
  return { file, killed, missed, timeout, unviable: found.unviable, score, names };
}
