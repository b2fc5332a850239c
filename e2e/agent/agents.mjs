// The example as its users have it: in a project with the packed package, started as a process of its own.
import { execFile, spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { newerNode } from "../../scripts/lib/node.mjs";
import { createProject, root } from "../../tests/consumers/project.mjs";

const PACKAGES = ["@langchain/core", "@langchain/openai", "gpt-tokenizer", "langchain", "openai"];
export const KEY = "a-key-of-the-tests";
/** Slow machines run the tests of the repository many times. */
export const TIMEOUT = 300_000;

export function createExample() {
  const project = createProject();
  for (const name of PACKAGES) project.link(name);
  project.link("ai-7", "ai");
  project.link("ai-7-openai", "@ai-sdk/openai");
  // As its `engines` have it, where there is one.
  const node = newerNode ?? process.execPath;
  const folder = join(project.folder, "node-agent");
  cpSync(join(root, "examples/node-agent"), folder, {
    recursive: true,
    filter: (path) => !path.includes("node_modules"),
  });
  return {
    folder,
    /** A module of the example. */
    load: (file) => import(pathToFileURL(join(folder, file)).href),
    /** Runs a script of it to its end: `{ code, output, complaint }`. */
    run: (args, environment) => run(node, args, { folder, environment }),
    /** The same, below a terminal; `undefined` where nothing makes one. */
    runInTerminal: (args, environment) => runInTerminal([node, ...args], { folder, environment }),
    start: (args, environment) => start(node, args, { folder, environment }),
  };
}

/** Runs a program that needs nothing of the project: `{ code, output, complaint }`. */
export const runProgram = (program, args, environment) => run(program, args, { environment });

/** A server with the model of the example, and what it was asked: `{ url, requests, environment, close }`. */
export async function startServer(example, window) {
  const { MODEL, startModelServer } = await example.load("model-server/index.mjs");
  const requests = [];
  const server = await startModelServer({ window, key: KEY, record: (request) => requests.push(request) });
  const environment = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: KEY, MODEL };
  return { ...server, requests, environment };
}

/** Whether the tests in the repository pass, and which commits there are. */
export async function lookAt(folder) {
  const tests = await run(process.execPath, ["--test", "test/all.mjs"], { folder });
  const log = await run("git", ["log", "--format=%s"], { folder });
  const status = await run("git", ["status", "--short"], { folder });
  return { passes: tests.code === 0, commits: log.output.trim().split("\n"), isClean: status.output === "" };
}

/**
 * Nothing of the tests' own environment: Node would take the processes for parts of this test run, and keys of ours are
 * not theirs.
 */
const clean = (environment) => {
  const { PATH, HOME, SystemRoot, TMPDIR } = process.env;
  return { PATH, HOME, SystemRoot, TMPDIR, ...environment };
};

function start(command, args, { folder, environment }) {
  return spawn(command, args, { cwd: folder, env: clean(environment), stdio: ["ignore", "pipe", "pipe"] });
}

async function run(command, args, where) {
  const child = start(command, args, where);
  const said = [child.stdout, child.stderr].map(textOf);
  const code = await new Promise((done, refuse) => child.on("error", refuse).on("close", done));
  const [output, complaint] = await Promise.all(said);
  return { code, output, complaint };
}

async function textOf(stream) {
  let text = "";
  for await (const piece of stream.setEncoding("utf8")) text += piece;
  return text;
}

async function runInTerminal(command, where) {
  // The `script` of util-linux; that of BSD takes other options.
  const isThere = await new Promise((done) =>
    execFile("script", ["--version"], (_, said) => done(/util-linux/.test(said))),
  );
  if (!isThere) return undefined;
  const quoted = command.map((each) => `'${each.replaceAll("'", "'\\''")}'`).join(" ");
  const line = `stty cols 100 rows 30; exec ${quoted}`;
  return run("script", ["-qec", line, "/dev/null"], {
    ...where,
    environment: { TERM: "xterm-256color", SHELL: "/bin/sh", ...where.environment },
  });
}
