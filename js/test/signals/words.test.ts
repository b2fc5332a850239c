// The log line of a cut, and the paragraph for readers.
import { trim, trimValue, truncateStringsForLlm } from "tooltrim";
import { disclaimerFor, formatTruncationLog, truncationScope } from "tooltrim/signals";
import { expect, test } from "vitest";

const long = "word ".repeat(1000);

test("a label of broken text makes a line all the same", () => {
  const event = { label: "\ud800 x", unit: "items", limit: 10, before: 40, after: 10 } as const;
  expect(formatTruncationLog(event)).toBe('Truncation: dataset="\ufffd x" original_items=40 truncated_items=10');
});

test.each([undefined, null, {}, { unit: "miles" }])("%o is no event", (event) => {
  expect(() => formatTruncationLog(event as never)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
});

const PARAGRAPH =
  "The content is reduced by AI from its original size, please follow the link to check the original content. " +
  "This may also affect the accuracy of the analysis, remember this is for entertainment only.";

test("the paragraph comes when the flag is set, when a result says so, or when a text does", () => {
  const cyclic: Record<string, unknown> = { truncation_applied: true };
  cyclic.self = cyclic;
  const told = [
    { truncation_applied: true },
    { tools: [{ name: "a" }, { name: "b", data: { truncation_applied: true } }] },
    cyclic,
    trim(long, 100),
    trimValue([1, 2, 3], { maxItems: 1 }),
    [trimValue(long)],
    truncationScope(() => trim(long, 100).text),
    truncateStringsForLlm({ body: long }).value,
    "[1, 2, 3\n\n(response truncated)",
    new Map([["report", new Set(["value exceeds size limit (9 bytes, max 1)"])]]),
    JSON.stringify({ body: "value exceeds size limit" }),
  ];
  for (const value of told)
    expect(
      disclaimerFor(value),
      JSON.stringify(value, () => undefined),
    ).toBe(PARAGRAPH);
  expect(disclaimerFor(told[0], { text: "Shortened." })).toBe("Shortened.");
  expect(disclaimerFor(told[0], { text: "" })).toBe("");
});

test("no paragraph comes where nothing says that something was cut", () => {
  class Inherits {
    get truncation_applied() {
      return true;
    }
  }
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  const whole = [
    ...[undefined, null, 0, true, Symbol("x"), "", "all of it", {}, [], () => 1],
    ...[{ truncation_applied: false }, { truncation_applied: "true" }, { truncation_applied: 1 }],
    // Somebody else's word.
    ...[{ truncated: true }, { truncated: false, omitted: {} }],
    ...[cyclic, new Inherits(), new TextEncoder().encode("response truncated")],
    ...[trim("short", 100), trimValue({ a: 1 }), truncationScope(() => 1)],
  ];
  for (const value of whole) expect(disclaimerFor(value)).toBeUndefined();
});

test("members that throw, and values of a hundred thousand levels, are no concern", () => {
  let deep: unknown = { truncation_applied: true };
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(disclaimerFor(deep)).toBe(PARAGRAPH);
  const odd = {
    get first() {
      throw new Error("a getter's own");
    },
    get truncation_applied(): boolean {
      throw new Error("another's");
    },
    proxy: new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("a proxy's");
        },
      },
    ),
    last: "response truncated",
  };
  expect(disclaimerFor(odd)).toBe(PARAGRAPH);
});
