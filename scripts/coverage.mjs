// Line coverage of the core by its Rust tests, for each folder of src: the tests in src and those in tests/.
//
//     npm run coverage            a table, and the files of which most lines are not covered
//     npm run coverage -- store   the numbers of the lines that are not, in files whose path contains this

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./env.mjs";
import { command } from "./lib/steps.mjs";

const WORST = 12;

try {
  execFileSync("cargo", ["llvm-cov", "--version"], { stdio: "ignore" });
} catch {
  console.error("no cargo-llvm-cov: rustup component add llvm-tools; cargo install cargo-llvm-cov --locked");
  process.exit(1);
}

const filters = process.argv.slice(2);
const file = join(root, "target/coverage/lcov.info");
mkdirSync(join(root, "target/coverage"), { recursive: true });
await command(
  "cargo",
  ["llvm-cov", "test", "--package", "tooltrim", "--package", "tooltrim-tests", "--lcov", "--output-path", file],
  { env: { PROPTEST_RNG_SEED: "20" }, timeout: 2 * 60 * 60_000 },
)();

const files = read(readFileSync(file, "utf8"));
if (filters.length > 0) {
  for (const { name, missed } of files.filter((one) => filters.some((filter) => one.name.includes(filter))))
    console.log(`${name}: ${missed.length === 0 ? "all lines" : `not ${missed.join(", ")}`}`);
} else {
  const folder = ({ name }) => (name.split("/").length > 2 ? name.split("/").slice(0, 2).join("/") : "src/*.rs");
  for (const name of [...new Set(files.map(folder))].sort())
    console.log(
      row(
        name,
        files.filter((one) => folder(one) === name),
      ),
    );
  console.log(row("all", files));
  console.log("\nMost lines not covered:");
  const worst = files
    .filter(({ missed }) => missed.length > 0)
    .sort((one, other) => other.missed.length - one.missed.length);
  for (const one of worst.slice(0, WORST)) console.log(row(one.name, [one]));
}

/** The lines of each file of the core that hold code, without its tests: LCOV's `SF:` and `DA:LINE,COUNT`. */
function read(lcov) {
  return lcov
    .split("end_of_record")
    .map((record) => ({ record, path: record.match(/^SF:(.*)$/m)?.[1] }))
    .filter(({ path }) => path && /^src\/(?!.*\btests\b)/.test(relative(root, path)))
    .map(({ record, path }) => {
      const tests = readFileSync(path, "utf8").split("\n").indexOf("#[cfg(test)]") + 1 || Number.POSITIVE_INFINITY;
      const lines = [...record.matchAll(/^DA:(\d+),(\d+)/gm)].map(([, line, count]) => [Number(line), Number(count)]);
      const own = lines.filter(([line]) => line < tests);
      const missed = own.filter(([, count]) => count === 0).map(([line]) => line);
      return { name: relative(root, path), lines: own.length, missed };
    });
}

function row(name, some) {
  const sum = (of) => some.reduce((total, one) => total + of(one), 0);
  const [lines, missed] = [sum((one) => one.lines), sum((one) => one.missed.length)];
  const share = (100 * (lines - missed)) / Math.max(1, lines);
  return `${name.padEnd(40)} ${`${lines - missed}`.padStart(6)} of ${`${lines}`.padStart(6)} ${share.toFixed(1).padStart(6)} %`;
}
