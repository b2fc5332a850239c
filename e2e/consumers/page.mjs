// docs/compatibility.md, as a run found it.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/env.mjs";
import { ltsNode } from "../../scripts/lib/node.mjs";

const page = join(root, "docs/compatibility.md");

/**
 * Writes the page, but for what is not of this run: the AI SDK, whose versions tests/consumers tries, the coding agents,
 * which e2e/cli/agents/page.mjs writes, the table of hosts, which e2e/hosts/run.mjs writes, and Python, of which a test
 * run tries one version.
 */
export function writePage(rows, figures) {
  const written = readFileSync(page, "utf8");
  const [sdk = ""] = /^## AI SDK\n.*?\n(?=## )/ms.exec(written) ?? [];
  const [agents = ""] = /^## Coding agents\n.*?\n(?=## )/ms.exec(written) ?? [];
  const [hosts = ""] = /^## Hosts\n.*?\n(?=## )/ms.exec(written) ?? [];
  const [python = ""] = /^## Python\n.*/ms.exec(written) ?? [];
  writeFileSync(page, `${pageOf(rows, figures, sdk + agents + hosts)}\n${python.trim()}\n`);
}

const pageOf = (rows, figures, kept) => `# Compatibility

The packed package, installed into an empty project, in runtimes, test runners and bundlers. Each makes the same calls
of every entry, and what they return is compared with what Node returns. Written by \`npm run test:consumers -- --write\` on Node ${process.versions.node}.

${table(["where", "version", "size", "start", "result"], rows.map(rowOf))}

- **size**: the whole program with all entries in one file, with gzip; minified where the bundler does so by itself.
- **start**: the time of the import of \`tooltrim\` with a first call, beyond that of an empty module; the least of 10
  processes.
- **sideEffects**: a name that is imported and not used leaves nothing of the package in the bundle; one that is used
  brings only what its entry itself imports.

${kept}## Entries
One minified CommonJS file made by esbuild of everything that an entry exports, for browsers and for Node; and the time that the
entry takes in Node ${ltsNode.version}, the current LTS, without a bundler, until a first call is done. \`npm run bench -- starts\` has
the starts of bundles.

${table(["entry", "for browsers", "for Node", "import", "require"], figures.map(figureOf))}

## Conditions
Conditions of \`exports\` by which each of them chooses files, asked with a package that has one file per condition.

${table(
  ["where", "conditions"],
  rows.filter(({ conditions }) => conditions?.length > 0).map(({ name, conditions }) => [name, conditions.join(", ")]),
)}
`;

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

const figureOf = ({ entry, browserBytes, nodeBytes, importMs, requireMs }) => [
  `\`${entry}\``,
  kilobytes(browserBytes),
  kilobytes(nodeBytes),
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
