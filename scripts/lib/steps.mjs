// Runs named steps one after another, then prints a table and the total, for scripts/test.mjs and check.mjs.

import { spawn } from "node:child_process";
import { performance } from "node:perf_hooks";
import { pathEnv, root } from "../env.mjs";

/** The steps whose name contains one of the filters; all if there are none. Exits if a filter matches nothing. */
export function choose(steps, filters) {
  const unknown = filters.filter((filter) => !steps.some(({ name }) => name.includes(filter)));
  if (unknown.length > 0) {
    console.error(
      `Nothing here is called ${unknown.join(" or ")}. There are: ${steps.map(({ name }) => name).join(", ")}`,
    );
    process.exit(2);
  }
  return steps.filter(({ name }) => filters.length === 0 || filters.some((filter) => name.includes(filter)));
}

/**
 * A step is `{ name, run, skip? }`. `run` throws or returns; what it returns is the note in the table. `skip` returns
 * the reason to skip the step, or something falsy. Sets the exit code.
 */
export async function runSteps(steps) {
  const rows = [];
  for (const step of steps) rows.push(await runStep(step));
  printTable(rows);
  const count = (state) => rows.filter((row) => row.state === state).length;
  const skipped = count("skipped");
  process.exitCode = count("FAILED") > 0 ? 1 : 0;
  console.log(`\n${count("ok")} passed, ${count("FAILED")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
}

async function runStep({ name, run, skip }) {
  const reason = await skip?.();
  if (reason) return { name, state: "skipped", seconds: 0, note: reason };
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

/** Longer than any step takes, also on a slow machine: what is still running then hangs. */
const STEP_MS = 25 * 60_000;

/**
 * A command line for `run`: its output is shown as it comes, and a non-zero exit is an error. So is one that runs on
 * and on: it is ended with all that it started.
 */
export function command(program, args, { env = {}, cwd = root, timeout = STEP_MS } = {}) {
  return () =>
    new Promise((resolve, reject) => {
      const group = process.platform !== "win32";
      const child = spawn(program, args, {
        cwd,
        env: { ...pathEnv(), ...env },
        stdio: ["ignore", "inherit", "inherit"],
        // A group of its own, which can be ended as a whole.
        detached: group,
      });
      const end = (signal) => {
        try {
          process.kill(group ? -child.pid : child.pid, signal);
        } catch {
          // It has ended.
        }
      };
      const interrupted = (signal) => {
        end(signal);
        process.exit(1);
      };
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        end("SIGKILL");
      }, timeout);
      const done = (error) => {
        clearTimeout(timer);
        for (const signal of ENDS) process.off(signal, interrupted);
        if (error) reject(error);
        else resolve();
      };
      for (const signal of ENDS) process.on(signal, interrupted);
      child.on("error", (error) => done(new Error(`${program} could not be started: ${error.message}`)));
      child.on("exit", (status, signal) => {
        const name = `${program} ${args[0] ?? ""}`;
        if (late) done(new Error(`${name} still ran after ${timeout / 60_000} minutes and was ended`));
        else if (status !== 0) done(new Error(`${name} ended with ${signal ?? `exit code ${status}`}`));
        else done();
      });
    });
}

const ENDS = ["SIGINT", "SIGTERM", "SIGHUP"];
