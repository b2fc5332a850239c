import { spawn } from "node:child_process";
import { boundedStream } from "./bounds.mjs";
import { environmentOf } from "./environment.mjs";

const SECONDS = 60;
/** For what stands in the pipes when the command is done. */
const GRACE = 250;

/**
 * What a command printed, and its exit code. It runs in the folder, sees no variable of ours, and is stopped after a
 * minute. That is no sandbox: with a real model, take a container.
 *
 * @param {string} folder
 * @param {{ command: string }} input
 * @param {{ store: import("./bounds.mjs").OutputStore, signal?: AbortSignal, seconds?: number }} settings
 * @returns {Promise<string>} within the limits already: a command may print more than there is room for in memory
 */
export async function shell(folder, { command }, { store, signal, seconds = SECONDS }) {
  if (signal?.aborted) throw new Error("stopped by the user before the command ran");
  const output = boundedStream(store);
  const child = spawn(command, {
    shell: true,
    cwd: folder,
    env: environmentOf(folder),
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own: what the command started is stopped with it.
    detached: process.platform !== "win32",
  });
  let reason = "";
  const stop = (/** @type {string} */ why) => {
    reason = why;
    kill(child);
  };
  const timer = setTimeout(() => stop(`stopped after ${seconds} s`), seconds * 1000);
  const abort = () => stop("stopped by the user");
  signal?.addEventListener("abort", abort, { once: true });
  try {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (piece) => output.push(piece));
    const ending = await endOf(child);
    output.push(`\n[${reason || ending}]\n`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
  return output.finish().text;
}

/**
 * How a command ended. Its own end counts, not that of its pipes: a process that it left behind can hold them for ever.
 *
 * @param {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, import("node:stream").Readable>} child
 * @returns {Promise<string>}
 */
function endOf(child) {
  return new Promise((done, refuse) => {
    child.on("error", refuse).on("exit", (code, killer) => {
      // What it left running in the background goes with it.
      kill(child);
      const settle = () => {
        clearTimeout(timer);
        child.stdout.destroy();
        child.stderr.destroy();
        done(killer ? `killed by ${killer}` : `exit code ${code}`);
      };
      const timer = setTimeout(settle, GRACE);
      child.on("close", settle);
    });
  });
}

/** @param {import("node:child_process").ChildProcess} child */
function kill(child) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill();
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has just ended by itself.
  }
}
