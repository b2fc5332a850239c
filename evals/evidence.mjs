// Writes docs/evidence.md: each claim with a number or a comparison, the command that shows it, and what it gave here.
//
//     npm run evidence                              the quick form
//     node evals/evidence.mjs --full                all of it, which takes half an hour
//     node evals/evidence.mjs --only history,output only these commands; the others are "not run here"
//     node evals/evidence.mjs --resume              takes what this build measured on this data before
//     node evals/evidence.mjs --out FILE            another file than docs/evidence.md
//
// Without TOOLTRIM_FIXTURES sessions are synthetic. EVALS_CONTENDERS names a folder of installed rivals, EVALS_PYTHON a Python
// with headroom-ai (evals/README.md).

import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../scripts/env.mjs";
import { qualityClaims } from "./evidence/claims-quality.mjs";
import { speedClaims } from "./evidence/claims-speed.mjs";
import { experiments } from "./evidence/experiments.mjs";
import { BUSY, load, machine } from "./evidence/machine.mjs";
import { runExperiment } from "./evidence/run.mjs";
import { page } from "./evidence/write.mjs";
import { writeSynthetic } from "./synthetic/index.mjs";

const USAGE = `Usage: node evals/evidence.mjs [--full] [--only NAME,…] [--resume] [--out FILE]\nNames: ${Object.keys(experiments).join(", ")}`;
const { full, only, resume, out } = optionsOrExit();
const home = join(
  root,
  "target/evidence",
  `${full ? "full" : "quick"}${process.env.TOOLTRIM_FIXTURES ? "" : "-synthetic"}`,
);

const fixtures = process.env.TOOLTRIM_FIXTURES;
const synthetic = !fixtures;
const env = { ...process.env };
if (synthetic) {
  env.TOOLTRIM_FIXTURES = join(root, "target/evidence/synthetic");
  writeSynthetic(env.TOOLTRIM_FIXTURES);
}

const before = load();
const claims = [
  ...qualityClaims.map((claim) => ({ ...claim, kind: "quality" })),
  ...speedClaims.map((claim) => ({ ...claim, kind: "speed" })),
];
const wanted = [...new Set([...claims.map(({ experiment }) => experiment), "peers", "complexity"])];
const measured = new Map();
for (const id of wanted) {
  if (only && !only.includes(id)) measured.set(id, { ...described(id), missing: "left out by --only" });
  else {
    process.stderr.write(`${id}… `);
    const started = performance.now();
    measured.set(id, runExperiment(id, { full, synthetic, resume, home, env }));
    const { missing } = measured.get(id);
    console.error(missing ? `not run here: ${missing}` : `${Math.round((performance.now() - started) / 1000)} s`);
  }
}

const busy = Math.max(before, load());
const rows = claims.map(({ read, experiment: id, ...claim }) => {
  const { tables, missing, command, data } = measured.get(id);
  const known = { ...claim, id, command, about: data };
  if (missing) return { ...known, missing };
  try {
    const found = read(tables, { ...claim, synthetic });
    if (found?.holds === false && claim.timed && busy > BUSY) found.holds = "busy";
    return found ? { ...known, ...found } : { ...known, missing: full ? "it was not measured" : "only with --full" };
  } catch (error) {
    return { ...known, missing: `its table has another form: ${error.message}` };
  }
});

const file = out ?? join(root, "docs/evidence.md");
writeFileSync(
  file,
  page({
    rows,
    losses: lossesOf(),
    peers: measured.get("peers"),
    machine: machine(),
    load: loadText(),
    full,
    data: dataText(),
    rivals: rivalsText(),
  }),
);
const count = (test) => rows.filter(test).length;
console.log(
  `${file}: ${rows.length} claims, ${count(({ holds }) => holds === true)} hold, ${count(({ holds }) => holds === false)} differ, ` +
    `${count(({ missing }) => missing)} not run here`,
);
for (const { claim, result, holds } of rows) if (holds === false) console.log(`differs: ${claim}: ${result}`);

/** The tables of losses, each with the worst cases that follow it. */
function lossesOf() {
  return [...measured].flatMap(([id, { tables = [] }]) =>
    tables.flatMap((table, at) => {
      if (!table.note.startsWith("Cases we lose") || !table.head.includes("compared")) return [];
      const next = tables[at + 1];
      const what = /Cases we lose, (.*?):/.exec(table.note)[1];
      const share = tables.slice(0, at).findLast(({ note }) => /^At [\d,]+/.test(note))?.note;
      const where = /^At [\d,]+ (?:%|chars)/.exec(share ?? "")?.[0];
      const title = [`\`${id}\``, table.heading, where, what].filter(Boolean).join(", ");
      return [{ title, tables: [table, ...(next?.head[0] === "the worst" ? [next] : [])] }];
    }),
  );
}

function described(id) {
  const { quick, full: all, data } = experiments[id];
  const args = full ? all : (quick ?? all);
  return { command: `node ${args.join(" ")}`, data: typeof data === "function" ? data({ synthetic }) : data };
}

function dataText() {
  if (synthetic)
    return "12 synthetic sessions (`evals/synthetic`), invented and not tuned on; planted logs; generated texts";
  const files = ["sessions", "sessions-more"]
    .map((part) => join(fixtures, part))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".json")));
  return `${files.length} files of recorded sessions (\`TOOLTRIM_FIXTURES\`; repositories, commits and licences in \`evals/recipes/sessions.json\`); planted logs; generated texts`;
}

function loadText() {
  const words = busy > BUSY ? "more work than they could do, so times vary" : "they kept up with it";
  return `${busy.toFixed(1)} processes for each processor when it was written: ${words}`;
}

function rivalsText() {
  const { EVALS_CONTENDERS, EVALS_PYTHON } = process.env;
  const installed = ["own rules and what is installed for development (AI SDK, LangChain, gpt-tokenizer)"];
  installed.push(EVALS_CONTENDERS ? "those in `EVALS_CONTENDERS`" : "`EVALS_CONTENDERS` is not set");
  installed.push(EVALS_PYTHON ? "headroom-ai" : "`EVALS_PYTHON` is not set");
  return installed.join("; ");
}

function optionsOrExit() {
  try {
    const text = { type: "string" };
    const yes = { type: "boolean" };
    const { values } = parseArgs({ options: { full: yes, resume: yes, help: yes, only: text, out: text } });
    const only = values.only?.split(",");
    const unknown = only?.find((name) => !Object.hasOwn(experiments, name));
    if (unknown) throw new Error(`there is no command ${unknown}`);
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    return { ...values, only };
  } catch (error) {
    console.error(`evidence: ${error.message}\n${USAGE}`);
    process.exit(2);
  }
}
