// Values that fit a JSON Schema go on fitting it within a total, or are refused: a validator says so.
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { limitCallToolResult } from "tooltrim/tools";
import { describe, expect, test } from "vitest";
import { runs } from "../support/runs.js";
import { plain } from "./hostile.js";
import { jsonBytes } from "./reading.js";

const ajv = new Ajv2020({ strict: false, validateFormats: false });
type Schema = Record<string, unknown>;

/** Limits `structuredContent`; `undefined` where the schema leaves too little free. */
function fitted(value: object, schema: Schema, maxTotalBytes: number, about?: string): unknown {
  const result = { content: [], structuredContent: value };
  return limitCallToolResult(result, { outputSchema: schema, values: { maxTotalBytes, about } }).structuredContent;
}

/** A word of a value, as a question: a name or the beginning of a text, if there is a longer one. */
const wordOf = (value: object, pick: number): string | undefined => {
  const words = JSON.stringify(value).match(/[A-Za-z0-9]{2,}/g);
  return words?.[pick % words.length];
};

describe("what the schema demands stays", () => {
  const long = "It crashes. ".repeat(500);
  const cases: [what: string, schema: Schema, value: object, after: object | undefined][] = [
    ["required members", { required: ["z"] }, { a: long, b: long, z: 1 }, { z: 1 }],
    ["described members", { properties: { z: { type: "number" } } }, { a: long, b: long, z: 1 }, { z: 1 }],
    ["minItems", { minItems: 3 }, [long, long, long, long], ["", "", ""]],
    ["minLength", { items: { minLength: 30 } }, [long, long], [long.slice(0, 30)]],
    ["enum", { properties: { a: { enum: [long] } } }, { a: long }, undefined],
    ["pattern", { properties: { a: { pattern: "^It" } } }, { a: long }, undefined],
    ["a tie between members", { dependentRequired: { a: ["b"] } }, { a: long, b: 1 }, { a: "", b: 1 }],
    ["not", { not: { properties: { a: { maxLength: 3 } }, required: ["a"] } }, { a: long }, undefined],
    ["a reference that leads elsewhere", { properties: { a: { $ref: "other.json" } } }, { a: long }, undefined],
    [
      "one of two that a cut could make both fit",
      { properties: { a: { oneOf: [{ minLength: 5000 }, { maxLength: 40 }, { pattern: "^x" }] } } },
      { a: long },
      undefined,
    ],
    [
      "one of two that a constant tells apart",
      {
        oneOf: [
          { properties: { kind: { const: "log" }, a: { type: "string" } }, required: ["kind"] },
          { properties: { kind: { const: "row" }, a: { enum: [long] } }, required: ["kind"] },
        ],
      },
      { kind: "log", a: long },
      { kind: "log", a: "" },
    ],
  ];
  test.each(cases)("%s", (_, schema, value, after) => {
    const shorter = fitted(value, schema, 80);
    if (after === undefined) expect(shorter).toBeUndefined();
    else {
      expect(jsonBytes(shorter)).toBeLessThanOrEqual(80);
      const validate = new Ajv2020({ strict: false }).compile(schema);
      expect(validate(shorter), JSON.stringify(shorter)).toBe(true);
      if (Array.isArray(after)) expect((shorter as unknown[]).length).toBeGreaterThanOrEqual(after.length);
      else expect(Object.keys(shorter as object)).toEqual(expect.arrayContaining(Object.keys(after)));
    }
  });
});

/** A schema that a value fits, with demands as the numbers say. */
function schemaOf(value: unknown, next: () => number, depth = 0): Schema {
  if (depth > 4) return {};
  const own = ownSchema(value, next, depth);
  switch (next() % 9) {
    case 0:
      return { allOf: [own] };
    case 1:
      return { anyOf: [own, { type: "null" }] };
    case 2:
      return { oneOf: [{ type: "null" }, own] };
    case 3:
      return { ...own, not: { const: "no value has this" } };
    case 4:
      return { anyOf: [{ enum: ["another"] }, own] };
    default:
      return own;
  }
}

function ownSchema(value: unknown, next: () => number, depth: number): Schema {
  const inner = (each: unknown) => schemaOf(each, next, depth + 1);
  if (typeof value === "string") {
    const chars = [...value].length;
    const demands: Schema[] = [{}, {}, {}, { minLength: chars }, { minLength: Math.floor(chars / 2) }];
    demands.push({ maxLength: chars }, { enum: ["other", value] }, { const: value }, { pattern: "^[\\s\\S]*$" });
    return { type: "string", ...demands[next() % demands.length] };
  }
  if (Array.isArray(value)) {
    const items =
      value.length > 0
        ? {
            anyOf: value
              .slice(0, 4)
              .map(inner)
              .concat(value.length > 4 ? [{}] : []),
          }
        : {};
    const first = value.slice(0, next() % 3).map(inner);
    const demands: Schema[] = [{}, {}, { minItems: next() % (value.length + 1) }, { maxItems: value.length }];
    demands.push({ uniqueItems: true }, { contains: value.length > 0 ? inner(value[next() % value.length]) : {} });
    return {
      ...(next() % 2 || first.length === 0 ? { items } : { prefixItems: first, items: {} }),
      ...demands[next() % demands.length],
    };
  }
  if (typeof value === "object" && value !== null) {
    const names = Object.keys(value);
    const some = () => names.filter(() => next() % 2);
    const of = (name: string) => [name, inner((value as Schema)[name])] as const;
    const demands: Schema[] = [{}, {}, { minProperties: next() % (names.length + 1) }, { maxProperties: names.length }];
    demands.push({ dependentRequired: Object.fromEntries(some().map((name) => [name, some()])) });
    const properties = Object.fromEntries(
      some()
        .filter((name) => name !== "__proto__")
        .map(of),
    );
    return { type: "object", properties, required: some(), ...demands[next() % demands.length] };
  }
  return {};
}

/** The validator compares items as if each had the methods of an object. */
function fits(validate: (value: unknown) => boolean, value: unknown): boolean {
  try {
    return validate(value);
  } catch {
    return false;
  }
}

test("a value that fits goes on fitting, within the total, and the second time nothing changes", () => {
  const draws = runs(60);
  let [fitting, cut] = [0, 0];
  const object = fc.dictionary(fc.string({ maxLength: 6 }), plain, { minKeys: 1, maxKeys: 12 });
  fc.assert(
    fc.property(
      object,
      fc.array(fc.nat(), { minLength: 5, maxLength: 40 }),
      fc.integer({ min: 2, max: 600 }),
      fc.nat(),
      (value, picks, total, pick) => {
        let at = 0;
        const schema = schemaOf(value, () => picks[at++ % picks.length] as number);
        const validate = ajv.compile(schema);
        fc.pre(fits(validate, value));
        const about = pick % 2 ? wordOf(value, pick) : undefined;
        const after = fitted(value, schema, total, about);
        if (after === undefined) return;
        fitting += 1;
        if (after !== value) cut += 1;
        expect(validate(after), JSON.stringify({ schema, after, errors: validate.errors })).toBe(true);
        expect(jsonBytes(after)).toBeLessThanOrEqual(total);
        expect(fitted(after as object, schema, total, about)).toBe(after);
      },
    ),
    draws,
  );
  expect(fitting).toBeGreaterThan(0.15 * draws.numRuns);
  expect(cut).toBeGreaterThan(0.03 * draws.numRuns);
});
