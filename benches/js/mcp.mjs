// Overhead of the MCP proxy for a small call, and the cost of 30 MB in one line.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { residentOf } from "./child.mjs";
import { atMost } from "./goals.mjs";
import { digits, heading, printTable } from "./print.mjs";

const server = fileURLToPath(new URL("../../tests/mcp/servers/odd.mjs", import.meta.url));
const cli = fileURLToPath(new URL("../../pkg/dist/cli/main.cjs", import.meta.url));

export async function mcp({ quick }) {
  const megabytes = quick ? 10 : 30;
  heading(
    "mcp",
    "A call of a tool that answers 20 chars, with and without the proxy in turns: milliseconds, median and 95th percentile; and one " +
      `result of ${megabytes} MB in one line through the proxy.`,
  );
  const direct = open([server]);
  const proxied = open([cli, "mcp", "--", process.execPath, server]);
  const calls = { direct: [], proxied: [] };
  try {
    for (const each of [direct, proxied]) {
      await each.call("initialize", { protocolVersion: "2025-06-18" });
      await each.call("tools/list", {});
    }
    const rounds = quick ? 300 : 2000;
    for (let round = -100; round < rounds; round += 1) {
      for (const [name, { call }] of Object.entries({ direct, proxied })) {
        const start = performance.now();
        await call("tools/call", { name: "echo", arguments: { message: "twenty chars of text" } });
        if (round >= 0) calls[name].push(performance.now() - start);
      }
    }
    const at = (name, share) => calls[name].sort((a, b) => a - b)[Math.floor(calls[name].length * share)];
    const rows = Object.keys(calls).map((name) => [name, digits(at(name, 0.5)), digits(at(name, 0.95))]);
    printTable(["", "median ms", "95 % ms"], rows);
    const large = await largeResult(proxied, megabytes);
    console.log(`\n${megabytes} MB: ${digits(large.rate)} MB/s, ${digits(large.grown)} MB above idle`);
    return [
      atMost("added to a small call by the MCP proxy, median", at("proxied", 0.5) - at("direct", 0.5), 1, "ms"),
      ...(large.grown >= 0 ? [atMost(`memory for ${megabytes} MB in one line`, large.grown, 600, "MB")] : []),
    ];
  } finally {
    direct.close();
    proxied.close();
  }
}

async function largeResult({ call, pid }, megabytes) {
  const idle = residentOf(pid, "VmRSS");
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentOf(pid, "VmRSS"));
  }, 10);
  const start = performance.now();
  await call("tools/call", { name: "text", arguments: { megabytes } });
  clearInterval(watch);
  return { rate: (megabytes * 1000) / (performance.now() - start), grown: Number.isNaN(idle) ? -1 : peak - idle };
}

function open(args) {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let last = 0;
  const call = (method, params) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: last, method, params })}\n`);
    });
  return { call, pid: child.pid, close: () => child.stdin.end() };
}
