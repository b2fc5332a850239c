// Results of 100 MB in one line, in memory that does not follow their size.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { charsOf, connect, servers } from "./support.mjs";

const MEGABYTES = 100;
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

// V8 lets garbage grow as far as its heap may; a heap that holds nothing of that size shows what the proxy needs.
const heap = "--max-old-space-size=64";
for (const tool of ["text", "items", "structured", "image"]) {
  test(`${MEGABYTES} MB of ${tool} pass in bounded memory`, { skip }, async (t) => {
    const { client, call, pid } = await connect(t, { server: servers.odd(), env: { NODE_OPTIONS: heap } });
    await call("echo", { message: "m".repeat(50_000) });
    const { result, grown } = await added(pid, () =>
      client.callTool({ name: tool, arguments: { megabytes: MEGABYTES } }, undefined, { timeout: 120_000 }),
    );
    t.diagnostic(`${Math.round(grown)} MB more than when idle`);
    assert.ok(grown < 150, `${grown} MB`);
    CallToolResultSchema.parse(result);
    assert.ok(charsOf(result) <= 30_000);
    assert.ok(JSON.stringify(result.structuredContent ?? {}).length <= 30_000);
    if (tool === "text") {
      assert.equal(result.isError, true);
      assert.match(result.content[0].text, /^line "of" log é 😀\nline[\s\S]*\.\.\. \[.*\] \.\.\.[\s\S]*log é 😀\n$/);
    }
    if (tool === "items") assert.match(JSON.stringify(result), /[\d,]{9} of [\d,]{9} parts left out/);
    if (tool === "image") assert.match(result.content[0].text, /image\/png, 75,0\d\d,\d\d\d bytes/);
    assert.equal((await call("echo", { message: "next" })).content[0].text, "next");
  });
}

test("a request of 10 MB reaches the server as it is", async (t) => {
  const { call } = await connect(t, {
    server: servers.odd(),
    options: ["--max-chars", "40000000", "--store-bytes", "40000000"],
  });
  const message = "0123456789".repeat(1_000_000);
  assert.equal((await call("echo", { message })).content[0].text, message);
});
