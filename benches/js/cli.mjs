// The command as a process: its start over an empty Node, and speed and memory of a long pipe and of a large log.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { residentOf } from "./child.mjs";
import { atMost } from "./goals.mjs";
import { digits, heading, printTable } from "./print.mjs";

const command = fileURLToPath(new URL("../../pkg/dist/cli/main.cjs", import.meta.url));

export async function cli({ quick }) {
  const gigabytes = quick ? 0.5 : 5;
  const megabytes = quick ? 40 : 200;
  heading(
    "cli",
    `The command as a process: its start over \`node -e 0\`, in turns, least and median; ${gigabytes} GB of log lines through a pipe; ` +
      `the log of a session of ${megabytes} MB.`,
  );
  const starts = startsOf(quick ? 10 : 30);
  printTable(
    ["start over node -e 0", "least ms", "median ms"],
    starts.map(([name, least, median]) => [name, digits(least), digits(median)]),
  );

  console.log("");
  const pipes = [];
  for (const flags of [[], ["--no-clean"], ["--no-clean", "--no-rescue"]])
    pipes.push([flags, await piped(flags, gigabytes * 1e9)]);
  printTable(
    [`${gigabytes} GB through`, "MB/s", "peak MB"],
    pipes.map(([flags, { rate, peak }]) => [["tooltrim", ...flags].join(" "), digits(rate), digits(peak)]),
  );

  console.log("");
  const log = sessionOf(megabytes * 1e6);
  try {
    const rows = ["stats", "validate", "compact"].map((name) => [
      name,
      ...measured([name, ...(name === "compact" ? ["--force", "-o", join(log, "../out")] : []), log]),
    ]);
    printTable(
      [`log of ${digits(statSync(log).size / 1e6)} MB`, "s", "peak MB"],
      rows.map(([name, seconds, peak]) => [name, digits(seconds), digits(peak)]),
    );
  } finally {
    rmSync(join(log, ".."), { recursive: true });
  }
  const [, { peak }] = pipes[0];
  return [
    atMost("start of `echo x | tooltrim` over `node -e 0`, least", starts[0][1], 40, "ms"),
    ...(peak > 0 ? [atMost(`memory for ${gigabytes} GB through a pipe`, peak, 150, "MB")] : []),
  ];
}

function startsOf(rounds) {
  const contenders = {
    node: ["-e", "0"],
    "echo x | tooltrim": [command],
    "echo x | tooltrim --max-chars 9": [command, "--max-chars", "9"],
    "tooltrim --version": [command, "--version"],
  };
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, args] of Object.entries(contenders)) {
      const start = performance.now();
      spawnSync(process.execPath, args, { input: "x\n" });
      times[name].push(performance.now() - start);
    }
  }
  const at = (name, share) => times[name].sort((a, b) => a - b)[Math.floor(times[name].length * share)];
  const [, ...own] = Object.keys(contenders);
  return own.map((name) => [name, at(name, 0) - at("node", 0), at(name, 0.5) - at("node", 0.5)]);
}

/** Log lines that differ, with a failure now and then. */
function block() {
  const line = (at) =>
    at % 5000 === 0
      ? `2026-11-25T10:00:00Z ERROR worker-${at % 16} failed: connection reset by peer\n`
      : `2026-11-25T10:00:${String(at % 60).padStart(2, "0")}Z INFO worker-${at % 16} processed batch ${at} in ${(at * 7) % 900} ms\n`;
  return Buffer.from(Array.from({ length: 20_000 }, (_, at) => line(at + 1)).join(""));
}

async function piped(flags, bytes) {
  const child = spawn(process.execPath, [command, "trim", ...flags], { stdio: ["pipe", "ignore", "inherit"] });
  const piece = block();
  const start = performance.now();
  let peak = 0;
  for (let written = 0; written < bytes; written += piece.length) {
    if (!child.stdin.write(piece)) await once(child.stdin, "drain");
    peak = Math.max(peak, residentOf(child.pid, "VmHWM") || 0);
  }
  child.stdin.end();
  await once(child, "exit");
  return { rate: bytes / 1e3 / (performance.now() - start), peak };
}

/** A log as Claude Code writes it: calls that read files and run tests, their results of 100 to 30,000 chars. */
function sessionOf(bytes) {
  const file = join(mkdtempSync(join(tmpdir(), "tooltrim-bench-")), "log.jsonl");
  const fd = openSync(file, "w");
  const text = block().toString();
  let [parentUuid, written] = [null, 0];
  const add = (type, message) => {
    const uuid = `${written}`;
    written += writeSync(fd, `${JSON.stringify({ type, uuid, parentUuid, message: { role: type, ...message } })}\n`);
    parentUuid = uuid;
  };
  add("user", { content: "Make the tests pass." });
  for (let at = 0; written < bytes; at += 1) {
    const id = `toolu_${at}`;
    const input = at % 3 === 0 ? { command: `npm test -- part${at % 40}` } : { file_path: `src/file${at % 200}.ts` };
    add("assistant", {
      id: `m${at}`,
      content: [{ type: "tool_use", id, name: at % 3 === 0 ? "Bash" : "Read", input }],
    });
    const from = (at * 7919) % (text.length - 30_000);
    const content = text.slice(from, from + 100 + ((at * 104_729) % 29_900));
    add("user", { content: [{ type: "tool_result", tool_use_id: id, content }] });
  }
  closeSync(fd);
  return file;
}

/** Seconds and peak megabytes of a run. */
function measured(args) {
  const script = `process.on("exit", () => process.stderr.write("peak " + process.resourceUsage().maxRSS));`;
  const start = performance.now();
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(script)}`];
  const { stderr } = spawnSync(process.execPath, [...preload, command, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return [(performance.now() - start) / 1000, Number(/peak (\d+)$/.exec(stderr)?.[1]) / 1000];
}
