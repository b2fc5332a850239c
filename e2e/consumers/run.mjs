// The packed package in the runtimes and bundlers that its users have: each makes the same calls of each entry, and
// what they return is compared with what Node returns.
//
//     npm run test:consumers                         all
//     npm run test:consumers -- --quick              fifteen of them, as with each change
//     npm run test:consumers -- --only jest          those whose name contains "jest"
//     npm run test:consumers -- --write              writes docs/compatibility.md, but for coding agents
//     npm run test:consumers -- --package FILE.tgz   another tarball instead of pkg/

import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { closeBrowser } from "./browser.mjs";
import { createContext, Skipped } from "./context.mjs";
import { entryFigures, startMs } from "./figures.mjs";
import { hostsOf, inEachRun } from "./hosts.mjs";
import { writePage } from "./page.mjs";
import { installTools, toolsFolder } from "./tools.mjs";

const usage = "Usage: node e2e/consumers/run.mjs [--quick] [--only NAME]... [--write] [--package FILE]";
const { isQuick, only, write, tarball } = readArguments(process.argv.slice(2));

if (write && (isQuick || only.length > 0)) refuse("--write needs all rows");

const rows = [];
let figures = [];
for (const set of isQuick ? ["quick"] : ["quick", "slow"]) await runSet(set);
await closeBrowser();
if (write) writePage(rows, figures);

const count = (state) => rows.filter((row) => row.state === state).length;
// Nothing that ran is no success.
process.exitCode = count("fails") > 0 || count("passes") === 0 ? 1 : 0;
const skipped = count("not run");
console.log(`\n${count("passes")} passed, ${count("fails")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
// Some hosts keep the process alive.
process.exit();

async function runSet(set) {
  const tools = toolsFolder(set);
  const hosts = await hostsOf(set, tools);
  const chosen = hosts.filter(({ name }) => {
    if (only.length > 0) return only.some((part) => name.toLowerCase().includes(part));
    return !isQuick || inEachRun.includes(name);
  });
  if (chosen.length === 0) return;
  try {
    installTools(set);
  } catch (error) {
    for (const { name } of chosen) report({ name, state: "not run", why: `could not be installed: ${error.message}` });
    return;
  }
  const context = await createContext(tools, tarball);
  const references = { whole: await referenceOf(context, false), slim: await referenceOf(context, true) };
  for (const host of chosen) report(await runHost(host, context, host.isSlim ? references.slim : references.whole));
  if (write && set === "quick") figures = await entryFigures(context);
}

/** The results of this Node, which are expected of all others; or the reason why there are none. */
async function referenceOf(context, isSlim) {
  try {
    const hosts = await hostsOf("quick", toolsFolder("quick"));
    const { results } = await hosts.find((host) => Boolean(host.isSlim) === isSlim).run(context);
    refuseGaps(results, isSlim ? context.slim : context.entries);
    return results;
  } catch (error) {
    return error;
  }
}

async function runHost(host, context, reference) {
  const { name, version, missing, run, command, isSlim, without = [] } = host;
  const why = missing?.();
  const row = { name, version: why ? undefined : await version() };
  if (why) return { ...row, state: "not run", why };
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  try {
    if (reference instanceof Error) throw reference;
    const { results, ...found } = await run(context);
    const entries = (isSlim ? context.slim : context.entries).filter((entry) => !without.includes(entry));
    if (results) compare(results, reference, entries);
    const startMs = write && command ? await startOf(context, command, name) : undefined;
    return { ...row, ...found, startMs, state: "passes", seconds: seconds() };
  } catch (error) {
    const state = error instanceof Skipped ? "not run" : "fails";
    return { ...row, state, why: error.message.trim(), seconds: seconds() };
  }
}

function startOf(context, command, name) {
  const extension = name.endsWith("require") ? "cjs" : "mjs";
  return startMs(context, { entry: "tooltrim", extension, command: command() });
}

/** An entry without a call, or a call that throws, would pass everywhere. */
function refuseGaps(reference, entries) {
  for (const entry of entries) {
    const calls = Object.entries(reference[entry] ?? {});
    if (calls.length === 0) throw new Error(`${entry}: e2e/consumers/calls.mjs makes no call of it`);
    for (const [name, value] of calls) {
      if (/^"threw /.test(JSON.stringify(value))) throw new Error(`${entry}: ${name} ${value} in Node itself`);
    }
  }
}

function compare(results, reference, entries) {
  const without = entries.filter((entry) => !(entry in results));
  if (without.length > 0) throw new Error(`says nothing of ${without.join(", ")}`);
  const wrong = Object.entries(results).flatMap(([entry, calls]) => {
    const expected = reference[entry];
    if (typeof expected === "string") return calls === expected ? [] : [`${entry}: ${JSON.stringify(calls)}`];
    return Object.keys(expected)
      .filter((name) => !isDeepStrictEqual(calls[name], expected[name]))
      .map((name) => `${entry}: ${name} is ${(JSON.stringify(calls[name]) ?? "missing").slice(0, 300)}`);
  });
  if (wrong.length > 0) throw new Error(`${wrong[0]}${wrong.length > 1 ? `; and ${wrong.length - 1} more` : ""}`);
}

function report(row) {
  rows.push(row);
  const time = row.seconds === undefined ? "" : `${row.seconds.toFixed(1)} s`;
  const head = `${row.name.padEnd(34)} ${String(row.version ?? "").padEnd(16)} ${row.state.padEnd(8)} ${time.padStart(7)}`;
  console.log(`${head}  ${[row.note, row.why].filter(Boolean).join("; ")}`.trimEnd());
}

function readArguments(given) {
  const options = { isQuick: false, only: [], write: false, tarball: undefined };
  for (let at = 0; at < given.length; at += 1) {
    if (given[at] === "--quick") options.isQuick = true;
    else if (given[at] === "--write") options.write = true;
    else if (given[at] === "--only" && given[at + 1]) options.only.push(given[++at].toLowerCase());
    else if (given[at] === "--package" && given[at + 1]) options.tarball = resolve(given[++at]);
    else refuse(usage);
  }
  return options;
}

function refuse(why) {
  console.error(why);
  process.exit(2);
}
