// Outputs that the command keeps.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { project, tooltrim } from "./project.mjs";

const input = Array.from({ length: 500 }, (_, at) => `line ${at + 1}\n`).join("");

test("a marker that names the ref can be given where an output is kept", () => {
  const args = ["--max-chars", "300", "--marker", "... [see {ref}] ..."];
  for (const [command, ...more] of [["trim", "--store"], ["run"]]) {
    const rest = command === "run" ? ["--", "cat"] : [];
    const { stdout, stderr, code } = tooltrim([command, ...more, ...args, ...rest], { input });
    assert.deepEqual([stderr, code], ["", 0]);
    assert.match(stdout, /\n\.\.\. \[see #\w{8}\] \.\.\.\n/);
  }
  // Nobody keeps anything here, so there is no ref to name.
  const { stderr, code } = tooltrim(["run", "--no-store", ...args, "--", "cat"], { input });
  assert.equal(code, 2);
  assert.match(stderr, /names \{ref\}, which needs a store/);
});

test("run says what is wrong with its options before the command runs", () => {
  for (const wrong of [
    ["--max-chars", "-1"],
    ["--marker", "{nope}"],
    ["--no-store", "--marker", "{ref}"],
  ]) {
    const { stdout, stderr, code } = tooltrim(["run", ...wrong, "--", "touch", "made"]);
    assert.deepEqual([stdout, code], ["", 2]);
    assert.match(stderr, /\nTry: tooltrim run --help\n$/);
  }
  assert.ok(!existsSync(join(project.folder, "made")));
});
