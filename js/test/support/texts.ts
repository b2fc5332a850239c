// Texts that break careless code, alone, in runs and mixed.
import fc from "fast-check";

export const nasty: readonly string[] = [
  "",
  "a",
  "word ",
  "    ",
  "\n",
  "\r\n",
  "\r",
  "\n\n",
  "\t",
  "\0",
  "\ufeff",
  "\ud83d",
  "\ude00",
  "\udbff",
  "\udfff",
  "e\u0301",
  "\u0301",
  "\u{1f469}\u200d\u{1f680}",
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
  "\u{1f44d}\u{1f3fd}",
  "\u{1f1e9}\u{1f1ea}",
  "\u{1f1e6}",
  "\u1112\u1161\u11ab",
  "\ud55c",
  "\u00d7",
  "\u00e9",
  "\u672c\u8a9e",
  "\u05e9\u05dc\u05d5\u05dd",
  "\u202ertl\u202c",
  "\u0915\u094d\u0937",
  "\u200d",
  "\ufe0f",
  "\u2028",
  "\u{10ffff}",
  "... [truncated 12 chars] ...",
  "error: cannot find `x`\n",
  "0123456789",
  "=====",
  "a line of some length, with punctuation; and an end.\n",
];

const piece = fc.constantFrom(...nasty);
const run = (most: number) =>
  fc.tuple(piece, fc.integer({ min: 1, max: most })).map(([text, times]) => text.repeat(times));

const mixed = (most: number) =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: piece },
        { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
        { weight: 1, arbitrary: run(40) },
      ),
      { maxLength: most },
    )
    .map((pieces) => pieces.join(""));

/** Lone surrogates included. Under 65,536 units: omitted tokens of more are sampled, not counted. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: mixed(60) },
  { weight: 1, arbitrary: run(800) },
  {
    weight: 1,
    arbitrary: fc.tuple(mixed(8), run(800), mixed(8)).map((parts) => parts.join("")),
  },
);

/** Without lone surrogates: what can be written as UTF-8. */
export const encodable: fc.Arbitrary<string> = texts.map((text) => text.replace(/\p{Surrogate}/gu, "\ufffd"));
