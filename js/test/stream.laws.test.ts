// A text in any pieces gives the result of `trim` on the whole: pieces of strings and bytes as JavaScript has them. What
// the core makes of pieces is for the Rust tests.
import fc from "fast-check";
import { TooltrimError, type Trimmed, type TrimOptions, type TruncationEvent, trim } from "tooltrim";
import { expect, test } from "vitest";
import * as support from "./support/options.js";
import { runs } from "./support/runs.js";
import { cut, streamed } from "./support/streams.js";
import { encodable, texts } from "./support/texts.js";

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
const noise = ["\u001b[31m", "\u001b[0m", "\u001b[2K\r", "\u001b]0;title\u0007", "\r\n", "\r", "retry\n".repeat(20)];
const noisy = fc.array(fc.oneof(texts, fc.constantFrom(...noise)), { maxLength: 12 }).map((pieces) => pieces.join(""));

test("strings cut anywhere, also within a surrogate pair, come out as the whole", () => {
  fc.assert(
    fc.property(noisy, anyOptions, fc.constantFrom(undefined, true), lengths, (text, given, clean, sizes) => {
      const options = { ...given, clean };
      const whole = told(options, (all) => trim(text, all));
      expect(told(options, (all) => streamed(cut(text, sizes), all))).toEqual(whole);
    }),
    runs(300),
  );
});

test("long strings, which cross in parts, come out as the whole", () => {
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
    runs(25),
  );
});

test("bytes cut anywhere, also within a char, come out as the whole", () => {
  fc.assert(
    fc.property(encodable, anyOptions, lengths, (text, options, sizes) => {
      const bytes = new TextEncoder().encode(text);
      const whole = told(options, (given) => trim(bytes, given));
      expect(told(options, (given) => streamed(cut(bytes, sizes), given))).toEqual(whole);
    }),
    runs(100),
  );
});
