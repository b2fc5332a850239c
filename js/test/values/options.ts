// Random options of `trimValue`.
import fc from "fast-check";
import type { trimValue } from "tooltrim";

export type Options = NonNullable<Parameters<typeof trimValue>[1]>;
export type Cut = ReturnType<typeof trimValue>["cuts"][number];

const size = (small: number, large: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: small }) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: large }) },
  );

/** Limits of one kind each, as most callers have them. */
export const limits: fc.Arbitrary<Options> = fc.record({
  maxStringBytes: size(12, 300),
  maxItems: size(2, 20),
  maxKeys: size(2, 12),
  maxDepth: fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 200 })),
  base64: fc.constantFrom(undefined, "replace", "keep"),
});

const total = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 80 }) },
  { weight: 3, arbitrary: fc.integer({ min: 80, max: 3000 }) },
);

/** Only a total: texts have no limit of their own. */
const totals: fc.Arbitrary<Options> = fc.record({ maxTotalBytes: total });

/** How texts are cut, with numbers in the marker. */
const strings = fc.record({
  maxBytes: fc.option(fc.integer({ min: 45, max: 400 }), { nil: undefined }),
  maxChars: fc.option(fc.integer({ min: 45, max: 400 }), { nil: undefined }),
  keep: fc.constantFrom(undefined, "head", "tail", "ends", "none"),
  snap: fc.constantFrom(undefined, "char", "grapheme", "line"),
  marker: fc.constantFrom(undefined, "~", "<{count}>", "[{omittedBytes} of {totalBytes}]"),
});

/** Whatever a caller may ask for but `limits` and `flag`, which tests name themselves. */
export const anyOptions: fc.Arbitrary<Options> = fc.oneof(
  { weight: 3, arbitrary: limits },
  { weight: 3, arbitrary: totals },
  { weight: 3, arbitrary: fc.tuple(limits, totals).map(([some, all]) => ({ ...some, ...all })) },
  {
    weight: 2,
    arbitrary: fc.tuple(limits, strings).map(([{ maxStringBytes: _, ...some }, text]) => ({ ...some, strings: text })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(totals, strings).map(([all, text]) => ({ ...all, strings: text })),
  },
);
