// Cleaning from JavaScript: what `clean` promises beyond the core, whose results the golden file pins.
import fc from "fast-check";
import { type CleanOptions, clean } from "tooltrim";
import { expect, test, vi } from "vitest";
import { failure } from "./support/errors.js";
import { runs } from "./support/runs.js";
import { nasty } from "./support/texts.js";

vi.setConfig({ testTimeout: 120_000 });

// The package keeps its instance to itself, and makes it at first use.
const instances: WebAssembly.Instance[] = [];
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
    super(module, imports);
    // What unpacks the wasm imports nothing.
    if (imports) instances.push(this);
  }
};

const all: CleanOptions = { ansi: true, carriageReturns: true, repeatedLines: true, base64: true };
const ESC = "\u001b";

const noise = [
  ...[
    `${ESC}[31m`,
    `${ESC}[0m`,
    `${ESC}[K`,
    `${ESC}[2K`,
    `${ESC}[A`,
    `${ESC}[2A`,
    `${ESC}[9G`,
    `${ESC}[2J`,
    `${ESC}[H`,
  ],
  ...[ESC, `${ESC}[`, `${ESC}]0;t`, "\u0007", "\u009b1m", "\u009b", "\b", "\r", "\r\n", "\r50%", "\r 7%"],
  ...[
    "12%\n",
    "13%\n",
    "took 3 ms\n",
    "took 4 ms\n",
    "same line of text\n",
    "}\n",
    "[... \u00d75 similar lines ...]\n",
  ],
  ...[
    "data:image/png;base64,iVBORw0KGgo",
    "Aa0Bb1Cc2Dd3Ee4Ff5Gg6Hh7Ii8Jj9Kk0Ll1Mm2",
    "0123456789abcdef",
    "==",
    ";base64,",
  ],
];

const piece = fc.constantFrom(...noise, ...noise, ...nasty);
const several = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));
const repeated = fc.tuple(several, fc.integer({ min: 1, max: 40 })).map(([text, times]) => text.repeat(times));
const noisy = fc.array(fc.oneof(several, repeated), { maxLength: 20 }).map((pieces) => pieces.join(""));

test("only what is named is cleaned, and true names all that loses nothing", () => {
  const text = `${ESC}[32mok${ESC}[0m 50%\r${"x".repeat(3000)}\r\n`;
  expect(clean(text, { ansi: true })).toBe(`ok 50%\r${"x".repeat(3000)}\r\n`);
  expect(clean(text, { longLines: true })).toContain(" chars ...]");
  expect(clean(text, true)).toBe(`${"x".repeat(3000)}\n`);
  expect([clean(text, all), clean(text, undefined)]).toEqual([clean(text), clean(text)]);
  for (const nothing of [false, {}, { ansi: false }, { ansi: undefined }]) expect(clean(text, nothing)).toBe(text);
});

test("a text without noise comes back as it is, however long", () => {
  const lines = Array.from(
    { length: 40_000 },
    (_, n) => `step ${n} compiled module_${n % 77} without trouble \u{1f680}\n`,
  );
  for (const text of ["", "a", "no line end", lines.join(""), "\ud83d lone", "\u{1f600}".repeat(100_000)]) {
    expect(clean(text)).toBe(text);
  }
});

test("wrong options say what is wrong with them", () => {
  const message = (options: unknown) => failure(() => clean("text", options as CleanOptions));
  expect(message({ ansi: 1 })).toBe("INVALID_OPTION: ansi: 1 is not true or false");
  expect(message({ colours: true })).toBe(
    "INVALID_OPTION: colours: is not an option; known are ansi, carriageReturns, repeatedLines, base64, longLines",
  );
  expect(message("all")).toBe('INVALID_OPTION: options: "all" is not true, false or an object');
  expect(message(null)).toBe("INVALID_OPTION: options: null is not true, false or an object");
  expect(message([])).toBe("INVALID_OPTION: options: [] is not true, false or an object");
  expect(() => clean(5 as never)).toThrow("text: 5 is not a string");
  // Also where the text itself needs care.
  expect(() => clean("\ud83d", { ansi: 1 } as never)).toThrow("ansi: 1 is not true or false");
});

test("lone surrogates stay what they are", () => {
  expect(clean(`a\ud83d${ESC}[31m b\ude00\n`)).toBe("a\ud83d b\ude00\n");
  expect(clean("\ude00\ud83d\r\n")).toBe("\ude00\ud83d\n");
  expect(clean("\udbff\udbfe \udbc0\r\n\u{10ffff}")).toBe("\udbff\udbfe \udbc0\n\u{10ffff}");
  expect(clean("50% \ud83d\rdone")).toBe("done\ud83d");
});

test("lone surrogates stay what they are in a long text, wherever it is divided", () => {
  for (const before of [-2, -1, 0, 1]) {
    const text = `${"x".repeat(2 ** 20 + before)}\u{1f600}\ud83d${"\ude00y".repeat(600_000)}`;
    expect(clean(text, { ansi: true }) === text).toBe(true);
    expect(clean(`${ESC}[0m${text}`, { ansi: true }) === text).toBe(true);
  }
});

test("halves that come to stand side by side are a pair", () => {
  expect(clean(`\ud83d${ESC}[0m\ude00`)).toBe("\u{1f600}");
  const line = "a line that is long enough to be worth a fold of its own";
  const text = `${line} \u{1f600}\n${line} \ud83d${ESC}[0m\ude00\n`.repeat(3);
  expect(clean(clean(text))).toBe(clean(text));
});

test("a text that uses every private char and has lone surrogates comes back as it is", () => {
  const text = Array.from({ length: 127 }, (_, at) => `${String.fromCharCode(0xdb80 + at)}\udc00`).join("");
  expect(clean(`${text}\ud83d\r\n`)).toBe(`${text}\ud83d\r\n`);
  expect(() => clean(`${text}\ud83d`, 1 as never)).toThrow("options: 1 is not");
});

test("where a text is cut on its way makes no difference", () => {
  // Pieces of 16 Ki units cross at a time: what comes before moves the cuts.
  const law = fc.property(noisy, fc.integer({ min: 0, max: 300 }), (text, left) => {
    const before = Array.from({ length: 400 }, (_, n) => `line ${n} of some text that stays as it is\n`).join("");
    const padding = before.slice(0, before.indexOf("\n", 16 * 1024 - left) + 1);
    const barrier = "[... \u00d75 similar lines ...]\n";
    // The cursor could go back into what stands before: without those movements.
    const options = { ansi: true, repeatedLines: true, base64: true, longLines: true };
    expect(clean(padding + barrier + text, options)).toBe(padding + barrier + clean(text, options));
  });
  fc.assert(law, runs(100));
});

test("a long text does not move into WebAssembly memory", () => {
  const lines = Array.from({ length: 400_000 }, (_, n) => `${ESC}[32mstep ${n}${ESC}[0m compiled some module\r\n`);
  const text = lines.join("").repeat(3);
  expect(text.length).toBeGreaterThan(50_000_000);
  expect(clean(text).length).toBeLessThan(text.length);
  expect(clean("a".repeat(50_000_000)).length).toBe(50_000_000);
  const memories = instances.map(({ exports }) => (exports.memory as WebAssembly.Memory).buffer.byteLength);
  expect(memories).toHaveLength(1);
  expect(Math.max(...memories)).toBeLessThan(4 * 1024 * 1024);
});
