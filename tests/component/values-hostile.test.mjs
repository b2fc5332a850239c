// The interface `values` with JSON that breaks careless code, and drawn values beside `tooltrim`.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as js from "tooltrim";
import * as reference from "tooltrim/reference";
import { instantiate, outcome } from "./host.mjs";
import { optionsFor, valueOptionsFor } from "./inputs.mjs";

const { values, text } = instantiate();
const bytes = (one) => Buffer.byteLength(one);
const trim = (json, options = {}) => values.trimValue(json, valueOptionsFor(options));

test("numbers stay to the digit, escapes as they are written", () => {
  const kept = [
    "9007199254740993",
    "-12345678901234567890123456789012345678901234567890",
    "0.10000000000000000000000000001",
    "1.50E+400",
    "5e-324",
    "1.0",
    "-0",
    '"\\u00e9\\/\\u003c\\ud83d\\ude80"',
  ];
  const json = `{ "kept": [${kept.join(" , ")}], "log": "${"x".repeat(5000)}", "more": [1,2,3,4,5,6,7,8,9] }`;
  const start = `{"kept":[${kept.join(",")}],"log":"`;
  for (const options of [{}, { maxTotalBytes: 700 }, { maxItems: 8 }, { strings: { maxBytes: 300 } }]) {
    const { json: cut, truncated } = trim(json, options);
    assert.ok(truncated && cut.startsWith(start), cut);
    assert.ok(JSON.parse(cut).kept.length === kept.length);
  }
  const { json: capped } = values.capToSchema(json, '{"properties":{"log":{"maxLength":50}}}');
  assert.ok(capped.startsWith(start) && JSON.parse(capped).log.length <= 50);
  assert.ok(text.trim(json, { format: "json", maxChars: 600 }).text.startsWith(start));
});

test("a lone surrogate stays the escape that it is, and no pair is split", () => {
  const odd = `"${"\\ud83d".repeat(900)}"`;
  // Three bytes each.
  assert.deepEqual(trim(odd, { maxStringBytes: 2700 }), { json: odd, truncated: false, cuts: [] });
  assert.deepEqual(trim(odd, { maxStringBytes: 2699 }).cuts, [{ path: "", kind: "string", before: 2700, after: 85 }]);
  const short = trim(odd, { strings: { maxBytes: 100, marker: "~", snap: "char" } });
  assert.match(
    short.json,
    /^"(\\ud83d){16}~(\\ud83d){17}"$|^"(\\ud83d){17}~(\\ud83d){16}"$|^"(\\ud83d){16}~(\\ud83d){16}"$/,
  );
  for (const unit of ["\\ud83d\\ude80", "\u{1f680}", "\\n", '\\"', "\\\\", "\\u00e9"]) {
    const given = `{"a":"${unit.repeat(300)}","b":1}`;
    for (let maxTotalBytes = 60; maxTotalBytes < 90; maxTotalBytes += 1) {
      const { json } = trim(given, { maxTotalBytes });
      assert.ok(bytes(json) <= maxTotalBytes, json);
      assert.ok(JSON.parse(json).a.isWellFormed(), json);
    }
  }
});

test("names that stand twice, and those of prototypes, are data", () => {
  const long = `"${"x".repeat(3000)}"`;
  const short = '"value exceeds size limit (3000 bytes, max 2000) [content truncated for context limit]"';
  const json = (value) => `{"a":1,"a":${value},"__proto__":${value},"constructor":{"prototype":${value}},"":${value}}`;
  const { json: cut, cuts } = trim(json(long));
  assert.equal(cut, json(short));
  assert.deepEqual(
    cuts.map(({ path }) => path),
    ["/a", "/__proto__", "/constructor/prototype", "/"],
  );
  assert.equal(trim('{"a":1,"b":2,"a":3,"b":4}', { maxKeys: 3 }).json, '{"a":1,"b":2,"a":3}');
  const names = trim(`{"${"k".repeat(200)}a":1,"${"k".repeat(200)}b":2,"a~b/c":${long}}`, { maxStringBytes: 50 });
  const keys = Object.keys(JSON.parse(names.json));
  assert.ok(keys.length === 3 && keys.every((key) => bytes(key) <= 50), names.json);
  assert.deepEqual(names.cuts.at(-1).path, "/a~0b~1c");
});

test("depth is bounded, and does no harm", () => {
  const lists = (depth) => "[".repeat(depth) + "]".repeat(depth);
  const objects = (depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  /** Nothing that is nested here is in quotes. */
  const levels = (json) => {
    let [level, most] = [0, 0];
    for (const char of json.replace(/"[^"]*"/g, "")) {
      if ("[{".includes(char)) level += 1;
      if ("]}".includes(char)) level -= 1;
      most = Math.max(most, level);
    }
    return most;
  };
  for (const nested of [lists, objects]) {
    assert.equal(trim(nested(128)).truncated, false);
    assert.equal(trim(nested(1000), { maxDepth: 5000 }).truncated, false);
    for (const depth of [129, 100_000]) {
      const { json, cuts } = trim(nested(depth));
      assert.deepEqual([levels(json), cuts.length, cuts[0].kind], [128, 1, "depth"]);
    }
    assert.equal(levels(trim(nested(100_000), { maxDepth: 5000 }).json), 1000);
    for (const maxDepth of [128, 1000]) {
      const { json, truncated } = trim(nested(100_000), { maxTotalBytes: 300, maxDepth });
      assert.ok(bytes(json) <= 300 && truncated);
      JSON.parse(json);
    }
    const flat = text.trim(nested(100_000), { format: "json", maxChars: 300 }).text;
    assert.ok(flat.length <= 300);
    JSON.parse(flat);
    const self = '{"$ref":"#/$defs/any","$defs":{"any":{"maxItems":0,"properties":{"a":{"$ref":"#"}}}}}';
    assert.equal(
      levels(values.capToSchema(nested(100_000), self, { maxDepth: 1000 }).json),
      nested === lists ? 1 : 1000,
    );
  }
});

test("deep schemas, and those that are their own, are followed as far as it goes", () => {
  for (const open of ['{"items":', '{"not":', '{"allOf":[', '{"anyOf":[', '{"properties":{"a":']) {
    const ends = { "{": "}", "[": "]" };
    const close = [...open]
      .reverse()
      .map((char) => ends[char] ?? "")
      .join("");
    const deep = `${open.repeat(20_000)}{"maxItems":1}${close.repeat(20_000)}`;
    assert.deepEqual(JSON.parse(values.capToSchema("[[1,2],3]", deep).json), [[1, 2], 3]);
  }
  const own = '{"$ref":"#","maxItems":2,"items":{"$ref":"#"}}';
  assert.equal(values.capToSchema("[[1,2,3],4,5]", own).json, "[[1,2],4]");
});

test("a million items, and one text of 20 MB", () => {
  const list = `[${"7,".repeat(999_999)}7]`;
  const { json, cuts } = trim(list, { maxTotalBytes: 1000 });
  assert.ok(bytes(json) <= 1000 && bytes(json) > 900);
  const kept = JSON.parse(json).filter((item) => item === 7).length;
  assert.ok(json.includes(`"[${1_000_000 - kept} items omitted]"`));
  assert.deepEqual(cuts, [{ path: "", kind: "items", before: 1_000_000, after: kept }]);
  assert.equal(trim(list).json, list);
  const line = "[12:00:01] \u2713 build \u672c\u8a9e \u{1f680} ok (3 ms)\\n";
  const log = trim(`{"log":"${line.repeat(2 ** 19)}","ok":true}`, { maxTotalBytes: 5000 });
  assert.ok(bytes(log.json) <= 5000 && bytes(log.json) > 4500);
  const value = JSON.parse(log.json);
  assert.ok(value.ok && value.log.startsWith("[12:00:01] \u2713 build") && value.log.endsWith("ok (3 ms)\n"));
});

// Drawn values.

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
const runs = { numRuns: 400 };

/** What is over the limits that hold everywhere. */
function over(json, { maxStringBytes = 2000, maxItems, maxKeys, maxDepth = 128, maxTotalBytes, flag }) {
  const found = bytes(json) > (maxTotalBytes ?? Number.POSITIVE_INFINITY) ? ["total"] : [];
  const visit = (value, level, isRoot) => {
    if (typeof value === "string" && maxTotalBytes === undefined && bytes(value) > maxStringBytes) found.push(value);
    if (typeof value !== "object" || value === null) return;
    if (level > maxDepth) found.push(`level ${level}`);
    const list = Array.isArray(value);
    const count = list ? value.length : Object.keys(value).filter((key) => !isRoot || key !== flag).length;
    if (count > ((list ? maxItems : maxKeys) ?? Number.POSITIVE_INFINITY)) found.push(`${count} members`);
    for (const member of Object.values(value)) visit(member, level + 1, false);
  };
  visit(JSON.parse(json), 1, true);
  return found;
}

test("drawn values: limits hold, and a second pass changes nothing", () => {
  const property = fc.property(drawn, anyOptions, fc.constantFrom(undefined, 2), (value, options, indent) => {
    const given = JSON.stringify(value, null, indent);
    const { result, error } = outcome(() => trim(given, options));
    // No other option here can be wrong.
    if (error) return assert.equal(error.code, "MARKER_TOO_LONG");
    const { json, truncated, cuts } = result;
    assert.equal(truncated, cuts.length > 0);
    assert.equal(json === given, !truncated);
    if (!options.limits && !options.strings && truncated) assert.deepEqual(over(json, options), []);
    if (options.maxTotalBytes !== undefined && truncated) assert.ok(bytes(json) <= options.maxTotalBytes);
    assert.deepEqual(trim(json, options), { json, truncated: false, cuts: [] });
  });
  fc.assert(property, runs);
});

/** What both give: the JSON and the cuts, or code and message of the error. */
function both(component, inJavaScript) {
  const { result, error } = outcome(component);
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
  fc.assert(property, runs);
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
      () => reference.capToSchema(JSON.parse(json), schema),
    );
  });
  fc.assert(property, runs);
});

test("drawn texts: the same as in JavaScript", () => {
  const limits = cutting.map((options) => ({ maxChars: 200, ...options, format: "json" }));
  const property = fc.property(drawn, limits, fc.constantFrom(undefined, 2), (value, options, indent) => {
    const given = JSON.stringify(value, null, indent);
    assert.deepEqual(
      outcome(() => text.trim(given, optionsFor(options))),
      { result: js.trim(given, options) },
    );
  });
  fc.assert(property, runs);
  const limit = fc.property(
    strings,
    fc.nat(250),
    fc.record({ suffix: strings, sizeSignal: fc.boolean() }, { requiredKeys: [] }),
    (given, most, options) => {
      const cut = values.truncateStringToBytes(given.toWellFormed(), most, options);
      assert.ok(bytes(cut) <= most);
      const well = { ...options, ...(options.suffix !== undefined && { suffix: options.suffix.toWellFormed() }) };
      assert.equal(cut, reference.truncateStringToBytes(given.toWellFormed(), most, well));
    },
  );
  fc.assert(limit, runs);
});

test("memory does not grow from call to call", () => {
  const { values, text, memory } = instantiate();
  const answer = JSON.stringify(
    Array.from({ length: 2000 }, (_, id) => ({ id, body: "It crashes. ".repeat(id % 300) })),
  );
  const round = () => {
    for (const maxTotalBytes of [2, 5000, 100_000]) values.trimValue(answer, { maxTotalBytes });
    values.trimValue(answer, { maxItems: 1500, limits: [["[*].body", { text: { maxChars: 100 } }]] });
    values.capToSchema(answer, '{"maxItems":100,"items":{"properties":{"body":{"maxLength":50}}}}');
    values.truncateStringToBytes(answer, 100_000);
    outcome(() => values.trimValue(answer.slice(1)));
    text.trim(answer, { format: "json", maxBytes: 5000 });
  };
  round();
  const before = memory.buffer.byteLength;
  for (let count = 0; count < 10; count += 1) round();
  assert.equal(memory.buffer.byteLength, before);
});
