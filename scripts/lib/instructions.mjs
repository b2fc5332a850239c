// Counts the instructions of each operation with callgrind. Unlike times, the counts repeat, so they gate changes.
//
//     node scripts/lib/instructions.mjs           fails where an operation takes over 5 % more than listed
//     node scripts/lib/instructions.mjs --write   writes the current counts to scripts/instructions.json

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { root } from "../env.mjs";

const list = join(root, "scripts/instructions.json");
const program = join(root, "target/release", process.platform === "win32" ? "instructions.exe" : "instructions");
const GROWTH = 1.05;

/** Why it cannot run here, or undefined. */
export const missing = () =>
  spawnSync("valgrind", ["--version"]).status === 0 ? undefined : "no valgrind: apt-get install valgrind";

/** Compiler and processor model: both change the counts. */
const machine = () => {
  const [, release] = /^release: (.*)$/m.exec(execFileSync("rustc", ["-vV"], { encoding: "utf8" }));
  return `Rust ${release}, ${cpus()[0]?.model ?? process.arch}`;
};

function counted(name) {
  const { stderr, status } = spawnSync(
    "valgrind",
    ["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=instructions::measured*", program, name],
    { encoding: "utf8" },
  );
  const [, count] = /Collected : (\d+)/.exec(stderr) ?? [];
  if (status !== 0 || !Number(count)) throw new Error(`${name}: callgrind counted nothing\n${stderr.slice(-500)}`);
  return Number(count);
}

/** Counts of all operations by name. */
export function instructions() {
  const build = ["build", "--release", "--quiet", "--locked", "--package", "tooltrim-native", "--bin", "instructions"];
  execFileSync("cargo", [...build, "--target-dir", join(root, "target")], { cwd: root, stdio: "inherit" });
  const names = execFileSync(program, { encoding: "utf8" }).trim().split("\n");
  return Object.fromEntries(names.map((name) => [name, counted(name)]));
}

/** Operations that take over 5 % more than listed. Skipped with a note on another compiler or processor. */
export function instructionProblems() {
  const listed = JSON.parse(readFileSync(list, "utf8"));
  if (listed.machine !== machine()) return { note: `listed are counts of ${listed.machine}, this is ${machine()}` };
  const problems = Object.entries(instructions()).flatMap(([name, count]) => {
    const most = (listed.counts[name] ?? 0) * GROWTH;
    return count > most ? [`${name}: ${count} instructions, listed are ${listed.counts[name]}`] : [];
  });
  return { problems };
}

if (process.argv[1] === import.meta.filename) {
  if (missing()) throw new Error(missing());
  if (process.argv.includes("--write")) {
    writeFileSync(list, `${JSON.stringify({ machine: machine(), counts: instructions() }, null, 2)}\n`);
  } else {
    const { problems = [], note } = instructionProblems();
    if (note) console.log(note);
    for (const problem of problems) console.log(problem);
    process.exitCode = problems.length > 0 ? 1 : 0;
  }
}
