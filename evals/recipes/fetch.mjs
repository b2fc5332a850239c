// Fetches recorded sessions of coding agents from the public repositories that hold them, checks their sums, and converts
// them for the evaluations. Nothing is redistributed: this repository holds addresses and sums only; what is fetched goes
// into your folder, under the licences of those repositories.
//
//     node evals/recipes/fetch.mjs FOLDER                  all of evals/recipes/sessions.json
//     node evals/recipes/fetch.mjs FOLDER --set fresh      only sessions that nobody looked at here; or: measured
//     node evals/recipes/fetch.mjs FOLDER --list           what would be fetched
//
// Then: TOOLTRIM_FIXTURES=FOLDER npm run eval:history

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fetchAll } from "./index.mjs";

const USAGE =
  "Usage: node evals/recipes/fetch.mjs FOLDER [--set measured|fresh] [--only NAME] [--list] [--base-url URL] [--recipes FILE]";

const { values, positionals } = optionsOrExit();
const [folder] = positionals;
const file = values.recipes ?? join(import.meta.dirname, "sessions.json");
const recipes = JSON.parse(readFileSync(file, "utf8")).sessions.filter(
  ({ name, set }) => (!values.set || set === values.set) && (!values.only || name.includes(values.only)),
);
const licences = [...new Set(recipes.map(({ licence }) => licence))].join(", ");
const repositories = new Set(recipes.map(({ repository }) => repository));
console.log(
  `${recipes.length} sessions from ${repositories.size} public repositories (${licences}). They are fetched from there into ${folder}, ` +
    "for your own use under those licences; they are no part of tooltrim, which does not pass them on.",
);
if (values.list) {
  for (const { name, repository, commit, path, licence, sha256 } of recipes) {
    console.log(`${name}: ${repository}@${commit.slice(0, 10)} ${path} (${licence}${sha256 ? "" : ", no sum yet"})`);
  }
  process.exit(0);
}
const results = await fetchAll(recipes, folder, { baseUrl: values["base-url"], say: console.log });
const count = (state) => results.filter((each) => each.state === state).length;
console.log(
  `${count("ok")} checked, ${count("recorded")} without a sum until now (recorded in ${join(folder, "sums.json")}), ` +
    `${count("failed")} failed, ${count("empty")} without calls.`,
);
console.log(`TOOLTRIM_FIXTURES=${folder} npm run eval:history`);
process.exitCode = count("failed") > 0 ? 1 : 0;

function optionsOrExit() {
  const text = { type: "string" };
  try {
    const options = { set: text, only: text, "base-url": text, recipes: text, list: { type: "boolean" } };
    const parsed = parseArgs({ allowPositionals: true, options });
    if (parsed.positionals.length !== 1) throw new Error("one folder is needed");
    return parsed;
  } catch (error) {
    console.error(`recipes: ${error.message}\n${USAGE}`);
    process.exit(2);
  }
}
