// Runs named steps, two at a time where that is faster, then prints a table with the slowest first and the total, for
// scripts/test.mjs and check.mjs.

import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
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
 * A step is `{ name, run, skip?, after?, uses?, alone? }`. `run` throws or returns; what it returns is the note in the
 * table. `skip` returns the reason to skip the step, or something falsy. Two steps run at once, as most of them leave a
 * core idle for a part of their time; one with `after` waits for the step of that name, two with the same `uses` never
 * meet, and those that are `alone`, because they measure time or memory, run one by one after the others. `inTurn` makes
 * all of them so, in their order. `minutes` is the goal for all of it, which is only said. Sets the exit code.
 */
export async function runSteps(steps, { inTurn = false, minutes } = {}) {
  const start = performance.now();
  const last = steps.filter(({ alone }) => inTurn || alone);
  const first = steps.filter((step) => !last.includes(step));
  const rows = [...(await inLanes(first, Math.min(2, availableParallelism()))), ...(await inLanes(last, 1))];
  const total = (performance.now() - start) / 1000;
  printTable(rows, total);
  const failed = rows.filter(({ state }) => state === "FAILED").length;
  const skipped = rows.filter(({ state }) => state === "skipped").length;
  sayTime(total, minutes);
  process.exitCode = failed > 0 ? 1 : 0;
  const passed = rows.filter(({ state }) => state === "ok").length;
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
}

/** Says so where steps took longer than their goal. That fails nothing: machines differ, and a busy one by more than twice. */
function sayTime(seconds, minutes = Number.POSITIVE_INFINITY) {
  if (seconds > 60 * minutes) console.log(`\ntook ${clock(seconds)}; the goal is ${clock(60 * minutes)}`);
}

async function inLanes(steps, lanes) {
  const rows = [];
  const waiting = [...steps];
  const active = new Map();
  const isFree = ({ uses, after }) => {
    const others = [...active.keys(), ...waiting].map(({ name }) => name);
    return ![...active.keys()].some((other) => uses && other.uses === uses) && !others.includes(after);
  };
  const run = async (step) => {
    const failed = rows.some(({ name, state }) => name === step.after && state === "FAILED");
    const skip = failed ? () => `${step.after} failed` : step.skip;
    rows.push(await runStep({ ...step, skip }, lanes > 1));
    active.delete(step);
  };
  while (waiting.length > 0 || active.size > 0) {
    const at = active.size < lanes ? waiting.findIndex(isFree) : -1;
    if (at < 0) await Promise.race(active.values());
    else {
      const [step] = waiting.splice(at, 1);
      active.set(step, run(step));
    }
  }
  return rows;
}

const output = new AsyncLocalStorage();
const running = [];

/** Output of a step that runs beside another: the one that began first shows its own as it comes, the other's follows. */
class Output {
  #kept = [];

  begin() {
    running.push(this);
  }

  write(chunk) {
    if (running[0] === this) process.stdout.write(chunk);
    else this.#kept.push(Buffer.from(chunk));
  }

  end(row) {
    const [first, second] = running;
    running.splice(running.indexOf(this), 1);
    if (this !== first) {
      first.#kept.push(...this.#kept);
      if (row) console.log(`-- ${row.name}: ${row.state}, ${clock(row.seconds)}; its output follows`);
      return;
    }
    for (const chunk of [...this.#kept, ...(second?.#kept.splice(0) ?? [])]) process.stdout.write(chunk);
  }
}

async function runStep(step, withOthers) {
  if (!withOthers) return measured(step, (text) => console.log(text));
  const own = new Output();
  own.begin();
  let row;
  try {
    row = await output.run(own, () => measured(step, (text) => own.write(`${text}\n`)));
    return row;
  } finally {
    own.end(row);
  }
}

async function measured({ name, run, skip }, say) {
  const reason = await skip?.();
  if (reason) return { name, state: "skipped", seconds: 0, note: reason };
  say(`\n== ${name}`);
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  try {
    const note = (await run()) ?? "";
    say(`== ${name}: ok, ${clock(seconds())}`);
    return { name, state: "ok", note, seconds: seconds() };
  } catch (error) {
    say(`${error.message}\n== ${name}: FAILED, ${clock(seconds())}`);
    return { name, state: "FAILED", note: error.message.split("\n")[0], seconds: seconds() };
  }
}

function printTable(rows, total) {
  const width = Math.max(5, ...rows.map((row) => row.name.length));
  console.log();
  for (const { name, state, seconds, note } of rows.sort((one, other) => other.seconds - one.seconds)) {
    const time = state === "skipped" ? "" : `${seconds.toFixed(1)} s`;
    console.log(`${name.padEnd(width)}  ${state.padEnd(7)}  ${time.padStart(8)}  ${note}`.trimEnd());
  }
  console.log(`${"total".padEnd(width)}  ${"".padEnd(7)}  ${clock(total).padStart(8)}  minutes`);
}

/** Minutes and seconds: 12:05. */
const clock = (seconds) =>
  `${Math.floor(Math.round(seconds) / 60)}:${String(Math.round(seconds) % 60).padStart(2, "0")}`;

/** Longer than any step takes, also on a machine that is four times as slow: what is still running then hangs. */
const STEP_MS = 40 * 60_000;

/**
 * A command line for `run`: its output is shown as it comes, and a non-zero exit is an error. So is one that runs on
 * and on: it is ended with all that it started.
 */
export function command(program, args, { env = {}, cwd = root, timeout = STEP_MS } = {}) {
  return () =>
    new Promise((resolve, reject) => {
      const own = output.getStore();
      const group = process.platform !== "win32";
      const child = spawn(program, args, {
        cwd,
        env: { ...pathEnv(), ...env },
        stdio: ["ignore", ...Array(2).fill(own ? "pipe" : "inherit")],
        // A group of its own, which can be ended as a whole.
        detached: group,
      });
      if (own) for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => own.write(chunk));
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
        const error = late
          ? new Error(`${name} still ran after ${timeout / 60_000} minutes and was ended`)
          : status !== 0 && new Error(`${name} ended with ${signal ?? `exit code ${status}`}`);
        // The last of its output may still be on its way. A process that it left behind may hold the pipe for good.
        if (own) Promise.race([new Promise((closed) => child.on("close", closed)), wait(1000)]).then(() => done(error));
        else done(error);
      });
    });
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const ENDS = ["SIGINT", "SIGTERM", "SIGHUP"];
