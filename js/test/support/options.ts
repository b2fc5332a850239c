// Random options.
import fc from "fast-check";
import type { TrimOptions } from "tooltrim";

export const markers = [
  "... [truncated {count} chars] ...",
  "",
  "~",
  "\n<{omittedChars}|{omittedBytes}|{omittedLines}>\n",
  "[{firstOmittedLine}-{lastOmittedLine} of {totalLines}]",
  "{keptChars}/{totalChars}/{totalBytes}/{limit}",
  "{{{omittedTokens} tokens} \u{1f44b}",
];

const limit = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 3, arbitrary: fc.integer({ min: 36, max: 600 }) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 600, noNaN: true }) },
);

/** Whatever a caller may ask for; some markers do not fit. */
export const anyOptions: fc.Arbitrary<TrimOptions> = fc.record({
  maxChars: limit,
  maxUtf16: limit,
  maxBytes: limit,
  maxLines: limit,
  maxTokens: limit,
  tokenMargin: fc.option(fc.double({ min: 0.5, max: 2, noNaN: true }), { nil: undefined, freq: 2 }),
  keep: fc.constantFrom(undefined, "head", "tail", "ends", "ends", "none"),
  headShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  headChars: limit,
  tailChars: limit,
  snap: fc.constantFrom(undefined, "char", "grapheme", "line"),
  marker: fc.constantFrom(undefined, ...markers),
  trimEnd: fc.constantFrom(undefined, true, false),
  count: fc.option(fc.subarray(["bytes", "lines", "tokens"] as const), { nil: undefined }),
});
