// Many processes open one namespace at the same moment, a fresh one or that of a process that ended: no flush that was
// acknowledged is lost, and no ref has another's text.
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

/** A namespace as a process leaves it that ends without closing it. No process has this number. */
async function abandon(backend, namespace) {
  const store = new OutputStore({ backend, namespace });
  const text = `of one that ended, in ${namespace}`;
  const ref = store.put(text);
  await store.flush();
  const key = `tooltrim:${namespace.replace(" ", "%0020")}:log:1`;
  await backend.set(key, (await backend.get(key)).replace(/"pid":\d+/, '"pid":999999999'));
  return { acknowledged: [[ref, text]] };
}

/** What was acknowledged in each round and is not there afterwards. */
async function race(t, kind, place, rounds) {
  const children = Array.from({ length: PROCESSES }, (_, at) => fork(racer, [kind, place, `${at + 1}`]));
  await Promise.all(children.map((child) => once(child, "message")));
  const backend = await connect(kind, place);
  const sum = { acknowledged: 0, lost: 0, foreign: 0, refused: 0, idle: 0 };
  const refusals = new Map();
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const namespace = `round ${round}`;
      const ended = round % 3 === 0 ? [await abandon(backend, namespace)] : [];
      const results = await askAll(children, { namespace, at: Date.now() + 30 });
      await askAll(children, "close");
      const found = await OutputStore.open({ backend, namespace });
      const before = sum.acknowledged + ended.length;
      for (const { acknowledged, refused } of [...ended, ...results]) {
        if (refused) {
          sum.refused += 1;
          const kind = refused.replace(/\d+/g, "N");
          refusals.set(kind, (refusals.get(kind) ?? 0) + 1);
        }
        for (const [ref, text] of acknowledged) {
          sum.acknowledged += 1;
          const now = await found.load(ref).catch((error) => error);
          if (now === text) continue;
          sum.lost += 1;
          if (typeof now === "string" || /another text/.test(now.message)) sum.foreign += 1;
        }
      }
      if (sum.acknowledged === before) sum.idle += 1;
      await found.close?.();
    }
  } finally {
    for (const child of children) child.kill("SIGKILL");
    disconnect(backend);
  }
  t.diagnostic(`${kind}: ${JSON.stringify(sum)}`);
  for (const [refusal, times] of refusals) t.diagnostic(`${times} × ${refusal}`);
  return sum;
}

function check({ lost, foreign, idle }) {
  assert.deepEqual({ lost, foreign }, { lost: 0, foreign: 0 });
  // One of them gets the namespace, in each round.
  assert.equal(idle, 0);
}

describe(`${PROCESSES} processes that open one namespace at once`, () => {
  test("files: no acknowledged flush is lost", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "tooltrim-races-"));
    try {
      check(await race(t, "files", folder, rounds(30)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  for (const kind of ["Keyv on Redis", "Redis with add"]) {
    test(`${kind}: no acknowledged flush is lost`, { skip: !redisPath() && "no redis-server" }, async (t) => {
      const redis = await startRedis();
      try {
        check(await race(t, kind, redis.url, rounds(9)));
      } finally {
        await redis.close();
      }
    });
  }
});
