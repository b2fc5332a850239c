import { execFileSync } from "node:child_process";
import { root } from "../../scripts/env.mjs";

/** Runs a program in the root of the repository and returns what it prints. */
export const ask = (program, args, options) =>
  execFileSync(program, args, {
    ...{ cwd: root, encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "ignore"] },
    ...options,
  });

/** Error of a host that is not installed; `how` names the command that installs it. */
export const notRun = (how) => Object.assign(new Error(how), { notRun: true });
