// `capToSchema`: the caps of a JSON Schema shorten a value where a validator would refuse it.
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { capToSchema, TooltrimError } from "tooltrim";
import { describe, expect, test } from "vitest";
import { plain } from "./hostile.js";
import { jsonBytes } from "./reading.js";

const long = (units: number) => "x".repeat(units);
const text = { type: "string", maxLength: 10 };
const few = { type: "array", maxItems: 2 };

const ajv = new Ajv2020({ strict: false, validateFormats: false });
/** What a validator has to say; nothing when the value is valid. */
function refused(schema: object | boolean, value: unknown): unknown[] {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, keyword }) => [instancePath, keyword]);
}

/** Caps a value and asks the validator; answers where it was cut. */
function capped(schema: object | boolean, value: unknown): string[] {
  expect(refused(schema, value)).not.toEqual([]);
  const { value: after, truncated, cuts } = capToSchema(value, schema as object);
  expect(refused(schema, after)).toEqual([]);
  expect(truncated).toBe(true);
  const again = capToSchema(after, schema as object);
  expect(again).toEqual({ value: after, truncated: false, cuts: [] });
  expect(again.value).toBe(after);
  return cuts.map(({ path, kind }) => `${kind} ${path}`);
}

const node = {
  $defs: {
    node: {
      type: "object",
      properties: { name: text, next: { $ref: "#/$defs/node" }, all: { ...few, items: { $ref: "#/$defs/node" } } },
    },
  },
  $ref: "#/$defs/node",
};

describe("caps are found", () => {
  const cases: [where: string, schema: object, value: unknown, cuts: string[]][] = [
    ["a text at the root", text, long(11), ["string "]],
    ["a list at the root", few, [1, 2, 3], ["items "]],
    ["an object at the root", { type: "object", maxProperties: 1 }, { a: 1, b: 2 }, ["keys "]],
    [
      "in properties",
      { properties: { a: text, b: few } },
      { a: long(11), b: [1, 2, 3], c: long(11) },
      ["string /a", "items /b"],
    ],
    [
      "in items",
      { items: { properties: { a: text } } },
      [{ a: long(11) }, { a: "ok" }, { a: long(12) }],
      ["string /0/a", "string /2/a"],
    ],
    [
      "in prefixItems",
      { prefixItems: [text, few], items: { maxLength: 20 } },
      [long(11), [1, 2, 3], long(15), long(21)],
      ["string /0", "items /1", "string /3"],
    ],
    [
      "in additionalProperties",
      { properties: { a: { maxLength: 20 } }, additionalProperties: text },
      { a: long(15), b: long(15) },
      ["string /b"],
    ],
    ["in patternProperties", { patternProperties: { "^x-": text } }, { "x-a": long(11), b: long(11) }, ["string /x-a"]],
    [
      "behind $ref",
      { $defs: { short: text }, properties: { a: { $ref: "#/$defs/short" } } },
      { a: long(11) },
      ["string /a"],
    ],
    [
      "behind $ref to definitions",
      { definitions: { "a/b~c": text }, items: { $ref: "#/definitions/a~1b~0c" } },
      [long(11)],
      ["string /0"],
    ],
    [
      "behind $ref to the root",
      { properties: { name: text, child: { $ref: "#" } } },
      { child: { child: { name: long(11) } } },
      ["string /child/child/name"],
    ],
    [
      "behind a chain of $ref",
      { $defs: { a: { $ref: "#/$defs/b" }, b: text }, items: { $ref: "#/$defs/a" } },
      [long(11)],
      ["string /0"],
    ],
    [
      "in a schema that refers to itself",
      node,
      { name: "n", next: { next: { name: long(11), all: [{}, { name: long(11) }, {}] } } },
      ["string /next/next/name", "items /next/next/all", "string /next/next/all/1/name"],
    ],
    [
      "in allOf, the least counts",
      { allOf: [{ maxLength: 20 }, { maxLength: 10 }, { type: "string" }] },
      long(15),
      ["string "],
    ],
    [
      "in allOf and beside it",
      { maxItems: 3, allOf: [{ items: text }, { maxItems: 2 }] },
      [long(11), "b", "c", "d"],
      ["items ", "string /0"],
    ],
    ["in anyOf by type", { anyOf: [text, few, { type: "number" }] }, long(11), ["string "]],
    ["in anyOf by type, the other one", { anyOf: [text, few, { type: "number" }] }, [1, 2, 3], ["items "]],
    ["in oneOf by type", { properties: { a: { oneOf: [{ type: "null" }, text] } } }, { a: long(11) }, ["string /a"]],
    [
      "beside required members, which stay before others",
      { maxProperties: 2, required: ["y", "z"] },
      { a: 1, y: 2, b: 3, z: 4 },
      ["keys "],
    ],
    [
      "beside some that are required",
      { properties: { z: text }, maxProperties: 2, required: ["z"] },
      { a: 1, b: 2, z: long(11), c: 3 },
      ["keys ", "string /z"],
    ],
    ["beside a cap that is larger", { properties: { a: { maxLength: 5000 } } }, { a: long(5001) }, ["string /a"]],
  ];
  test.each(cases)("%s", (_, schema, value, cuts) => {
    expect(capped(schema, value).sort()).toEqual([...cuts].sort());
  });

  test("maxLength is in chars, as validators count", () => {
    const family = "\u{1f468}\u200d\u{1f469}";
    expect(capToSchema("\u{1f600}".repeat(10), text).truncated).toBe(false);
    for (let maxLength = 0; maxLength < 40; maxLength += 1) {
      const { value } = capToSchema(family.repeat(30), { maxLength });
      expect([...value].length).toBeLessThanOrEqual(maxLength);
      expect(value).not.toMatch(/\p{Surrogate}/u);
    }
  });

  test("caps of 0", () => {
    expect(
      capToSchema(
        { a: long(5), b: [1], c: { d: 1 } },
        { properties: { a: { maxLength: 0 }, b: { maxItems: 0 }, c: { maxProperties: 0 } } },
      ).value,
    ).toEqual({ a: "", b: [], c: {} });
  });
});

describe("what no cap stands on", () => {
  test("comes back as it is, however long", () => {
    const value = { log: long(100_000), list: Array.from({ length: 1000 }, (_, at) => at), chart: long(3000) };
    for (const schema of [
      {},
      true,
      { type: "object" },
      { properties: { other: text } },
      { minLength: 5, pattern: "x" },
    ]) {
      const result = capToSchema(value, schema as object);
      expect(result).toEqual({ value, truncated: false, cuts: [] });
      expect(result.value).toBe(value);
    }
  });

  test("untouched members are the same objects", () => {
    const value = { a: long(11), b: { c: [1] } };
    const { value: after } = capToSchema(value, { properties: { a: text } });
    expect(after.b).toBe(value.b);
  });

  test("is not shortened because another type's cap is smaller", () => {
    const schema = {
      anyOf: [
        { type: "string", maxLength: 5 },
        { type: "string", maxLength: 50 },
      ],
    };
    expect(refused(schema, long(20))).toEqual([]);
    expect(capToSchema(long(20), schema).value).toBe(long(20));
    capped(schema, long(60));
  });
});

describe("schemas that nobody should write", () => {
  const value = { a: long(50), b: [1, 2, 3] };
  test.each<[string, unknown]>([
    ["false", false],
    ["caps of a wrong type", { properties: { a: { maxLength: "5" }, b: { maxItems: null } } }],
    ["negative caps", { properties: { a: { maxLength: -1 }, b: { maxItems: -5 } } }],
    ["fractions", { properties: { a: { maxLength: 50.5 } } }],
    ["an unknown $ref", { properties: { a: { $ref: "#/$defs/missing" } } }],
    ["a $ref elsewhere", { properties: { a: { $ref: "https://example.com/schema.json" } } }],
    ["a $ref to itself", { $ref: "#" }],
    ["a ring of $ref", { $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" }],
    ["a $ref that is no text", { $ref: 5 }],
    ["properties that are no object", { properties: [1, 2], items: "x", prefixItems: {}, allOf: text, anyOf: null }],
    ["a pattern that is none", { patternProperties: { "(": { maxLength: 1 } } }],
    ["prototype names", { properties: { constructor: 5, ["__proto__"]: { maxLength: 1 } } }],
  ])("%s: nothing is cut, nothing throws", (_, schema) => {
    expect(capToSchema(value, schema as object)).toEqual({ value, truncated: false, cuts: [] });
  });

  test("a schema that is none is refused", () => {
    for (const schema of [5, "schema", null, undefined]) {
      expect(() => capToSchema(value, schema as unknown as object)).toThrow(TooltrimError);
    }
  });

  test("a value deeper than any schema, and an allOf that grows with each level", () => {
    let deep: unknown = long(11);
    for (let level = 0; level < 100; level += 1) deep = { a: deep };
    const schema = {
      $defs: {
        n: {
          maxLength: 10,
          properties: { a: { allOf: [{ $ref: "#/$defs/n" }, { $ref: "#/$defs/n" }, { $ref: "#" }] } },
        },
      },
      $ref: "#/$defs/n",
    };
    // A validator would go three ways at each level.
    const { cuts } = capToSchema(deep, schema);
    expect(cuts.map(({ path, kind }) => `${kind} ${path}`)).toEqual([`string ${"/a".repeat(100)}`]);
  });
});

test("the options of trimValue hold as well", () => {
  const value = { a: long(50), log: long(9000), list: [1, 2, 3] };
  const schema = { properties: { a: text } };
  const { value: after } = capToSchema(value, schema, { maxTotalBytes: 500, maxItems: 2, flag: "cut" });
  expect(after).toMatchObject({ list: [1, 2], cut: true });
  expect(after.a.length).toBeLessThanOrEqual(10);
  expect(jsonBytes(after)).toBeLessThanOrEqual(500);
});

test("whatever the value, what the caps speak of is valid afterwards", () => {
  const caps = { maxLength: 8, maxItems: 3, maxProperties: 3 };
  const schema = {
    $defs: { any: { ...caps, items: { $ref: "#/$defs/any" }, additionalProperties: { $ref: "#/$defs/any" } } },
    $ref: "#/$defs/any",
  };
  const validate = ajv.compile(schema);
  fc.assert(
    fc.property(plain, (value) => {
      const { value: after, truncated } = capToSchema(value, schema, { maxDepth: 1000 });
      expect(validate(after)).toBe(true);
      if (!truncated) expect(after === value || Object.is(after, value)).toBe(true);
      else expect(validate(value)).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test("a field that the schema caps also holds maxStringBytes", () => {
  const schema = { properties: { title: { maxLength: 50 } } };
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  for (const maxStringBytes of [0, 1, 2, 3, 11, 12, 60, 120, 1000]) {
    const { title } = capToSchema({ title: "\u65e5".repeat(100) }, schema, { maxStringBytes }).value;
    expect(bytes(title)).toBeLessThanOrEqual(maxStringBytes);
    expect([...title].length).toBeLessThanOrEqual(50);
  }
});

describe("with a total", () => {
  const row = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, title: text },
    additionalProperties: false,
  };
  const schema = {
    type: "object",
    required: ["rows"],
    properties: { rows: { type: "array", items: row, minItems: 1 } },
  };
  const value = { rows: Array.from({ length: 900 }, (_, id) => ({ id, title: long(40) })), other: long(900) };

  test("the result fits the schema and the total", () => {
    for (const maxTotalBytes of [60, 200, 1000, 20_000]) {
      const { value: after, truncated } = capToSchema(value, schema, { maxTotalBytes });
      expect(truncated).toBe(true);
      expect(refused(schema, after)).toEqual([]);
      expect(jsonBytes(after)).toBeLessThanOrEqual(maxTotalBytes);
      expect(after.rows.length).toBeGreaterThan(0);
    }
    const small = { rows: [{ id: 1, title: "a" }] };
    expect(capToSchema(small, schema, { maxTotalBytes: 100 }).value).toBe(small);
  });

  test("what the schema requires of a value that is too large is named", () => {
    const strict = { properties: { key: { type: "string", pattern: "^x+$" } }, required: ["key"] };
    const call = () => capToSchema({ key: long(90) }, strict, { maxTotalBytes: 50 });
    expect(call).toThrow(TooltrimError);
    expect(call).toThrow('maxTotalBytes: 50 is less than the 100 bytes that the schema requires, 92 of them at "/key"');
  });
});
