// Options of `trimValue` that are refused: the error names the field, the value and the rule.
import { trimValue } from "tooltrim";
import { expect, test } from "vitest";
import { failure } from "../support/errors.js";
import type { Options } from "./options.js";

const long = (units: number) => "x".repeat(units);

const wrong: [field: string, value: unknown, rule: string][] = [
  ["base64", "drop", '"drop" is not one of "replace", "keep"'],
  ["base64", true, 'true is not one of "replace", "keep"'],
  ["flag", true, "true is not a string"],
  ["toolName", 7, "7 is not a string"],
  ["onTruncate", "log", '"log" is not a function (event) => void'],
];

test.each(wrong.map(([field, value, rule]) => ({ said: `${field}: ${rule}`, options: { [field]: value } })))(
  "a wrong option is refused: $said",
  ({ said, options }) => {
    for (const value of [1, "short", { a: [] }]) {
      expect(failure(() => trimValue(value, options as Options))).toBe(`INVALID_OPTION: ${said}`);
    }
  },
);

test.each(["maxStringbytes", "maxChars", "constructor"])("the option %s is none", (name) => {
  const error = failure(() => trimValue(1, { [name]: 10 } as Options));
  expect(error).toContain(`INVALID_OPTION: ${name}: is not an option; known are `);
});

test.each<[unknown, string]>([
  ["cut", "strings: "],
  [1, "strings: "],
  [{ maxBytes: -1 }, "strings.maxBytes: -1 is not a number of 0 or more"],
  [{ maxbytes: 1 }, "strings.maxbytes: is not an option"],
  [{ marker: "{cuont}" }, "{cuont}"],
  [{ keep: "both" }, "strings.keep: "],
  [{ tokens: () => 1 }, "strings.tokens: "],
])("strings of %j are refused", (strings, said) => {
  const error = failure(() => trimValue("x", { strings } as Options));
  expect(error).toMatch(/^INVALID_OPTION: strings/);
  expect(error).toContain(said);
});

test.each<[unknown, string]>([
  [[], "limits"],
  ["a", "limits"],
  [{ a: 5 }, "limits"],
  [{ a: { maxItems: -1 } }, "maxItems: -1 is not a number of 0 or more"],
  [{ a: { maxitems: 1 } }, "maxitems: is not an option"],
  [{ "a..b": { maxItems: 1 } }, "a..b"],
  [{ "a[": { maxItems: 1 } }, "a["],
  [{ "a[x]": { maxItems: 1 } }, "a[x]"],
  [{ "a[-1]": { maxItems: 1 } }, "a[-1]"],
  [{ ".a": { maxItems: 1 } }, ".a"],
  [{ '["a': { maxItems: 1 } }, "is not"],
])("limits of %j are refused", (limits, said) => {
  const error = failure(() => trimValue("x", { limits } as unknown as Options));
  expect(error).toMatch(/^INVALID_OPTION: limits/);
  expect(error).toContain(said);
});

test("options that are no object are refused, undefined and null are the defaults", () => {
  for (const options of ["2000", 5, true, [1]]) {
    expect(failure(() => trimValue("x", options as Options))).toMatch(/^INVALID_OPTION: options: /);
  }
  for (const options of [undefined, null]) {
    expect(trimValue(long(2001), options as unknown as Options)).toEqual(trimValue(long(2001)));
  }
});

test("a marker that does not fit is refused before the value is looked at", () => {
  const within = (strings: Options["strings"]) => trimValue(1, { strings } as Options);
  expect(failure(() => within({ maxBytes: 5, marker: "[cut here]" }))).toMatch(/^MARKER_TOO_LONG: /);
  expect(() => within({ maxBytes: 5 })).not.toThrow();
  expect(() => within({ maxChars: 5, marker: "~" })).not.toThrow();
});
