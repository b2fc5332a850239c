// The results that Rust wrote down (tests/golden_values.rs): the package gives the very same.
import { readFileSync } from "node:fs";
import { capToSchema, type Trimmed, type TrimOptions, trim, trimValue } from "tooltrim";
import { describe, expect, test } from "vitest";
import type { Cut, Options } from "./options.js";

interface Case {
  readonly name: string;
  readonly options: Options;
  readonly schema?: object;
  /** The value is null when it is the very input. */
  readonly result: { readonly value: unknown; readonly truncated: boolean; readonly cuts: readonly Cut[] };
}

interface TextCase {
  readonly name: string;
  readonly text: string;
  readonly options: TrimOptions;
  readonly result: Trimmed;
}

interface Golden {
  readonly values: Readonly<Record<string, unknown>>;
  readonly cases: readonly Case[];
  readonly texts: readonly TextCase[];
}

const file = new URL("../../../tests/golden/values.json", import.meta.url);
const { values, cases, texts }: Golden = JSON.parse(readFileSync(file, "utf8"));

const named = <T extends { readonly name: string; readonly options: object }>(all: readonly T[]) =>
  all.map((one) => ({ ...one, title: `${one.name}, ${JSON.stringify(one.options)}` }));

describe("values are bounded as written down", () => {
  test.each(named(cases))("$title", ({ name, options, schema, result }) => {
    const value = values[name];
    const bounded = schema ? capToSchema(value, schema, options) : trimValue(value, options);
    const { value: after, truncated, cuts } = bounded;
    expect({ truncated, cuts }).toEqual({ truncated: result.truncated, cuts: result.cuts });
    // As texts: the order of members counts, too.
    if (truncated) expect(JSON.stringify(after)).toBe(JSON.stringify(result.value));
    else expect(after).toBe(value);
  });
});

describe("JSON texts are bounded as written down", () => {
  test.each(named(texts))("$title", ({ text, options, result }) => {
    expect(trim(text, options)).toEqual(result);
  });
});
