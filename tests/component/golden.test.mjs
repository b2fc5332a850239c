// The results that Rust wrote down (tests/golden.rs): the component gives the very same.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { bytes, host, imports, instantiate, outcome } from "./host.mjs";

const golden = (file) => JSON.parse(readFileSync(new URL(`../golden/${file}`, import.meta.url), "utf8"));
const { text } = instantiate();
let passed = 0;
let all = 0;

// Fields in kebab-case are in camelCase here, so the options of a case go in as they are.
compare("trim.json", {
  actual: (input, { options }) => outcome(() => text.trim(input, options)),
  // `null` stands for a text that fits: it is the input.
  expected: (input, { result, error }) => (error ? { error } : { result: { ...result, text: result.text ?? input } }),
});

compare("measure.json", {
  actual: (input) => outcome(() => text.measure(input)),
  expected: (_, { measures }) => ({ result: measures }),
});

function compare(file, { actual, expected }) {
  const { texts, cases } = golden(file);
  all += cases.length;
  for (const name of Object.keys(texts)) {
    test(`${file}: ${name}`, () => {
      const input = texts[name].map(([piece, times]) => piece.repeat(times)).join("");
      const own = cases.filter((one) => one.text === name);
      const wrong = own.filter((one) => !isDeepStrictEqual(actual(input, one), expected(input, one)));
      passed += own.length - wrong.length;
      for (const one of wrong) assert.deepEqual(actual(input, one), expected(input, one), JSON.stringify(one.options));
    });
  }
}

test("no result is left out, and nothing is imported", (t) => {
  const size = `component ${(bytes.length / 1024).toFixed(0)} KB`;
  const needs = imports.length === 0 ? "no imports" : `imports ${imports.join(", ")}`;
  t.diagnostic(`${host}: ${size}, ${needs}, golden ${passed}/${all}`);
  assert.deepEqual(imports, []);
  assert.ok(all > 0);
  assert.equal(passed, all);
});
