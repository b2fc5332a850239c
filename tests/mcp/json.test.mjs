// The reader of trees takes what JSON.parse does, and its writer writes it back.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../runs.mjs";
import { bundled } from "./bundle.mjs";
import { project } from "./support.mjs";

const { readTree, tryReadJson, writeJson } = await bundled(["json/read", "json/tree"], {
  outfile: join(project.folder, "json.mjs"),
  dist: join(project.installed, "dist"),
});

/** The same JSON, written in another way: all escapes, or white space. */
const writings = [
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, "\t\r\n "),
  (value) =>
    JSON.stringify(value).replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  (value) => ` ${JSON.stringify(value).replaceAll("/", "\\/")}\n`,
];
const string = fc.string({ unit: "binary", maxLength: 90 });
const value = fc.jsonValue({ stringUnit: "binary", maxDepth: 6 });

test("what it reads and writes is what JSON.parse reads and JSON.stringify writes", () => {
  fc.assert(
    fc.property(fc.oneof(value, string, fc.array(string)), fc.nat(3), (value, way) => {
      const { tree, repeats } = readTree(writings[way](value));
      assert.equal(repeats, false);
      assert.deepStrictEqual(JSON.parse(writeJson(tree)), JSON.parse(JSON.stringify(value)));
      assert.deepStrictEqual(JSON.parse(writeJson(tree, "  ")), JSON.parse(JSON.stringify(value)));
    }),
    runs(500),
  );
});

test("digits, the order of names and odd names stay", () => {
  const text = '{"2":1.50,"1":9007199254740993,"__proto__":1e999,"":[-0.0,true,null,{}]}';
  assert.equal(writeJson(readTree(text).tree), text);
});

test("of members with one name the last one counts, as in JSON.parse", () => {
  for (const text of ['{"a":1,"b":2,"a":{"c":3}}', '[{"a":1,"a":2}]', '{"__proto__":1,"__proto__":[2]}']) {
    const { tree, repeats } = readTree(text);
    assert.equal(repeats, true);
    assert.equal(writeJson(tree), JSON.stringify(JSON.parse(text)));
  }
});

test("what it refuses is what JSON.parse refuses", () => {
  for (const text of ["", "{", '{"a":1', "[1,]", "nul", '"\\x"', "01", '{"a" 1}'])
    assert.equal(tryReadJson(text), undefined);
});

test("up to 200,000 levels and 3,000,000 values are read, and more are an error", () => {
  const nested = (depth) => "[".repeat(depth) + "]".repeat(depth);
  assert.equal(writeJson(readTree(nested(200_000)).tree), nested(200_000));
  assert.throws(() => readTree(nested(200_001)), /more than 200000 levels/);
  assert.throws(() => readTree(`[1${",1".repeat(3_000_000)}]`), /more than 3000000 values/);
  assert.equal(tryReadJson(nested(200_001)), undefined);
});
