// Many processes use one namespace at the same moment: no flush fails, none that was acknowledged is lost, and no ref has
// another's text.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { OutputStore } from "tooltrim/store";
import { redisPath } from "../../scripts/lib/redis.mjs";
import { connect, disconnect } from "./racing-backends.mjs";
import { startRedis } from "./server.mjs";

const PROCESSES = Number(process.env.TOOLTRIM_RACERS ?? 20);
const rounds = (usual) => Number(process.env.TOOLTRIM_ROUNDS ?? usual);
const racer = fileURLToPath(new URL("racer.mjs", import.meta.url));

const askAll = (children, message) =>
  Promise.all(
    children.map(async (child) => {
      const answer = once(child, "message");
      child.send(message);
      return (await answer)[0];
    }),
  );

/** Asserts that all that was acknowledged in each round is there afterwards. */
async function race(t, kind, place, rounds) {
  const children = Array.from({ length: PROCESSES }, (_, at) => fork(racer, [kind, place, `${at + 1}`]));
  await Promise.all(children.map((child) => once(child, "message")));
  const backend = await connect(kind, place);
  let count = 0;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const namespace = `round ${round}`;
      const results = await askAll(children, { namespace, at: Date.now() + 30 });
      const found = new OutputStore({ backend, namespace });
      for (const acknowledged of results) {
        assert.ok(Array.isArray(acknowledged), acknowledged);
        for (const [ref, text] of acknowledged) {
          assert.equal(await found.load(ref), text);
          count += 1;
        }
      }
    }
  } finally {
    for (const child of children) child.kill("SIGKILL");
    disconnect(backend);
  }
  t.diagnostic(`${kind}: ${count} acknowledged`);
}

describe(`${PROCESSES} processes that use one namespace at once`, () => {
  test("files: no acknowledged flush is lost", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "tooltrim-races-"));
    try {
      await race(t, "files", folder, rounds(30));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("Keyv on Redis: no acknowledged flush is lost", { skip: !redisPath() && "no redis-server" }, async (t) => {
    const redis = await startRedis();
    try {
      await race(t, "Keyv on Redis", redis.url, rounds(9));
    } finally {
      await redis.close();
    }
  });
});
