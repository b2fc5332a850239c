// Large messages: up to 32 MiB they are read, and longer ones are an error and take no memory.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { charsOf, connect, servers } from "./support.mjs";

const skip = !existsSync("/proc/self/status") && "no /proc to read memory from";
const residentMegabytes = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;

/** What a call adds to the memory of an idle proxy, in MB. */
async function added(pid, run) {
  const idle = residentMegabytes(pid);
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, 10);
  try {
    return { result: await run(), grown: peak - idle };
  } finally {
    clearInterval(watch);
  }
}

for (const [tool, megabytes] of Object.entries({ text: 30, items: 30, structured: 15, image: 30 })) {
  test(`${megabytes} MB of ${tool} are bounded`, { skip }, async (t) => {
    const { client, call, pid } = await connect(t, { server: servers.odd() });
    await call("echo", { message: "m".repeat(50_000) });
    const { result, grown } = await added(pid, () =>
      client.callTool({ name: tool, arguments: { megabytes } }, undefined, { timeout: 120_000 }),
    );
    t.diagnostic(`${Math.round(grown)} MB more than when idle`);
    CallToolResultSchema.parse(result);
    assert.ok(charsOf(result) <= 30_000);
    assert.ok(JSON.stringify(result.structuredContent ?? {}).length <= 30_000);
    if (tool === "text") {
      assert.equal(result.isError, true);
      assert.match(result.content[0].text, /^line "of" log é 😀\nline[\s\S]*\.\.\. \[.*\] \.\.\.[\s\S]*log é 😀\n$/);
    }
    if (tool === "items") assert.match(JSON.stringify(result), /[\d,]{7} of [\d,]{7} parts left out/);
    if (tool === "image") assert.match(result.content[0].text, /image\/png, 22,5\d\d,\d\d\d bytes/);
    assert.equal((await call("echo", { message: "next" })).content[0].text, "next");
  });
}

// V8 lets garbage grow as far as its heap may; a heap that holds nothing of that size shows what the proxy needs.
test("100 MB in one line are an error for the request, in bounded memory", { skip }, async (t) => {
  const env = { NODE_OPTIONS: "--max-old-space-size=64" };
  const { call, pid } = await connect(t, { server: servers.odd(), env });
  await call("echo", { message: "m".repeat(50_000) });
  const { grown } = await added(pid, () =>
    assert.rejects(
      call("text", { megabytes: 100 }),
      /the server's answer has 1\d{8} bytes, more than the 33554432 that/,
    ),
  );
  assert.ok(grown < 150, `${grown} MB`);
  assert.equal((await call("echo", { message: "next" })).content[0].text, "next");
});

test("a request of 40 MB is an error, and the next one works", async (t) => {
  const { call } = await connect(t, { server: servers.odd() });
  await assert.rejects(call("echo", { message: "m".repeat(40_000_000) }), /message of the client has 400\d{5} bytes/);
  assert.equal((await call("echo", { message: "next" })).content[0].text, "next");
});

test("a request of 10 MB reaches the server as it is", async (t) => {
  const { call } = await connect(t, {
    server: servers.odd(),
    options: ["--max-chars", "40000000", "--store-bytes", "40000000"],
  });
  const message = "0123456789".repeat(1_000_000);
  assert.equal((await call("echo", { message })).content[0].text, message);
});
