// The tests, in layers that contain each other: quick, default, all.
//
//     npm test                     the default layer
//     npm run test:quick           the quick layer: Rust, TypeScript with short laws, types
//     npm run test:all             everything, also in hosts that have to be installed (e2e/)
//     npm test -- rust browser     the steps whose name contains "rust" or "browser", of any layer
//     node scripts/test.mjs --rest what test:all adds to the default layer
//
// Installs and builds what the chosen steps need, and no more.

import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "./env.mjs";
import { chromiumPath } from "./lib/chromium.mjs";
import { pythonPath } from "./lib/python.mjs";
import { redisPath } from "./lib/redis.mjs";
import { choose, command, runSteps } from "./lib/steps.mjs";

const LAYERS = ["quick", "default", "all"];
const flags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const unknown = flags.find((flag) => !["--quick", "--all", "--rest"].includes(flag));
if (unknown || flags.length > 1) {
  console.error("Usage: node scripts/test.mjs [--quick | --all | --rest] [NAME...]");
  process.exit(2);
}
const quick = flags.includes("--quick");

// The same inputs in each run, in JavaScript as in js/test/support/seed.ts.
const drawn = ["--import", "./tests/fixed-seed.mjs"];
const excluded = ["tooltrim-wasm", "tooltrim-native"].flatMap((name) => ["--exclude", name]);
const seeded = { PROPTEST_RNG_SEED: process.env.TOOLTRIM_SEED ?? "20" };

const testsIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith(".test.mjs") && !file.includes("node_modules"))
    .map((file) => join(folder, file))
    .sort();
// By itself Node leaves a core free, of two that is every other one.
const together = `--test-concurrency=${availableParallelism()}`;
const nodeTests = (folder, ...options) =>
  command(process.execPath, [...options, "--test", together, ...testsIn(folder)]);
// Some tests measure memory and time, or start browsers of their own.
const nodeTestsInTurn = (folder, ...options) =>
  command(process.execPath, [...options, "--test", "--test-concurrency=1", ...testsIn(folder)]);

// In a process of its own, beside which another step can run.
const python = (name) => command(process.execPath, ["scripts/python.mjs", name]);
const noPython = () => !pythonPath() && "no Python 3.11 or newer with venv; TOOLTRIM_PYTHON can name one";

// `needs`: parts of the package that scripts/build.mjs builds, and hosts that scripts/bootstrap installs.
const everything = ["cli", "types"];
// As npm packs it: with the component.
const packed = [...everything, "component-package"];
const steps = [
  {
    // The bindings are a WebAssembly module; `javascript` tests them through the package.
    name: "rust",
    layer: "quick",
    run: command("cargo", ["test", "--workspace", ...excluded, "--no-fail-fast"], { env: seeded }),
  },
  {
    name: "javascript",
    layer: "quick",
    needs: everything,
    run: command("vitest", ["run", "--project", "javascript"]),
  },
  {
    name: "types",
    layer: "quick",
    needs: everything,
    run: command("tsc", ["--noEmit"]),
  },
  {
    // The checks that hold the shape of the repository, on repositories of a few files.
    name: "guards",
    layer: "quick",
    run: nodeTests("tests/guards"),
  },
  {
    // How a module gets into a file.
    name: "pack",
    layer: "quick",
    needs: everything,
    run: nodeTests("js/pack/test"),
  },
  {
    // Files whose laws take long: *.laws.test.ts.
    name: "laws",
    layer: "default",
    needs: everything,
    run: command("vitest", ["run", "--project", "laws"]),
  },
  {
    // Generated conversations, against the schemas of the libraries they are for.
    name: "conversations",
    layer: "default",
    needs: everything,
    run: nodeTests("tests/conversations", ...drawn),
  },
  {
    // The command, in processes of its own.
    name: "cli",
    layer: "default",
    needs: everything,
    run: nodeTests("tests/cli"),
  },
  {
    // The packed package in real projects.
    name: "consumers",
    layer: "default",
    needs: packed,
    hosts: ["node"],
    run: nodeTests("tests/consumers"),
  },
  {
    // The command as it is typed, in scripts, in CI and as a hook of coding agents.
    name: "recipes",
    layer: "default",
    needs: everything,
    run: nodeTests("e2e/cli"),
  },
  {
    // The WebAssembly component, in a runtime that knows nothing of the package.
    name: "component",
    layer: "default",
    needs: packed,
    run: nodeTests("tests/component", ...drawn),
  },
  {
    // The wheel in a virtual environment: golden files, laws, threads and processes, the README, types.
    name: "python",
    layer: "default",
    needs: ["python"],
    uses: "target/python",
    skip: noPython,
    run: python("test"),
  },
  {
    // The wheel in each supported version of Python that is there, as uv installs it.
    name: "python-versions",
    layer: "all",
    needs: ["python"],
    uses: "target/python",
    skip: noPython,
    run: python("versions"),
  },
  {
    // The pages of docs/python.md and the example, with the real frameworks and clients and scripted models.
    name: "python-frameworks",
    layer: "all",
    needs: ["python"],
    uses: "target/python",
    skip: noPython,
    run: python("frameworks"),
  },
  {
    // The measures that evaluations rest on.
    name: "evals",
    layer: "all",
    needs: everything,
    run: nodeTests("evals/test", ...drawn),
  },
  {
    // Servers that enforce the rules of providers, asked through the official clients.
    name: "providers",
    layer: "all",
    needs: everything,
    run: nodeTests("tests/providers", ...drawn),
  },
  {
    // The command of the packed package between the official client and real servers of the Model Context Protocol.
    name: "mcp",
    layer: "all",
    needs: everything,
    alone: true,
    run: nodeTestsInTurn("tests/mcp", ...drawn),
  },
  {
    // The fuzz target in JavaScript goes over its seeds; those in Rust do so in `rust`.
    name: "fuzz",
    layer: "all",
    needs: everything,
    run: nodeTests("fuzz/js"),
  },
  {
    // Stores whose processes race, are killed and restarted; with a real Redis, which is slow and full, too.
    name: "store",
    layer: "all",
    needs: everything,
    hosts: ["redis"],
    skip: () => !redisPath() && "no redis-server; TOOLTRIM_REDIS can name one",
    // Pauses of a server end while a busy machine is still at work.
    alone: true,
    run: nodeTests("e2e/store"),
  },
  {
    // The agents in examples/, against a model server that refuses what providers refuse.
    name: "agents",
    layer: "all",
    needs: everything,
    hosts: ["node"],
    run: nodeTests("e2e/agent"),
  },
  {
    // The packed package in extensions, in VS Code itself: one that checks it, and a provider as users write one.
    name: "vscode",
    layer: "all",
    needs: everything,
    hosts: ["vscode"],
    async skip() {
      if (!chromiumPath()) return "no Chromium";
      // Looks into the cache when it is loaded.
      const { vscodes } = await import("./lib/vscode.mjs");
      return !vscodes.some(({ there }) => there) && "no code-server";
    },
    alone: true,
    run: nodeTestsInTurn("e2e/vscode"),
  },
  {
    // The page in www/, built on the packed package, in a real browser.
    name: "browser",
    layer: "all",
    needs: packed,
    hosts: ["chromium"],
    skip: () => !chromiumPath() && "no Chromium or Chrome; TOOLTRIM_CHROMIUM can name one",
    // One of its tests measures how soon a page answers.
    alone: true,
    run: nodeTestsInTurn("e2e/browser"),
  },
  {
    // The component in wasmtime, from Rust and from Python.
    name: "wasmtime",
    layer: "all",
    needs: packed,
    run: nodeTests("e2e/component"),
  },
  {
    // The packed package in runtimes and bundlers, of `npm run test:consumers` fifteen.
    name: "hosts",
    layer: "all",
    needs: packed,
    hosts: ["chromium"],
    run: command(process.execPath, ["e2e/consumers/run.mjs", "--quick"]),
  },
  {
    // The docs site with the API reference, built without a warning or a broken link, in a real browser.
    name: "docs",
    layer: "all",
    needs: everything,
    hosts: ["chromium"],
    async run() {
      await command(process.execPath, ["scripts/docs.mjs"])();
      await nodeTests("e2e/docs")();
    },
  },
];

const chosen = filters.length > 0 ? choose(steps, filters) : steps.filter(inLayer);
const parts = [...new Set(chosen.flatMap(({ needs = [] }) => needs))];
await install();
await runSteps(parts.length === 0 ? chosen : [build(), ...chosen.map((step) => ({ ...step, after: "build" }))], {
  minutes: goal(),
});

function inLayer({ layer }) {
  if (flags.includes("--rest")) return layer === "all";
  const highest = quick ? "quick" : flags.includes("--all") ? "all" : "default";
  return LAYERS.indexOf(layer) <= LAYERS.indexOf(highest);
}

/** Minutes that a layer may take on a new machine with two cores. */
function goal() {
  if (filters.length > 0) return undefined;
  return flags.includes("--all") ? 40 : flags.includes("--rest") ? 25 : quick ? 8 : 15;
}

/** Installs what the steps need; ends the process if that fails. */
async function install() {
  const hosts = [...new Set(chosen.flatMap((step) => step.hosts ?? []))];
  const options = parts.length === 0 ? ["--languages"] : hosts.length > 0 ? [`--hosts=${hosts}`] : [];
  try {
    await command("bash", ["scripts/bootstrap", ...options], { timeout: 60 * 60_000 })();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

/** Builds the parts of the package that the steps need. By itself: linkers at work leave nothing to other steps. */
function build() {
  return { name: "build", run: command(process.execPath, ["scripts/build.mjs", ...parts], { timeout: 60 * 60_000 }) };
}
