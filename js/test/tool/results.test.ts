// What a tool answers, as text.
import { toolify, toolifySync } from "tooltrim";
import { describe, expect, test } from "vitest";
import { cyclic } from "./support.js";

const MARKER = "\n\n... (tool result truncated from middle to save you from context overload) ...\n\n";

class Note {
  readonly title = "tides";
  #secret = 1;
  secret() {
    return this.#secret;
  }
}
class Named {
  toString() {
    return "the named one";
  }
}

const rows: [name: string, result: unknown, text: string][] = [
  ["undefined", undefined, "Tool execution completed without errors"],
  ["null", null, "Tool execution completed without errors"],
  ["an empty text", "", ""],
  ["a text", "as it is\n", "as it is\n"],
  ["a text that is JSON", '{"a":1}', '{"a":1}'],
  ["a text with lone surrogates", "\ud83d \ude00", "\ud83d \ude00"],
  ["an integer", 42, "42"],
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: the number that the reference gives
  ["a fraction", 3.14159, "3.14159"],
  ["minus nothing", -0, "0"],
  ["NaN", Number.NaN, "NaN"],
  ["true", true, "true"],
  ["false", false, "false"],
  ["a bigint", 12345678901234567890n, "12345678901234567890"],
  ["a symbol", Symbol("it"), "Symbol(it)"],
  ["a list", [1, [2]], "[\n  1,\n  [\n    2\n  ]\n]"],
  [
    "an object",
    { name: "Zoë", city: "東京", emoji: "👩‍🚀" },
    '{\n  "name": "Zoë",\n  "city": "東京",\n  "emoji": "👩‍🚀"\n}',
  ],
  ["an instance of a class", new Note(), '{\n  "title": "tides"\n}'],
  ["an instance that has no JSON but a text", new Named(), "the named one"],
  ["an empty object", {}, "{}"],
  ["what has a toJSON", { toJSON: () => ({ a: 1 }) }, '{\n  "a": 1\n}'],
  ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
  ["a date that is none", new Date(Number.NaN), "Invalid Date"],
  ["an address", new URL("https://example.org/a b"), "https://example.org/a%20b"],
  ["what a form sends", new URLSearchParams({ q: "tides" }), "q=tides"],
  ["a regular expression", /a+/g, "/a+/g"],
  ["a map", new Map<string, unknown>([["a", new Map([["b", 1]])]]), '{\n  "a": {\n    "b": 1\n  }\n}'],
  ["a map with keys of all kinds", new Map<unknown, unknown>([[1, "one"]]), '[\n  [\n    1,\n    "one"\n  ]\n]'],
  ["an empty map", new Map(), "{}"],
  ["a set", new Set(["a", "b"]), '[\n  "a",\n  "b"\n]'],
  [
    "a map and an error deep inside",
    { at: [new Map([["a", 1]]), new TypeError("gone")] },
    '{\n  "at": [\n    {\n      "a": 1\n    },\n    "TypeError: gone"\n  ]\n}',
  ],
  ["an error that is returned", new TypeError("gone"), "Tool Failed: gone"],
  [
    "an error that is returned, with a cause and a place of the host",
    new Error("no file /home/ann/x", { cause: new Error("no disk at /home/ann") }),
    "Tool Failed: no file ~/x\nCaused by: no disk at ~",
  ],
  ["an error of the host deep inside", { error: new Error("no /home/ann/x") }, '{\n  "error": "Error: no ~/x"\n}'],
  [
    "one with members, beside a bigint",
    [1n, Object.assign(new Error("no /home/ann/x"), { path: "/home/ann/x", errno: -2 })],
    '[\n  1,\n  {\n    "message": "Error: no ~/x",\n    "path": "~/x",\n    "errno": -2\n  }\n]',
  ],
  ["bytes", new TextEncoder().encode("Zoë 👩‍🚀"), "Zoë 👩‍🚀"],
  ["a Node buffer", Buffer.from("Zoë"), "Zoë"],
  ["an ArrayBuffer", new TextEncoder().encode("Zoë").buffer, "Zoë"],
  ["a view of bytes", new DataView(new TextEncoder().encode("a Zoë").buffer, 2), "Zoë"],
  ["bytes that are no text", new Uint8Array([0xff, 0xd8, 0xff]), "[binary data, 3 bytes]"],
  ["no bytes", new Uint8Array(), ""],
  ["a list of numbers that are no bytes", new Float64Array([1, 2.5]), "[\n  1,\n  2.5\n]"],
  [
    "bytes in an object",
    { status: 0, stdout: Buffer.from("tides\n"), stderr: Buffer.from(""), picture: new Uint8Array([0xff, 0xd8]) },
    '{\n  "status": 0,\n  "stdout": "tides\\n",\n  "stderr": "",\n  "picture": "[binary data, 2 bytes]"\n}',
  ],
  ["bytes beside a bigint", [new Uint8Array([97]), 1n, Buffer.from("b")], '[\n  "a",\n  1,\n  "b"\n]'],
  ["numbers that are no bytes, in a list", [new Float32Array([0.5])], "[\n  [\n    0.5\n  ]\n]"],
  [
    "what looks like bytes",
    { type: "Buffer", data: [{ 0: 97 }] },
    '{\n  "type": "Buffer",\n  "data": [\n    {\n      "0": 97\n    }\n  ]\n}',
  ],
  ["a boxed text", Object("boxed"), "boxed"],
  // What JSON cannot hold: see loose.test.ts.
  ["a cycle", cyclic(), '[\n  0,\n  {\n    "list": "[circular reference]"\n  }\n]'],
  ["a bigint in a list", [1n, 2n], "[\n  1,\n  2\n]"],
  ["a bigint in an object", { big: 1n }, '{\n  "big": 1\n}'],
  ["a toJSON that throws", Object.assign(["a", "b"], { toJSON: () => JSON.parse("{") }), "a,b"],
  ["a function", Math.max, "function max() { [native code] }"],
  ["no prototype, and no JSON", Object.assign(Object.create(null), { big: 1n }), '{\n  "big": 1\n}'],
];

describe("a result becomes this text", () => {
  test.each(rows)("%s", async (_, result, text) => {
    expect(await toolify(() => result)()).toBe(text);
    expect(await toolify(async () => result)()).toBe(text);
    expect(toolifySync(() => result)()).toBe(text);
  });
});

test("5,000 chars are left alone, of 5,001 the first and the last 2,000 stay", async () => {
  const fits = "\u{1f4dd}".repeat(5000);
  expect(await toolify(() => fits)()).toBe(fits);
  const ends = "\u{1f4dd}".repeat(2000);
  expect(MARKER.length).toBe(81);
  expect(await toolify(() => `${fits}x`)()).toBe(`${ends}${MARKER}${ends.slice(2)}x`);
  expect(await toolify(() => [fits])()).toContain(MARKER);
});

test("the word for nothing stays whole, or a marker stands in its place", async () => {
  const none = "Tool execution completed without errors";
  for (const [limits, expected] of [
    [39, none],
    [38, "... [-39] ..."],
    [20, "…"],
    [{ maxChars: 5 }, "…"],
    [{ maxChars: 5, marker: "" }, ""],
    [{ maxBytes: 2 }, ""],
  ] as const) {
    expect(await toolify(() => undefined, { output: limits })()).toBe(expected);
    expect(toolifySync(() => null, { output: limits })()).toBe(expected);
  }
  const output = { maxChars: 5, marker: "" };
  expect(await toolify(() => "", { output })()).toBe("");
  expect(await toolify(() => "123456", { output })()).toBe("12456");
});

test("bytes that are no UTF-8 are text where the output says so", () => {
  const output = { decode: "replace" } as const;
  expect(toolifySync(() => Buffer.from("caf\xe9", "latin1"), { output })()).toBe("caf\ufffd");
});

test("with the format json objects stay parseable, and failures are texts", async () => {
  const output = { maxBytes: 900, format: "json" } as const;
  const rows = Array.from({ length: 300 }, (_, id) => ({ id, title: `issue ${id}`, open: id % 2 === 0 }));
  const text = await toolify(() => ({ rows, total: 300 }), { output })();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(900);
  const page = JSON.parse(text);
  expect([page.rows[0], page.rows.at(-1), page.total]).toEqual([rows[0], rows[299], 300]);
  const failed = await toolify(() => JSON.parse("{"), { output })();
  expect(failed.startsWith("Tool Failed: ")).toBe(true);
});
