// Compares tooltrim in one run with its alternatives (plain JavaScript, packages, rules of agents, tokenizers): time and
// retention.
//
//     npm run bench:peers                                    all that is installed
//     node benches/peers.mjs --install FOLDER                installs them first, into a folder outside of the repository
//     node benches/peers.mjs --quick [outputs|conversations|tokenizers]…
//
// EVALS_CONTENDERS names the folder of an earlier --install, EVALS_PYTHON the Python in it. The rules of Codex, Gemini CLI, Cline and
// opencode are reimplemented from their behaviour (compare/contenders, compare/history/contenders, evals/history/contenders). Contenders that are not
// installed are listed as missing. Without TOOLTRIM_FIXTURES sessions are synthetic.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../scripts/env.mjs";
import { install } from "./peers/install.mjs";

const tables = ["outputs", "conversations", "tokenizers"];
const { quick, install: folder, chosen } = optionsOrExit();
if (folder) {
  const { python, problem } = install(resolve(folder));
  process.env.EVALS_CONTENDERS = resolve(folder);
  if (python) process.env.EVALS_PYTHON = python;
  else console.log(`headroom-ai is not installed: ${problem}`);
}
const home = process.env.EVALS_CONTENDERS;
const own = home && join(home, "python/bin/python");
if (own && existsSync(own)) process.env.EVALS_PYTHON ??= own;

console.log(`Node ${process.version}, ${process.platform} ${process.arch}${quick ? ", --quick" : ""}`);
const fixtures = process.env.TOOLTRIM_FIXTURES ?? (await synthetic());
for (const name of tables.filter((each) => chosen.length === 0 || chosen.includes(each))) {
  // Imported now: contenders read the environment.
  const { [name]: table } = await import(`./peers/${name}.mjs`);
  await table({ quick, home, folder: fixtures, synthetic: !process.env.TOOLTRIM_FIXTURES });
}

async function synthetic() {
  const { writeSynthetic } = await import("../evals/synthetic/index.mjs");
  const made = join(root, "target/evidence/synthetic");
  writeSynthetic(made);
  return made;
}

function optionsOrExit() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { quick: { type: "boolean" }, install: { type: "string" } },
    });
    const unknown = positionals.find((name) => !tables.includes(name));
    if (unknown) throw new Error(`there is no table ${unknown}`);
    return { ...values, chosen: positionals };
  } catch (error) {
    console.error(
      `peers: ${error.message}\nUsage: node benches/peers.mjs [--quick] [--install FOLDER] [${tables.join("|")}]…`,
    );
    process.exit(2);
  }
}
