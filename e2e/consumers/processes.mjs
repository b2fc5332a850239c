// Programs as child processes, with a limit of time.

import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";

const LIMIT_MS = 8 * 60_000;
const run = promisify(execFile);

/** Returns the output of a program. Throws with the end of that output if the program fails. */
export async function output(program, args, options = {}) {
  const settings = { timeout: LIMIT_MS, killSignal: "SIGKILL", maxBuffer: 2 ** 27, encoding: "utf8", ...options };
  try {
    const { stdout, stderr } = await run(program, args, settings);
    return options.both ? stdout + stderr : stdout;
  } catch (error) {
    const said = `${error.stdout ?? ""}\n${error.stderr ?? ""}`.replace(ESCAPES, "").trim();
    throw new Error(said ? said.slice(0, 1500) : error.message);
  }
}

/** Starts a server and waits until it prints what `ready` matches; answers a function that ends it. */
export function serverProcess(program, args, { ready, ...options }) {
  return new Promise((resolve, reject) => {
    // A group of its own: such servers start others.
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], detached: true, ...options });
    const end = () => {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended.
      }
    };
    process.on("exit", end);
    let said = "";
    const timer = setTimeout(() => {
      end();
      reject(new Error(`was not ready in time: ${said.slice(0, 600)}`));
    }, 120_000);
    const hear = (data) => {
      said += String(data).replace(ESCAPES, "");
      if (!ready.test(said)) return;
      clearTimeout(timer);
      resolve({ end, said });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", (code) => reject(new Error(`ended with ${code}: ${said.slice(0, 600)}`)));
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with one.
const ESCAPES = /\u001b\[[\d;]*m/g;
