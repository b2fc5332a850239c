// What a listener is told of each cut.
import { TooltrimError, Trimmer, type TrimOptions, type TruncationEvent, trim } from "tooltrim";
import { expect, test } from "vitest";

// 20 lines; 140 chars, 160 UTF-16 units, 200 bytes.
const text = "abc \u{1f600}x\n".repeat(20);

function told(options: TrimOptions, input: string | Uint8Array = text) {
  const events: TruncationEvent[] = [];
  const result = trim(input, { marker: "~", ...options, onTruncate: (event) => events.push(event) });
  return { events, result };
}

test("a listener is told of a cut, with the label, the limit and the sizes", () => {
  const { events, result } = told({ label: "build log", maxChars: 30, snap: "char", count: ["lines"] });
  expect(events).toEqual([
    {
      label: "build log",
      unit: "chars",
      limit: 30,
      before: 140,
      after: 30,
      omitted: { utf16: 127, chars: 111, lines: 16 },
    },
  ]);
  expect(events[0]?.omitted).toEqual(result.omitted);
});

test.each([
  [{ maxUtf16: 30 }, { unit: "utf16", limit: 30, before: 160 }],
  [{ maxBytes: 30 }, { unit: "bytes", limit: 30, before: 200 }],
  [{ maxLines: 3 }, { unit: "lines", limit: 3, before: 20, after: 3 }],
  [
    { maxBytes: 30, maxChars: 1000 },
    { unit: "chars", limit: 1000, before: 140 },
  ],
  [
    { maxLines: 3, maxBytes: 1000 },
    { unit: "bytes", limit: 1000, before: 200 },
  ],
] as const)("the sizes of %o are in the unit of the first limit", (options, expected) => {
  const { events } = told(options);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject(expected);
  expect(events[0]).toHaveProperty("label", undefined);
});

test("the size after a cut is that of the result", () => {
  const after = (options: TrimOptions) => told(options).events.map((event) => event.after);
  const result = (options: TrimOptions) => told(options).result.text;
  expect(after({ maxUtf16: 33 })).toEqual([result({ maxUtf16: 33 }).length]);
  expect(after({ maxChars: 33 })).toEqual([[...result({ maxChars: 33 })].length]);
  expect(after({ maxBytes: 33 })).toEqual([new TextEncoder().encode(result({ maxBytes: 33 })).length]);
});

test("a listener is not told of a text that fits, nor of options that are refused", () => {
  expect(told({ maxChars: 140 }).events).toEqual([]);
  const events: unknown[] = [];
  const onTruncate = (event: unknown) => events.push(event);
  expect(() => trim(text, { maxChars: 1, marker: "[cut here]", onTruncate })).toThrow(TooltrimError);
  expect(events).toEqual([]);
});

test("a listener that throws, or that uses the library, changes no result", () => {
  const options = { maxChars: 30, marker: "~" };
  const expected = trim(text, options);
  const fails = () => {
    throw new Error("a listener's own");
  };
  expect(trim(text, { ...options, onTruncate: fails })).toEqual(expected);
  const trimmer: Trimmer = new Trimmer({
    ...options,
    onTruncate: (event) => {
      if (event.before === 140) trimmer.trim(text.repeat(2));
    },
  });
  expect(trimmer.trim(text)).toEqual(expected);
});

test("what a listener does to its event does not change the result", () => {
  const onTruncate = (event: TruncationEvent) => Object.assign(event.omitted, { chars: -1 });
  expect(trim(text, { maxChars: 40, snap: "char", onTruncate }).omitted.chars).toBeGreaterThan(0);
});

test("each call of a Trimmer is told by itself", () => {
  const before: number[] = [];
  const trimmer = new Trimmer({ maxChars: 36, onTruncate: (event) => before.push(event.before) });
  trimmer.trim(text);
  trimmer.trim("short");
  trimmer.trim(text.repeat(3));
  expect(before).toEqual([140, 420]);
});

test.each([
  [{ label: 7 }, "label: 7 is not a string"],
  [{ onTruncate: "log" }, 'onTruncate: "log" is not a function (event) => void'],
])("%o is refused", (options, message) => {
  const error = expect.objectContaining({ code: "INVALID_OPTION", message });
  expect(() => trim(text, options as unknown as TrimOptions)).toThrow(error);
});
