// Trimming strings: the Rust tests draw the laws of the core at length, here is what UTF-16 and bytes add.
import fc from "fast-check";
import { measure, TooltrimError, Trimmer, type TrimOptions, trim } from "tooltrim";
import { expect, test } from "vitest";
import { graphemeStarts, overLimit, sizes } from "./support/laws.js";
import { anyOptions } from "./support/options.js";
import { runs } from "./support/runs.js";
import { encodable, texts } from "./support/texts.js";

/** Checks each way to trim a text; options whose marker does not fit are no case. */
function law(drawn: fc.Arbitrary<string>, check: (text: string, options: TrimOptions) => void, times = 300) {
  const property = fc.property(drawn, anyOptions, (text, options) => {
    try {
      check(text, options);
    } catch (error) {
      if (!(error instanceof TooltrimError && error.code === "MARKER_TOO_LONG")) throw error;
    }
  });
  fc.assert(property, runs(times));
}

test("a text over a limit is cut to within all limits, and trimming again changes nothing", () => {
  law(texts, (text, options) => {
    const result = trim(text, options);
    expect(overLimit(result.text, options)).toEqual([]);
    expect(result.truncated).toBe(overLimit(text, options).length > 0);
    if (!result.truncated) expect(result.text).toBe(text);
    expect(trim(result.text, options)).toMatchObject({ text: result.text, truncated: false });
  });
});

test("head, marker and tail make a result, and no pair or cluster is split beside lone surrogates", () => {
  const cuts = fc.record({
    maxUtf16: fc.integer({ min: 20, max: 400 }),
    keep: fc.constantFrom("head", "tail", "ends", "none"),
    snap: fc.constantFrom("char", "grapheme"),
  });
  fc.assert(
    fc.property(texts, cuts, (text, options) => {
      const clusters = graphemeStarts(text);
      expect(measure(text)).toMatchObject({ ...sizes(text), graphemes: clusters.size - 1 });
      const {
        text: result,
        truncated,
        omitted,
      } = trim(text, { ...options, marker: "<{count}>", rescue: false } as TrimOptions);
      if (!truncated) return;
      const chars = new Set(Array.from(text.matchAll(/(?:)/gu), ({ index }) => index));
      const starts = options.snap === "char" ? chars : clusters;
      const marker = `<${omitted.chars}>`;
      // A result does not always say where the gap was (`aaa` without an `a`): any that explains it will do.
      const gaps = [...starts].filter((head) => {
        const tail = head + omitted.utf16;
        if (!starts.has(tail) || !result.startsWith(marker, head)) return false;
        const explained = text.slice(0, head) + marker + text.slice(tail) === result;
        return explained && sizes(text.slice(head, tail)).chars === omitted.chars;
      });
      expect(gaps, JSON.stringify(result)).not.toEqual([]);
    }),
    runs(200),
  );
});

test("bytes and a Trimmer give what the text gives", () => {
  const check = (text: string, options: TrimOptions) => {
    const result = trim(text, options);
    expect(trim(new TextEncoder().encode(text), options)).toEqual(result);
    const trimmer = new Trimmer(options);
    trimmer.trim(`${text} before`);
    expect(trimmer.trim(text)).toEqual(result);
    expect(result.text).not.toMatch(/\p{Surrogate}/u);
  };
  law(encodable, check, 200);
});
