// The command as the package has it, in a process of its own.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

export const COMMAND = fileURLToPath(new URL("../../pkg/dist/cli/main.cjs", import.meta.url));

/** Folder of real sessions, logs and outputs, if there is one. */
export const FIXTURES = process.env.TOOLTRIM_FIXTURES;

/** A folder that is removed after the tests of a file. */
export function folder() {
  const path = mkdtempSync(join(tmpdir(), "tooltrim-cli-"));
  after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Neither a configuration nor a store nor logs of the machine that runs the tests. */
export const home = folder();

export const environment = {
  PATH: process.env.PATH,
  HOME: home,
  USERPROFILE: home,
  APPDATA: home,
  LOCALAPPDATA: home,
  TMPDIR: tmpdir(),
};

export function start(args, { env = {}, cwd = home, ...options } = {}) {
  return spawn(process.execPath, [COMMAND, ...args], { cwd, env: { ...environment, ...env }, ...options });
}

/** Runs the command with an input and returns what it printed. */
export function tooltrim(args, { input = "", ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = start(args, options);
    const out = [];
    const err = [];
    child.stdout.on("data", (chunk) => out.push(chunk));
    child.stderr.on("data", (chunk) => err.push(chunk));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      resolve({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
    });
    // A command that refuses its options reads no input.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}
