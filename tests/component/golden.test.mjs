// The results that Rust wrote down (tests/golden*.rs): the component gives the very same.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { files, goldenCases, isSame } from "./cases.mjs";
import { bytes, exports, host, imports, instantiate, instantiateTrim, version } from "./host.mjs";

const read = (file) => JSON.parse(readFileSync(new URL(`../golden/${file}`, import.meta.url), "utf8"));
const golden = Object.fromEntries(files.map((file) => [file, read(file)]));
const cases = goldenCases(instantiate(), golden);
let passed = 0;

for (const file of files) {
  test(file, () => {
    const own = cases.filter((one) => one.file === file);
    const wrong = own.filter((one) => {
      const actual = one.actual();
      return !isSame(actual, one.expected);
    });
    passed += own.length - wrong.length;
    assert.ok(own.length > 0);
    // The first one in full.
    for (const one of wrong) assert.deepEqual(one.actual(), one.expected, one.name);
    assert.equal(wrong.length, 0);
  });
}

test("the world trim gives the same for texts", async () => {
  const small = await instantiateTrim();
  assert.deepEqual(small.imports, []);
  const texts = ["trim.json", "rescue.json", "clean.json", "measure.json"];
  const others = new Proxy({}, { get: () => ({}) });
  const own = goldenCases({ ...Object.fromEntries(names.map((name) => [name, others])), text: small.text }, golden);
  const wrong = own.filter((one) => texts.includes(one.file) && !isSame(one.actual(), one.expected));
  assert.deepEqual(
    wrong.map(({ file, name }) => `${file}: ${name}`),
    [],
  );
});

const names = ["calls", "compaction", "logs", "messages", "signals", "store", "text", "tools", "values"];

test("no result is left out, and only the storage is imported", (t) => {
  const size = `component ${(bytes.length / 1024).toFixed(0)} KB`;
  t.diagnostic(`${host}: ${size}, imports ${imports.join(", ")}, golden ${passed}/${cases.length}`);
  assert.deepEqual([...new Set(imports.map((name) => name.replace(/@.*/, "")))], ["tooltrim:core/storage"]);
  assert.ok(cases.length > 2500);
  assert.equal(passed, cases.length);
});

test("the interfaces carry the version of the package", () => {
  const exported = exports.map(([name]) => name).filter((name) => name.includes("/"));
  assert.deepEqual(
    exported.sort(),
    names.map((name) => `tooltrim:core/${name}@${version}`),
  );
});
