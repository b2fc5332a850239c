// docs/compatibility.md, as a run found it.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/env.mjs";

/** Writes the page. */
export function writePage(rows, figures) {
  writeFileSync(join(root, "docs/compatibility.md"), `${pageOf(rows, figures)}\n`);
}

// Not of this run: `node scripts/python.mjs test` tries one Python, and releases try the others.
const python = `## Python
The wheel of \`tooltrim-core\` in an empty virtual environment on Linux (x86-64), where each block of
[its README](../python/README.md) runs and answers what it says; [decisions](decisions.md) has times.

| Python | wasmtime | result |
| --- | --- | --- |
| 3.10.13 | 50.0.1 | passes |
| 3.11.7 | 50.0.1 | passes, with all tests and with LangChain 1.5.2, OpenAI Agents 0.24.0, Pydantic AI 2.68.0, smolagents 1.26.0, anthropic 2.14.0, openai 3.57.0 |
| 3.12.1 | 28.0.0 | passes |
| 3.13.0 | 50.0.1 | passes |`;

const pageOf = (rows, figures) => `# Compatibility

The packed package, installed into an empty project, in runtimes, test runners and bundlers. Each makes the same calls
of every entry, and what they return is compared with what Node returns. Written by \`npm run test:consumers -- --write\` on Node ${process.versions.node}.

${table(["where", "version", "size", "start", "result"], rows.map(rowOf))}

- **size**: the whole program with all entries in one file, with gzip; minified where the bundler does so by itself.
- **start**: the time of the import of \`tooltrim\` with a first call, beyond that of an empty module; the least of 10
  processes.
- **sideEffects**: a name that is imported and not used leaves nothing of the package in the bundle; one that is used
  brings only what its entry itself imports.

## Entries
One minified CommonJS file made by esbuild of everything that an entry exports; and the time that the entry takes in Node
until a first call is done.

${table(["entry", "size", "import", "require"], figures.map(figureOf))}

## Conditions
Conditions of \`exports\` by which each of them chooses files, asked with a package that has one file per condition.

${table(
  ["where", "conditions"],
  rows.filter(({ conditions }) => conditions?.length > 0).map(({ name, conditions }) => [name, conditions.join(", ")]),
)}

${python}`;

const kilobytes = (bytes) => (bytes === undefined ? "" : `${Math.round(bytes / 1000)} KB`);
const milliseconds = (ms) => (ms === undefined ? "" : `${Math.round(ms)} ms`);

function rowOf({ name, version, bytes, startMs, state, why, note }) {
  const result = [state, why === undefined ? note : gist(why)].filter(Boolean).join(": ");
  return [name, version ?? "", kilobytes(bytes), milliseconds(startMs), result];
}

/** The first line of an error that says something. */
const gist = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line && !/^(Building\.{3}|🚨 Build failed\.|FAIL .*|● .*)$/u.test(line))
    ?.slice(0, 160);

const figureOf = ({ entry, bytes, importMs, requireMs }) => [
  `\`${entry}\``,
  kilobytes(bytes),
  milliseconds(importMs),
  milliseconds(requireMs),
];

const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");

/** A cell holds one line, and no table of its own. */
const cell = (text) =>
  text
    .replace(/[|<>]/g, (sign) => `\\${sign}`)
    .replace(/\s+/g, " ")
    .trim();
