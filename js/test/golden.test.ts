// The results that Rust wrote down (tests/golden.rs): each entry gives the very same.
import { readFileSync } from "node:fs";
import type { CleanOptions, Measures, Trimmed, TrimOptions } from "tooltrim";
import * as main from "tooltrim";
import * as text from "tooltrim/text";
import { describe, expect, test } from "vitest";
import { outcome } from "./support/errors.js";

type Texts = Record<string, [piece: string, times: number][]>;

interface TrimCase {
  readonly text: string;
  readonly options: TrimOptions;
  /** A text that fits is the input: `null` stands for it. */
  readonly result?: Omit<Trimmed, "text"> & { readonly text: string | null };
  readonly error?: { readonly code: string; readonly message: string };
}

interface CleanCase {
  readonly text: string;
  readonly options: CleanOptions;
  /** A text without noise is the input: `null` stands for it. */
  readonly result: { readonly text: string | null };
}

interface MeasureCase {
  readonly text: string;
  readonly measures: Measures;
}

function golden<Case>(file: string): { readonly texts: Texts; readonly cases: Case[] } {
  return JSON.parse(readFileSync(new URL(`../../tests/golden/${file}`, import.meta.url), "utf8"));
}

function build(texts: Texts, name: string): string {
  const pieces = texts[name];
  if (!pieces) throw new Error(`no text ${name}`);
  return pieces.map(([piece, times]) => piece.repeat(times)).join("");
}

type Entry = Pick<typeof text, "trim" | "measure" | "clean">;

describe.each([
  ["tooltrim", main],
  ["tooltrim/text", text],
] as [string, Entry][])("%s", (_, entry) => {
  describe.each(["trim.json", "rescue.json"])("trimming gives the golden results of %s", (file) => {
    const { texts, cases } = golden<TrimCase>(file);
    test.each(Object.keys(texts))("%s", (of) => {
      const input = build(texts, of);
      const own = cases.filter((one) => one.text === of);
      expect(own.length).toBeGreaterThan(0);
      for (const { options, result, error } of own) {
        const given = outcome(() => entry.trim(input, options));
        const expected = result ? { result: { ...result, text: result.text ?? input } } : { error };
        expect(given, JSON.stringify(options)).toEqual(expected);
      }
    });
  });

  describe("measuring gives the golden sizes", () => {
    const { texts, cases } = golden<MeasureCase>("measure.json");
    test.each(cases)("$text", ({ text: of, measures }) => {
      expect(entry.measure(build(texts, of))).toEqual(measures);
    });
  });

  describe("cleaning gives the golden texts", () => {
    const { texts, cases } = golden<CleanCase>("clean.json");
    test.each(cases)("$text, $options", ({ text: of, options, result }) => {
      const input = build(texts, of);
      expect(entry.clean(input, options)).toBe(result.text ?? input);
    });
  });
});
