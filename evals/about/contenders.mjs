// Who is asked: each `make(case, limit)` returns a text of at most `limit` chars.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { trim } from "tooltrim";
import { countChars } from "../../compare/metrics/laws.mjs";

const formatOf = ({ kind }) => (kind === "json" ? "json" : "text");
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const ours = (options) => (each, limit) =>
  trim(each.text, { maxChars: limit, format: formatOf(each), ...options(each) }).text;

/** The lines with the highest BM25 that fit, in the order of the text. */
function bm25({ text, question }, limit) {
  const lines = text.split("\n");
  const bags = lines.map(wordsOf);
  const average = bags.reduce((sum, { length }) => sum + length, 0) / bags.length || 1;
  const terms = [...new Set(wordsOf(question))];
  const found = new Map(terms.map((term) => [term, bags.filter((bag) => bag.includes(term)).length]));
  const score = (bag) =>
    terms.reduce((sum, term) => {
      const count = bag.filter((word) => word === term).length;
      const rarity = Math.log(1 + (bags.length - found.get(term) + 0.5) / (found.get(term) + 0.5));
      return sum + (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * bag.length) / average));
    }, 0);
  const order = [...lines.keys()].map((at) => [score(bags[at]), at]).sort(([one], [other]) => other - one);
  const kept = [];
  let left = limit;
  for (const [value, at] of order) {
    const size = countChars(lines[at]) + 1;
    if (value > 0 && size <= left) {
      kept.push(at);
      left -= size;
    }
  }
  return kept
    .sort((one, other) => one - other)
    .map((at) => lines[at])
    .join("\n");
}

/** PyPI's `tooltrim` takes tokens: of several limits the largest whose result fits, all made by one run of Python. */
function pypi(cases) {
  const python = process.env.ABOUT_PYTHON;
  if (!python) return { skipped: "ABOUT_PYTHON is not set" };
  const script = fileURLToPath(new URL("run_pypi.py", import.meta.url));
  const input = JSON.stringify(cases.map(({ text, question }) => ({ text, question })));
  const run = spawnSync(python, [script], { input, maxBuffer: 2 ** 30, encoding: "utf8" });
  if (run.status !== 0) return { skipped: `it did not run: ${run.stderr.trim().split("\n").at(-1)}` };
  const results = new Map(JSON.parse(run.stdout).map((each, at) => [cases[at], each]));
  return { make: (each, limit) => results.get(each).find((text) => countChars(text) <= limit) ?? "" };
}

export const contenders = (cases) => [
  { name: "about", ours: true, make: ours(({ question }) => ({ about: question })) },
  { name: "about, rescue: false", ours: true, make: ours(({ question }) => ({ about: question, rescue: false })) },
  { name: "about, synonyms: false", ours: true, make: ours(({ question }) => ({ about: question, synonyms: false })) },
  { name: "rescue", ours: true, make: ours(() => ({})) },
  {
    name: "rescue.include",
    ours: true,
    make: ours(({ question }) => ({ rescue: { include: wordsOf(question).filter(({ length }) => length > 3) } })),
  },
  { name: "BM25 by lines", make: bm25 },
  { name: "PyPI tooltrim", ...pypi(cases) },
];
