// The laws of trimming, with random texts and random options.
import fc from "fast-check";
import { measure, TooltrimError, type Trimmed, Trimmer, type TrimOptions, trim } from "tooltrim";
import { expect, test, vi } from "vitest";
import { findGap, type Gap, graphemeStarts, overLimit, sizes } from "./support/laws.js";
import { anyOptions } from "./support/options.js";
import { encodable, texts } from "./support/texts.js";

vi.setConfig({ testTimeout: 120_000 });

/** Trims; options whose marker does not fit are no case. */
function trimmed(text: string, options: TrimOptions): Trimmed | undefined {
  try {
    return trim(text, options);
  } catch (error) {
    if (error instanceof TooltrimError && error.code === "MARKER_TOO_LONG") return undefined;
    throw error;
  }
}

const runs = { numRuns: 1000 };
const fewer = { numRuns: 300 };
const law = (check: (text: string, options: TrimOptions, result: Trimmed) => void, options = anyOptions) =>
  fc.assert(
    fc.property(texts, options, (text, given) => {
      const result = trimmed(text, given);
      if (result) check(text, given, result);
    }),
    runs,
  );

test("every given limit holds for the result, the marker included", () => {
  law((_, options, result) => expect(overLimit(result.text, options)).toEqual([]));
});

test("a text is cut when it is over a limit, and only then", () => {
  law((text, options, result) => expect(result.truncated).toBe(overLimit(text, options).length > 0));
});

test("a text that fits comes back as it is, with nothing omitted", () => {
  law((text, _, result) => {
    if (result.truncated) return;
    expect(result.text).toBe(text);
    expect(Object.values(result.omitted)).toEqual(Object.keys(result.omitted).map(() => 0));
  });
});

test("trimming twice changes nothing", () => {
  law((_, options, { text }) => expect(trim(text, options)).toMatchObject({ text, truncated: false }));
});

test("a result is a head, a marker and a tail, with exact numbers, on allowed boundaries", () => {
  law((text, options, result) => {
    if (result.truncated) findGap(text, options, result, ({ head, tail }) => head < tail);
  });
});

test("no surrogate pair is split", () => {
  fc.assert(
    fc.property(encodable, anyOptions, (text, options) => {
      expect(trimmed(text, options)?.text ?? "").not.toMatch(/\p{Surrogate}/u);
    }),
    runs,
  );
});

test("headChars and tailChars bound each end", () => {
  law((text, options, result) => {
    if (!result.truncated) return;
    const { headChars = text.length, tailChars = text.length } = options;
    const within = ({ head, tail }: Gap) =>
      sizes(text.slice(0, head)).chars <= headChars && sizes(text.slice(tail)).chars <= tailChars;
    findGap(text, options, result, within);
  });
});

test("with room for the longest line in each end, whole lines stay whole", () => {
  const lineOptions = fc.record({
    maxChars: fc.constant(300),
    keep: fc.constantFrom<TrimOptions["keep"][]>("head", "tail", "ends", "none"),
  });
  const shortLines = texts.map((text) => text.replace(/[^\n]{60}/gu, "$&\n"));
  fc.assert(
    fc.property(shortLines, lineOptions, (text, options) => {
      const result = trim(text, options);
      const betweenLines = (at: number) => at === 0 || at === text.length || text[at - 1] === "\n";
      if (result.truncated)
        findGap(text, options, result, ({ head, tail }) => betweenLines(head) && betweenLines(tail));
    }),
    fewer,
  );
});

test("between chars, what a limit leaves unused is less than the marker's numbers can vary", () => {
  const long = fc.integer({ min: 1000, max: 20_000 }).map((length) => "0123456789".repeat(2000).slice(0, length));
  const room = fc.record({
    maxChars: fc.integer({ min: 36, max: 900 }),
    keep: fc.constantFrom("head", "tail", "ends"),
    headShare: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(long, room, (text, { maxChars, ...options }) => {
      const result = trim(text, { ...options, maxChars, snap: "char" } as TrimOptions);
      expect(maxChars - result.text.length).toBeOneOf([0, 1]);
    }),
    runs,
  );
});

test("bytes are trimmed as the text they hold", () => {
  fc.assert(
    fc.property(encodable, anyOptions, (text, options) => {
      const result = trimmed(text, options);
      if (result) expect(trim(new TextEncoder().encode(text), options)).toEqual(result);
    }),
    runs,
  );
});

test("a Trimmer trims many texts as trim does each", () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 4 }), anyOptions, (many, options) => {
      const results = many.map((text) => trimmed(text, options));
      if (many.length === 0 || results.includes(undefined)) return;
      const trimmer = new Trimmer(options);
      expect(many.map((text) => trimmer.trim(text))).toEqual(results);
    }),
    fewer,
  );
});

test("measures agree with what can be counted by hand", () => {
  const any = fc.oneof(texts, fc.string({ unit: "binary", maxLength: 200 }));
  fc.assert(
    fc.property(any, (text) => void expect(measure(text)).toMatchObject(sizes(text))),
    runs,
  );
});

test("graphemes are those of the host's own segmenter", () => {
  fc.assert(
    fc.property(texts, (text) => void expect(measure(text).graphemes).toBe(graphemeStarts(text).size - 1)),
    fewer,
  );
});
