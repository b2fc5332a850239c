// A Redis of the test's own, on a free port, that can be killed and started again with what it has written to disk.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@keyv/redis";
import { redisPath } from "../../scripts/lib/redis.mjs";

const patience = 30_000;

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** `keeps`: what it was told is on disk before it answers. Other settings as in redis.conf. */
export async function startRedis({ keeps = false, ...settings } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "tooltrim-redis-"));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const all = {
    port,
    bind: "127.0.0.1",
    dir: folder,
    save: "",
    appendonly: keeps ? "yes" : "no",
    appendfsync: "always",
    ...settings,
  };
  let server;
  let ended;
  const kill = async () => {
    server.kill("SIGKILL");
    await ended;
  };
  const killAtExit = () => server.kill("SIGKILL");
  const start = async () => {
    const options = Object.entries(all).flatMap(([name, value]) => [`--${name}`, `${value}`]);
    server = spawn(redisPath(), options, { stdio: ["ignore", "pipe", "pipe"] });
    ended = new Promise((resolve) => server.once("close", resolve));
    let said = "";
    for (const stream of [server.stdout, server.stderr])
      stream.on("data", (chunk) => (said = (said + chunk).slice(-5000)));
    const begun = Date.now();
    while (!/Ready to accept connections/.test(said)) {
      if (server.exitCode !== null || Date.now() - begun > patience) throw new Error(`Redis does not start:\n${said}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  process.once("exit", killAtExit);
  await start();
  return {
    url,
    kill,
    start,
    /** Says something to it, past the store: `ask("CONFIG", "SET", "maxmemory", "0")`. */
    async ask(...words) {
      const client = await createClient({ url }).connect();
      try {
        return await client.sendCommand(words);
      } finally {
        client.destroy();
      }
    },
    async close() {
      await kill();
      process.off("exit", killAtExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
