// Fixture of the recipes: a project with a failing test and two commits, and logs of containers.
import { execFileSync } from "node:child_process";
import { env, executable, project } from "./project.mjs";

const tests = `for (let n = 1; n <= 900; n += 1) {
  if (n === 411) console.log("not ok 411 - pays twice\\nAssertionError: 1 !== 2\\n    at pay (src/pay.mjs:12:9)");
  else console.log("ok " + n + " - case " + n);
}
process.exit(1);
`;

const containerLog = `#!/bin/sh
at=0
while [ $at -lt 600 ]; do
  time=$(printf '2026-11-25T10:%02d:%02dZ' $((at / 60)) $((at % 60)))
  if [ $at = 300 ]; then echo "$time ERROR payment declined order=300" >&2
  elif [ $at = 417 ]; then echo "$time INFO refund order=17"
  else echo "$time INFO GET /cart/$at 200"; fi
  at=$((at + 1))
done
case " $* " in *" -f "*) exec sleep 300 ;; esac
`;

export function makeShop() {
  const scripts = { test: "node tests.mjs", build: "node tests.mjs" };
  project.write("package.json", JSON.stringify({ name: "shop", scripts }));
  project.write("tests.mjs", tests);
  project.write(".npmrc", "color=false\nupdate-notifier=false\n");
  makeCommits();
  // Stand-ins: the recipes rest on what both have in common, lines on both streams and an `-f` that never ends. The
  // programs themselves need a cluster or a daemon.
  for (const name of ["kubectl", "docker"]) executable(name, containerLog);
}

/** Two commits, of which the second changes lines in each of 60 files. */
function makeCommits() {
  const dates = { GIT_AUTHOR_DATE: "2026-11-25T10:00:00Z", GIT_COMMITTER_DATE: "2026-11-25T10:00:00Z" };
  const options = { cwd: project.folder, env: { ...env, ...dates }, stdio: "ignore" };
  const git = (...args) => execFileSync("git", args, options);
  git("init", "-q");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.com");
  for (const round of [1, 2]) {
    for (let file = 1; file <= 60; file += 1) {
      const numberAt = (at) => (at % 8 === 4 ? at * round : at);
      const lines = Array.from({ length: 40 }, (_, at) => `export const value${at} = ${numberAt(at)};\n`);
      project.write(`src/part${file}.mjs`, lines.join(""));
    }
    git("add", "src");
    git("commit", "-q", "-m", `Round ${round}`);
  }
}
