// Drawn zod schemas with values that are too large for them and nothing else: after `capToSchema` zod takes each of
// them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { runs } from "../runs.mjs";
import { createProject } from "./project.mjs";

const project = createProject();
project.link("zod");
const exported = project.write("exported.mjs", `export { capToSchema } from "tooltrim"; export { z } from "zod";`);
const { capToSchema, z } = await import(pathToFileURL(exported).href);

const draws = { ...runs(100), seed: Number(process.env.TOOLTRIM_SEED ?? 20) };

const small = fc.nat({ max: 4 });
const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    "a".repeat(300),
    "海図".repeat(90),
    "👩‍👩‍👧‍👦".repeat(20),
    "line\n".repeat(60),
    "\ud800x".repeat(50),
    "",
  ),
);
const names = fc.constantFrom("title", "body", "constructor", "toJSON", "länge", "a/b", "0", "~");

/** Pairs of a schema and a value that is of its type, of any size. */
const { pair } = fc.letrec((tie) => ({
  pair: fc.oneof(
    { maxDepth: 4 },
    tie("text"),
    tie("plain"),
    tie("list"),
    tie("object"),
    tie("record"),
    tie("nullable"),
  ),
  text: fc.tuple(fc.nat({ max: 90 }), texts).map(([max, value]) => [z.string().max(max), value]),
  plain: fc.constantFrom([z.number(), 1.5], [z.boolean(), false], [z.null(), null]),
  list: fc
    .tuple(small, fc.nat({ max: 7 }), tie("pair"))
    .map(([max, length, [schema, value]]) => [z.array(schema).max(max), Array.from({ length }, () => value)]),
  object: fc
    .uniqueArray(fc.tuple(names, tie("pair")), { selector: ([name]) => name, maxLength: 5 })
    .map((members) => [
      z.object(Object.fromEntries(members.map(([name, [schema]]) => [name, schema]))),
      Object.fromEntries(members.map(([name, [, value]]) => [name, value])),
    ]),
  record: fc
    .tuple(fc.uniqueArray(names), tie("pair"))
    .map(([keys, [schema, value]]) => [
      z.record(z.string(), schema),
      Object.fromEntries(keys.map((key) => [key, value])),
    ]),
  nullable: tie("pair").map(([schema, value]) => [schema.nullable(), value]),
}));

test("zod takes each value after capToSchema, and the same value where it took it before", () => {
  let refused = 0;
  fc.assert(
    fc.property(pair, fc.constantFrom({}, { reused: "ref" }), ([schema, value], options) => {
      const jsonSchema = z.toJSONSchema(schema, options);
      const before = schema.safeParse(value).success;
      const capped = capToSchema(value, jsonSchema);
      const after = schema.safeParse(capped.value);
      assert.ok(after.success, `${JSON.stringify(after.error?.issues)} in ${JSON.stringify(capped.value)}`);
      assert.equal(capped.truncated, !before);
      if (before) assert.equal(capped.value, value);
      else refused += 1;
      assert.equal(capToSchema(capped.value, jsonSchema).value, capped.value);
    }),
    draws,
  );
  assert.ok(refused > draws.numRuns / 4, `only ${refused} of ${draws.numRuns} values were too large`);
});
