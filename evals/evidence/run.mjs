// Runs experiments, each in a process of its own, and keeps what they printed: a run that was interrupted goes on with
// --resume, as long as neither the build nor the data has changed.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/env.mjs";
import { experiments } from "./experiments.mjs";

/** `{ tables, command }`, or `{ missing, command }` with the reason. */
export function runExperiment(id, { full, synthetic, resume, home, env }) {
  const { quick, full: all, needs, data, failures } = experiments[id];
  const args = full ? all : (quick ?? all);
  const command = `node ${args.join(" ")}`;
  const about = { command, data: typeof data === "function" ? data({ synthetic }) : data };
  if (!full && quick === undefined) return { ...about, missing: "only with --full" };
  const missing = needs?.();
  if (missing) return { ...about, missing };
  const file = join(home, `${id}.json`);
  const mark = `${file}.mark`;
  const fingerprint = fingerprintOf(args, env);
  if (resume && existsSync(mark) && readFileSync(mark, "utf8") === fingerprint) return { ...about, ...read(file) };
  mkdirSync(home, { recursive: true });
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...env, TOOLTRIM_TABLES: file },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  writeFileSync(join(home, `${id}.txt`), `${stdout ?? ""}${stderr ?? ""}`);
  if (error || (status !== 0 && !(failures && status === 1))) {
    const why = error?.message ?? stderr.trim().split("\n").at(-1) ?? "";
    return { ...about, missing: `it ended with ${status}: ${why.slice(0, 200)}` };
  }
  writeFileSync(mark, fingerprint);
  return { ...about, ...read(file) };
}

function read(file) {
  const tables = JSON.parse(readFileSync(file, "utf8"));
  return tables.length > 0 ? { tables } : { missing: "it measured nothing with this data" };
}

/** Build, arguments, and the folders that data and rivals come from. */
export function fingerprintOf(args, { TOOLTRIM_FIXTURES, EVALS_CONTENDERS, EVALS_PYTHON }) {
  const hash = createHash("sha256").update(JSON.stringify([args, EVALS_CONTENDERS, EVALS_PYTHON]));
  hash.update(readFileSync(join(root, "pkg/dist/index.js")));
  hash.update(listing(join(root, args[0].split("/")[0])));
  if (TOOLTRIM_FIXTURES) hash.update(listing(TOOLTRIM_FIXTURES));
  return hash.digest("hex");
}

const listing = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.(?:mjs|json|py|rs|txt|log)$/.test(name) && !name.includes("node_modules"))
    // What reads the tables, and what makes data, has no part in what was measured.
    .filter((name) => !/^(?:evidence|test|recipes|synthetic)\b/.test(name))
    .sort()
    .map((name) => `${name} ${statSync(join(folder, name)).size}`)
    .join("\n");
