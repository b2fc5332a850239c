// Processes that are killed while they flush to files: the next one finds all that was acknowledged, and nothing that is
// torn.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fileBackend, OutputStore } from "tooltrim/store";

const KILLS = Number(process.env.TOOLTRIM_KILLS ?? 60);
const victim = fileURLToPath(new URL("ended.mjs", import.meta.url));

/** What was acknowledged before it was killed, so many milliseconds after the first. */
async function run(folder, name, bytes, patience) {
  const child = spawn(process.execPath, [victim, folder, name, `${bytes}`], { stdio: ["ignore", "pipe", "pipe"] });
  let [output, complaints] = ["", ""];
  child.stderr.on("data", (chunk) => {
    complaints += chunk;
  });
  const first = new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      resolve();
    });
    child.once("close", () => reject(new Error(complaints)));
  });
  const closed = once(child, "close");
  await first;
  await new Promise((resolve) => setTimeout(resolve, patience));
  child.kill("SIGKILL");
  await closed;
  const lines = output.split("\n").slice(0, -1);
  return new Map(lines.map((line) => line.split("\t")));
}

for (const [name, bytes] of [
  ["all stays", 1e9],
  ["the oldest leave", 100_000],
]) {
  test(`${KILLS / 2} kills, ${name}: no acknowledged flush is lost, and no file is torn`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "tooltrim-kills-"));
    try {
      const all = new Map();
      const sum = { acknowledged: 0, found: 0, left: 0 };
      for (let kill = 1; kill <= KILLS / 2; kill += 1) {
        for (const [ref, text] of await run(folder, `${kill}`, bytes, (kill * 37) % 150)) all.set(ref, text);
      }
      const store = new OutputStore({ backend: fileBackend(folder), namespace: "killed" });
      let newest;
      for (const [ref, text] of all) {
        sum.acknowledged += 1;
        const found = await store.load(ref).catch((error) => error.message);
        if (/has left the store/.test(found)) {
          sum.left += 1;
          continue;
        }
        assert.equal(found, text);
        sum.found += 1;
        newest = ref;
      }
      t.diagnostic(JSON.stringify(sum));
      if (bytes === 1e9) assert.equal(sum.left, 0);
      else assert.ok(sum.left > 0 && newest === [...all.keys()].at(-1));
      const texts = readdirSync(folder).filter((file) => file.endsWith(".txt"));
      const size = texts.reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0);
      // The texts of a lane that was killed before it looked.
      assert.ok(size <= bytes + 3 * 5100, `${size} bytes`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
