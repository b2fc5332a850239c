import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/env.mjs";
import { elsewhere, qualityClaims } from "../evidence/claims-quality.mjs";
import { speedClaims } from "../evidence/claims-speed.mjs";
import { experiments } from "../evidence/experiments.mjs";
import { numberIn, rowOf, rowsOf, spanOf } from "../evidence/tables.mjs";
import { page } from "../evidence/write.mjs";

const claims = [...qualityClaims, ...speedClaims];

test("each claim stands in its page, word for word, and has a command", () => {
  for (const { claim, file, quote, experiment } of [...claims, ...elsewhere]) {
    assert.ok(readFileSync(join(root, file), "utf8").includes(quote), `${file} no longer says "${quote}": ${claim}`);
    if (experiment) assert.ok(Object.hasOwn(experiments, experiment), claim);
  }
});

test("cells are read with their units", () => {
  assert.equal(numberIn("2.11 µs"), 2110);
  assert.equal(numberIn("1,056 ×"), 1056);
  assert.equal(numberIn("82.5 [77.0, 86.9]"), 82.5);
  assert.equal(numberIn("-0.7 [-2.2, 0.0]"), -0.7);
  assert.equal(numberIn("0.05 MB"), 0.05);
  assert.ok(Number.isNaN(numberIn("–")));
  assert.deepEqual(spanOf(["3.00 ms", "900 µs", "–"]), { text: "900 µs to 3.00 ms", least: 9e5, largest: 3e6 });
});

const TABLES = [
  {
    heading: "steady",
    note: "",
    head: ["", "against", "ours", "theirs", "× ours", "ours ×"],
    rows: [
      ["trim, ASCII, 10 KB", "split", "2.00 µs", "4.00 µs", "2.00 ×", "0.50 ×"],
      ["trim, ASCII, 1 MB", "split", "2.00 µs", "360 µs", "180 ×", "0.01 ×"],
      ["", "slices", "2.00 µs", "1.00 µs", "0.50 ×", "2.00 ×"],
    ],
  },
];

test("rows are found although a table does not repeat their first cell", () => {
  assert.deepEqual(rowsOf(TABLES[0])[2], {
    ...{ "": "trim, ASCII, 1 MB", against: "slices", ours: "2.00 µs", theirs: "1.00 µs" },
    ...{ "× ours": "0.50 ×", "ours ×": "2.00 ×" },
  });
  assert.equal(rowOf(TABLES, /^steady$/, ["trim, ASCII, 10 KB", "split"])["× ours"], "2.00 ×");
  assert.equal(rowOf(TABLES, /^other$/, ["trim, ASCII, 10 KB"]), undefined);
});

test("a claim that is measured otherwise differs", () => {
  const claim = speedClaims.find(({ claimed }) => claimed === 150);
  assert.equal(claim.read(TABLES, claim).holds, true);
  const slow = structuredClone(TABLES);
  slow[0].rows[1][4] = "20 ×";
  assert.equal(claim.read(slow, claim).holds, false);
});

test("the page says what was not run, and never invents a result", () => {
  const row = { claim: "a | b", file: "README.md", id: "output", command: "node x", about: "data", kind: "quality" };
  const rows = [
    { ...row, result: "98.0", holds: true },
    { ...row, result: "12.0", holds: false },
    { ...row, missing: "EVALS_CONTENDERS is not set" },
  ];
  const text = page({ rows, losses: [], machine: "m", load: "l", full: false, data: "d", rivals: "r" });
  assert.match(text, /\| a \\\| b \| \[README\.md\]\(\.\.\/README\.md\) \| 98\.0 \| holds \|/);
  assert.match(text, /\| 12\.0 \| \*\*differs\*\* \|/);
  assert.match(text, /not run here: EVALS_CONTENDERS is not set \| {2}\|/);
  assert.match(text, /Nothing was compared in this run\./);
});
