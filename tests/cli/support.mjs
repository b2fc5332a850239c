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

/** An agent that reads and tests, in the format of OpenAI; one failure is repeated. */
export function session(calls) {
  const messages = [{ role: "user", content: "Make the tests pass." }];
  for (let at = 0; at < calls; at += 1) {
    const id = `call_${at}`;
    const command = at % 3 === 0 ? "npm test" : `cat src/file${at % 5}.ts`;
    const call = { id, type: "function", function: { name: "bash", arguments: JSON.stringify({ command }) } };
    const content =
      at % 3 === 0 ? `${`line\n`.repeat(200)}Error: expected 3, got 4\nexit code 1` : `let x = ${at};\n`.repeat(300);
    messages.push(
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: id, content },
    );
  }
  return messages;
}
