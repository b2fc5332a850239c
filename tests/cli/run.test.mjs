// `tooltrim run` and `tooltrim retrieve`: exit codes, signals, and the full output.
import assert from "node:assert/strict";
import { readdirSync as readdir, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { presets, trim } from "tooltrim";
import { folder, start, tooltrim } from "./support.mjs";

const noProc = process.platform !== "linux" && "reads /proc";
const skip = process.platform === "win32" && "shell scripts";
const sh = (script) => ["--", "sh", "-c", script];
const store = folder();
const env = { TOOLTRIM_STORE: store };

test("the exit code and the output are those of the command", { skip }, async () => {
  for (const code of [0, 1, 3, 255]) {
    const result = await tooltrim(["run", ...sh(`echo out; echo err >&2; exit ${code}`)], { env });
    assert.deepEqual([result.code, result.stdout.split("\n").sort().join(" "), result.stderr], [code, " err out", ""]);
  }
});

test("two dashes may be left out, and flags behind the command are its own", { skip }, async () => {
  const { stdout } = await tooltrim(["run", "--max-chars", "500", "echo", "--max-chars", "-n", "--json"], { env });
  assert.equal(stdout, "--max-chars -n --json\n");
});

test("input goes to the command", { skip }, async () => {
  assert.equal((await tooltrim(["run", "cat"], { env, input: "typed" })).stdout, "typed");
});

test("a cut output is kept whole, under a ref that the marker names", { skip }, async () => {
  const { stdout, code } = await tooltrim(["run", "--max-chars", "300", ...sh("seq 1 50000; exit 7")], { env });
  const whole = `${Array.from({ length: 50_000 }, (_, at) => at + 1).join("\n")}\n`;
  assert.equal(code, 7);
  assert.ok(stdout.length <= 300);
  const [, ref] = /full text: #(\w{8})\]/.exec(stdout);
  const get = async (...args) => (await tooltrim(["retrieve", ...args], { env })).stdout;
  assert.equal(await get(ref), whole);
  assert.equal(await get(`#${ref}`, "--lines", "777-779"), "777\n778\n779\n");
  assert.match(await get(ref, "--pattern", "49999"), /^49999:49999\n$/);
  const json = JSON.parse(
    (await tooltrim(["run", "--json", "--max-chars", "300", ...sh("seq 1 50000; exit 7")], { env })).stdout,
  );
  assert.deepEqual([json.exitCode, json.truncated, json.ref], [7, true, `#${ref}`]);
});

test("with --redact neither the result nor the store has a secret", { skip }, async () => {
  const secret = ["ghp", "Q7vZk2Xw9LmB4tYc8RnD5sHf1GjP3aEuK6Vo"].join("_");
  const storeFolder = folder();
  const script = `for n in $(seq 1 400); do echo "step $n with token ${secret}"; done`;
  const flags = ["--redact", "--max-chars", "500", "--store-folder", storeFolder];
  const { stdout } = await tooltrim(["run", ...flags, "--", "sh", "-c", script]);
  const [, ref] = /full text: (#\w+)/.exec(stdout) ?? [];
  const kept = await tooltrim(["retrieve", ref, "--store-folder", storeFolder]);
  assert.equal(kept.stdout.split("\n").length, 401);
  for (const text of [stdout, kept.stdout, (await tooltrim(["trim", "--redact"], { input: secret })).stdout]) {
    assert.ok(!text.includes(secret) && text.includes("[redacted: github token]"), text.slice(0, 200));
  }
});

test("without a store nothing is kept, and the marker is the usual one", { skip }, async () => {
  const { stdout } = await tooltrim(["run", "--no-store", "--max-chars", "300", ...sh("seq 1 50000")], { env });
  const whole = `${Array.from({ length: 50_000 }, (_, at) => at + 1).join("\n")}\n`;
  assert.equal(stdout, trim(whole, { ...presets.terminal, maxChars: 300 }).text);
});

test("commands that end at the same time keep what each of them printed", { skip, timeout: 60_000 }, async () => {
  const outputs = Array.from({ length: 6 }, (_, at) => `seq ${at} 20000`);
  const results = await Promise.all(
    outputs.map((script) => tooltrim(["run", "--max-chars", "300", ...sh(script)], { env })),
  );
  const refs = results.map(({ stdout }) => /full text: #(\w{8})\]/.exec(stdout)[1]);
  assert.equal(new Set(refs).size, refs.length);
  for (const [at, ref] of refs.entries()) {
    assert.ok((await tooltrim(["retrieve", ref], { env })).stdout.startsWith(`${at}\n`), ref);
  }
});

test("an unknown ref is bad input", async () => {
  const { code, stderr } = await tooltrim(["retrieve", "k3f9a2bx"], { env });
  assert.equal(code, 1);
  assert.match(stderr, /^tooltrim: ref: #k3f9a2bx /);
});

test("what does not start has the exit code that shells give it", { skip }, async () => {
  const missing = await tooltrim(["run", "no-such-command"], { env });
  assert.deepEqual([missing.code, missing.stderr], [127, 'tooltrim: command not found: "no-such-command"\n']);
  const script = join(store, "..");
  const denied = await tooltrim(["run", script], { env });
  assert.equal(denied.code, 126);
});

test("a command ended by a signal has the code that shells give it", { skip }, async () => {
  const { code, stdout } = await tooltrim(["run", ...sh("echo before; kill -9 $$")], { env });
  assert.deepEqual([code, stdout], [137, "before\n"]);
});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"]) {
  test(`${signal} ends all that the command has started`, { skip: skip || noProc, timeout: 60_000 }, async () => {
    const mark = `30${process.pid}${signal.length}${signal.charCodeAt(3)}`;
    const child = start(["run", ...sh(`echo started; sleep ${mark} & sleep ${mark}; wait`)], { env });
    child.stdout.resume();
    await until(() => sleeping(mark) === 2);
    child.kill(signal);
    await until(() => sleeping(mark) === 0);
  });
}

test("a signal that comes while the command starts ends it, too", {
  skip: skip || noProc,
  timeout: 60_000,
}, async () => {
  const mark = `31${process.pid}`;
  const runs = Array.from({ length: 8 }, () => start(["run", ...sh(`kill -TERM $PPID; sleep ${mark}`)], { env }));
  await Promise.all(runs.map((child) => new Promise((resolve) => child.stdout.resume().on("close", resolve))));
  await until(() => sleeping(mark) === 0);
});

test("Ctrl-Z stops the command, and it goes on with us", { skip: skip || noProc, timeout: 60_000 }, async () => {
  const go = join(folder(), "go on");
  const script = `until [ -e "${go}" ]; do sleep 0.1; done; echo done`;
  const child = start(["run", ...sh(script)], { env });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const running = () => readdir("/proc").filter((pid) => commandOf(pid) === [...sh(script).slice(1), ""].join("\0"));
  await until(() => running().length === 1);
  const [pid] = running();
  const state = (pid) => /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))[1];
  child.kill("SIGTSTP");
  await until(() => state(pid) === "T" && state(child.pid) === "T");
  writeFileSync(go, "");
  child.kill("SIGCONT");
  const code = await new Promise((resolve) => child.on("close", resolve));
  assert.deepEqual([output, code], ["done\n", 0]);
});

async function until(condition) {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 800) throw new Error("too late");
    await wait(25);
  }
}

/** Number of processes that run `sleep` for so long. */
function sleeping(seconds) {
  return readdir("/proc").filter((pid) => commandOf(pid) === `sleep\0${seconds}\0`).length;
}

function commandOf(pid) {
  try {
    return /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
