// The module of `tooltrim/text` is compiled without what only values and schemas need: JSON texts come out the same.
import fc from "fast-check";
import * as main from "tooltrim";
import * as text from "tooltrim/text";
import { expect, test } from "vitest";
import { runs } from "./support/runs.js";

const base64 = Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 97) % 256)).toString("base64");
const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.tuple(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 400 })).map(([piece, times]) => piece.repeat(times)),
  fc.constantFrom(base64, `a file: ${base64}`, '{"inner": [1, 2, 3]}', "[truncated]", "9".repeat(600)),
);
const values = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "medium" }, texts, fc.double({ noNaN: true }), tie("list"), tie("object")),
  list: fc.oneof(fc.array(tie("value"), { maxLength: 12 }), fc.array(fc.integer(), { maxLength: 300 })),
  object: fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("...", "n".repeat(3000))), tie("value")),
})).value;
const limits = fc.record(
  {
    maxChars: fc.integer({ min: 0, max: 4000 }),
    maxBytes: fc.integer({ min: 0, max: 4000 }),
    maxTokens: fc.integer({ min: 1, max: 900 }),
    keep: fc.constantFrom("head" as const, "tail" as const, "ends" as const),
  },
  { requiredKeys: ["maxBytes"] },
);

test("JSON texts are trimmed the same by tooltrim and tooltrim/text", () => {
  const law = fc.property(values, limits, fc.constantFrom(0, 2), (value, given, indent) => {
    const input = JSON.stringify(value, undefined, indent);
    const options = { ...given, format: "json" as const };
    expect(text.trim(input, options)).toEqual(main.trim(input, options));
  });
  fc.assert(law, runs(60));
});
