// `format: "json"`: a JSON text over a limit stays JSON, with its numbers and escapes as they were written.
import fc from "fast-check";
import { presets, TooltrimError, Trimmer, type TrimOptions, trim } from "tooltrim";
import { describe, expect, test } from "vitest";
import { overLimit } from "../support/laws.js";
import { runs } from "../support/runs.js";
import { plain, texts } from "./hostile.js";
import { utf8 } from "./reading.js";

const long = (units: number, unit = "x") => unit.repeat(Math.ceil(units / unit.length)).slice(0, units);
const json = (text: string, options: TrimOptions) => trim(text, { ...options, format: "json" });
const records = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `name ${id}`, ok: true }));

describe("a text that fits", () => {
  test("comes back as it is, white space and all", () => {
    const text = JSON.stringify(records(5), null, 2);
    expect(json(text, { maxBytes: utf8(text) })).toEqual({ text, truncated: false, omitted: expect.any(Object) });
    expect(json("", { maxChars: 40 }).text).toBe("");
    expect(json('{"a":1', { maxChars: 40 }).text).toBe('{"a":1');
  });

  test("only without its white space loses nothing else", () => {
    const text = JSON.stringify(records(20), null, 8);
    const compact = JSON.stringify(records(20));
    const { chars, lines } = { chars: text.length - compact.length, lines: text.split("\n").length - 1 };
    expect(json(text, { maxChars: compact.length })).toEqual({
      text: compact,
      truncated: false,
      omitted: { utf16: 0, chars: 0 },
      cleaned: { chars, lines },
    });
  });
});

describe("every limit holds, and the result parses", () => {
  const text = JSON.stringify({ records: records(3000), log: long(5000, "\u00e9 "), total: 3000 }, null, 2);
  test.each<[string, TrimOptions]>([
    ["no limit: 4,000 chars", {}],
    ["chars", { maxChars: 1000 }],
    ["UTF-16 units", { maxUtf16: 1000 }],
    ["bytes", { maxBytes: 1000 }],
    ["lines and bytes", { maxLines: 1, maxBytes: 3000 }],
    ["tokens", { maxTokens: 500 }],
    ["tokens and a margin", { maxTokens: 500, tokenMargin: 1.5 }],
    ["all of them", { maxChars: 900, maxUtf16: 900, maxBytes: 900, maxLines: 9, maxTokens: 300 }],
  ])("%s", (_, options) => {
    const result = json(text, options);
    expect(result.truncated).toBe(true);
    expect(overLimit(result.text, options)).toEqual([]);
    const value = JSON.parse(result.text);
    expect(result.text).toBe(JSON.stringify(value));
    expect(value.total).toBe(3000);
    expect(json(result.text, options)).toMatchObject({ text: result.text, truncated: false });
    expect(new Trimmer({ ...options, format: "json" }).trim(text)).toEqual(result);
  });

  test("lines: only white space has to go", () => {
    const { text: compact, truncated } = json(text, { maxLines: 3 });
    expect(compact).toBe(JSON.stringify(JSON.parse(text)));
    expect(truncated).toBe(false);
  });

  test("a tokenizer of one's own is asked", () => {
    const tokens = (one: string) => one.length;
    const result = json(text, { maxTokens: 400, tokens }).text;
    expect(result.length).toBeLessThanOrEqual(400);
    expect(JSON.parse(result).total).toBe(3000);
  });

  test("the room is used", () => {
    for (const maxBytes of [1000, 10_000, 50_000]) {
      expect(utf8(json(text, { maxBytes }).text)).toBeGreaterThan(maxBytes * 0.9);
    }
    for (const maxChars of [1000, 10_000]) {
      expect(json(text, { maxChars }).text.length).toBeGreaterThan(maxChars * 0.9);
    }
  });

  test("whatever the value, whatever the limit", () => {
    const limits = fc.record({
      maxBytes: fc.option(fc.integer({ min: 60, max: 2000 }), { nil: undefined }),
      maxChars: fc.option(fc.integer({ min: 60, max: 2000 }), { nil: undefined }),
      maxUtf16: fc.option(fc.integer({ min: 60, max: 2000 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(plain, limits, fc.constantFrom(undefined, 2), (value, options, indent) => {
        const given = JSON.stringify(value, null, indent);
        const result = json(given, options);
        expect(overLimit(result.text, options)).toEqual([]);
        expect(() => JSON.parse(result.text)).not.toThrow();
        if (overLimit(given, options).length === 0) expect(result.text).toBe(given);
        expect(json(result.text, options).text).toBe(result.text);
      }),
      runs(100),
    );
  });
});

describe("what is kept is as it was written", () => {
  const padding = `"log":"${long(5000)}"`;
  test.each([
    ["numbers beyond a double", "12345678901234567890123"],
    ["numbers beyond a double, with a fraction", "0.10000000000000000000000000001"],
    ["numbers that are written oddly", "1.0"],
    ["exponents", "1E+400"],
    ["minus zero", "-0"],
    ["escapes", '"\\u00e9\\/\\u003c"'],
    ["escapes of surrogates", '"\\ud83d\\ude00 \\ud83d"'],
    ["nothing", "null"],
    ["empty containers", '{"a":[],"b":{}}'],
  ])("%s", (_, written) => {
    const result = json(`{ "kept" : ${written} , ${padding} }`, { maxChars: 500 }).text;
    expect(result.startsWith(`{"kept":${written},"log":"xxx`)).toBe(true);
    expect(result.length).toBeLessThanOrEqual(500);
    JSON.parse(result);
  });

  test("names that stand twice, and names with escapes", () => {
    const result = json(`{"a":1,"a":2,"\\u0061b":3,"__proto__":4,${padding},"a":5}`, { maxChars: 300 }).text;
    expect(result.startsWith('{"a":1,"a":2,"\\u0061b":3,"__proto__":4,"log":"xxx')).toBe(true);
    expect(result.endsWith('xxx","a":5}')).toBe(true);
  });

  test("an escape is not cut in half", () => {
    for (const unit of ["\\u00e9", "\\n", '\\"', "\\\\", "\\ud83d\\ude00"]) {
      for (let maxChars = 60; maxChars < 80; maxChars += 1) {
        const result = json(`{"a":"${unit.repeat(500)}"}`, { maxChars }).text;
        expect(result.length).toBeLessThanOrEqual(maxChars);
        const { a } = JSON.parse(result) as { a: string };
        expect(a.replace(/\n?\.\.\. \[truncated \d+ chars\] \.\.\.\n?/, "")).not.toMatch(/\p{Surrogate}/u);
      }
    }
  });

  test("the gaps say how much is missing", () => {
    const { text } = json(JSON.stringify(Array.from({ length: 1000 }, (_, at) => at)), { maxChars: 100 });
    const value: unknown[] = JSON.parse(text);
    expect(value).toContain(`[${1000 - value.length + 1} items omitted]`);
    expect([value[0], value.at(-1)]).toEqual([0, 999]);
  });
});

describe("what is no JSON is trimmed as text", () => {
  const broken = [
    `{"a":"${long(500)}`,
    `[1,2,${long(500)}]`,
    `${JSON.stringify(records(50))}\n${JSON.stringify(records(50))}`,
    `see ${JSON.stringify(records(50))}`,
    long(500, "plain text "),
    `{'a':'${long(500)}'}`,
    `[${"1,".repeat(300)}]`,
    `{"a":01,"b":"${long(500)}"}`,
    `"${long(500, "tab\t")}"`,
  ];
  test.each(broken.map((text) => [text.slice(0, 24), text]))("%s", (_, text) => {
    for (const options of [{ maxChars: 200 }, { maxBytes: 150, keep: "head", marker: "~" }] as const) {
      expect(json(text, options)).toEqual(trim(text, options));
    }
  });

  test("whatever the text, the limit holds and the result is what it should be", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 40, max: 300 }), (text, maxChars) => {
        const result = json(text, { maxChars });
        expect(overLimit(result.text, { maxChars })).toEqual([]);
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (isJson) JSON.parse(result.text);
        else expect(result).toEqual(trim(text, { maxChars }));
      }),
      runs(100),
    );
  });
});

test("bytes are read as the text that they hold", () => {
  const text = JSON.stringify({ a: long(900, "\u00e9"), b: records(50) });
  expect(json(text, { maxBytes: 400 })).toEqual(
    trim(new TextEncoder().encode(text), { maxBytes: 400, format: "json" }),
  );
});

test("one scalar that is longer than the limit", () => {
  for (const text of [`"${"\\u00e9".repeat(900)}"`, `[${"1".repeat(5000)}]`]) {
    const result = json(text, { maxChars: 100 }).text;
    expect(result.length).toBeLessThanOrEqual(100);
    expect(() => JSON.parse(result)).not.toThrow();
    expect(json(result, { maxChars: 100 }).text).toBe(result);
  }
});

test.each(["1".repeat(5000), "-12345.678e-300", "true", "null"])(
  "a number or a word over the limit says so: %#",
  (text) => {
    for (let maxBytes = 2; maxBytes < Math.min(text.length, 60); maxBytes += 1) {
      const result = json(text, { maxBytes, marker: "" });
      expect(result.truncated).toBe(true);
      expect(result.text.length).toBeLessThanOrEqual(maxBytes);
      expect(["[truncated]", "...", ""]).toContain(JSON.parse(result.text));
    }
  },
);

test("a byte order mark before JSON does no harm", () => {
  const result = json(`\ufeff${JSON.stringify(records(500))}`, { maxChars: 300 });
  expect(overLimit(result.text, { maxChars: 300 })).toEqual([]);
});

test("format: only text, which is the default, and json", () => {
  const text = JSON.stringify(records(100));
  expect(trim(text, { maxChars: 200, format: "text" })).toEqual(trim(text, 200));
  expect(() => trim(text, { format: "xml" } as unknown as TrimOptions)).toThrow(
    expect.objectContaining({ code: "INVALID_OPTION", message: 'format: "xml" is not one of "text", "json"' }),
  );
  expect(() => trim(text, { format: "json", maxChars: 5, marker: "[cut here]" })).toThrow(TooltrimError);
});

test("presets.apiResponse bounds an answer to 50,000 bytes", () => {
  expect(presets.apiResponse).toEqual({ format: "json", maxBytes: 50_000, snap: "grapheme" });
  const answer = JSON.stringify({ items: records(9000), next: "/page/2", log: long(90_000, "\u6f22") });
  const { text, truncated } = trim(answer, presets.apiResponse);
  expect(truncated).toBe(true);
  expect(utf8(text)).toBeLessThanOrEqual(50_000);
  expect(utf8(text)).toBeGreaterThan(45_000);
  const value = JSON.parse(text);
  expect([value.items[0], value.items.at(-1), value.next]).toEqual([records(1)[0], records(9000).at(-1), "/page/2"]);
  expect(trim(text, presets.apiResponse)).toMatchObject({ text, truncated: false });
});
