// The reader of large messages takes and refuses what JSON.parse does, wherever the bytes are cut.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import fc from "fast-check";
import { root } from "../consumers/project.mjs";
import { runs } from "../runs.mjs";
import { project } from "./support.mjs";

const outfile = join(project.folder, "reader.mjs");
const entry = join(root, "js/src/mcp/json/reader.ts");
esbuild.buildSync({ entryPoints: [entry], outfile, bundle: true, format: "esm", platform: "node", logLevel: "silent" });
const { JsonReader } = await import(pathToFileURL(outfile));

/** A text's value, read in pieces of so many bytes; numbers as they are written. */
function read(bytes, step) {
  const stack = [];
  let [root, name, text] = [undefined, "", ""];
  const add = (value) => {
    const parent = stack.at(-1);
    if (parent === undefined) root = value;
    else if (Array.isArray(parent.value)) parent.value.push(value);
    else Object.defineProperty(parent.value, name, { value, enumerable: true, writable: true, configurable: true });
  };
  const reader = new JsonReader({
    begin(container) {
      const value = container === "array" ? [] : {};
      add(value);
      stack.push({ value, name });
    },
    end: () => stack.pop(),
    key: (given) => {
      name = given;
    },
    literal: (written) => add(JSON.parse(written)),
    text(piece, last) {
      text += piece;
      if (last) add(text);
      if (last) text = "";
    },
  });
  for (let at = 0; at < bytes.length; at += step) reader.push(bytes.subarray(at, at + step));
  reader.end();
  return root;
}

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
const steps = fc.integer({ min: 1, max: 40 });
const string = fc.string({ unit: "binary", maxLength: 90 });
const value = fc.jsonValue({ stringUnit: "binary", maxDepth: 6 });

test("what it reads is what JSON.parse reads", () => {
  fc.assert(
    fc.property(fc.oneof(value, string, fc.array(string)), fc.nat(3), steps, (value, way, step) => {
      const text = writings[way](value);
      assert.deepStrictEqual(read(Buffer.from(text), step), JSON.parse(text));
    }),
    runs(500),
  );
});

test("what it refuses is what JSON.parse refuses", () => {
  const broken = fc.tuple(
    value,
    fc.nat(),
    fc.constantFrom("", "\\", '"', ",", "}", "]", ":", "-", "0", "e", "\u0001", "nul", " "),
  );
  let refused = 0;
  const draws = runs(500);
  fc.assert(
    fc.property(broken, steps, ([value, at, put], step) => {
      const text = JSON.stringify(value);
      const cut = at % (text.length + 1);
      // Half of a pair cannot be written in UTF-8.
      const changed = (text.slice(0, cut) + put + text.slice(cut + 1)).toWellFormed();
      let expected;
      try {
        expected = { value: JSON.parse(changed) };
      } catch {
        refused += 1;
        assert.throws(() => read(Buffer.from(changed), step), { name: "JsonError" }, changed);
        return;
      }
      assert.deepStrictEqual(read(Buffer.from(changed), step), expected.value);
    }),
    draws,
  );
  assert.ok(refused > draws.numRuns / 6, `${refused}`);
});

test("depth is no matter up to 1,000,000 levels, and an error beyond", () => {
  const nested = (depth) => Buffer.from("[".repeat(depth) + "]".repeat(depth));
  assert.ok(Array.isArray(read(nested(10_000), 7)));
  assert.ok(Array.isArray(read(nested(1_000_000), 4096)));
  assert.throws(() => read(nested(1_000_001), 4096), /more than 1000000 levels at byte 1000000/);
});

test("pairs of surrogates and escapes are whole wherever they are cut", () => {
  const text = '"\\ud83d\\ude00 😀 é \\\\\\" \\\\\\\\ \\u0041 \\ud800 end\\\\"';
  const bytes = Buffer.from(text);
  for (let step = 1; step <= bytes.length; step += 1) assert.equal(read(bytes, step), JSON.parse(text));
});
