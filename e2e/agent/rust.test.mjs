// The agent of examples/rust-agent, to its end, against the endpoint of the other examples.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, describe, test } from "node:test";
import { sharedTarget } from "../../scripts/env.mjs";
import { root } from "../../tests/consumers/project.mjs";
import { check } from "../../tests/providers/rules/openai-chat.mjs";
import { createExample, lookAt, runProgram, startServer, TIMEOUT } from "./agents.mjs";

const WINDOW = 24_000;
const TASK = "The tests of this repository fail. Find out why, make them pass, and commit each fix.";
const target = sharedTarget("rust-agent");
const FILE = process.platform === "win32" ? "rust-agent.exe" : "rust-agent";

describe("rust-agent", () => {
  const example = createExample();
  let program;

  before(
    () => {
      const manifest = join(root, "examples/rust-agent/Cargo.toml");
      // The server here is local: without TLS, which takes as long to build as the rest.
      const cargo = ["build", "--quiet", "--locked", "--no-default-features", "--manifest-path", manifest];
      execFileSync("cargo", [...cargo, "--target-dir", target], { stdio: ["ignore", "inherit", "inherit"] });
      program = join(root, "target/rust-agent-program", FILE);
      mkdirSync(dirname(program), { recursive: true });
      copyFileSync(join(target, "debug", FILE), program);
    },
    { timeout: 3 * TIMEOUT },
  );

  /** Runs the agent on a new repository against a server with `window`; the agent assumes the window `told`. */
  async function runAgent(window, told) {
    const { createRepository } = await example.load("repository/index.mjs");
    const repository = await createRepository();
    const server = await startServer(example, window);
    try {
      const args = ["--window", String(told), "--allow-shell", repository.folder, TASK];
      const result = await runProgram(program, args, server.environment);
      return { ...result, ...(await lookAt(repository.folder)), requests: server.requests };
    } finally {
      await server.close();
      await repository.remove();
    }
  }

  test("mends the repository in a window that is too small for the conversation", { timeout: TIMEOUT }, async (t) => {
    const { code, output, complaint, passes, isClean, requests } = await runAgent(WINDOW, WINDOW);
    assert.equal(code, 0, `${output.slice(-2000)}\n${complaint}`);
    assert.ok(passes && isClean);
    assert.deepEqual(
      requests.filter(({ status }) => status !== 200).map(({ error }) => error),
      [],
    );
    for (const { body } of requests) assert.equal(check(body), undefined);
    const largest = Math.max(...requests.map(({ tokens }) => tokens));
    assert.ok(largest + 4_000 <= WINDOW, String(largest));
    assert.match(output, /All tests pass\. I changed 8 files: /);
    // The agent read a cut output again by its ref.
    assert.match(output, /tooltrim_retrieve #\w{8} → /);
    t.diagnostic(`${requests.length} requests, largest ${largest} tokens`);
  });

  test("goes on when the window is smaller than it was told", { timeout: TIMEOUT }, async () => {
    const { code, output, complaint, passes, requests } = await runAgent(WINDOW, 40_000);
    assert.equal(code, 0, `${output.slice(-2000)}\n${complaint}`);
    assert.ok(passes);
    assert.ok(requests.some(({ status }) => status === 400));
  });

  test("says what is missing", async () => {
    const { code, complaint } = await runProgram(program, ["."], {});
    assert.equal(code, 1);
    assert.match(complaint, /^Usage: rust-agent/);
  });
});
