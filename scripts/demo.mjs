// Real outputs as the command of the package trims them, and what becomes of each call of a long session.
//
//     npm run demo
//     npm run demo -- path/to/file --max-lines 50 --keep tail     the options of `tooltrim trim`

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { styleText } from "node:util";
import { longSession } from "../examples/data/long-session.mjs";
import { root } from "./env.mjs";

const command = join(root, "pkg/dist/cli/main.cjs");
const example = (file) => join(root, "examples/data", file);

/** One kind of limit, of `--keep` and of `--snap` each, to show the range. */
const EXAMPLES = [
  [example("failing-tests.txt"), "--preset", "none", "--max-chars", "4000"],
  [example("build.log"), "--max-tokens", "2000", "--head-share", "0.2"],
  [example("api-response.json"), "--preset", "none", "--max-bytes", "2000", "--keep", "head", "--snap", "grapheme"],
  [example("api-issues.json"), "--preset", "apiResponse", "--max-bytes", "2000"],
];

function run(args, input) {
  const stdio = [input === undefined ? "inherit" : "pipe", "inherit", "inherit"];
  const { status } = spawnSync(process.execPath, [command, ...args], { input, stdio });
  if (status) process.exitCode = status;
}

function show(args, input) {
  console.log(styleText("bold", `\n$ tooltrim ${args.join(" ").replaceAll(`${root}/`, "")}\n`));
  run(args, input);
}

const given = process.argv.slice(2);
if (given.length > 0) run(["trim", ...given]);
else {
  for (const args of EXAMPLES) show(["trim", ...args]);
  const session = JSON.stringify({ messages: longSession(60) });
  show(["stats"], session);
  show(["compact", "--window-chars", "100000", "--report"], session);
}
