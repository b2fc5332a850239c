// The reader of trees takes what JSON.parse does, and its writer writes it back.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { runs } from "../runs.mjs";
import { bundled } from "./bundle.mjs";
import { project } from "./support.mjs";

const { access, membersIn, readJson, writeJson } = await bundled(["json"], {
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
      const text = writings[way](value);
      const read = readJson(text);
      assert.equal(membersIn(text), membersIn(writeJson(read)));
      assert.deepStrictEqual(JSON.parse(writeJson(read)), JSON.parse(JSON.stringify(value)));
      assert.deepStrictEqual(JSON.parse(writeJson(read, "  ")), JSON.parse(JSON.stringify(value)));
    }),
    runs(500),
  );
});

test("digits, the order of names and odd names stay", () => {
  const text = '{"2":1.50,"1":9007199254740993,"__proto__":1e999,"":[-0.0,true,null,{}]}';
  assert.equal(writeJson(readJson(text)), text);
  assert.equal(writeJson(readJson(` ${text} `), " ").replace(/\s/g, ""), text);
});

test("of members with one name the last one counts, as in JSON.parse", () => {
  for (const text of ['{"a":1,"b":2,"a":{"c":3}}', '[{"a":1,"a":2}]', '{"__proto__":1,"__proto__":[2]}']) {
    const written = writeJson(readJson(text));
    assert.ok(membersIn(text) > membersIn(written));
    assert.equal(written, JSON.stringify(JSON.parse(text)));
  }
});

test("what it refuses is what JSON.parse refuses", () => {
  for (const text of ["", "{", '{"a":1', "[1,]", "nul", '"\\x"', "01", '{"a" 1}'])
    assert.equal(access.read(text), undefined);
});

test("up to 200,000 levels are read, and more are an error", () => {
  const nested = (depth) => "[".repeat(depth) + "]".repeat(depth);
  assert.equal(writeJson(readJson(nested(200_000))), nested(200_000));
  const objects = `${'{"a":[{"7":1.50,"b":"\u2028"},'.repeat(20_000)}1${"]}".repeat(20_000)}`;
  assert.equal(writeJson(readJson(objects)), objects);
  assert.throws(() => readJson(nested(200_001)), /more than 200000 levels/);
  assert.equal(access.read(nested(200_001)), undefined);
});

test("a number of thousands of digits, which may be cut, is read as a text", () => {
  assert.equal(readJson("1".repeat(5000)), "1".repeat(5000));
});
