// All tests, one kind after another.
//
//     npm test                 everything
//     npm test -- rust         the kinds whose name contains "rust"

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./env.mjs";
import { chromiumPath } from "./lib/chromium.mjs";
import { redisPath } from "./lib/redis.mjs";
import { command, runSteps } from "./lib/steps.mjs";
import { vscodes } from "./lib/vscode.mjs";

// What a runner without tests calls a failure or a success, depending on the runner, is a skip here.
const filesIn = (folder, ending) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true }).filter((file) => file.endsWith(ending))
    : [];
const consumers = filesIn("tests/consumers", ".test.mjs").filter((file) => !file.includes("node_modules"));

// Inputs that are drawn are the same in each run.
const drawn = ["--import", "./tests/fixed-seed.mjs"];

const steps = [
  {
    // The bindings are a WebAssembly module; they are tested through the package, by `javascript`.
    name: "rust",
    // The same inputs in each run, as in js/test/support/seed.ts.
    run: command("cargo", ["test", "--workspace", "--exclude", "tooltrim-wasm", "--no-fail-fast"], {
      env: { PROPTEST_RNG_SEED: process.env.TOOLTRIM_SEED ?? "20" },
    }),
  },
  {
    name: "javascript",
    skip: filesIn("js/test", ".test.ts").length === 0 && "no js/test/*.test.ts",
    run: command("vitest", ["run"]),
  },
  {
    // The packed package in real projects.
    name: "consumers",
    skip: consumers.length === 0 && "no tests/consumers/*.test.mjs",
    run: command(process.execPath, ["--test", ...consumers.map((file) => join("tests/consumers", file))]),
  },
  {
    // The measures that evaluations rest on.
    name: "evals",
    run: command(process.execPath, [
      ...drawn,
      "--test",
      ...filesIn("evals/test", ".test.mjs").map((file) => join("evals/test", file)),
    ]),
  },
  {
    // Conversations that tests are made of, against the schemas of the libraries they are for.
    name: "conversations",
    run: command(process.execPath, [
      ...drawn,
      "--test",
      ...filesIn("tests/conversations", ".test.mjs").map((file) => join("tests/conversations", file)),
    ]),
  },
  {
    // Servers that enforce the rules of providers, asked through the official clients.
    name: "providers",
    run: command(process.execPath, [
      ...drawn,
      "--test",
      ...filesIn("tests/providers", ".test.mjs").map((file) => join("tests/providers", file)),
    ]),
  },
  {
    // Results kept in a real Redis, which is slow, full, killed and started again.
    name: "store",
    skip: !redisPath() && "no redis-server; TOOLTRIM_REDIS can name one",
    run: command(process.execPath, [
      "--test",
      ...filesIn("tests/store", ".test.mjs").map((file) => join("tests/store", file)),
    ]),
  },
  {
    // The command of the packed package between the official client and real servers of the Model Context Protocol.
    name: "mcp",
    run: command(process.execPath, [
      ...drawn,
      "--test",
      // Some measure memory and time.
      "--test-concurrency=1",
      ...filesIn("tests/mcp", ".test.mjs").map((file) => join("tests/mcp", file)),
    ]),
  },
  {
    // The WebAssembly component, by a runtime that knows nothing of the package.
    name: "component",
    run: command(process.execPath, [
      ...drawn,
      "--test",
      ...filesIn("tests/component", ".test.mjs").map((file) => join("tests/component", file)),
    ]),
  },
  {
    // The packed package in extensions, in VS Code itself: one that checks it, and a provider as users write one.
    name: "vscode",
    skip: (!chromiumPath() && "no Chromium") || (!vscodes.some(({ there }) => there) && "no code-server"),
    run: command(process.execPath, [
      "--test",
      // Each starts browsers of its own.
      "--test-concurrency=1",
      ...filesIn("tests/vscode", ".test.mjs").map((file) => join("tests/vscode", file)),
    ]),
  },
  {
    // The agents in examples/, against a model server that refuses what providers refuse.
    name: "agents",
    run: command(process.execPath, [
      "--test",
      ...filesIn("tests/agent", ".test.mjs").map((file) => join("tests/agent", file)),
    ]),
  },
  {
    // The page in www/, built on the packed package, in a real browser.
    name: "browser",
    skip: !chromiumPath() && "no Chromium or Chrome; TOOLTRIM_CHROMIUM can name one",
    run: command(process.execPath, ["--test", "tests/browser/page.test.mjs"]),
  },
];

await runSteps(steps, process.argv.slice(2));
