// The interface `values` on drawn values: the same results as `tooltrim`. The laws of the core are drawn in Rust.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as js from "tooltrim";
import { runs } from "../runs.mjs";
import { instantiate, outcome } from "./host.mjs";
import { optionsFor, valueOptionsFor } from "./inputs.mjs";

const { values, text } = instantiate();
const bytes = (one) => Buffer.byteLength(one);
const trim = (json, options) => values.trimValue(json, valueOptionsFor(options));

const pieces = [
  "a",
  "word ",
  "\u00e9",
  "\u672c",
  "\u{1f680}",
  "\ud83d",
  '"',
  "\\",
  "\n",
  "\u0000",
  "...",
  "[3 items omitted]",
  '{"a":[1,"b"]}',
];
const strings = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((all) => all.join("")),
  fc.tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 200 })).map(([piece, times]) => piece.repeat(times)),
  fc.uint8Array({ minLength: 100, maxLength: 400 }).map((all) => Buffer.from(all).toString("base64")),
);
const names = fc.oneof(
  fc.constantFrom(
    "id",
    "title",
    "items",
    "a",
    "b",
    "__proto__",
    "constructor",
    "...",
    "",
    "a/b~c",
    "7",
    "k".repeat(70),
  ),
  fc.string({ maxLength: 4 }),
);
const numbers = fc.oneof(
  fc.integer(),
  fc.constantFrom(0, -0, 0.1, 1e21, 1e-7, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER),
);
const { value: drawn } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.oneof(strings, numbers, fc.constantFrom(null, true, false)),
    fc.array(tie("value"), { maxLength: 12 }),
    // JSON.parse makes members of all names.
    fc
      .array(fc.tuple(names, tie("value")), { maxLength: 8 })
      .map((all) =>
        JSON.parse(`{${all.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`),
      ),
  ),
}));

const size = (max) => fc.option(fc.integer({ min: 0, max }), { nil: undefined });
const single = fc.record({ maxStringBytes: size(200), maxItems: size(8), maxKeys: size(6), maxDepth: size(6) });
const total = fc.record({ maxTotalBytes: fc.integer({ min: 2, max: 1500 }) });
const cutting = fc.record(
  {
    maxBytes: fc.integer({ min: 45, max: 300 }),
    maxChars: fc.integer({ min: 45, max: 300 }),
    keep: fc.constantFrom("head", "tail", "ends", "none"),
    snap: fc.constantFrom("char", "grapheme", "line"),
    clean: fc.boolean(),
  },
  { requiredKeys: [] },
);
const declared = fc.dictionary(
  fc.constantFrom("", "*", "[*]", "**.a", "items[*].title", "[1]", "a.b", '["a/b~c"]', "**"),
  fc.oneof(cutting, fc.record({ maxItems: fc.nat(4), maxKeys: fc.nat(4) })),
  { maxKeys: 3 },
);
const more = fc.record(
  { base64: fc.constantFrom("replace", "keep"), flag: fc.constantFrom("cut", "id"), limits: declared },
  { requiredKeys: [] },
);
const anyOptions = fc
  .tuple(
    fc.oneof(single, total),
    fc.oneof(fc.constant({}), single, total),
    fc.oneof(fc.constant({}), more),
    cutting,
    fc.nat(3),
  )
  .map(([one, other, more, strings, often]) => ({ ...one, ...other, ...more, ...(often === 0 && { strings }) }));
/** What both give: the JSON and the cuts, or code and message of the error. */
function both(component, inJavaScript) {
  const { result: { events, ...result } = {}, error } = outcome(component);
  // An event for each cut.
  if (!error) assert.equal(events.length, result.cuts?.length ?? Number(result.truncated));
  let expected;
  try {
    const { value, truncated, cuts } = inJavaScript();
    expected = { result: { json: JSON.stringify(value), truncated, cuts } };
  } catch ({ code, message }) {
    expected = { error: { code, message } };
  }
  assert.deepEqual(error ? { error } : { result }, expected);
}

test("drawn values: the same as in JavaScript", () => {
  const property = fc.property(drawn, anyOptions, (value, options) => {
    const json = JSON.stringify(value);
    both(
      () => trim(json, options),
      () => js.trimValue(JSON.parse(json), options),
    );
  });
  fc.assert(property, runs(60));
});

test("drawn values: schemas cap the same as in JavaScript", () => {
  const leaf = fc.record(
    { maxLength: fc.nat(40), maxItems: fc.nat(4), maxProperties: fc.nat(4) },
    { requiredKeys: [] },
  );
  const { schema } = fc.letrec((tie) => {
    const some = fc.array(tie("schema"), { minLength: 1, maxLength: 2 });
    const inner = {
      items: tie("schema"),
      prefixItems: some,
      properties: fc.dictionary(names, tie("schema"), { maxKeys: 3 }),
      additionalProperties: tie("schema"),
      anyOf: some,
      allOf: some,
    };
    const nested = fc.tuple(leaf, fc.record(inner, { requiredKeys: [] })).map(([own, more]) => ({ ...own, ...more }));
    return { schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, fc.boolean(), nested) };
  });
  const property = fc.property(drawn, schema, (value, schema) => {
    const json = JSON.stringify(value);
    both(
      () => values.capToSchema(json, JSON.stringify(schema)),
      () => js.capToSchema(JSON.parse(json), schema),
    );
  });
  fc.assert(property, runs(60));
});

test("drawn texts: the same as in JavaScript", () => {
  const limits = cutting.map((options) => ({ maxChars: 200, ...options, format: "json" }));
  const property = fc.property(drawn, limits, fc.constantFrom(undefined, 2), (value, options, indent) => {
    const given = JSON.stringify(value, null, indent);
    const { events, kept: _, ...trimmed } = outcome(() => text.trim(given, optionsFor(options))).result;
    assert.deepEqual(trimmed, { ...js.trim(given, options) });
    assert.equal(events.length, Number(trimmed.truncated));
  });
  fc.assert(property, runs(60));
  const limit = fc.property(
    strings,
    fc.nat(250),
    fc.record({ suffix: strings, sizeSignal: fc.boolean() }, { requiredKeys: [] }),
    (given, most, options) => {
      const cut = values.truncateStringToBytes(given.toWellFormed(), most, options);
      assert.ok(bytes(cut) <= most);
      const well = { ...options, ...(options.suffix !== undefined && { suffix: options.suffix.toWellFormed() }) };
      assert.equal(cut, js.truncateStringToBytes(given.toWellFormed(), most, well));
    },
  );
  fc.assert(limit, runs(60));
});
