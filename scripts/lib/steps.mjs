// Runs named steps one after another, then prints a table and the total: the frame of scripts/test.mjs and check.mjs.

import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";
import { pathEnv, root } from "../env.mjs";

/**
 * A step is `{ name, run, skip? }`. `run` throws or returns; what it returns is the note in the table. `skip` is the reason
 * not to run it, empty when there is none. `filters` keep the steps whose name contains one of them. Sets the exit code.
 */
export async function runSteps(steps, filters) {
  const unknown = filters.filter((filter) => !steps.some(({ name }) => name.includes(filter)));
  if (unknown.length > 0) {
    console.error(
      `Nothing here is called ${unknown.join(" or ")}. There are: ${steps.map(({ name }) => name).join(", ")}`,
    );
    process.exitCode = 2;
    return;
  }
  const chosen = steps.filter(({ name }) => filters.length === 0 || filters.some((filter) => name.includes(filter)));
  const rows = [];
  for (const step of chosen) rows.push(await runStep(step));
  printTable(rows);
  const count = (state) => rows.filter((row) => row.state === state).length;
  const skipped = count("skipped");
  process.exitCode = count("FAILED") > 0 ? 1 : 0;
  console.log(`\n${count("ok")} passed, ${count("FAILED")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
}

async function runStep({ name, run, skip }) {
  if (skip) return { name, state: "skipped", seconds: 0, note: skip };
  console.log(`\n== ${name}`);
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  try {
    return { name, state: "ok", note: (await run()) ?? "", seconds: seconds() };
  } catch (error) {
    console.error(error.message);
    return { name, state: "FAILED", note: error.message.split("\n")[0], seconds: seconds() };
  }
}

function printTable(rows) {
  const width = Math.max(...rows.map((row) => row.name.length));
  console.log();
  for (const { name, state, seconds, note } of rows) {
    const time = state === "skipped" ? "" : `${seconds.toFixed(1)} s`;
    console.log(`${name.padEnd(width)}  ${state.padEnd(7)}  ${time.padStart(8)}  ${note}`.trimEnd());
  }
}

/** A command line for `run`: its output is shown as it comes, and a non-zero exit is an error. */
export function command(program, args, { env = {}, cwd = root } = {}) {
  return () => {
    const { status, signal, error } = spawnSync(program, args, {
      cwd,
      env: { ...pathEnv(), ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    if (error) throw new Error(`${program} could not be started: ${error.message}`);
    if (status !== 0) throw new Error(`${program} ${args[0] ?? ""} ended with ${signal ?? `exit code ${status}`}`);
  };
}
