// The laws of streams: a text in any pieces gives the result of `trim` on the whole.
import fc from "fast-check";
import { TooltrimError, type Trimmed, type TrimOptions, type TruncationEvent, trim } from "tooltrim";
import { expect, test, vi } from "vitest";
import * as support from "./support/options.js";
import { cut, streamed } from "./support/streams.js";
import { encodable, texts } from "./support/texts.js";

vi.setConfig({ testTimeout: 120_000 });

const anyOptions: fc.Arbitrary<TrimOptions> = fc
  .tuple(support.anyOptions, fc.constantFrom(undefined, undefined, true))
  .map(([options, rescue]) => ({ ...options, rescue }));

type Told = { readonly result: Trimmed; readonly events: TruncationEvent[] } | "MARKER_TOO_LONG";

/** What comes of it, and what a listener is told. */
function told(options: TrimOptions, run: (options: TrimOptions) => Trimmed): Told {
  const events: TruncationEvent[] = [];
  try {
    const result = run({ ...options, label: "text", onTruncate: (event) => events.push(event) });
    return { result, events };
  } catch (error) {
    if (error instanceof TooltrimError && error.code === "MARKER_TOO_LONG") return error.code;
    throw error;
  }
}

const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 90_000 })), {
  minLength: 1,
  maxLength: 4,
});
const clean = fc.option(
  fc.oneof(
    fc.constant(true),
    fc.record({ ansi: fc.boolean(), carriageReturns: fc.boolean(), repeatedLines: fc.boolean(), base64: fc.boolean() }),
  ),
  { nil: undefined, freq: 2 },
);
const noise = [
  "\u001b[31m",
  "\u001b[0m",
  "\u001b[2K\r",
  "\u001b]0;title\u0007",
  "\r\n",
  "\r",
  "retry\n".repeat(20),
  "\n\n\n\n",
];
const noisy = fc.array(fc.oneof(texts, fc.constantFrom(...noise)), { maxLength: 12 }).map((pieces) => pieces.join(""));

test("strings cut anywhere, also within a surrogate pair, come out as the whole", () => {
  fc.assert(
    fc.property(texts, anyOptions, lengths, (text, options, sizes) => {
      const whole = told(options, (given) => trim(text, given));
      expect(told(options, (given) => streamed(cut(text, sizes), given))).toEqual(whole);
    }),
    { numRuns: 1000 },
  );
});

test("long strings come out as the whole", () => {
  const long = fc
    .tuple(texts, texts, texts, fc.integer({ min: 1, max: 1_500_000 }))
    .map(([start, middle, end, length]) => start + middle.repeat(Math.ceil(length / (middle.length || length))) + end);
  fc.assert(
    fc.property(long, anyOptions, lengths, (text, options, sizes) => {
      const whole = told(options, (given) => trim(text, given));
      const ours = told(options, (given) => streamed(cut(text, sizes), given));
      // Not `toEqual`: nobody reads a megabyte in a failure.
      expect(JSON.stringify(ours) === JSON.stringify(whole), JSON.stringify([options, sizes, text.length])).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test("bytes cut anywhere, also within a char, come out as the whole", () => {
  fc.assert(
    fc.property(encodable, anyOptions, lengths, (text, options, sizes) => {
      const bytes = new TextEncoder().encode(text);
      const whole = told(options, (given) => trim(bytes, given));
      expect(told(options, (given) => streamed(cut(bytes, sizes), given))).toEqual(whole);
    }),
    { numRuns: 500 },
  );
});

const invalid = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: encodable.map((text) => new TextEncoder().encode(text.slice(0, 20))) },
      { weight: 2, arbitrary: fc.uint8Array({ maxLength: 5 }) },
      { weight: 1, arbitrary: fc.constantFrom([0xe6, 0x9c], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc0, 0xaf]) },
    ),
    { maxLength: 12 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));

test("bytes that are not UTF-8 are refused or read as those of the whole", () => {
  const outcome = (run: () => Trimmed) => {
    try {
      return run();
    } catch (error) {
      return (error as TooltrimError).message;
    }
  };
  fc.assert(
    fc.property(invalid, lengths, (bytes, sizes) => {
      for (const decode of ["strict", "replace"] as const) {
        const options = { decode, maxChars: 60 };
        expect(outcome(() => streamed(cut(bytes, sizes), options))).toEqual(outcome(() => trim(bytes, options)));
      }
    }),
    { numRuns: 1000 },
  );
});

test("with cleaning, also of sequences that are cut, it is the result of the whole, and is stable", () => {
  fc.assert(
    fc.property(noisy, anyOptions, clean, lengths, (text, given, what, sizes) => {
      const options = { ...given, clean: what };
      const whole = told(options, (all) => trim(text, all));
      expect(told(options, (all) => streamed(cut(text, sizes), all))).toEqual(whole);
      if (whole === "MARKER_TOO_LONG") return;
      const again = trim(whole.result.text, options);
      expect(again.text).toBe(whole.result.text);
      expect(again.truncated || again.cleaned).toBeFalsy();
      if (!whole.result.truncated && !whole.result.cleaned) expect(whole.result.text).toBe(text);
    }),
    { numRuns: 1000 },
  );
});
