// Outputs that the command keeps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { tooltrim } from "./project.mjs";

const input = Array.from({ length: 500 }, (_, at) => `line ${at + 1}\n`).join("");

test("a marker that names the ref can be given where an output is kept", () => {
  const args = ["--max-chars", "300", "--marker", "... [see {ref}] ..."];
  for (const [command, ...more] of [["trim", "--store"], ["run"]]) {
    const rest = command === "run" ? ["--", "cat"] : [];
    const { stdout, stderr, code } = tooltrim([command, ...more, ...args, ...rest], { input });
    assert.deepEqual([stderr, code], ["", 0]);
    assert.match(stdout, /\n\.\.\. \[see #R\d+\] \.\.\.\n/);
  }
  // Nobody keeps anything here, so there is no ref to name.
  const { stderr, code } = tooltrim(["run", "--no-store", ...args, "--", "cat"], { input });
  assert.equal(code, 2);
  assert.match(stderr, /names \{ref\}, which needs a store/);
});
