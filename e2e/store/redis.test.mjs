// Results in a real Redis, by Keyv and its Redis client in each of the ways in which they deal with errors. Whatever
// happens to the server, nothing that is in memory is lost, reading it goes on, and the error says what happened.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import KeyvRedis, { createKeyv, createKeyvNonBlocking } from "@keyv/redis";
import { Keyv } from "keyv";
import { OutputStore } from "tooltrim/store";
import { redisPath } from "../../scripts/lib/redis.mjs";
import { startRedis } from "./server.mjs";

const clients = {
  "Keyv as it comes": (url) => new Keyv({ store: new KeyvRedis(url) }),
  "Keyv that throws": (url) => new Keyv({ store: new KeyvRedis(url, { throwOnErrors: true }), throwOnErrors: true }),
  "Keyv that emits nothing": (url) => new Keyv({ store: new KeyvRedis(url), emitErrors: false }),
  createKeyv: (url) => createKeyv(url),
  createKeyvNonBlocking: (url) => createKeyvNonBlocking(url),
  "KeyvRedis alone": (url) => new KeyvRedis(url),
};
const namespace = "session 1";
/** What a machine that does other things as well may need; and what is waited for a server that is slow or gone. */
const ample = 20_000;
const short = 1000;
const numbers = (count) => Array.from({ length: count }, (_, at) => at + 1);
/** Each of a few lines, and no two alike. */
const text = (number, size = 100) => `result ${number}\n${"x".repeat(size)}\nend of ${number}`;

/** With a server and a store, and, at the end, with neither. */
async function withStore(client, { timeoutMs = ample, ...settings }, run) {
  const redis = await startRedis(settings);
  const backends = [];
  const connect = async () => {
    const backend = client(redis.url);
    backends.push(backend);
    // Connected, which takes longer than all else.
    await backend.get("nothing");
    return backend;
  };
  try {
    const store = new OutputStore({ backend: await connect(), namespace, timeoutMs });
    /** What another process would find. */
    const found = async (refs) => {
      const other = new OutputStore({ backend: await connect(), namespace, timeoutMs: ample });
      return Promise.all(refs.map((ref) => other.load(ref)));
    };
    await run({ store, redis, connect, found });
  } finally {
    // It would try to reach the server for ever.
    for (const backend of backends) (backend.store?.client ?? backend.client).destroy();
    await redis.close();
  }
}

/** What a store goes on doing, whatever its backend does. */
function checkReading(store, count, size) {
  for (const number of numbers(count)) {
    assert.equal(store.get(refOf(text(number, size))), text(number, size));
    assert.match(store.retrieve(refOf(text(number, size)), { pattern: "end of" }).text, new RegExp(`end of ${number}`));
  }
}

async function checkFound(found, count) {
  const texts = numbers(count).map((number) => text(number));
  assert.deepEqual(await found(texts.map(refOf)), texts);
}

/** The ref of a text. */
const refOf = (text) => new OutputStore().put(text);

const failed = (message) => ({ name: "TooltrimError", code: "BACKEND_FAILED", message });

/** Until the client has found the server again. */
async function flushAtLast(store) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await store.flush();
    } catch (error) {
      assert.equal(error.code, "BACKEND_FAILED");
      if (tries === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

describe("a real Redis", { concurrency: 2, skip: !redisPath() && "no redis-server" }, () => {
  for (const [name, client] of Object.entries(clients)) {
    describe(name, () => {
      test("keeps what was flushed", async () => {
        await withStore(client, {}, async ({ store, found }) => {
          const all = ["", "\ud83d alone", "a\0b", "\ufeff\r\n", "tooltrim-json:{", "🪡".repeat(100_000), text(7)];
          const refs = all.map((one) => store.put(one));
          await store.flush();
          assert.deepEqual(await found(refs), all);
        });
      });

      test("slow: the error names the time, and what comes late does no harm", async () => {
        await withStore(client, { timeoutMs: short }, async ({ store, redis, found }) => {
          store.put(text(1));
          await flushAtLast(store);
          for (const number of numbers(5)) store.put(text(number));
          await redis.ask("CLIENT", "PAUSE", "1800");
          const begun = Date.now();
          await assert.rejects(
            store.flush(),
            failed(/^backend: reading #\w{8} took longer than 1000 ms; 4 results stay in memory only$/),
          );
          assert.ok(Date.now() - begun < 1700);
          checkReading(store, 5);
          await flushAtLast(store);
          await checkFound(found, 5);
        });
      });

      test("slow just for writes: what arrives late does no harm", async () => {
        await withStore(client, { timeoutMs: short }, async ({ store, redis, found }) => {
          store.put(text(1));
          await flushAtLast(store);
          for (const number of numbers(5)) store.put(text(number));
          await redis.ask("CLIENT", "PAUSE", "1800", "WRITE");
          await assert.rejects(store.flush(), failed(/took longer than 1000 ms; 4 results stay in memory only$/));
          store.put(text(6));
          checkReading(store, 6);
          await flushAtLast(store);
          await checkFound(found, 6);
        });
      });

      test("full: the error says so, and what fits stays written", async () => {
        await withStore(
          client,
          { maxmemory: "3mb", "maxmemory-policy": "noeviction" },
          async ({ store, redis, found }) => {
            for (const number of numbers(3)) store.put(text(number));
            await store.flush();
            for (const number of numbers(3)) store.put(text(3 + number, 2_000_000));
            await assert.rejects(
              store.flush(),
              failed(
                /^backend: writing #\w{8} failed: OOM command not allowed.*; [1-3] results? stays? in memory only$/,
              ),
            );
            checkReading(store, 3);
            assert.equal(store.get(refOf(text(6, 2_000_000))), text(6, 2_000_000));
            await checkFound(found, 3);
            await redis.ask("CONFIG", "SET", "maxmemory", "0");
            await store.flush();
            const all = numbers(6).map((number) => text(number, number > 3 ? 2_000_000 : 100));
            assert.deepEqual(await found(all.map(refOf)), all);
          },
        );
      });

      test("killed and started again with its data: nothing is lost", async () => {
        await withStore(client, { keeps: true, timeoutMs: short }, async ({ store, redis, found }) => {
          for (const number of numbers(3)) store.put(text(number));
          await flushAtLast(store);
          await redis.kill();
          for (const number of numbers(3)) store.put(text(3 + number));
          await assert.rejects(store.flush(), failed(/; 3 results stay in memory only$/));
          await assert.rejects(store.flush(), failed(/; 3 results stay in memory only$/));
          checkReading(store, 6);
          await redis.start();
          await flushAtLast(store);
          await checkFound(found, 6);
        });
      });

      test("started again without its data: what is in memory is written once more", async () => {
        await withStore(client, { timeoutMs: short }, async ({ store, redis, found }) => {
          for (const number of numbers(3)) store.put(text(number));
          await flushAtLast(store);
          await redis.kill();
          await redis.start();
          await flushAtLast(store);
          await checkFound(found, 3);
        });
      });

      test("killed: a text that is only there is not called unknown", async () => {
        await withStore(client, { keeps: true, timeoutMs: short }, async ({ redis, connect }) => {
          const small = new OutputStore({
            backend: await connect(),
            namespace: "small",
            timeoutMs: short,
            maxBytes: 1000,
          });
          const refs = [];
          for (const number of numbers(3)) {
            refs.push(small.put(text(number, 600)));
            await flushAtLast(small);
          }
          assert.throws(() => small.get(refs[0]), { code: "UNKNOWN_REF" });
          await redis.kill();
          await assert.rejects(small.load(refs[0]), failed(/^backend: (reading #|writing a test value)/));
          assert.equal(await small.load(refs[2]), text(3, 600));
        });
      });
    });
  }
});
