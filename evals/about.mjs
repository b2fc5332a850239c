// Counts the facts that a question needs and that a trimmed output still has: of DEV, which the rules were tuned on, of 40 cases of
// other domains, written before the rules, and of five sets by authors who had not seen the rules. In the same run rescue, rescue with the words of the question, BM25 by lines, and the
// `tooltrim` of PyPI, another program that takes a query.
//
//     npm run eval:about                         all sets, at 512, 1,024 and 3,200 chars
//     node evals/about.mjs --misses              also the cases with a fact missing
//     ABOUT_CASES=<file> npm run eval:about      a set more: JSON lines of the same form
//
// TOOLTRIM_FIXTURES names the folder with about/cases.jsonl (DEV), ABOUT_PYTHON a Python with PyPI's `tooltrim`; without them that part is
// skipped. A result over its limit, or no longer JSON, is an error.

import { existsSync, readFileSync } from "node:fs";
import { countChars } from "../compare/metrics/laws.mjs";
import { cases as own } from "./about/cases.mjs";
import { contenders } from "./about/contenders.mjs";
import { gate } from "./about/gate.mjs";
import { holds } from "./about/holds.mjs";
import { bootstrap, interval } from "./lib/bootstrap.mjs";

const LIMITS = [512, 1024, 3200];
const misses = process.argv.includes("--misses");

const read = (file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const written = (name) => read(new URL(`about/${name}.jsonl`, import.meta.url));
const sets = [
  { name: "own set, 40 cases of other domains", cases: own },
  {
    name: "fifth set, by an author who had not seen the rules; half of it was looked at since",
    cases: written("fifth"),
  },
  { name: "sixth set, by another such author; half of it was looked at since", cases: written("sixth") },
  {
    name: "seventh set, by an author who had read DEV and not the rules; half of it was looked at since",
    cases: written("seventh"),
  },
  { name: "eighth set, by another such author; looked at since", cases: written("eighth") },
  { name: "ninth set, by another such author; one kind of fault of it was looked at since", cases: written("ninth") },
  { name: "gate, 62 cases that are easy by their words", cases: gate },
];
const dev = process.env.TOOLTRIM_FIXTURES && `${process.env.TOOLTRIM_FIXTURES}/about/cases.jsonl`;
if (dev && existsSync(dev)) sets.unshift({ name: "DEV, which the rules were tuned on", cases: read(dev) });
else console.log("skipped: DEV: TOOLTRIM_FIXTURES names no folder with about/cases.jsonl");
if (process.env.ABOUT_CASES) sets.push({ name: process.env.ABOUT_CASES, cases: read(process.env.ABOUT_CASES) });

const percent = (part, all) => (all === 0 ? "" : Math.round((1000 * part) / all) / 10);

function measured(cases, { make, ours }) {
  const rows = [];
  for (const each of cases) {
    for (const limit of LIMITS) {
      const text = make(each, limit);
      if (ours && countChars(text) > limit)
        throw new Error(`${each.id}: ${countChars(text)} chars, more than ${limit}`);
      if (ours && each.kind === "json") JSON.parse(text);
      const kept = each.facts.filter((fact) => holds(text, fact, each.kind)).length;
      rows.push({ ...each, limit, kept });
    }
  }
  return rows;
}

const share = (rows, limit) => {
  const some = rows.filter((row) => row.limit === limit);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  return percent(sum(some.map(({ kept }) => kept)), sum(some.map(({ facts }) => facts.length)));
};
const shares = (rows) => Object.fromEntries(LIMITS.map((limit) => [limit, share(rows, limit)]));

for (const { name, cases } of sets) {
  console.log(`\n${name}: ${cases.length} cases, ${cases.flatMap(({ facts }) => facts).length} facts, kept in percent`);
  const everyone = contenders(cases);
  for (const { name, skipped } of everyone) if (skipped) console.log(`skipped: ${name}: ${skipped}`);
  const taking = everyone.filter(({ skipped }) => !skipped);
  const results = new Map(taking.map((contender) => [contender.name, measured(cases, contender)]));
  console.table(Object.fromEntries([...results].map(([name, rows]) => [name, shares(rows)])));
  const rows = results.get("about");
  const of = (limit) => rows.filter((row) => row.limit === limit).map(({ kept, facts }) => kept / facts.length);
  console.log(`about, mean of the cases [95 %]: ${LIMITS.map((limit) => interval(bootstrap(of(limit)))).join(", ")}`);
  const groups = { "several rows": (row) => row.aggregate, fallback: (row) => row.tags?.includes("fallback") };
  for (const kind of new Set(cases.map(({ kind }) => kind))) groups[kind] = (row) => row.kind === kind;
  console.table(Object.fromEntries(Object.entries(groups).map(([name, is]) => [name, shares(rows.filter(is))])));
  // What we lose: cases in which another contender keeps more.
  for (const [other, theirs] of results) {
    const lost = rows.filter((row, at) => theirs[at].kept > row.kept).map(({ id, limit }) => `${id} at ${limit}`);
    if (lost.length > 0) console.log(`${other} keeps more in ${lost.length}: ${lost.join(", ")}`);
  }
  if (!misses) continue;
  for (const { id, limit, kept, facts, question } of rows) {
    if (kept < facts.length) console.log(`missing: ${id} at ${limit}, ${kept} of ${facts.length}: ${question}`);
  }
}
