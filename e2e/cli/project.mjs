// The command of the packed package, in an empty project, with a home and a store of its own.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createProject } from "../../tests/consumers/project.mjs";

export const project = createProject();

const home = join(project.folder, "../home");
export const store = join(project.folder, "../store");
mkdirSync(home);

/** Makes an executable in front of those of the system. */
export function executable(name, text) {
  const file = project.write(`../bin/${name}`, text);
  chmodSync(file, 0o755);
  return file;
}

export const bin = join(project.folder, "node_modules/.bin/tooltrim");
// As after `npm install -g tooltrim`; and an `npx` that looks nothing up.
executable("tooltrim", `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
const npx = executable("npx", '#!/bin/sh\nif [ "$1" = -y ]; then shift; fi\nexec "$@"\n');

export const env = {
  PATH: `${dirname(npx)}:${process.env.PATH}`,
  HOME: home,
  LANG: "C.UTF-8",
  TOOLTRIM_STORE: store,
  GIT_CONFIG_NOSYSTEM: "1",
};

/** Runs a program, and returns `{ stdout, stderr, code }`. */
export function run(command, args, { input = "", cwd = project.folder, more = {} } = {}) {
  const options = { input, cwd, env: { ...env, ...more }, encoding: "utf8", timeout: 60_000, maxBuffer: 1 << 28 };
  const { stdout, stderr, status, error } = spawnSync(command, args, options);
  if (error) throw error;
  return { stdout, stderr, code: status };
}

/** Runs the command. */
export const tooltrim = (args, options) => run(process.execPath, [bin, ...args], options);
/** Runs a script as an agent's shell does. */
export const bash = (script, options) => run("bash", ["-c", script], options);
