// The output of a command that `tooltrim run` runs, beside what a shell's pipe gets.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bash, project, tooltrim } from "./project.mjs";

const posix = { skip: process.platform === "win32" && "no pipes like these" };
const many = project.write(
  "many.mjs",
  'for (let n = 1; n <= 2000; n += 1) console.log("line " + n);\nprocess.exit(5);\n',
);

test("a program that writes many lines and calls process.exit loses none of them", posix, () => {
  const { stdout, code } = tooltrim(["run", "--no-store", "--", process.execPath, many]);
  assert.equal(stdout, bash(`"${process.execPath}" "${many}" | cat`).stdout);
  assert.match(stdout, /\nline 2000\n$/);
  assert.equal(code, 5);
});

test("stdout and stderr stay in the order in which they were written", posix, () => {
  const script = 'for n in $(seq 1 200); do echo "out $n"; echo "err $n" >&2; done';
  const { stdout } = tooltrim(["run", "--no-store", "--", "sh", "-c", script]);
  assert.equal(stdout, bash(`{ ${script}; } 2>&1`).stdout);
});

test("a command can open its streams by name, as `tee /dev/stderr` does", posix, () => {
  const script = "echo a | tee /dev/stderr; echo b > /dev/stdout; echo c > /dev/stderr";
  const { stdout, code } = tooltrim(["run", "--no-store", "--", "sh", "-c", script]);
  assert.deepEqual([stdout, code], ["a\na\nb\nc\n", 0]);
});

test("without mkfifo the output of both streams is still there", posix, () => {
  const options = { more: { PATH: project.folder } };
  const script = 'console.log("out"); console.error("err"); process.exitCode = 4;';
  const { stdout, code } = tooltrim(["run", "--no-store", "--", process.execPath, "-e", script], options);
  assert.deepEqual([stdout.split("\n").sort(), code], [["", "err", "out"], 4]);
});
