// Each version of the AI SDK that is in use: compaction by `prepareStep` and by a middleware in all of its loops, kinds of
// parts, messages of a chat, and the retrieval tool, as ai-sdk-cases.mjs has them; 7 in the Node that it asks for.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { newerNode, noNewerNode } from "../../scripts/lib/node.mjs";

const program = fileURLToPath(new URL("ai-sdk-cases.mjs", import.meta.url));

for (const [library, node, skip, least] of [
  ["ai-5", process.execPath, false, 5],
  ["ai", process.execPath, false, 9],
  ["ai-7", newerNode, noNewerNode, 12],
]) {
  describe(library, { skip }, async () => {
    if (skip) return;
    const { stdout } = await promisify(execFile)(node, [program, library]);
    const results = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const [name, error] of results) test(name, () => assert.equal(error, null, error));
    test("all cases ran", () => assert.ok(results.length >= least, String(results.length)));
  });
}
